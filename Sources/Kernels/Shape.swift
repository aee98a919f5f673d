/// A shape that fills a picture, symmetrical in both directions.
public enum Shape: Sendable {
  /// Corners of this radius, in pixels, reduced to the largest that fits.
  case roundedRectangle(radius: Double, corner: Corner)
  /// Touches all four sides.
  case ellipse
  /// The largest that fits, in the middle.
  case circle
  /// Ends are half circles.
  case capsule

  /// How a corner goes from side to side.
  public enum Corner: Sendable {
    /// A quarter of a circle.
    case circular
    /// Three cubics that leave the side at 1.52866498 radii, where an arc leaves it at 1.
    case continuous
  }
}

/// How much of each tuple a shape covers, by area: 0 to 1, to within 0.001.
///
/// The left half of the outline is a chain of short lines from its top to its bottom, no farther
/// than 0.0005 pixels from the curve. A row of coverage is the exact area to the right of that
/// chain, less the area to the right of its mirror image.
public final class Coverage {
  private let width: Int
  /// The corners of the chain: `y` never falls, and `x` is at most half the width.
  private var x: Storage<Double>
  private var y: Storage<Double>
  private var count = 0
  /// Area to the right of the chain in each column of the row at hand, as differences from the
  /// column before.
  private let cells: Storage<Double>
  private let values: Storage<Float>

  /// The coverage of a picture of `width` by `height` tuples, each 1 up.
  public init(_ shape: Shape, width: Int, height: Int) throws(OutOfMemory) {
    self.width = width
    let outline = Outline(shape, width: Double(width), height: Double(height))
    let corners = outline.pieces * outline.segments * 2 + 2
    x = try Storage(corners)
    y = try Storage(corners)
    cells = try Storage(width + 2)
    values = try Storage(width)
    for piece in 0..<outline.pieces {
      for i in piece == 0 ? 0...outline.segments : 1...outline.segments {
        add(outline.point(piece, Double(i) / Double(outline.segments)))
      }
    }
    // The lower half mirrors the upper one.
    for i in (0..<count).reversed() { add((x[i], Double(height) - y[i])) }
  }

  private func add(_ point: (x: Double, y: Double)) {
    x[count] = point.x
    y[count] = point.y
    count += 1
  }

  /// The coverage of row `row`, valid until the next call; nil where it is 1 everywhere.
  public func row(_ row: Int) -> UnsafePointer<Float>? {
    let top = Double(row)
    var i = firstSegment(below: top)
    if i + 1 < count && x[i] == 0 && x[i + 1] == 0 && y[i] <= top && y[i + 1] >= top + 1 {
      return nil
    }
    var reach = 0
    var total = 0.0
    while i + 1 < count && y[i] < top + 1 {
      let segment = clipped(i, top, top + 1)
      if segment.height > 0 {
        reach = max(reach, accumulate(segment))
        total += segment.height
      }
      i += 1
    }
    fill(reach, total)
    return UnsafePointer(values.base)
  }

  /// The first segment whose lower end is below `top`.
  private func firstSegment(below top: Double) -> Int {
    var low = 0
    var high = count - 1
    while low < high {
      let middle = (low + high) / 2
      if y[middle + 1] > top { high = middle } else { low = middle + 1 }
    }
    return low
  }

  private struct Segment {
    var start: Double
    var end: Double
    var height: Double
  }

  /// The part of segment `i` between two heights.
  private func clipped(_ i: Int, _ top: Double, _ bottom: Double) -> Segment {
    let height = y[i + 1] - y[i]
    if height <= 0 { return Segment(start: x[i], end: x[i + 1], height: 0) }
    let slope = (x[i + 1] - x[i]) / height
    let from = max(top, y[i])
    let to = min(bottom, y[i + 1])
    return Segment(
      start: x[i] + (from - y[i]) * slope, end: x[i] + (to - y[i]) * slope, height: to - from)
  }

  /// Adds the area to the right of a segment to `cells`; the first column that it no longer
  /// changes.
  private func accumulate(_ segment: Segment) -> Int {
    let left = max(0, min(segment.start, segment.end))
    let right = max(left, max(segment.start, segment.end))
    let first = min(Int(left), width - 1)
    let last = min(Int(right), width - 1)
    for column in first...last {
      let from = max(left, Double(column))
      let to = min(right, Double(column + 1))
      let share = right > left ? max(0, to - from) / (right - left) : 1
      let height = segment.height * share
      let middle = min(max(0, (from + to) / 2 - Double(column)), 1)
      cells[column] += height * (1 - middle)
      cells[column + 1] += height * middle
    }
    return last + 2
  }

