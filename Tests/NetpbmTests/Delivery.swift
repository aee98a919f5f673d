@testable import Netpbm

/// How a stream comes to its reader.
enum Delivery: Sendable, CustomStringConvertible {
  /// From a file, which can be sought.
  case file
  /// Through a pipe, as much at a time as it holds.
  case pipe
  /// Through a pipe, so many bytes at a time: no read gets more.
  case pieces(of: Int)
  /// Through a pipe, in two parts.
  case split(at: Int)

  var description: String {
    switch self {
    case .file: "from a file"
    case .pipe: "through a pipe"
    case .pieces(let size): "through a pipe, \(size) at a time"
    case .split(let place): "through a pipe, split at byte \(place)"
    }
  }

  /// Hands `body` an input that gives `bytes`.
  func with<Result>(_ bytes: [UInt8], _ body: (ByteInput) throws -> Result) throws -> Result {
    if case .file = self {
      let file = try NamelessFile(bytes)
      return try withExtendedLifetime(file) { try body(ByteInput(path: file.path)) }
    }
    let pipe = try NamelessPipe()
    let input = try ByteInput(path: pipe.path)
    let feeder = Feeder(parts(of: bytes), to: pipe)
    defer { feeder.stop() }
    return try body(input)
  }

  private func parts(of bytes: [UInt8]) -> [[UInt8]] {
    switch self {
    case .file, .pipe: Self.cut(bytes, by: NamelessPipe.leastCapacity)
    case .pieces(let size): Self.cut(bytes, by: size)
    case .split(let place): [Array(bytes[..<place]), Array(bytes[place...])]
    }
  }

  private static func cut(_ bytes: [UInt8], by size: Int) -> [[UInt8]] {
    stride(from: 0, to: bytes.count, by: size).map {
      Array(bytes[$0..<min($0 + size, bytes.count)])
    }
  }
}
