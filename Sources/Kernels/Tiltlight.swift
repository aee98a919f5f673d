/// Light on the side of a picture that is tilted up.
///
/// With u and v the place of a tuple's centre as shares of width and height, and the tilt (x, y) in
/// g: light = max(0, -(2 u - 1) x + (2 v - 1) y). An upright device (x 0, y -1) lights the top edge:
/// nearly 1 in the first row, 0 from the middle down.
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
    // Beyond this the picture no longer changes, and sums stay finite.
    self.x = min(max(-1e300, x), 1e300)
    self.y = min(max(-1e300, y), 1e300)
    lamp = try Lamp(color: color, strength: strength, raster: raster)
  }

  /// Lights row number `y`.
  public func brighten(_ row: UnsafeMutablePointer<S>, y: Int) {
    let width = Double(raster.width)
    let v = (Double(y) + 0.5) / Double(raster.height)
    let start = -(1 / width - 1) * x + (2 * v - 1) * self.y
    let rise = -2 * x / width
    let end = start + rise * (width - 1)
    if start <= 0 && end <= 0 { return }
    let slope = Slope(rise: rise, atStart: start, width: raster.width)
    let light = lamp.light.base
    for column in 0..<raster.width {
      light[column] = atLeast(0, slope(Int32(truncatingIfNeeded: column)))
    }
    lamp.shine(on: row, columns: 0..<raster.width)
  }
}
