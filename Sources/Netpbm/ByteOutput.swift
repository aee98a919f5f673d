import CSystem

/// The bytes of an output, in order; each failure to write them is an error.
public final class ByteOutput {
  /// As messages call it: the file's name, or "standard output".
  public let name: Text
  private let descriptor: Int32

  private static let bufferSize = 1 << 16
  /// What is at least so large is written straight from its place.
  private static let directSize = 1 << 13
  private let buffer: UnsafeMutablePointer<UInt8>
  private var count = 0

  /// The descriptor becomes this object's: `close` closes it.
  public init(descriptor: Int32, name: Text) throws(NetpbmError) {
    self.descriptor = descriptor
    self.name = name
    guard let memory = malloc(Self.bufferSize) else { throw .outOfMemory(name) }
    buffer = memory.assumingMemoryBound(to: UInt8.self)
    csystem_widenPipe(descriptor)
  }

  /// Standard output.
  public convenience init() throws(NetpbmError) {
    if StandardStreams.wasClosed(1) { throw .closedDescriptor("standard output") }
    try self.init(descriptor: 1, name: "standard output")
  }

  deinit { free(buffer) }

  /// Writes `count` bytes: at once where they are many, else with those that come after them.
  public func write(_ bytes: UnsafePointer<UInt8>, count: Int) throws(NetpbmError) {
    let isDirect = count >= Self.directSize
    if isDirect || self.count + count > Self.bufferSize { try flush() }
    if isDirect {
      try send(bytes, count)
    } else {
      memcpy(buffer + self.count, bytes, count)
      self.count += count
    }
  }

  /// Hands all bytes to the system.
  public func flush() throws(NetpbmError) {
    let pending = count
    count = 0
    try send(buffer, pending)
  }

  /// Hands all bytes to the system, and lets it report what went wrong only later.
  public func close() throws(NetpbmError) {
    try flush()
    if CSystem.close(descriptor) != 0 { throw .system("cannot write \(name)") }
  }

  /// `write(2)`, until all has been taken.
  private func send(_ bytes: UnsafePointer<UInt8>, _ count: Int) throws(NetpbmError) {
    var sent = 0
    while sent < count {
      let taken = CSystem.write(descriptor, bytes + sent, min(count - sent, 1 << 30))
      if taken >= 0 {
        sent += taken
      } else if csystem_errno() == EAGAIN {
        // Another process may have made the descriptor that we share non-blocking.
        var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&wait, 1, -1)
      } else if csystem_errno() != EINTR {
        throw .system("cannot write \(name)")
      }
    }
  }
}
