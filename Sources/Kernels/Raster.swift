/// The shape of a picture's raster, as a kernel has it before it.
public struct Raster: Sendable {
  /// In tuples: 1 up.
  public var width: Int
  /// In rows: 1 up.
  public var height: Int
  /// Three color planes (red, green, blue) instead of one (gray).
  public var isColor: Bool
  /// A last plane that says how much a tuple covers: 0 clear, `maxval` opaque; straight.
  public var hasOpacity: Bool
  /// The greatest sample: 1 to 65535.
  public var maxval: Int

  /// A raster of `width` by `height` tuples. What is out of the ranges above is not found out.
  public init(width: Int, height: Int, isColor: Bool, hasOpacity: Bool, maxval: Int) {
    self.width = width
    self.height = height
    self.isColor = isColor
    self.hasOpacity = hasOpacity
    self.maxval = maxval
  }

  /// The number of color planes: 1 or 3.
  public var colors: Int { isColor ? 3 : 1 }

  /// The number of planes: 1 to 4.
  public var depth: Int { colors + (hasOpacity ? 1 : 0) }

  /// The samples of a row: the elements that a kernel finds at a row's address.
  public var samplesPerRow: Int { width * depth }

  /// Whether another picture has the same size, planes and maxval.
  public func isAlike(_ other: Raster) -> Bool {
    width == other.width && height == other.height && depth == other.depth
      && maxval == other.maxval
  }
}
