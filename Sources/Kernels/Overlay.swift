/// Reads rows of a picture as an overlay: premultiplied colors and opacity, for a base of another
/// kind.
public struct Overlay: Sendable {
  private let source: Raster
  private let base: Raster

  /// A base of color gets three colors of a gray overlay too. (A gray base under an overlay of
  /// color must have been made RGB.)
  public init(_ source: Raster, on base: Raster) {
    self.source = source
    self.base = base
  }

  /// How many values a tuple has: the colors of the base, and the opacity.
  public var planes: Int { base.colors + 1 }

  /// Whether samples can be composed as they are.
  public var isAlike: Bool { source.depth == base.depth && source.maxval == base.maxval }

  /// Colors in levels of the base, opacity from 0 to 1.
  public func read<S: Sample>(_ row: UnsafePointer<S>, into values: UnsafeMutablePointer<Float>) {
    let unit = 1 / Float(source.maxval)
    let scale = Float(base.maxval) / Float(source.maxval)
    let colors = base.colors
    let step = source.isColor ? 1 : 0
    var tuple = row
    var target = values
    for _ in 0..<source.width {
      let opacity = source.hasOpacity ? Float(tuple[source.colors]) * unit : 1
      for plane in 0..<colors {
        target[plane] = Float(tuple[plane &* step]) * scale * opacity
      }
      target[colors] = opacity
      tuple += source.depth
      target += colors + 1
    }
  }
}