  /// Turns `cells` up to `reach` into coverage; `total` is how much of the row's height the shape
  /// has.
  private func fill(_ reach: Int, _ total: Double) {
    let values = self.values.base
    let whole = Float(min(total, 1))
    for column in 0..<width { values[column] = whole }
    var area = 0.0
    let columns = min(reach, width)
    for column in 0..<columns {
      area += cells[column]
      cells[column] = 0
      // Less than the whole on either side: the two are taken from the total.
      values[column] -= Float(total - area)
      values[width - 1 - column] -= Float(total - area)
    }
    for column in columns..<min(reach, width + 2) { cells[column] = 0 }
    for column in 0..<columns {
      values[column] = min(max(0, values[column]), 1)
      values[width - 1 - column] = min(max(0, values[width - 1 - column]), 1)
    }
  }
}

/// The upper left quarter of a shape's outline, from its top to its left side.
private struct Outline {
  /// The curves that it is made of, one after another.
  let pieces: Int
  /// Into how many lines each is cut.
  let segments: Int
  private let kind: Kind
  private enum Kind {
    case arc(centerX: Double, centerY: Double, radiusX: Double, radiusY: Double)
    case continuous(radius: Double)
  }

  /// A continuous corner in radii: the offset from the corner at which it leaves the side, then
  /// three cubics of two control points and an end each.
  private static let reach = 1.52866498

  init(_ shape: Shape, width: Double, height: Double) {
    let shorter = min(width, height)
    switch shape {
    case .ellipse:
      kind = .arc(
        centerX: width / 2, centerY: height / 2, radiusX: width / 2, radiusY: height / 2)
    case .circle:
      kind = .arc(
        centerX: width / 2, centerY: height / 2, radiusX: shorter / 2, radiusY: shorter / 2)
    case .capsule:
      kind = Self.corner(shorter / 2)
    case .roundedRectangle(let radius, .circular):
      kind = Self.corner(min(radius, shorter / 2))
    case .roundedRectangle(let radius, .continuous):
      kind = .continuous(radius: min(radius, shorter / (2 * Self.reach)))
    }
    let size: Double
    switch kind {
    case .arc(_, _, let radiusX, let radiusY):
      pieces = 1
      size = max(radiusX, radiusY)
    case .continuous(let radius):
      pieces = 3
      size = radius
    }
    // A line that spans 1 / n of the parameter is at most f'' / (8 n^2) away from its curve, f''
    // being up to 4 radii for an arc and 6 for a cubic.
    segments = Int((size * 6 / (8 * 0.0005)).squareRoot().rounded(.up)) + 1
  }

  private static func corner(_ radius: Double) -> Kind {
    .arc(centerX: radius, centerY: radius, radiusX: radius, radiusY: radius)
  }

  /// The point at `t`, 0 to 1, of a piece.
  func point(_ piece: Int, _ t: Double) -> (x: Double, y: Double) {
    switch kind {
    case .arc(let centerX, let centerY, let radiusX, let radiusY):
      // t is the tangent of half the angle from the top.
      let sine = 2 * t / (1 + t * t)
      let cosine = (1 - t * t) / (1 + t * t)
      return (centerX - radiusX * sine, centerY - radiusY * cosine)
    case .continuous(let radius):
      let (a, b, c, d) = Self.cubic(piece)
      let s = 1 - t
      func along(_ a: Double, _ b: Double, _ c: Double, _ d: Double) -> Double {
        radius * (s * s * s * a + 3 * s * s * t * b + 3 * s * t * t * c + t * t * t * d)
      }
      return (along(a.x, b.x, c.x, d.x), along(a.y, b.y, c.y, d.y))
    }
  }

  private typealias Point = (x: Double, y: Double)

  private static func cubic(_ piece: Int) -> (Point, Point, Point, Point) {
    switch piece {
    case 0:
      ((reach, 0), (1.08849296, 0), (0.86840694, 0), (0.63149379, 0.07491139))
    case 1:
      (
        (0.63149379, 0.07491139), (0.37282383, 0.16905956), (0.16905956, 0.37282383),
        (0.07491139, 0.63149379)
      )
    default:
      ((0.07491139, 0.63149379), (0, 0.86840694), (0, 1.08849296), (0, reach))
    }
  }
}
