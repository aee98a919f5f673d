/// The shadow of a star: its cover, blurred by a Gaussian of sigma 2 points.
///
/// It is computed at places half a point apart, up to 8.25 points from the center, from cells of
/// that size, and is read linearly in between: that is at most 0.005 off.
final class ClassicShadow {
  /// Values along a side, and in all.
  static var side: Int { 34 }
  static var count: Int { side * side }
  private static var perPoint: Float { 2 }
  private static var first: Float { -8.25 }

  /// Cells along a side: as far as the star reaches.
  private static var cells: Int { 40 }
  /// How many cells come before the first value's.
  private static var ahead: Int { 3 }
  /// On each side of a value, cells that it is made of: to four sigmas.
  private static var reach: Int { 16 }

  /// From `-reach` to `reach`.
  private let taps: Storage<Float>
  /// A row of cells with nothing around it, for the taps of the outer values, and what becomes of
  /// it along the row.
  private let row: Storage<Float>
  private let blurred: Storage<Float>
  private let crossings: Storage<ClassicStar.Crossing>

  init() throws(OutOfMemory) {
    taps = try Storage(2 * Self.reach + 1)
    row = try Storage(Self.cells + 2 * (Self.reach - Self.ahead) + 1)
    blurred = try Storage(Self.side)
    crossings = try Storage(ClassicStar.corners)
    // The mean over a cell is a blur too, of a variance of 1/12 cells.
    let perPoint = Double(Self.perPoint)
    let variance = ClassicCollar.sigma * ClassicCollar.sigma * perPoint * perPoint - 1 / 12.0
    func weight(_ i: Int) -> Double { Elementary.exp(-Double(i * i) / (2 * variance)) }
    var sum = 1.0
    for i in 1...Self.reach { sum += 2 * weight(i) }
    for i in -Self.reach...Self.reach { taps[Self.reach + i] = Float(weight(i) / sum) }
  }

  /// Computes the shadow of a star: `count` values, row by row.
  func cast(_ star: ClassicStar, into values: UnsafeMutablePointer<Float>) {
    let (taps, blurred) = (taps.base, blurred.base)
    let margin = Self.reach - Self.ahead
    let start = -Float(ClassicStar.reach)
    let size = 1 / Self.perPoint
    values.clearElements(Self.count)
    for cell in 0..<Self.cells {
      let cells = ClassicStar.Cells(
        left: start, top: start + Float(cell) * size, size: size, count: Self.cells)
      star.cover(cells, lines: 4, into: row.base + margin, crossings.base)
      // The element after the cells, which `cover` uses.
      row[margin + Self.cells] = 0
      blurred.clearElements(Self.side)
      for tap in 0...2 * Self.reach {
        let (weight, from) = (taps[tap], row.base + tap)
        for i in 0..<Self.side { blurred[i] += weight * from[i] }
      }
      let nearest = cell - Self.ahead
      for y in max(0, nearest - Self.reach)...min(Self.side - 1, nearest + Self.reach) {
        let (weight, to) = (taps[nearest - y + Self.reach], values + y * Self.side)
        for i in 0..<Self.side { to[i] += weight * blurred[i] }
      }
    }
  }

  /// Where an offset from the center, in points, is among the values, the last left out.
  @inline(__always)
  static func place(_ offset: Float) -> Float {
    clamped((offset - first) * perPoint, 0, Float(side) - 1.001)
  }

  /// The shadow at height `y`, in points from the center: `side` values.
  static func row(
    _ values: UnsafePointer<Float>, y: Double, into row: UnsafeMutablePointer<Float>
  ) {
    let place = place(Float(y))
    let before = truncated(place)
    let fraction = place - Float(before)
    let upper = values + Int(before) * side
    let lower = upper + side
    for i in 0..<side { row[i] = upper[i] + fraction * (lower[i] - upper[i]) }
  }
}
