/// Light on the side of a picture that is tilted up.
///
/// With u and v the place of a tuple's centre as shares of width and height, and the tilt (x, y) in
/// g: light = max(0, -(2 u - 1) x + (2 v - 1) y). An upright device (x 0, y -1) lights the top
/// edge: nearly 1 in the first row, 0 from the middle down.
public struct Tiltlight<S: Sample> {
  private let raster: Raster
  private let lamp: Lamp<S>
  private let x: Double
  private let y: Double

  /// `x`, `y` (in g) and `strength` may be any finite numbers.
  public init(
    x: Double, y: Double, strength: Double, color: Color, raster: Raster
  ) throws(OutOfMemory) {
    self.raster = raster
    // The light is measured in whites. Beyond 1e290 the picture no longer changes, and sums stay
    // finite.
    let greatest = 1e290
    let factor = min(strength.magnitude, max(1, greatest / max(x.magnitude, y.magnitude)))
    func measured(_ tilt: Double) -> Double { min(max(-greatest, tilt * factor), greatest) }
    self.x = measured(x)
    self.y = measured(y)
    lamp = try Lamp(color: color, strength: strength < 0 ? -1 : 1, raster: raster)
  }

  /// Lights row number `y`.
  public func brighten(_ row: UnsafeMutablePointer<S>, y: Int) {
    let width = Double(raster.width)
    let height = Double(raster.height)
    // Over the common denominator the light is 0 to the last bit where it is 0.
    let down = (2 * Double(y) + 1 - height) * width * self.y
    func value(_ column: Double) -> Double {
      ((width - 1 - 2 * column) * height * x + down) / (width * height)
    }
    let start = value(0)
    if start <= 0 && value(width - 1) <= 0 { return }
    let slope = Slope(rise: -2 * x / width, atStart: start, width: raster.width, value: value)
    let light = lamp.light.base
    for column in 0..<raster.width {
      light[column] = atLeast(0, slope(Int32(truncatingIfNeeded: column)))
    }
    lamp.shine(on: row, columns: 0..<raster.width)
  }
}
