/// Where the top left corner of one picture goes on another, in pixels. Fractions are placed by
/// bilinear interpolation; outside there is nothing.
public struct Offset: Sendable {
  /// The whole part of `x`, rounded down.
  public let column: Int
  /// The whole part of `y`, rounded down.
  public let row: Int
  /// The rest, 0 up to 1, and what it lacks to 1: either may be too small to be told from the
  /// other.
  let x: Float
  let y: Float
  let restX: Float
  let restY: Float

  /// Whether nothing has to be interpolated.
  public var isWhole: Bool { x == 0 && y == 0 }

  /// `x` columns to the right and `y` rows down; any finite numbers.
  public init(x: Double, y: Double) {
    // Farther out there is nothing of either picture.
    func limited(_ value: Double) -> Double { min(max(-1e12, value), 1e12) }
    let left = limited(x).rounded(.down)
    let top = limited(y).rounded(.down)
    column = Int(left)
    row = Int(top)
    self.x = Float(limited(x) - left)
    self.y = Float(limited(y) - top)
    restX = Float(1 - (limited(x) - left))
    restY = Float(1 - (limited(y) - top))
  }

  /// The columns of a canvas that a picture reaches from there.
  public func columns(of source: Raster, on canvas: Raster) -> Range<Int> {
    columns(sourceWidth: source.width, canvasWidth: canvas.width)
  }

  func columns(sourceWidth: Int, canvasWidth: Int) -> Range<Int> {
    let first = min(max(0, column), canvasWidth)
    let last = column + sourceWidth + (x > 0 ? 1 : 0)
    return first..<max(first, min(last, canvasWidth))
  }
}

/// Places rows of values at an offset: takes the source's rows in order and gives those of the
/// canvas in order.
///
/// With an offset of 0.25 and one plane, a source row of 1, 1 becomes 0.75, 1, 0.25, 0 on a canvas
/// 4 wide.
public final class Placement {
  private let offset: Offset
  private let sourceWidth: Int
  private let sourceHeight: Int
  private let canvasWidth: Int
  private let planes: Int
  /// The source's latest row and the one before it.
  private var rows: (latest: Storage<Float>, before: Storage<Float>)
  private let blended: Storage<Float>
  private let placed: Storage<Float>
  /// How many rows have been taken.
  private var taken = 0

  /// The columns of the canvas that the source reaches.
  public let columns: Range<Int>

  /// Rows are of tuples of `planes` values; colors must be premultiplied.
  public init(
    _ offset: Offset, sourceWidth: Int, sourceHeight: Int, canvasWidth: Int, planes: Int
  ) throws(OutOfMemory) {
    self.offset = offset
    self.sourceWidth = sourceWidth
    self.sourceHeight = sourceHeight
    self.canvasWidth = canvasWidth
    self.planes = planes
    columns = offset.columns(sourceWidth: sourceWidth, canvasWidth: canvasWidth)
    // One tuple of nothing before the row, and one behind it.
    let size = (sourceWidth + 2) * planes
    rows = (try Storage(size), try Storage(size))
    blended = try Storage(size)
    placed = try Storage(canvasWidth * planes)
  }

  /// Whether the source's next row is needed before canvas row `y` can be had.
  public func needsRow(for y: Int) -> Bool { taken < sourceHeight && taken <= y - offset.row }

  /// Whether the source reaches row `y` of the canvas.
  public func reaches(_ y: Int) -> Bool {
    let source = y - offset.row
    return !columns.isEmpty && source >= 0 && source < sourceHeight + (offset.y > 0 ? 1 : 0)
  }

  /// Takes the next row, which the caller then writes to the place returned.
  public func push() -> UnsafeMutablePointer<Float> {
    rows = (rows.before, rows.latest)
    taken += 1
    return rows.latest.base + planes
  }

  /// Row `y` of the canvas, valid until the next call; outside `columns` there is nothing.
  public func row(_ y: Int) -> UnsafePointer<Float> {
    if reaches(y) { place(y - offset.row) } else { placed.clear() }
    return UnsafePointer(placed.base)
  }

  /// Blends source row `source` and, by the fraction, the one above it, and then neighbours within
  /// the row likewise.
  private func place(_ source: Int) {
    let hasRow = source < sourceHeight
    let above = hasRow ? rows.before : rows.latest
    let share = source >= 1 ? offset.y : 0
    var input = rows.latest
    if offset.y > 0 {
      for i in planes..<(sourceWidth + 1) * planes {
        let here = hasRow ? rows.latest[i] * offset.restY : 0
        blended[i] = here + above[i] * share
      }
      input = blended
    }
    // Tuple 0 of `input` is the nothing before the row.
    let start = (columns.lowerBound - offset.column + 1) * planes
    let target = placed.base + columns.lowerBound * planes
    let values = input.base + start
    if offset.x > 0 {
      for i in 0..<columns.count * planes {
        target[i] = values[i] * offset.restX + values[i - planes] * offset.x
      }
    } else {
      target.copyElements(values, columns.count * planes)
    }
  }
}
