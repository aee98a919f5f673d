/// What stands before a raster: the kind of a picture and its size.
public struct Header {
  /// The container: PAM (P7), or one of PBM, PGM, PPM (P1 to P6).
  public enum Container {
    /// P7.
    case pam
    /// P1 to P6.
    case pnm
  }

  /// What the picture is written as.
  public var container: Container
  /// Columns, 1 up.
  public var width: Int
  /// Rows, 1 up.
  public var height: Int
  /// The greatest sample, 1 to 65535.
  public var maxval: Int
  /// Three color planes (red, green, blue) instead of one (gray).
  public var isColor: Bool
  /// A last plane that says how much a tuple covers: 0 clear, `maxval` opaque.
  public var hasOpacity: Bool
  /// PBM, BLACKANDWHITE or BLACKANDWHITE_ALPHA: 0 is black, 1 is white.
  public var isBilevel: Bool

  /// A header of these fields, whose ranges are not checked: see ``isWithinLimits``.
  public init(
    container: Container, width: Int, height: Int, maxval: Int, isColor: Bool,
    hasOpacity: Bool = false, isBilevel: Bool = false
  ) {
    self.container = container
    self.width = width
    self.height = height
    self.maxval = maxval
    self.isColor = isColor
    self.hasOpacity = hasOpacity
    self.isBilevel = isBilevel
  }

  /// The number of planes: 1 to 4.
  public var depth: Int { (isColor ? 3 : 1) + (hasOpacity ? 1 : 0) }

  /// Bytes of a sample in memory and in a raw raster: 1, or 2 for a maxval above 255.
  public var sampleSize: Int { maxval > 255 ? 2 : 1 }

  /// Samples of a row. It cannot overflow: the reader refuses a header for which it would.
  public var samplesPerRow: Int { width * depth }

  /// Whether a picture of this size can be read, worked on and written: libnetpbm counts columns and
  /// rows in 32 bits, and each sample may become four of eight bytes in a filter.
  public var isWithinLimits: Bool {
    let (bytes, overflow) = width.multipliedReportingOverflow(by: 64)
    return width > 0 && height > 0 && width <= Int32.max && height <= Int32.max && !overflow
      && !bytes.multipliedReportingOverflow(by: height).overflow
  }

  /// The PAM tuple type.
  public var tupleType: StaticString {
    switch (isBilevel, isColor, hasOpacity) {
    case (true, _, false): "BLACKANDWHITE"
    case (true, _, true): "BLACKANDWHITE_ALPHA"
    case (false, false, false): "GRAYSCALE"
    case (false, false, true): "GRAYSCALE_ALPHA"
    case (false, true, false): "RGB"
    case (false, true, true): "RGB_ALPHA"
    }
  }
}
