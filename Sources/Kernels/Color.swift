/// A colour: red, green and blue from 0 to 1, gamma-encoded as samples are.
public struct Color: Sendable {
  public let red: Double
  public let green: Double
  public let blue: Double

  public init(red: Double, green: Double, blue: Double) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  public static let black = Color(red: 0, green: 0, blue: 0)
  public static let white = Color(red: 1, green: 1, blue: 1)
  public static let red = Color(red: 1, green: 0, blue: 0)

  public var isGray: Bool { red == green && green == blue }

  /// One of the colour planes: 0 red, or gray; 1 green; 2 blue.
  public subscript(plane: Int) -> Double { plane == 0 ? red : plane == 1 ? green : blue }
}
