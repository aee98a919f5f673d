/// Why bytes are no stream of pictures.
public struct NotAPicture: Error, CustomStringConvertible {
  public let description: String
}

extension Picture {
  /// The pictures of a stream. Strict: what a tool writes must be just what the format says,
  /// without comments, and with nothing after the last picture (of a plain one, white space).
  public static func decode(_ bytes: [UInt8]) throws -> [Picture] {
    var scanner = Scanner(bytes: bytes)
    var pictures: [Picture] = []
    while !scanner.isAtEnd {
      pictures.append(try scanner.picture())
    }
    return pictures
  }

  /// The picture of a stream that must hold exactly one.
  public static func decodeOne(_ bytes: [UInt8]) throws -> Picture {
    let pictures = try decode(bytes)
    guard pictures.count == 1 else {
      throw NotAPicture(description: "\(pictures.count) pictures instead of one")
    }
    return pictures[0]
  }
}

private struct Scanner {
  let bytes: [UInt8]
  var position = 0

  var isAtEnd: Bool { position == bytes.count }

  func fail(_ why: String) -> NotAPicture {
    NotAPicture(description: "\(why), at byte \(position) of \(bytes.count)")
  }

  mutating func byte() throws -> UInt8 {
    guard !isAtEnd else { throw fail("the stream ends early") }
    position += 1
    return bytes[position - 1]
  }

  static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }

  /// A decimal number after any white space, and the one white space character after it.
  mutating func number() throws -> Int {
    var digit = try byte()
    while Self.isSpace(digit) { digit = try byte() }
    var value = 0
    while (48...57).contains(digit) {
      value = value * 10 + Int(digit) - 48
      guard value < 1 << 40 else { throw fail("a number is too large") }
      digit = try byte()
    }
    guard Self.isSpace(digit) else { throw fail("a number ends in byte \(digit)") }
    return value
  }

  mutating func line() throws -> String {
    var text: [UInt8] = []
    while case let next = try byte(), next != 10 { text.append(next) }
    return String(decoding: text, as: UTF8.self)
  }

  mutating func picture() throws -> Picture {
    guard try byte() == UInt8(ascii: "P") else { throw fail("no magic number") }
    let magic = Int(try byte()) - 48
    switch magic {
    case 7: return try pam()
    case 1...6:
      let kind = Kind(magic: magic, tupleType: nil, depth: magic % 3 == 0 ? 3 : 1)
      let width = try number()
      let height = try number()
      let maxval = kind.isBilevel ? 1 : try number()
      return try raster(of: kind, width, height, maxval)
    default: throw fail("no magic number")
    }
  }

  mutating func pam() throws -> Picture {
    guard try line() == "" else { throw fail("more than P7 in the first line") }
    var fields: [String: String] = [:]
    while case let next = try line(), next != "ENDHDR" {
      let words = next.split(separator: " ").map(String.init)
      guard words.count == 2, fields.updateValue(words[1], forKey: words[0]) == nil else {
        throw fail("header line \"\(next)\"")
      }
    }
    guard
      let width = Int(fields["WIDTH"] ?? ""), let height = Int(fields["HEIGHT"] ?? ""),
      let depth = Int(fields["DEPTH"] ?? ""), let maxval = Int(fields["MAXVAL"] ?? "")
    else { throw fail("a header without its four numbers: \(fields)") }
    return try raster(of: .pam(fields["TUPLTYPE"], depth: depth), width, height, maxval)
  }

  mutating func raster(
    of kind: Kind, _ width: Int, _ height: Int, _ maxval: Int
  ) throws -> Picture {
    guard width > 0, height > 0, (1...65535).contains(maxval), !kind.isBilevel || maxval == 1
    else { throw fail("\(width) x \(height), maxval \(maxval)") }
    var samples: [Int] = []
    samples.reserveCapacity(width * height * kind.depth)
    for _ in 0..<height {
      var bits: UInt8 = 0
      for index in 0..<width * kind.depth {
        let sample: Int
        switch kind.magic {
        case 1: sample = 1 - (try number())
        case 2, 3: sample = try number()
        case 4:
          if index % 8 == 0 { bits = try byte() }
          sample = bits & 128 == 0 ? 1 : 0
          bits <<= 1
        default:
          let high = maxval > 255 ? Int(try byte()) * 256 : 0
          sample = high + Int(try byte())
        }
        guard (0...maxval).contains(sample) else { throw fail("sample \(sample) of \(maxval)") }
        samples.append(sample)
      }
    }
    while kind.isPlain, !isAtEnd, Self.isSpace(bytes[position]) { position += 1 }
    return Picture(kind, width: width, height: height, maxval: maxval, samples: samples)
  }
}
