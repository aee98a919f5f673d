/// Puts pictures on a background: colour x opacity + background x (1 - opacity), for colours in
/// levels and an opacity from 0 to 1 that has not been rounded.
struct Flattening {
  private let background: (Float, Float, Float)
  private let limit: Float

  init(onto color: Color, maxval: Int) {
    func level(_ plane: Int) -> Float { Float(color[plane] * Double(maxval)) }
    background = (level(0), level(1), level(2))
    limit = Float(maxval)
  }

  @inline(__always)
  func callAsFunction<S: Sample>(_ level: Float, plane: Int, opacity: Float) -> S {
    let behind = plane == 0 ? background.0 : plane == 1 ? background.1 : background.2
    return rounded(level * opacity + behind * (1 - opacity), limit: limit)
  }
}
