/// Multiplies the opacity of rows by the values of a mask. Color stays as it is stored.
public struct Mask<S: Sample> {
  private let raster: Raster
  private let isInverted: Bool
  private let flattening: Flattening?

  /// - Parameters:
  ///   - isInverted: multiply by 1 - mask.
  ///   - background: what the result is flattened onto, if anything.
  ///   - raster: of the rows, with opacity.
  public init(isInverted: Bool, background: Color?, raster: Raster) {
    self.raster = raster
    self.isInverted = isInverted
    flattening = background.map { Flattening(onto: $0, maxval: raster.maxval) }
  }

  /// Works on a row in place. Flattened, it gets shorter by its opacities.
  ///
  /// `values` are a row of the mask, 0 to 1; nil is 1 everywhere.
  public func apply(_ values: UnsafePointer<Float>?, to row: UnsafeMutablePointer<S>) {
    if values == nil && !isInverted && flattening == nil { return }
    let colors = raster.colors
    let limit = Float(raster.maxval)
    var tuple = row
    var flat = row
    for x in 0..<raster.width {
      let mask = values.map { $0[x] } ?? 1
      let level = Float(tuple[colors]) * (isInverted ? 1 - mask : mask)
      if let flattening {
        for plane in 0..<colors {
          flat[plane] = flattening(Float(tuple[plane]), plane: plane, opacity: level / limit)
        }
        flat += colors
      } else {
        tuple[colors] = rounded(level, limit: limit)
      }
      tuple += raster.depth
    }
  }
}

/// Reads the values of a mask picture: its opacity, or, where it has none, its luminance.
public struct MaskValues: Sendable {
  private let raster: Raster

  /// For mask pictures of a size and kind.
  public init(_ raster: Raster) { self.raster = raster }

  /// The values of a row of the mask, 0 to 1.
  public func read<S: Sample>(_ row: UnsafePointer<S>, into values: UnsafeMutablePointer<Float>) {
    let depth = raster.depth
    let maxval = Float(raster.maxval)
    if raster.hasOpacity || depth == 1 {
      var sample = row + (depth - 1)
      for x in 0..<raster.width {
        values[x] = Float(sample.pointee) / maxval
        sample += depth
      }
      return
    }
    for x in 0..<raster.width {
      let tuple = row + x &* depth
      values[x] = Float(Luminance.of(tuple, maxval: raster.maxval))
    }
  }
}
