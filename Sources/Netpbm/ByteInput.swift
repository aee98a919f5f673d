import CSystem

/// The bytes of an input, in order, with a place to come back to.
///
/// `mark` notes a place; `rewind` goes back to it. A regular file is sought for that. What cannot
/// be sought is recorded from the mark on, in memory that grows with the bytes that are read.
public final class ByteInput {
  /// As messages call it: the file's name, or "standard input".
  public let name: Text
  private let descriptor: Int32
  private let isSeekable: Bool

  private static let bufferSize = 1 << 16
  /// What is at least so large is read straight to its place.
  private static let directSize = 1 << 13
  private let buffer: UnsafeMutablePointer<UInt8>
  private var next = 0
  private var end = 0

  /// The bytes since the mark, of an input that cannot be sought.
  private var record: UnsafeMutablePointer<UInt8>?
  private var recordCapacity = 0
  private var recordCount = 0
  /// Where the next byte comes from while the record is read again; `recordCount` otherwise.
  private var replayed = 0
  private var isRecording = false
  /// Whether the latest `read` was served from the record.
  private var readFromRecord = false
  private var markedOffset: off_t = 0

  /// Why the last read failed: `errno`, `ENOMEM` for a record that could not grow, or 0.
  private(set) var failure: Int32 = 0

  /// Opens the file at `path`; nil is standard input.
  public init(path: UnsafePointer<CChar>?) throws(NetpbmError) {
    if let path {
      name = Text(path)
      descriptor = csystem_open(path, O_RDONLY | O_CLOEXEC)
      if descriptor < 0 { throw .system(name) }
    } else {
      name = "standard input"
      descriptor = 0
      if StandardStreams.wasClosed(0) { throw .closedDescriptor(name) }
    }
    var status = stat()
    if fstat(descriptor, &status) != 0 { throw .system(name) }
    if csystem_isFolder(status.st_mode) != 0 { throw .system(name, code: EISDIR) }
    isSeekable =
      csystem_isRegular(status.st_mode) != 0 && lseek(descriptor, 0, Int32(SEEK_CUR)) >= 0
    guard let memory = malloc(Self.bufferSize) else { throw .outOfMemory(name) }
    buffer = memory.assumingMemoryBound(to: UInt8.self)
    if !isSeekable { csystem_widenPipe(descriptor) }
  }

  deinit {
    free(buffer)
    free(record)
    if descriptor > 0 { close(descriptor) }
  }

  /// Takes up to `limit` bytes, at least one unless the input has ended (0) or failed (-1, with
  /// `failure` set). Waits only while there is none.
  func read(into target: UnsafeMutablePointer<UInt8>, atMost limit: Int) -> Int {
    if replayed < recordCount || next < end || limit < Self.directSize {
      return readBuffered(into: target, atMost: limit)
    }
    return recorded(target, fill(target, limit))
  }

  /// The same by way of the buffer, so that what is taken can be given back.
  func readBuffered(into target: UnsafeMutablePointer<UInt8>, atMost limit: Int) -> Int {
    readFromRecord = replayed < recordCount
    if readFromRecord {
      let count = min(limit, recordCount - replayed)
      memcpy(target, record! + replayed, count)
      replayed += count
      return count
    }
    if next == end {
      next = 0
      end = max(0, fill(buffer, Self.bufferSize))
      if failure != 0 { return -1 }
    }
    let count = min(limit, end - next)
    memcpy(target, buffer + next, count)
    next += count
    return recorded(target, count)
  }

  /// Gives back the last `count` bytes of the latest `readBuffered`.
  func unread(_ count: Int) {
    if readFromRecord {
      replayed -= count
      return
    }
    next -= count
    if isRecording {
      recordCount -= count
      replayed = recordCount
    }
  }

  /// The byte that comes next, without taking it; nil at the end or on failure.
  func peek() -> UInt8? {
    var byte: UInt8 = 0
    guard readBuffered(into: &byte, atMost: 1) == 1 else { return nil }
    unread(1)
    return byte
  }

  /// Notes this place as the one that `rewind` comes back to, instead of an earlier one.
  func mark() {
    if isSeekable {
      markedOffset = offset
    } else {
      if replayed < recordCount {
        // What is still to be replayed is the start of the new record.
        recordCount -= replayed
        memmove(record!, record! + replayed, recordCount)
        replayed = 0
      } else {
        recordCount = 0
        replayed = 0
      }
      isRecording = true
    }
  }

  /// Goes back to the mark.
  func rewind() throws(NetpbmError) {
    if isSeekable {
      if lseek(descriptor, markedOffset, Int32(SEEK_SET)) < 0 { throw .system(name) }
      next = 0
      end = 0
    } else {
      replayed = 0
    }
  }

  /// Forgets the mark, and the memory behind it once it has been replayed.
  func unmark() {
    isRecording = false
    if replayed == recordCount {
      free(record)
      record = nil
      recordCapacity = 0
      recordCount = 0
      replayed = 0
    }
  }

  /// Leaves a descriptor that can be sought, and that others may share, at the first byte not
  /// taken.
  public func settle() {
    if !isSeekable || next == end { return }
    lseek(descriptor, offset, Int32(SEEK_SET))
    next = 0
    end = 0
  }

  /// How many bytes there are still to be read; nil where nobody knows, as of a pipe.
  public var bytesLeft: Double? {
    var status = stat()
    guard isSeekable, fstat(descriptor, &status) == 0 else { return nil }
    return Double(max(0, status.st_size - offset))
  }

  /// The place of the next byte in a file that can be sought.
  private var offset: off_t { lseek(descriptor, 0, Int32(SEEK_CUR)) - off_t(end - next) }

  /// `read(2)`, tried again where a signal came between.
  private func fill(_ target: UnsafeMutablePointer<UInt8>, _ limit: Int) -> Int {
    while true {
      // The kernel takes no more than this in one call.
      let count = CSystem.read(descriptor, target, min(limit, 1 << 30))
      if count >= 0 { return count }
      if csystem_errno() == EINTR { continue }
      if csystem_errno() == EAGAIN {
        waitUntilReadable()
        continue
      }
      failure = csystem_errno()
      return -1
    }
  }

  /// Another process may have made the descriptor that we share non-blocking.
  private func waitUntilReadable() {
    var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    _ = poll(&wait, 1, -1)
  }

  /// Adds `count` bytes that have been read to the record, if there is one to be made.
  private func recorded(_ bytes: UnsafeMutablePointer<UInt8>, _ count: Int) -> Int {
    if !isRecording || count <= 0 { return count }
    let needed = recordCount + count
    if needed > recordCapacity {
      let capacity = max(needed, recordCapacity * 2, Self.bufferSize)
      guard let grown = realloc(record, capacity) else {
        failure = ENOMEM
        return -1
      }
      record = grown.assumingMemoryBound(to: UInt8.self)
      recordCapacity = capacity
    }
    memcpy(record! + recordCount, bytes, count)
    recordCount = needed
    replayed = needed
    return count
  }
}
