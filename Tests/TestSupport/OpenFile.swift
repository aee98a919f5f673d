import Foundation

/// A file that the test holds open, to hand it to programs as their standard input and to see how
/// far they read.
public final class OpenFile {
  public let descriptor: Int32

  public init(_ path: String, flags: Int32 = O_RDONLY) throws {
    descriptor = open(path, flags | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemError("opening \(path)") }
  }

  deinit { close(descriptor) }

  /// Where the next read would start.
  public var offset: Int { Int(lseek(descriptor, 0, SEEK_CUR)) }
}

/// A terminal, as a program sees it; the test sits at the other side.
public final class Terminal {
  private let ours: Int32
  public let programs: Int32

  public init() throws {
    (ours, programs) = try Spawn.makingPair {
      var ours: Int32 = -1
      var programs: Int32 = -1
      return openpty(&ours, &programs, nil, nil, nil) == 0 ? (ours, programs) : nil
    }
  }

  deinit {
    close(ours)
    close(programs)
  }

  /// What was shown so far, line ends as the programs wrote them. At most some thousand bytes,
  /// which is as much as a terminal holds before somebody reads it.
  public func shown() throws -> [UInt8] {
    guard fcntl(ours, F_SETFL, fcntl(ours, F_GETFL) | O_NONBLOCK) == 0 else {
      throw SystemError("fcntl")
    }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = read(ours, &bytes, bytes.count)
    return bytes.prefix(max(count, 0)).filter { $0 != 13 }
  }
}
