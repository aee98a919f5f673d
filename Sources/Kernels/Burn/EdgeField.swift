/// The burnt edge: a field s over the canvas, about the distance to the edge in points, above 0
/// where there is paper.
///
/// s = edge - y + N, where N is noise that does not move: holes ahead of the edge, islands behind
/// it and its raggedness at every scale are in it, and the edge moves through it coherently. The
/// field is computed on nodes a point apart; the finest octave is added at each pixel.
///
/// N = lo + mid, both in points. lo = 3 + 30 n(p/95, p/110) + 16 n(p/30, p/34) - pits, at most 34,
/// where p is the place warped by 9 n(/36) + 3 n(/11), n is gradient noise, and
/// pits = 55 (1 - exp(-1.42 max(0, q + 0.08)^3)), q = n(p'/21), are where the fire starts ahead.
/// mid = 4.5 n(p/9.5) + 2.2 n(p/4.1). Its standard deviation is some 8 points, and it is above -42.
final class EdgeField {
  /// From so many points ahead of the edge, nothing happens; behind it by more than `behind`,
  /// nothing is left.
  static var ahead: Double { 100 }
  static var behind: Double { FlameClock.overshoot }

  let grid: NodeGrid
  private let moment: FlameMoment
  /// The columns of the nodes, in points.
  private let x: FloatRows

  /// What the edge is made of, by rows of nodes.
  struct Ragged {
    /// The place, warped, in points.
    let px, py: UnsafeMutablePointer<Float>
    /// s without its middle octaves, and with them.
    let smooth, distance: UnsafeMutablePointer<Float>
  }
  /// What the picture near the edge is made of.
  struct Char {
    /// Distance in points = this x s: s rises by more or less than one a point.
    let slope: UnsafeMutablePointer<Float>
    /// What the lip that curls up adds to the light, before `lift`.
    let curl: UnsafeMutablePointer<Float>
    /// 1 / width of the char, in points.
    let narrowness: UnsafeMutablePointer<Float>
    /// What distances are multiplied by, around 1.
    let grain: UnsafeMutablePointer<Float>
    /// Where the ember line glows, 0 to 1.
    let patch: UnsafeMutablePointer<Float>
    /// The light of the fire on the picture.
    let light: UnsafeMutablePointer<Float>
  }
  static var raggedRows: Int { 4 }
  static var charRows: Int { 6 }

  private let ragged: RowCache
  private let char: RowCache
  private let lightAlong: FloatRows
  private let scratch: FloatRows

  init(_ moment: FlameMoment) throws(OutOfMemory) {
    self.moment = moment
    grid = try NodeGrid(step: 1, canvas: moment.canvas)
    x = try FloatRows(1, length: grid.columns)
    for i in 0..<x.count { x[0][i] = Float(grid.x(node: i)) }
    // Of `ragged`, the rows around those of `char` are needed too, and those that flames ask for.
    ragged = try RowCache(6, rows: Self.raggedRows, length: grid.columns)
    char = try RowCache(2, rows: Self.charRows, length: grid.columns)
    scratch = try FloatRows(6, length: grid.columns)
    lightAlong = try FloatRows(1, length: grid.columns)
    let row = lightAlong[0]
    scale(x[0], by: 1 / 60, into: row)
    moment.noises.light.values(row, y: moment.phase(3.1), into: row, count: x.count)
    for i in 0..<x.count { row[i] = Float(moment.fuel) * (0.75 + 0.5 * row[i]) }
  }

  /// Points from node to node.
  private var step: Double { grid.cell / moment.canvas.scale }

  // MARK: - Rows of nodes

  func raggedRow(_ j: Int) -> Ragged {
    let row = ragged.row(j) { place, j in computeRagged(j, into: Self.ragged(place)) }
    return Self.ragged(row)
  }

  func charRow(_ j: Int) -> Char {
    let row = char.row(j) { place, j in computeChar(j, into: Self.char(place)) }
    return Self.char(row)
  }

  private static func ragged(_ rows: RowCache.Rows) -> Ragged {
    Ragged(px: rows[0], py: rows[1], smooth: rows[2], distance: rows[3])
  }

  private static func char(_ rows: RowCache.Rows) -> Char {
    Char(
      slope: rows[0], curl: rows[1], narrowness: rows[2], grain: rows[3], patch: rows[4],
      light: rows[5])
  }

  /// How much of all this there is in a row: 1 near the edge, 0 where it is far ahead.
  private func nearness(_ y: Double) -> Double { smoothstep(100, 70, moment.edge - y) }

