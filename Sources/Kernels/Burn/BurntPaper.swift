/// What the fire leaves of the picture: near the edge it is scorched, browned and blackened, its
/// lip curls up, the fire shines on it, and the edge itself glows.
///
/// With d the distance to the edge in points, H the width of the char there, u = d / H with a grain,
/// and g how much of all this there is:
///
/// - absorption: the color is multiplied by exp(-scorch (0.16, 0.48, 1.1) - brown (0.62, 1, 1.35)
///   - black), scorch = g exp(-(u/1.9)^1.5), brown = 1.9 g exp(-(u/0.95)^2),
///   black = 4.5 g exp(-(u/0.5)^2): tan, brown and black in turn, as the paper gets hotter;
/// - soot adds its own gray, (1 - exp(-black - brown/2)) (0.015 to 0.12);
/// - curl: times 1 + g lift x, lift = exp(-d / 0.8 H), x from the edge's direction and wrinkles,
///   as if the lip rose towards the edge, with light from the upper left;
/// - light of the flames, warm, falling off with the distance;
/// - the ember line at d = 0.8, a glow around it, and sparkles in the char: emission E that gives
///   light 1 - exp(-E (1, 0.34, 0.07)).
final class BurntPaper {
  private let moment: FlameMoment
  private let field: EdgeField
  private let width: Int

  /// What happens to some columns of a row.
  private enum Fate: UInt8, BitwiseCopyable { case kept, lit, charred, gone }
  private struct Run: BitwiseCopyable {
    var fate: Fate
    var start, end: Int32
    var columns: Range<Int> { Int(start)..<Int(end) }
  }
  private static var blockWidth: Int { 16 }

  /// The runs between two rows of nodes, of which `pair` is the upper one.
  private var pair = Int.min
  private let runs: Storage<Run>
  private var runCount = 0
  /// The fields of the char at each column, in the upper row of nodes and in the lower one.
  private let upper, lower: FloatRows
  /// s at each column, by rows of nodes; and with its finest octave, by rows of the canvas. Columns
  /// start at `lead`, so that there is something before the first.
  private let widened: RowCache
  private let distances: RowCache
  private static var lead: Int { 4 }

  /// The columns in the turned coordinates of fine noises, and the flicker along the edge.
  private let columns: FloatRows
  private let scratch: FloatRows

  init(_ moment: FlameMoment, _ field: EdgeField) throws(OutOfMemory) {
    self.moment = moment
    self.field = field
    width = moment.canvas.width
    runs = try Storage((width + Self.blockWidth - 1) / Self.blockWidth)
    upper = try FloatRows(EdgeField.charRows, length: width)
    lower = try FloatRows(EdgeField.charRows, length: width)
    widened = try RowCache(4, rows: 1, length: width + 2 * Self.lead)
    distances = try RowCache(3, rows: 1, length: width + 2 * Self.lead)
    columns = try FloatRows(3, length: width)
    scratch = try FloatRows(14, length: width)
    let flicker = columns[2]
    for column in 0..<width {
      let x = moment.canvas.x(column: column)
      columns[0][column] = Float(0.8 * x)
      columns[1][column] = Float(-0.6 * x)
      flicker[column] = Float(x / 7)
    }
    moment.noises.flicker.values(
      flicker, y: moment.phase(6.5), into: flicker, count: columns.count)
    for i in 0..<width { flicker[i] = 0.85 + 0.5 * flicker[i] }
  }

  /// How far the finest octave reaches, in points.
  private static var finest: Float { 1.1 }

  /// s at or below this is covered nowhere.
  private var nothing: Float { -(1.25 * Self.finest + 3 / Float(moment.canvas.scale)) }

  /// Burns a row of the canvas, which is within reach of the edge.
  func burn(_ row: PremultipliedRow, y: Int) {
    let (j, fraction) = field.grid.place(row: y)
    if j != pair { start(pair: j) }
    for i in 0..<runCount {
      switch runs[i].fate {
      case .kept: break
      case .lit: light(row, runs[i].columns, fraction)
      case .charred: char(row, runs[i].columns, y: y, fraction)
      case .gone: row.clear(runs[i].columns)
      }
    }
  }

