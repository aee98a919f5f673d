/// The weights of red, green and blue in a luminance, as Netpbm has them (Rec. 601).
enum Luminance {
  static let red = 0.2989
  static let green = 0.5866
  static let blue = 0.1145

  /// The luminance of a colour in any unit. Where all three agree it is that value exactly.
  @inline(__always)
  static func of(_ r: Double, _ g: Double, _ b: Double) -> Double {
    r == g && g == b ? r : (red * r + green * g) + blue * b
  }
}
