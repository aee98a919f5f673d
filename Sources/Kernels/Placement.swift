/// Where the top left corner of one picture goes on another, in pixels. Fractions are placed by
/// bilinear interpolation; outside there is nothing.
public struct Offset: Sendable {
  /// The whole part, rounded down.
  public let column: Int
  public let row: Int
  /// The rest, 0 up to 1.
  let x: Float
  let y: Float

  public init(x: Double, y: Double) {
    // Farther out there is nothing of either picture.
    func limited(_ value: Double) -> Double { min(max(-1e12, value), 1e12) }
    let left = limited(x).rounded(.down)
    let top = limited(y).rounded(.down)
    column = Int(left)
    row = Int(top)
    self.x = Float(limited(x) - left)
    self.y = Float(limited(y) - top)
  }
}

/// Places rows of values (one plane) at an offset: takes the source's rows in order and gives those
/// of the canvas in order.
///
/// With an offset of 0.25, a source row of 1, 1 becomes 0.75, 1, 0.25, 0 on a canvas 4 wide.
public final class Placement {
  private let offset: Offset
  private let sourceWidth: Int
  private let sourceHeight: Int
  private let canvasWidth: Int
  /// The source's latest row and the one before it.
  private var rows: (latest: Storage<Float>, before: Storage<Float>)
  private let blended: Storage<Float>
  private let placed: Storage<Float>
  /// How many rows have been taken.
  private var taken = 0

  public init(
    _ offset: Offset, sourceWidth: Int, sourceHeight: Int, canvasWidth: Int
  ) throws(OutOfMemory) {
    self.offset = offset
    self.sourceWidth = sourceWidth
    self.sourceHeight = sourceHeight
    self.canvasWidth = canvasWidth
    rows = (try Storage(sourceWidth), try Storage(sourceWidth))
    blended = try Storage(sourceWidth)
    placed = try Storage(canvasWidth)
  }

  /// Whether the source's next row is needed before canvas row `y` can be had.
  public func needsRow(for y: Int) -> Bool { taken < sourceHeight && taken <= y - offset.row }

  /// Takes the next row, which the caller then writes to the place returned.
  public func push() -> UnsafeMutablePointer<Float> {
    rows = (rows.before, rows.latest)
    taken += 1
    return rows.latest.base
  }

  /// Row `y` of the canvas, valid until the next call.
  public func row(_ y: Int) -> UnsafePointer<Float> {
    placed.clear()
    let source = y - offset.row
    // This row comes from `source` and, by the fraction, from the one above it.
    let hasRow = source >= 0 && source < sourceHeight
    let hasAbove = source >= 1 && source <= sourceHeight && offset.y > 0
    if hasRow || hasAbove { place(source, hasRow, hasAbove) }
    return UnsafePointer(placed.base)
  }

  private func place(_ source: Int, _ hasRow: Bool, _ hasAbove: Bool) {
    let above = source < taken ? rows.before : rows.latest
    for x in 0..<sourceWidth {
      blended[x] =
        (hasRow ? rows.latest[x] * (1 - offset.y) : 0) + (hasAbove ? above[x] * offset.y : 0)
    }
    let first = max(0, offset.column)
    let last = min(canvasWidth - 1, offset.column + sourceWidth)
    if first > last { return }
    for x in first...last {
      let column = x - offset.column
      let here = column < sourceWidth ? blended[column] : 0
      let left = column > 0 ? blended[column - 1] : 0
      placed[x] = here * (1 - offset.x) + left * offset.x
    }
  }
}