  // MARK: - What happens where

  private func start(pair j: Int) {
    pair = j
    runCount = 0
    let rows = (field.charRow(j), field.charRow(j + 1))
    let edges = (field.raggedRow(j), field.raggedRow(j + 1))
    var start = 0
    while start < width {
      let columns = start..<min(start + Self.blockWidth, width)
      let nodes = field.grid.nodes(of: columns)
      var highest = -Float.infinity
      var nearest = Float.infinity
      var brightest: Float = 0
      for (edge, row) in [(edges.0, rows.0), (edges.1, rows.1)] {
        for i in nodes {
          let s = edge.distance[i]
          highest = max(highest, s)
          nearest = min(nearest, max(0, s * row.slope[i]) * row.narrowness[i] * row.grain[i])
          brightest = max(brightest, row.light[i])
        }
      }
      let fate: Fate =
        highest <= nothing ? .gone : nearest < 8 ? .charred : brightest > 5e-4 ? .lit : .kept
      if runCount > 0, runs[runCount - 1].fate == fate {
        runs[runCount - 1].end = Int32(columns.upperBound)
      } else {
        runs[runCount] = Run(
          fate: fate, start: Int32(columns.lowerBound), end: Int32(columns.upperBound))
        runCount += 1
      }
      start = columns.upperBound
    }
    for i in 0..<runCount {
      let columns = runs[i].columns
      switch runs[i].fate {
      case .kept, .gone: break
      case .lit:
        field.grid.widen(rows.0.light, into: upper[5], columns)
        field.grid.widen(rows.1.light, into: lower[5], columns)
      case .charred:
        widen(rows.0, into: upper, columns)
        widen(rows.1, into: lower, columns)
      }
    }
  }

  private func widen(_ row: EdgeField.Char, into wide: FloatRows, _ columns: Range<Int>) {
    let fields = [row.slope, row.curl, row.narrowness, row.grain, row.patch, row.light]
    for (i, nodes) in fields.enumerated() { field.grid.widen(nodes, into: wide[i], columns) }
  }

  /// A field between the two rows of nodes.
  private func blend(_ i: Int, _ columns: Range<Int>, _ fraction: Float) -> UnsafePointer<Float> {
    let (a, b, result) = (upper[i], lower[i], scratch[i])
    for x in columns { result[x] = a[x] + fraction * (b[x] - a[x]) }
    return UnsafePointer(result)
  }

  /// s at the columns of a row of the canvas; one more can be read at either end.
  private func distance(_ y: Int) -> UnsafeMutablePointer<Float> {
    let rows = distances.row(y) { rows, y in
      let result = rows[0] + Self.lead
      let (j, fraction) = field.grid.place(row: y)
      let (a, b) = (widenedDistance(j), widenedDistance(j + 1))
      for x in 0..<width { result[x] = a[x] + fraction * (b[x] - a[x]) }
      addFinest(to: result, y: y)
      result[-1] = result[0]
      result[width] = result[width - 1]
    }
    return rows[0] + Self.lead
  }

  private func widenedDistance(_ j: Int) -> UnsafePointer<Float> {
    let rows = widened.row(j) { rows, j in
      field.grid.widen(
        field.raggedRow(j).distance, into: rows[0] + Self.lead, 0..<width)
    }
    return UnsafePointer(rows[0] + Self.lead)
  }

  /// The finest octave, 1.1 n(p/1.7), where it can be seen.
  private func addFinest(to distance: UnsafeMutablePointer<Float>, y: Int) {
    let height = moment.canvas.y(row: y)
    let near = smoothstep(100, 70, moment.edge - height) * moment.raggedness
    let amount = Self.finest * Float(near)
    let seen = nothing...Float(30 + 4 * moment.charHeight)
    let block = 4 * Self.blockWidth
    var start = 0
    while start < width {
      let columns = start..<min(start + block, width)
      var least = Float.infinity
      var greatest = -Float.infinity
      for x in columns {
        least = atMost(least, distance[x])
        greatest = atLeast(greatest, distance[x])
      }
      if greatest > seen.lowerBound && least < seen.upperBound {
        let noise = fineNoise(moment.noises.finest, cell: 1.7, height: height, columns, into: 13)
        for x in columns { distance[x] += amount * noise[x] }
      }
      start = columns.upperBound
    }
  }

