/// What has come together of a stream: each picture is composed with the result of those before it,
/// blend mode lighten, and nothing is rounded in between. Star trails.
public final class Accumulation {
  /// The shape of all pictures.
  public let raster: Raster
  /// For each tuple of a row, in double since thousands of pictures may add up, premultiplied
  /// colors in levels and the opacity from 0 to 1.
  private var rows: [Storage<Double>] = []

  /// For pictures of one shape. Memory grows with the first picture, row by row.
  public init(_ raster: Raster) { self.raster = raster }

  /// Composes row `y` of a picture with what is there, and turns it to the result. The first
  /// picture must have given the rows above.
  public func add<S: Sample>(
    _ row: UnsafeMutablePointer<S>, y: Int, opacity: Double
  ) throws(OutOfMemory) {
    if y == rows.count { rows.append(try Storage(raster.width * (raster.colors + 1))) }
    let colors = raster.colors
    let maxval = Double(raster.maxval)
    var tuple = row
    var value = rows[y].base
    for _ in 0..<raster.width {
      let s = (raster.hasOpacity ? Double(tuple[colors]) / maxval : 1) * opacity
      let b = value[colors]
      let o = s + b * (1 - s)
      for plane in 0..<colors {
        let upper = Double(tuple[plane]) * s
        let lower = value[plane]
        value[plane] = upper * (1 - b) + lower * (1 - s) + atLeast(upper * b, lower * s)
        let level = o == 0 ? 0 : value[plane] / o
        tuple[plane] = rounded(Float(level), limit: Float(maxval))
      }
      value[colors] = o
      if raster.hasOpacity {
        let sample: S = rounded(Float(o * maxval), limit: Float(maxval))
        for plane in 0..<colors { tuple[plane] = sample == 0 ? 0 : tuple[plane] }
        tuple[colors] = sample
      }
      tuple += raster.depth
      value += colors + 1
    }
  }
}
