/// The weights of red, green and blue in a luminance, as Netpbm has them (Rec. 601).
enum Luminance {
  private static let red: Int32 = 2989
  private static let green: Int32 = 5866
  private static let blue: Int32 = 1145

  /// The luminance of a tuple's samples, 0 to 1: in ten-thousandths of a level a whole number, so
  /// that the nearest number to it comes out. Where all three agree it is their value.
  @inline(__always)
  static func of<S: Sample>(_ tuple: UnsafePointer<S>, maxval: Int) -> Double {
    let sum =
      red &* Int32(truncatingIfNeeded: tuple[0]) &+ green &* Int32(truncatingIfNeeded: tuple[1])
      &+ blue &* Int32(truncatingIfNeeded: tuple[2])
    return Double(sum) / Double(10_000 &* maxval)
  }
}
