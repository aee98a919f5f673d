/// Multiplies rows by a color: color sample x (1 - strength + strength x color). Opacity stays,
/// and so does a color without any.
public struct Tint<S: Sample> {
  private let raster: Raster
  /// What each sample of a row is multiplied by.
  private let factors: Storage<Float>

  /// `strength`: 0 changes nothing, 1 multiplies by the whole color.
  public init(color: Color, strength: Double, raster: Raster) throws(OutOfMemory) {
    self.raster = raster
    factors = try Storage(raster.samplesPerRow)
    for plane in 0..<raster.depth {
      let factor = plane < raster.colors ? 1 - strength + strength * color[plane] : 1
      for x in 0..<raster.width { factors[x * raster.depth + plane] = Float(factor) }
    }
  }

  /// Multiplies a row in place.
  public func multiply(_ row: UnsafeMutablePointer<S>) {
    let factors = self.factors.base
    let maxval = Float(raster.maxval)
    if raster.hasOpacity {
      let colors = raster.colors
      var tuple = row
      for _ in 0..<raster.width {
        let isClear = tuple[colors] == 0
        for plane in 0..<colors {
          let product: S = rounded(Float(tuple[plane]) * factors[plane], limit: maxval)
          tuple[plane] = isClear ? tuple[plane] : product
        }
        tuple += raster.depth
      }
    } else {
      for i in 0..<raster.samplesPerRow {
        // No factor is above 1: there is nothing to clamp.
        row[i] = S(truncatingIfNeeded: truncated(Float(row[i]) * factors[i] + 0.5))
      }
    }
  }
}