  /// A noise at the pixels of a row, on a lattice that is turned, lest its lines be seen.
  private func fineNoise(
    _ noise: Noise, cell: Float, height: Double, moving: Float = 0, _ columns: Range<Int>,
    into index: Int
  ) -> UnsafePointer<Float> {
    let first = columns.lowerBound
    let count = (columns.count + 3) / 4 * 4
    let (x, y) = (self.columns[0] + first, self.columns[1] + first)
    let (u, v, result) = (scratch[11], scratch[12], scratch[index] + first)
    let perCell = 1 / cell
    let (x0, y0) = (Float(0.6 * height) * perCell, Float(0.8 * height) * perCell + moving)
    for i in 0..<count {
      u[i] = x[i] * perCell + x0
      v[i] = y[i] * perCell + y0
    }
    noise.values(u, v, into: result, count: count)
    return UnsafePointer(scratch[index])
  }

  // MARK: - The picture

  // Each loop writes one row: where there are more, the compiler cannot tell them apart well enough
  // to work on whole vectors.

  /// Only the light of the fire.
  private func light(_ row: PremultipliedRow, _ columns: Range<Int>, _ fraction: Float) {
    let light = blend(5, columns, fraction)
    for i in 0..<3 {
      let (plane, opacity) = (row.colors[i], row.opacity)
      let (warmth, glare) = (Self.warmth[i], Self.glare[i])
      for x in columns {
        let (lit, a) = (light[x], opacity[x])
        plane[x] = atMost(a, plane[x] * (1 + lit * warmth) + lit * glare * a)
      }
    }
  }

  private static let warmth: SIMD3<Float> = [0.30, 0.10, -0.12]
  private static let glare: SIMD3<Float> = [0.030, 0.012, 0.002]

  private func char(_ row: PremultipliedRow, _ columns: Range<Int>, y: Int, _ fraction: Float) {
    let slope = blend(0, columns, fraction)
    let (d, cover) = (scratch[6], scratch[7])
    measure(columns, y: y, slope, d, cover)
    let narrowness = blend(2, columns, fraction)
    let height = moment.canvas.y(row: y)
    let near = Float(smoothstep(100, 70, moment.edge - height) * moment.growth)
    scorch(row, columns, height: height, near: near, fraction, d, narrowness)
    glow(row, columns, height: height, near: near, fraction, d, narrowness, cover)
  }

  /// Absorption, soot, the lip and the light of the fire.
  private func scorch(
    _ row: PremultipliedRow, _ columns: Range<Int>, height: Double, near: Float, _ fraction: Float,
    _ d: UnsafePointer<Float>, _ narrowness: UnsafePointer<Float>
  ) {
    let curl = blend(1, columns, fraction)
    let grain = blend(3, columns, fraction)
    let light = blend(5, columns, fraction)
    let soot = fineNoise(moment.noises.soot, cell: 2.3, height: height, columns, into: 8)
    let (scorch, brown, black) = (scratch[0], scratch[9], scratch[10])
    for x in columns { scorch[x] = atLeast(0, d[x]) * narrowness[x] * grain[x] }
    for x in columns {
      brown[x] = 1.9 * near * exponential(-(scorch[x] * scorch[x]) * (1 / 0.9025))
    }
    for x in columns { black[x] = 4.5 * near * exponential(-4 * scorch[x] * scorch[x]) }
    for x in columns {
      let w = scorch[x] * (1 / 1.9)
      scorch[x] = near * exponential(-w * w.squareRoot())
    }
    let gray = scratch[8]
    for x in columns {
      gray[x] =
        (1 - exponential(-black[x] - 0.5 * brown[x])) * clamped(0.05 + 0.06 * soot[x], 0.015, 0.12)
    }
    let shade = scratch[3]
    for x in columns {
      let lift = exponential(-1.25 * (atLeast(0, d[x]) * narrowness[x]))
      shade[x] = 1 + near * clamped(lift * curl[x], -0.5, 0.7)
    }
    for i in 0..<3 {
      let (plane, opacity) = (row.colors[i], row.opacity)
      let (tan, umber, ash) = (Self.tan[i], Self.umber[i], Self.ash[i])
      let (warmth, glare) = (Self.warmth[i], Self.glare[i])
      for x in columns {
        let (lit, a) = (light[x], opacity[x])
        let left = exponential(-tan * scorch[x] - umber * brown[x] - black[x])
        let color = plane[x] * left + ash * gray[x] * a
        plane[x] = clamped(color * shade[x] * (1 + lit * warmth) + lit * glare * a, 0, a)
      }
    }
  }

