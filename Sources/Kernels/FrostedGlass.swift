/// What a pane of frosted glass does to colors, before they are blurred.
///
/// On straight color from 0 to 1: L = clamp(0.2125 r + 0.7154 g + 0.0721 b); y = clamp of the
/// cubic Bezier with the curve's ordinates at L; c = (1 - amount) c + amount y; l = 0.2126 r +
/// 0.7152 g + 0.0722 b of that; c = clamp(l + saturation (c - l)). The defaults are a dark, thin
/// material: black becomes 0.12, white 0.695.
public struct FrostedGlass: Sendable {
  private let curve: (Float, Float, Float, Float)
  private let amount: Float
  private let saturation: Float

  /// - Parameters:
  ///   - curve: Bezier ordinates of the luminance curve, each 0 to 1.
  ///   - amount: how much of it is mixed in, 0 to 1.
  ///   - saturation: 1 leaves it.
  public init(
    curve: (Double, Double, Double, Double) = (0.24, 0.24, 0.30, 0.39), amount: Double = 0.5,
    saturation: Double = 1.1
  ) {
    self.curve = (Float(curve.0), Float(curve.1), Float(curve.2), Float(curve.3))
    self.amount = Float(amount)
    self.saturation = Float(saturation)
  }

  @inline(__always)
  private func mixed(_ luminance: Float) -> Float {
    let t = clamped(luminance)
    let s = 1 - t
    let low = s * s * s * curve.0 + 3 * s * s * t * curve.1
    let high = 3 * s * t * t * curve.2 + t * t * t * curve.3
    return amount * clamped(low + high)
  }

  @inline(__always)
  private func clamped(_ value: Float) -> Float { atMost(1, atLeast(0, value)) }

  /// Gray stays gray.
  @inline(__always)
  func seen(gray: Float) -> Float { clamped((1 - amount) * gray + mixed(gray)) }

  @inline(__always)
  func seen(_ r: Float, _ g: Float, _ b: Float) -> (Float, Float, Float) {
    let mix = mixed(0.2125 * r + 0.7154 * g + 0.0721 * b)
    let (r, g, b) = ((1 - amount) * r + mix, (1 - amount) * g + mix, (1 - amount) * b + mix)
    let luminance = 0.2126 * r + 0.7152 * g + 0.0722 * b
    return (
      clamped(luminance + saturation * (r - luminance)),
      clamped(luminance + saturation * (g - luminance)),
      clamped(luminance + saturation * (b - luminance))
    )
  }
}
