/// A color: red, green and blue from 0 to 1, gamma-encoded as samples are.
public struct Color: Sendable {
  /// The red plane, 0 to 1.
  public let red: Double
  /// The green plane, 0 to 1.
  public let green: Double
  /// The blue plane, 0 to 1.
  public let blue: Double

  /// A color of three planes, each 0 to 1.
  public init(red: Double, green: Double, blue: Double) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// 0, 0, 0.
  public static let black = Color(red: 0, green: 0, blue: 0)
  /// 1, 1, 1.
  public static let white = Color(red: 1, green: 1, blue: 1)
  /// 1, 0, 0.
  public static let red = Color(red: 1, green: 0, blue: 0)

  /// Whether red, green and blue are the same.
  public var isGray: Bool { red == green && green == blue }

  /// One of the color planes: 0 red, or gray; 1 green; 2 blue.
  public subscript(plane: Int) -> Double { plane == 0 ? red : plane == 1 ? green : blue }
}
