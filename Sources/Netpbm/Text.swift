import CSystem

/// A line of text for a person: what messages are made of.
///
/// It is written as a string literal, with pieces put in by `\()`. In Embedded Swift each `String`
/// built so costs 2 KB of code; here it is a call a piece.
public struct Text: ExpressibleByStringInterpolation, Sendable {
  /// UTF-8, if all its pieces are.
  public private(set) var bytes: [UInt8] = []

  /// A text of nothing.
  public init() {}

  /// A literal, as it is.
  @inline(never)
  public init(stringLiteral: StaticString) { append(stringLiteral) }

  /// A literal with the pieces that have been put in.
  @inline(never)
  public init(stringInterpolation: Pieces) { self = stringInterpolation.text }

  /// The whole of a C string, as it is.
  @inline(never)
  public init(_ text: UnsafePointer<CChar>) {
    var next = text
    while next.pointee != 0 {
      bytes.append(UInt8(bitPattern: next.pointee))
      next += 1
    }
  }

  /// A number as a person writes it: "0.25", "1e+20".
  @inline(never)
  public init(_ number: Double) {
    var buffer = [CChar](repeating: 0, count: 32)
    csystem_formatNumber(&buffer, buffer.count, number)
    self.init(buffer)
  }

  /// Appends a literal.
  @inline(never)
  public mutating func append(_ literal: StaticString) {
    for i in 0..<literal.utf8CodeUnitCount { bytes.append(literal.utf8Start[i]) }
  }

  /// Appends another text.
  @inline(never)
  public mutating func append(_ text: Text) { bytes += text.bytes }

  @inline(never)
  mutating func append(_ number: UInt64) {
    if number >= 10 { append(number / 10) }
    bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10))
  }

  /// The same without line ends and other control characters, which become spaces, and without
  /// spaces at the end.
  @inline(never)
  public func asOneLine() -> Text {
    var line = self
    for i in line.bytes.indices where line.bytes[i] < 0x20 || line.bytes[i] == 0x7f {
      line.bytes[i] = 0x20
    }
    while let last = line.bytes.last, last == 0x20 { line.bytes.removeLast() }
    return line
  }

  /// The first `count` bytes; all, if there are fewer.
  @inline(never)
  public func cut(to count: Int) -> Text {
    var text = self
    while text.bytes.count > max(0, count) { text.bytes.removeLast() }
    return text
  }

  /// A literal with pieces between. Nothing of it is inlined: a message is made once.
  public struct Pieces: StringInterpolationProtocol {
    var text = Text()

    /// No pieces yet.
    @inline(never)
    public init(literalCapacity: Int, interpolationCount: Int) {}

    /// Appends what stands between the pieces.
    @inline(never)
    public mutating func appendLiteral(_ literal: StaticString) { text.append(literal) }

    /// Appends a literal.
    @inline(never)
    public mutating func appendInterpolation(_ literal: StaticString) { text.append(literal) }

    /// Appends a text.
    @inline(never)
    public mutating func appendInterpolation(_ piece: Text) { text.append(piece) }

    /// Appends a whole number in decimal.
    @inline(never)
    public mutating func appendInterpolation(_ number: Int) {
      if number < 0 { text.append("-" as StaticString) }
      text.append(UInt64(number.magnitude))
    }

    /// Appends a whole number in decimal.
    @inline(never)
    public mutating func appendInterpolation(_ number: UInt64) { text.append(number) }

    /// Appends a number as a person writes it.
    @inline(never)
    public mutating func appendInterpolation(_ number: Double) { text.append(Text(number)) }
  }
}

#if !hasFeature(Embedded)
  extension Text: CustomStringConvertible {
    /// The text as a string; bytes that are not UTF-8 become U+FFFD.
    public var description: String { String(decoding: bytes, as: UTF8.self) }
  }
#endif

/// Writes text to standard error, in one call so that programs of a pipeline do not mix.
public func writeError(_ text: Text) {
  var sent = 0
  while sent < text.bytes.count {
    let count = text.bytes.withUnsafeBufferPointer {
      write(2, $0.baseAddress! + sent, $0.count - sent)
    }
    if count < 0 && csystem_errno() != EINTR { return }
    sent += max(0, count)
  }
}
