import Foundation

/// A process with pipes to it. Its methods move bytes in all directions at once, so that neither
/// side waits for the other for ever. It is killed when the last reference goes.
public final class RunningProgram {
  public let path: String
  public let identifier: pid_t
  /// What has come so far.
  public private(set) var output: [UInt8] = []
  public private(set) var messages: [UInt8] = []

  private var input: Int32
  private var outputPipe: Int32
  private var errorPipe: Int32
  private var unsent: [UInt8] = []
  private var sent = 0
  private var closesInputWhenSent = false
  private var status: Status?

  init(
    _ path: String, _ arguments: [String], input: Input, output: Output = .pipe,
    errors: Output = .pipe, environment: [String: String] = [:], folder: String? = nil,
    ignoring ignored: Set<Int32> = []
  ) throws {
    var spawn = Spawn()
    defer { spawn.close() }
    self.path = path
    self.input = try spawn.connect(input)
    outputPipe = try spawn.connect(output, to: 1)
    errorPipe = try spawn.connect(errors, to: 2)
    let words = Self.words(path, arguments, folder: folder, ignoring: ignored)
    identifier = try spawn.run(words, environment: environment)
    if case .bytes(let bytes) = input {
      unsent = bytes
      closesInputWhenSent = true
    }
  }

  /// Where a program needs more than posix_spawn can do, or than Swift sees of it, a shell that
  /// becomes the program.
  private static func words(
    _ path: String, _ arguments: [String], folder: String?, ignoring ignored: Set<Int32>
  ) -> [String] {
    if folder == nil && ignored.isEmpty { return [path] + arguments }
    let traps = ignored.map { "trap '' \($0); " }.joined()
    let change = folder == nil ? "" : "cd \"$0\" && "
    return ["/bin/sh", "-c", "\(traps)\(change)exec \"$@\"", folder ?? "sh", path] + arguments
  }

  deinit {
    if status == nil {
      kill(-identifier, SIGKILL)
      var waited: Int32 = 0
      waitpid(identifier, &waited, 0)
    }
    for descriptor in [input, outputPipe, errorPipe] where descriptor >= 0 { close(descriptor) }
  }

  /// Sends bytes, and returns when the pipe has taken them all or nobody reads it any more.
  public func send(_ bytes: [UInt8], within limit: Double = Program.timeLimit) throws {
    unsent = bytes
    sent = 0
    try move(within: limit, "taking \(bytes.count) bytes") { unsent.isEmpty }
  }

  /// Sends bytes one by one, each when the program has read the one before.
  public func sendSlowly(_ bytes: [UInt8], within limit: Double = Program.timeLimit) throws {
    for byte in bytes {
      try send([byte], within: limit)
      try move(within: limit, "reading a byte", every: 0) {
        var waiting: Int32 = 0
        var state = pollfd(fd: input, events: 0, revents: 0)
        // A pipe without a reader tells POLLERR: nobody will take this byte.
        return ioctl(input, UInt(FIONREAD), &waiting) != 0 || waiting == 0
          || poll(&state, 1, 0) == 1
      }
    }
  }

  public func closeInput() {
    if input >= 0 { close(input) }
    input = -1
  }

  /// Goes away as a reader of standard output.
  public func closeOutput() {
    if outputPipe >= 0 { close(outputPipe) }
    outputPipe = -1
  }

  /// Waits until there are `count` bytes of output in all, or its end.
  public func receive(_ count: Int, within limit: Double = Program.timeLimit) throws {
    try move(within: limit, "writing \(count) bytes (it wrote \(output.count))") {
      output.count >= count || outputPipe < 0
    }
  }

  /// Waits until something is the case, which the output may tell.
  public func wait(
    for what: String, within limit: Double = Program.timeLimit, until isDone: ([UInt8]) -> Bool
  ) throws {
    try move(within: limit, what) { isDone(output) }
  }

  public func signal(_ number: Int32) {
    kill(identifier, number)
  }

  /// Waits for the end. The input stays as it is: close it first where that is what is waited for.
  public func finish(within limit: Double = Program.timeLimit) throws -> Outcome {
    try move(within: limit, "ending (it wrote \(output.count) bytes)") {
      outputPipe < 0 && errorPipe < 0 && hasEnded()
    }
    return Outcome(
      status: status!, output: output, messages: String(decoding: messages, as: UTF8.self))
  }

  private func hasEnded() -> Bool {
    if status == nil {
      var waited: Int32 = 0
      if waitpid(identifier, &waited, WNOHANG) == identifier { status = Status(waited: waited) }
    }
    return status != nil
  }

  /// Moves bytes until something is the case, which is looked at with every byte that moves, and
  /// every so many milliseconds.
  private func move(
    within limit: Double, _ what: String, every pause: Int32 = 20, until isDone: () -> Bool
  ) throws {
    let clock = ContinuousClock()
    let end = clock.now.advanced(by: .seconds(limit))
    while true {
      if input >= 0, unsent.isEmpty, closesInputWhenSent { closeInput() }
      if isDone() { return }
      if clock.now >= end {
        kill(-identifier, SIGKILL)
        let said = String(decoding: messages, as: UTF8.self)
        throw TookTooLong(description: "\(path): not \(what) within \(limit) s; said \"\(said)\"")
      }
      var descriptors = [
        pollfd(fd: outputPipe, events: Int16(POLLIN), revents: 0),
        pollfd(fd: errorPipe, events: Int16(POLLIN), revents: 0),
        pollfd(fd: unsent.isEmpty ? -1 : input, events: Int16(POLLOUT), revents: 0),
      ]
      // With no pipe left there is only the end to wait for, of which no descriptor tells.
      let isIdle = descriptors.allSatisfy { $0.fd < 0 }
      poll(&descriptors, 3, isIdle ? 1 : pause)
      if descriptors[0].revents != 0 { Self.read(&outputPipe, to: &output) }
      if descriptors[1].revents != 0 { Self.read(&errorPipe, to: &messages) }
      if descriptors[2].revents != 0 { write() }
    }
  }

  private static func read(_ descriptor: inout Int32, to bytes: inout [UInt8]) {
    withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 1) { buffer in
      let count = Foundation.read(descriptor, buffer.baseAddress, buffer.count)
      if count > 0 {
        bytes += buffer[..<count]
      } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
        close(descriptor)
        descriptor = -1
      }
    }
  }

  private func write() {
    let count = unsent[sent...].withUnsafeBytes {
      Foundation.write(input, $0.baseAddress, $0.count)
    }
    if count > 0 {
      sent += count
    } else if errno != EAGAIN && errno != EINTR {
      // Nobody reads any more. That is for the program to decide, and no failure of the test's.
      sent = unsent.count
    }
    if sent == unsent.count { unsent = [] }
  }
}