  private func computeRagged(_ j: Int, into row: Ragged) {
    let count = x.count
    let noises = moment.noises
    let y = grid.y(row: j)
    let (a, b, c, d) = (scratch[0], scratch[1], scratch[2], scratch[3])
    let (px, py) = (row.px, row.py)

    let x = self.x[0]
    let height = Float(y)
    scale(x, by: 1 / 36, into: a)
    noises.warpX.values(a, y: height / 36, into: px, count: count)
    noises.warpY.values(a, y: height / 36, into: py, count: count)
    scale(x, by: 1 / 11, into: a)
    noises.fineWarpX.values(a, y: height / 11, into: b, count: count)
    noises.fineWarpY.values(a, y: height / 11, into: c, count: count)
    for i in 0..<count {
      px[i] = x[i] + 9 * px[i] + 3 * b[i]
      py[i] = height + 9 * py[i] + 3 * c[i]
    }

    noises.broad.values(px, py, by: (1 / 95, 1 / 110), (a, b), into: c, count: count)
    noises.wide.values(px, py, by: (1 / 30, 1 / 34), (a, b), into: d, count: count)
    for i in 0..<count { c[i] = 3 + 30 * c[i] + 16 * d[i] }
    let lo = c
    let (middle, small) = (row.smooth, row.distance)
    noises.middle.values(px, py, by: (1 / 9.5, 1 / 9.5), (a, b), into: middle, count: count)
    noises.small.values(px, py, by: (1 / 4.1, 1 / 4.1), (a, b), into: small, count: count)
    for i in 0..<count {
      a[i] = (px[i] + 3.2 * middle[i] + 1.6 * small[i]) * (1 / 21)
      b[i] = (py[i] - 3.2 * middle[i] + 1.6 * small[i]) * (1 / 21)
    }
    noises.pits.values(a, b, into: d, count: count)

    let near = Float(nearness(y) * moment.raggedness)
    let ahead = Float(moment.edge - y)
    for i in 0..<count {
      let q = atLeast(0, d[i] + 0.08)
      let low = atMost(34, lo[i] - 55 * (1 - exponential(-1.42 * q * q * q)))
      let mid = 4.5 * middle[i] + 2.2 * small[i]
      let smooth = ahead + near * low
      row.smooth[i] = smooth
      row.distance[i] = smooth + near * mid
    }
  }

  private func computeChar(_ j: Int, into row: Char) {
    let count = x.count
    let noises = moment.noises
    let above = raggedRow(j - 1)
    let here = raggedRow(j)
    let below = raggedRow(j + 1)
    let (a, b, c, d) = (scratch[0], scratch[1], scratch[2], scratch[3])
    let (px, py) = (here.px, here.py)

    noises.charWidth.values(
      px, py, by: (1 / 33, 1 / 33), (a, b), into: row.narrowness, count: count)
    noises.grain.values(px, py, by: (1 / 6, 1 / 6), (a, b), into: row.grain, count: count)
    let width = Float(moment.charHeight)
    for i in 0..<count {
      let charWidth = width * clamped(0.85 + 1.3 * row.narrowness[i], 0.35, 1.9)
      row.narrowness[i] = 1 / atLeast(1e-3, charWidth)
      row.grain[i] = 1 + 0.5 * row.grain[i]
    }

    // The lip's wrinkles: how the middle octave changes downwards.
    for i in 0..<count { b[i] = py[i] * (1 / 9.5) + 0.15 }
    scale(px, by: 1 / 9.5, into: a)
    noises.middle.values(a, b, into: c, count: count)
    for i in 0..<count { b[i] = b[i] - 0.3 }
    noises.middle.values(a, b, into: d, count: count)
    for i in 0..<count { row.curl[i] = 1.4 * (c[i] - d[i]) }

    let smooth = here.smooth
    let perTwoSteps = Float(0.5 / step)
    for i in 1..<count - 1 {
      let gx = (smooth[i + 1] - smooth[i - 1]) * perTwoSteps
      let gy = (below.smooth[i] - above.smooth[i]) * perTwoSteps
      let square = gx * gx + gy * gy
      let m1 = (0.4 + square).squareRoot()
      row.slope[i] = (1 + m1 * (1 / 9)) / m1
      // Light from the upper left.
      let turn = (0.5 * gx - 0.86 * gy) / atLeast(0.5, square.squareRoot()) - 0.8
      row.curl[i] = row.curl[i] + 0.55 * turn
    }
    for field in [row.slope, row.curl] {
      field[0] = field[1]
      field[count - 1] = field[count - 2]
    }

    let (glowX, glowY, fineY) = (moment.phase(0.35), moment.phase(-0.5), moment.phase(-0.9))
    for i in 0..<count {
      a[i] = px[i] * (1 / 19) + glowX
      b[i] = py[i] * (1 / 19) + glowY
    }
    noises.glow.values(a, b, into: c, count: count)
    for i in 0..<count {
      a[i] = px[i] * (1 / 6)
      b[i] = py[i] * (1 / 6) + fineY
    }
    noises.fineGlow.values(a, b, into: d, count: count)
    let near = Float(nearness(grid.y(row: j)))
    let along = lightAlong[0]
    for i in 0..<count {
      row.patch[i] = smoothstep(-0.28, 0.42, c[i] + 0.5 * d[i])
      row.light[i] = near * along[i] * exponential(atLeast(0, smooth[i]) * (-1 / 38))
    }
  }

  private func scale(
    _ x: UnsafePointer<Float>, by factor: Float, into result: UnsafeMutablePointer<Float>
  ) {
    for i in 0..<self.x.count { result[i] = x[i] * factor }
  }
}
