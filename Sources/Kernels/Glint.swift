/// A band of light across a picture, at right angles to the diagonal from the top left to the
/// bottom right corner.
///
/// With u and v the place of a tuple's centre as shares of width and height, d = (u + v) / 2 and p
/// the position: light = smoothstep(p - W, p, d) (1 - smoothstep(p, p + W, d)), which is
/// smoothstep(0, 1, 1 - |d - p| / W): 1 where d = p, 0.5 half a half-width away, 0 from a whole
/// one on.
public struct Glint<S: Sample> {
  private let raster: Raster
  private let lamp: Lamp<S>
  private let position: Double
  private let halfWidth: Double

  /// - Parameters:
  ///   - position: where the band is, 0 to 1 along the diagonal; any finite number.
  ///   - halfWidth: W, as a share of the diagonal; above 0.
  ///   - strength: how much light there is at the band's centre, 1 being white; any finite number.
  ///   - color: of the light.
  ///   - raster: of the rows.
  public init(
    position: Double, halfWidth: Double, strength: Double, color: Color, raster: Raster
  ) throws(OutOfMemory) {
    self.raster = raster
    // What lies so far out lights nothing, and does not overflow.
    let farthest = 1e6 * max(1, halfWidth)
    self.position = min(max(-farthest, position), farthest)
    self.halfWidth = halfWidth
    lamp = try Lamp(color: color, strength: strength, raster: raster)
  }

  /// Where the band is in the sweep that the clock shows: p = 1 - exp(-4 t) cos(5 t), t being the
  /// fraction of `sweeps`. It springs past the far corner, to 1.1085, and back.
  public static func position(afterSweeps sweeps: Double) -> Double {
    let t = wrapped(sweeps)
    return 1 - Elementary.exp(-4 * t) * Elementary.cos(5 * t)
  }

  /// Lights row number `y`.
  public func brighten(_ row: UnsafeMutablePointer<S>, y: Int) {
    let width = Double(raster.width)
    let v = (Double(y) + 0.5) / Double(raster.height)
    let d = (0.5 / width + v) / 2
    let rise = 1 / (2 * width * halfWidth)
    // How far into the band a column lies, in half-widths from its near and from its far edge.
    let nearStart = (d - (position - halfWidth)) / halfWidth
    let farStart = ((position + halfWidth) - d) / halfWidth
    let first = min(max(0, (-nearStart / rise).rounded(.down)), width)
    let last = min(max(-1, (farStart / rise).rounded(.up)), width - 1)
    if first > last { return }
    let columns = Int(first)..<Int(last) + 1
    let near = Slope(rise: rise, atStart: nearStart, width: raster.width)
    let far = Slope(rise: -rise, atStart: farStart, width: raster.width)
    let light = lamp.light.base
    for x in columns {
      let column = Int32(truncatingIfNeeded: x)
      light[x] = smoothstep(atMost(near(column), far(column)))
    }
    lamp.shine(on: row, columns: columns)
  }
}

/// t t (3 - 2 t), `t` clamped to 0..1.
@inline(__always)
func smoothstep(_ t: Float) -> Float {
  let t = atMost(1, atLeast(0, t))
  return t * t * (3 - 2 * t)
}