  private static let tan: SIMD3<Float> = [0.16, 0.48, 1.1]
  private static let umber: SIMD3<Float> = [0.62, 1, 1.35]
  private static let ash: SIMD3<Float> = [1, 0.9, 0.82]

  /// The ember line, its glow, and sparkles; and what is beyond the edge goes.
  private func glow(
    _ row: PremultipliedRow, _ columns: Range<Int>, height: Double, near: Float, _ fraction: Float,
    _ d: UnsafePointer<Float>, _ narrowness: UnsafePointer<Float>, _ cover: UnsafePointer<Float>
  ) {
    let patch = blend(4, columns, fraction)
    let sparkle = fineNoise(
      moment.noises.sparkle, cell: 2.1, height: height, moving: moment.phase(-0.4), columns,
      into: 9)
    let flicker = self.columns[2]
    let thinnest = Float(0.55 / moment.canvas.scale)
    let power = near * Float(0.35 + 0.65 * moment.fuel)
    let emission = scratch[0]
    for x in columns {
      let p = patch[x]
      let width = atLeast(thinnest, 0.45 + 1.3 * p)
      let q = (d[x] - 0.8) / width
      let share = atLeast(0, d[x]) * narrowness[x]
      let line = 6.5 * p * flicker[x] * exponential(-q * q)
      let glow = 0.9 * p * p * exponential(-d[x].magnitude * narrowness[x] * (1 / 0.35))
      let sparks =
        2.2 * flicker[x] * smoothstep(0.38, 0.60, sparkle[x] + 0.3 * p)
        * exponential(-(share * share) * (1 / 0.36))
      emission[x] = power * (line + glow + sparks)
    }
    let rest = scratch[1]
    for x in columns { rest[x] = exponential(-emission[x]) }
    for i in 0..<3 {
      let (plane, opacity) = (row.colors[i], row.opacity)
      let share = Self.heat[i]
      for x in columns {
        let light = 1 - exponential(-share * emission[x])
        plane[x] = cover[x] * (light * opacity[x] + plane[x] * rest[x])
      }
    }
    let opacity = row.opacity
    for x in columns { opacity[x] = cover[x] * opacity[x] }
  }

  private static let heat: SIMD3<Float> = [1, 0.34, 0.07]

  /// The distance to the edge in points, and how much of each pixel is paper: s over its change
  /// from pixel to pixel, plus a half.
  private func measure(
    _ columns: Range<Int>, y: Int, _ slope: UnsafePointer<Float>,
    _ d: UnsafeMutablePointer<Float>, _ cover: UnsafeMutablePointer<Float>
  ) {
    let above = distance(y - 1)
    let here = distance(y)
    let below = distance(y + 1)
    let pixel = Float(1 / moment.canvas.scale)
    let (least, most) = (0.3 * pixel, 6 * pixel)
    for x in columns { d[x] = here[x] * slope[x] }
    for x in columns {
      let dx = 0.5 * (here[x + 1] - here[x - 1])
      let dy = 0.5 * (below[x] - above[x])
      let change = clamped((dx * dx + dy * dy).squareRoot(), least, most)
      cover[x] = clamped(here[x] / change + 0.5, 0, 1)
    }
  }
}
