/// A row as four planes of Float, colors multiplied by opacity, each 0 to 1: what light and smoke
/// are put on.
final class PremultipliedRow {
  let width: Int
  private let planes: Storage<Float>
  /// Each of `width` elements.
  let red: UnsafeMutablePointer<Float>
  let green: UnsafeMutablePointer<Float>
  let blue: UnsafeMutablePointer<Float>
  let opacity: UnsafeMutablePointer<Float>
  /// Red, green and blue.
  let colors: [UnsafeMutablePointer<Float>]

  init(width: Int) throws(OutOfMemory) {
    self.width = width
    // Each plane starts at a multiple of a vector.
    let stride = (width + 7) / 8 * 8
    planes = try Storage(4 * stride)
    red = planes.base
    green = red + stride
    blue = green + stride
    opacity = blue + stride
    colors = [red, green, blue]
  }

  /// Leaves nothing in `columns`.
  func clear(_ columns: Range<Int>) {
    for plane in [red, green, blue, opacity] {
      (plane + columns.lowerBound).clearElements(columns.count)
    }
  }

  /// Takes `columns` of a row of straight RGBA.
  func load<S: Sample>(_ row: UnsafePointer<S>, _ columns: Range<Int>, maxval: Int) {
    let (red, green, blue, opacity) = (red, green, blue, opacity)
    let unit = 1 / Float(maxval)
    var tuple = row + 4 * columns.lowerBound
    for x in columns {
      let a = Float(tuple[3]) * unit
      let factor = a * unit
      red[x] = Float(tuple[0]) * factor
      green[x] = Float(tuple[1]) * factor
      blue[x] = Float(tuple[2]) * factor
      opacity[x] = a
      tuple += 4
    }
  }

  /// Gives `columns` back as straight RGBA, rounded; 0 where the rounded opacity is 0.
  func store<S: Sample>(_ row: UnsafeMutablePointer<S>, _ columns: Range<Int>, maxval: Int) {
    let (red, green, blue, opacity) = (red, green, blue, opacity)
    let limit = Float(maxval)
    var tuple = row + 4 * columns.lowerBound
    for x in columns {
      let a: S = rounded(opacity[x] * limit, limit: limit)
      let factor = a == 0 ? 0 : limit / atLeast(1e-9, opacity[x])
      tuple[0] = rounded(red[x] * factor, limit: limit)
      tuple[1] = rounded(green[x] * factor, limit: limit)
      tuple[2] = rounded(blue[x] * factor, limit: limit)
      tuple[3] = a
      tuple += 4
    }
  }

  /// Gives `columns` back flattened, as RGB from the row's start.
  func store<S: Sample>(
    _ row: UnsafeMutablePointer<S>, _ columns: Range<Int>, onto background: Flattening, maxval: Int
  ) {
    let limit = Float(maxval)
    var flat = row + 3 * columns.lowerBound
    for x in columns {
      flat[0] = background(premultiplied: red[x] * limit, 0, opacity[x])
      flat[1] = background(premultiplied: green[x] * limit, 1, opacity[x])
      flat[2] = background(premultiplied: blue[x] * limit, 2, opacity[x])
      flat += 3
    }
  }
}
