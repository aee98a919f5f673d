import Foundation
import Synchronization
import TestSupport

/// A file whose name is gone as soon as it has been made: it is opened by its descriptor.
final class NamelessFile: Sendable {
  let descriptor: Int32

  init(_ bytes: [UInt8]) throws {
    descriptor = try withUnusedPath { path in
      open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    }
    guard descriptor >= 0 else { throw SystemError("making a file") }
    guard write(descriptor, bytes, bytes.count) == bytes.count else {
      throw SystemError("writing a file")
    }
  }

  deinit { close(descriptor) }

  var path: String { "/dev/fd/\(descriptor)" }

  /// All that is in it.
  var bytes: [UInt8] {
    var bytes = [UInt8](repeating: 0, count: Int(lseek(descriptor, 0, SEEK_END)))
    let count = pread(descriptor, &bytes, bytes.count, 0)
    return Array(bytes.prefix(max(0, count)))
  }
}

/// A pipe whose reading end is opened by its descriptor. (It is made with a name, since only then
/// can its ends be opened so that no program that another test starts meanwhile inherits them.)
final class NamelessPipe: Sendable {
  /// What a pipe of Linux holds at the least.
  static let leastCapacity = 1 << 16

  let readingEnd: Int32
  private let writer: Mutex<Int32>

  init() throws {
    let ends = try withUnusedPath { path in
      guard mkfifo(path, 0o600) == 0 else { throw SystemError("mkfifo") }
      return (open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC), open(path, O_WRONLY | O_CLOEXEC))
    }
    readingEnd = ends.0
    writer = Mutex(ends.1)
    guard ends.0 >= 0, ends.1 >= 0 else { throw SystemError("opening a pipe") }
  }

  deinit {
    closeWritingEnd()
    close(readingEnd)
  }

  var path: String { "/dev/fd/\(readingEnd)" }

  var writingEnd: Int32 { writer.withLock { $0 } }

  /// One that is to be closed by whoever asks for it.
  func duplicateOfWritingEnd() throws -> Int32 {
    let descriptor = fcntl(writingEnd, F_DUPFD_CLOEXEC, 0)
    guard descriptor >= 0 else { throw SystemError("duplicating a descriptor") }
    return descriptor
  }

  /// Whether all that was written has been read.
  var isEmpty: Bool {
    var descriptor = pollfd(fd: readingEnd, events: Int16(POLLIN), revents: 0)
    return poll(&descriptor, 1, 0) == 0
  }

  /// Writes bytes that the pipe has room for.
  func send(_ bytes: [UInt8]) {
    precondition(write(writingEnd, bytes, bytes.count) == bytes.count)
  }

  func closeWritingEnd() {
    writer.withLock {
      if $0 >= 0 { close($0) }
      $0 = -1
    }
  }
}

/// A thread that writes each part of a stream into a pipe once all before it has been read, and
/// then ends the stream.
final class Feeder: Sendable {
  private let isStopped = Mutex(false)
  private let hasEnded = DispatchSemaphore(value: 0)

  init(_ parts: [[UInt8]], to pipe: NamelessPipe) {
    Thread.detachNewThread { [self] in
      for part in parts where !part.isEmpty {
        while !pipe.isEmpty && !isStopped.withLock({ $0 }) { sched_yield() }
        if isStopped.withLock({ $0 }) { break }
        pipe.send(part)
      }
      pipe.closeWritingEnd()
      hasEnded.signal()
    }
  }

  /// To be called once, when no more is read.
  func stop() {
    isStopped.withLock { $0 = true }
    hasEnded.wait()
  }
}

/// Hands `body` a path at which there is no file, and removes what is there afterwards.
private func withUnusedPath<Result>(_ body: (String) throws -> Result) throws -> Result {
  let folder = ProcessInfo.processInfo.environment["TMPDIR"] ?? "/tmp"
  let path = "\(folder)/pnmfx-stream-\(getpid())-\(UUID().uuidString)"
  defer { unlink(path) }
  return try body(path)
}

/// A descriptor of this process, which somebody else opened and will close.
struct BorrowedDescriptor {
  let number: Int32

  /// Those that are open on the same file or pipe as one that is known, besides the known ones.
  static func all(on known: Int32...) -> [BorrowedDescriptor] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    return names.compactMap { Int32($0) }
      .filter { !known.contains($0) && identity($0) == identity(known[0]) }
      .map { BorrowedDescriptor(number: $0) }
  }

  private static func identity(_ descriptor: Int32) -> [UInt64]? {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    return [UInt64(status.st_dev), UInt64(status.st_ino)]
  }

  /// Where the next read starts.
  var offset: Int { Int(lseek(number, 0, SEEK_CUR)) }

  /// Makes reads and writes fail that would have to wait.
  func unblock() { _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK) }
}

/// Does something when a while has gone by, unless it is stopped before.
final class Guardian: Sendable {
  private let isStopped = DispatchSemaphore(value: 0)
  private let hasEnded = DispatchSemaphore(value: 0)
  private let hasActed = Mutex(false)

  init(seconds: Double, _ act: @escaping @Sendable () -> Void) {
    Thread.detachNewThread { [self] in
      if isStopped.wait(timeout: .now() + seconds) == .timedOut {
        hasActed.withLock { $0 = true }
        act()
      }
      hasEnded.signal()
    }
  }

  /// Whether it has acted. To be called once.
  func stop() -> Bool {
    isStopped.signal()
    hasEnded.wait()
    return hasActed.withLock { $0 }
  }
}

/// Sends signals to the thread that makes it, one a millisecond or so, and does something
/// afterwards.
final class Interrupter: Sendable {
  private static let received = Atomic(0)
  private static let isHandled: Void = {
    // Without SA_RESTART: a call that waits ends with EINTR.
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { _ in
      Interrupter.received.add(1, ordering: .relaxed)
    }
    sigaction(SIGURG, &action, nil)
  }()

  private let hasEnded = DispatchSemaphore(value: 0)

  init(times: Int, then act: @escaping @Sendable () -> Void) {
    _ = Self.isHandled
    // The threads that tests run on block all signals.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGURG)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    Self.received.store(0, ordering: .relaxed)
    let thread = pthread_self()
    Thread.detachNewThread { [self] in
      for _ in 0..<times {
        usleep(1000)
        pthread_kill(thread, SIGURG)
      }
      usleep(1000)
      act()
      hasEnded.signal()
    }
  }

  /// How many signals were received. To be called once.
  func stop() -> Int {
    hasEnded.wait()
    return Self.received.load(ordering: .relaxed)
  }
}

/// Reads a pipe to its end, in small parts and on a thread of its own.
final class Collector: Sendable {
  private let bytes = Mutex<[UInt8]>([])
  private let hasEnded = DispatchSemaphore(value: 0)

  init(_ descriptor: Int32, after delay: Double = 0) {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
    Thread.detachNewThread { [self] in
      Thread.sleep(forTimeInterval: delay)
      var room = [UInt8](repeating: 0, count: 5000)
      while case let count = read(descriptor, &room, room.count), count > 0 {
        bytes.withLock { $0 += room[..<count] }
      }
      hasEnded.signal()
    }
  }

  /// All that came. To be called once.
  func finish() -> [UInt8] {
    hasEnded.wait()
    return bytes.withLock { $0 }
  }
}
