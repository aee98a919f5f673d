/// Puts pictures on a background: color x opacity + background x (1 - opacity), for colors in
/// levels and an opacity from 0 to 1 that has not been rounded.
public struct Flattening: Sendable {
  private let background: (Float, Float, Float)
  private let limit: Float

  /// With samples up to `maxval`.
  public init(onto color: Color, maxval: Int) {
    func level(_ plane: Int) -> Float { Float(color[plane] * Double(maxval)) }
    background = (level(0), level(1), level(2))
    limit = Float(maxval)
  }

  /// Flattens a row in place: it gets shorter by its opacities, if it has any.
  public func flatten<S: Sample>(_ row: UnsafeMutablePointer<S>, _ raster: Raster) {
    if !raster.hasOpacity { return }
    let colors = raster.colors
    var tuple = UnsafePointer(row)
    var flat = row
    for _ in 0..<raster.width {
      let opacity = Float(tuple[colors]) / limit
      for plane in 0..<colors {
        flat[plane] = self(Float(tuple[plane]), plane: plane, opacity: opacity)
      }
      tuple += raster.depth
      flat += colors
    }
  }

  @inline(__always)
  func callAsFunction<S: Sample>(_ level: Float, plane: Int, opacity: Float) -> S {
    self(premultiplied: level * opacity, plane, opacity)
  }

  @inline(__always)
  func callAsFunction<S: Sample>(premultiplied level: Float, _ plane: Int, _ opacity: Float) -> S {
    let behind = plane == 0 ? background.0 : plane == 1 ? background.1 : background.2
    return rounded(level + behind * (1 - opacity), limit: limit)
  }
}
