/// What a picture is written as: one of the six formats of PNM, or PAM with a tuple type.
public struct Kind: Hashable, Sendable, CustomStringConvertible {
  /// The digit after the P: 1 to 7.
  public let magic: Int
  /// Of a PAM; nil where the header has none.
  public let tupleType: String?
  public let depth: Int

  public static let plainBitmap = Kind(magic: 1, tupleType: nil, depth: 1)
  public static let plainGray = Kind(magic: 2, tupleType: nil, depth: 1)
  public static let plainColour = Kind(magic: 3, tupleType: nil, depth: 3)
  public static let bitmap = Kind(magic: 4, tupleType: nil, depth: 1)
  public static let gray = Kind(magic: 5, tupleType: nil, depth: 1)
  public static let colour = Kind(magic: 6, tupleType: nil, depth: 3)

  public static func pam(_ tupleType: String?, depth: Int) -> Kind {
    Kind(magic: 7, tupleType: tupleType, depth: depth)
  }

  public static let pamGray = pam("GRAYSCALE", depth: 1)
  public static let pamGrayAlpha = pam("GRAYSCALE_ALPHA", depth: 2)
  public static let pamColour = pam("RGB", depth: 3)
  public static let pamColourAlpha = pam("RGB_ALPHA", depth: 4)
  public static let pamBilevel = pam("BLACKANDWHITE", depth: 1)
  public static let pamBilevelAlpha = pam("BLACKANDWHITE_ALPHA", depth: 2)

  /// Everything that the tools read.
  public static let all =
    [plainBitmap, plainGray, plainColour, bitmap, gray, colour]
    + [pamBilevel, pamBilevelAlpha, pamGray, pamGrayAlpha, pamColour, pamColourAlpha]
    + (1...4).map { pam(nil, depth: $0) }

  public var isPlain: Bool { magic <= 3 }
  public var isPAM: Bool { magic == 7 }
  public var isColour: Bool { depth >= 3 }
  public var hasOpacity: Bool { depth == 2 || depth == 4 }

  /// Bilevel pictures have maxval 1 and come out of every tool as gray of maxval 255. A PAM
  /// without a tuple type is gray, whatever its maxval.
  public var isBilevel: Bool {
    magic == 1 || magic == 4 || tupleType?.hasPrefix("BLACKANDWHITE") == true
  }

  public var description: String {
    isPAM ? "P7 \(tupleType ?? "of depth \(depth)")" : "P\(magic)"
  }
}
