/// Flames: hot gas that leaves the edge and rises, faster and faster, as it cools.
///
/// They are no particles. A noise is emitted along the edge and read back where the gas has got to:
/// at h points above its base it is as old as it takes to rise by h, from 70 points/s on with
/// 480 points/s^2, age = (sqrt(70^2 + 960 h) - 70) / 480, and it left the edge at u = t - age. That
/// is exact motion along an accelerating flow, without a state.
///
/// The density is a sum of four octaves of noise in (x, u), less 0.66 a, where a is the age as a
/// share of a life that differs along the edge: a threshold that rises with the height makes tongues
/// with tips, from which bits come off. Emission is E = 32 density^1.5 times what there is to burn;
/// light is 1 - exp(-E (1, 0.42 - 0.2 a, 0.13 - 0.095 a)): thin gas is dark red and orange, thick
/// gas yellow to near white, and cooling takes green and blue first.
final class Flames {
  private let moment: FlameMoment
  private let field: EdgeField
  let grid: NodeGrid
  /// Each node is the mean of so many places a side: pixels of small pictures are large.
  private let places: Int
  /// The number of places in a row.
  private let count: Int

  private static let speed: Float = 70
  private static let acceleration: Float = 480
  /// No flame is higher above its base: a reaches 1.3 there at the longest life, 0.575 s.
  private static let reach = 190.0
  /// The glow around the base can be seen so far below it.
  private static let haze = 110.0

  /// Of each column of places: where it is, the height of the base, 1 / life, the strength of
  /// flames and of the glow, how far the flames have come loose from the edge, and what is taken
  /// from the density.
  private let along: FloatRows
  private var x: UnsafeMutablePointer<Float> { along[0] }
  private var base: UnsafeMutablePointer<Float> { along[1] }
  private var perLife: UnsafeMutablePointer<Float> { along[2] }
  private var power: UnsafeMutablePointer<Float> { along[3] }
  private var glow: UnsafeMutablePointer<Float> { along[4] }
  private var free: UnsafeMutablePointer<Float> { along[5] }
  private var threshold: UnsafeMutablePointer<Float> { along[6] }
  /// The nodes of the edge before each place, and how far it is to the next.
  private let edgeNode: Storage<Int32>
  private let edgeFraction: FloatRows
  private let edgeRow: FloatRows
  /// Heights between which the bases lie.
  private var highest = Double.infinity
  private var lowest = -Double.infinity

  /// How far the fire had caught when gas of an age left the edge, beside now: a fire that starts
  /// grows upwards. In steps of the age; nil where it makes no difference.
  private let kindling: FloatRows?
  private static let stepsPerSecond: Float = 64

  private let scratch: FloatRows
  private let light: RowCache

  init(_ moment: FlameMoment, _ field: EdgeField, _ feed: Feed) throws(OutOfMemory) {
    self.moment = moment
    self.field = field
    let canvas = moment.canvas
    grid = try NodeGrid(step: canvas.scale > 1.5 ? 0.5 : 1, canvas: canvas)
    places = canvas.scale < 0.75 ? Int(min(4, (0.75 / canvas.scale).rounded(.up))) : 1
    count = grid.columns * places
    along = try FloatRows(7, length: count)
    edgeNode = try Storage(count)
    edgeFraction = try FloatRows(1, length: count)
    edgeRow = try FloatRows(1, length: field.grid.columns)
    kindling = try Self.kindling(moment)
    scratch = try FloatRows(14, length: count)
    light = try RowCache(3, rows: 3, length: grid.columns)
    placeColumns()
    measureBase(feed)
  }

  private static func kindling(_ moment: FlameMoment) throws(OutOfMemory) -> FloatRows? {
    // Nothing is seen that is older than 0.75 s.
    let steps = 50
    let now = moment.clock.kindling(at: moment.time)
    func share(_ step: Int) -> Float {
      let left = moment.time - Double(step) / Double(stepsPerSecond)
      return Float(min(1, moment.clock.kindling(at: left) / max(now, 1e-9)))
    }
    if (0...steps).allSatisfy({ share($0) == 1 }) { return nil }
    let result = try FloatRows(1, length: steps + 2)
    for step in 0...steps + 1 { result[0][step] = share(step) }
    return result
  }

  private func placeColumns() {
    let side = grid.cell / moment.canvas.scale
    for i in 0..<count {
      let part = (Double(i % places) + 0.5) / Double(places) - 0.5
      let place = grid.x(node: i / places) + part * side
      x[i] = Float(place)
      let (node, fraction) = field.grid.place(x: place)
      edgeNode[i] = Int32(node)
      edgeFraction[0][i] = fraction
    }
  }

  /// The base follows the broad octaves of the edge; near the end it is held at the top of the
  /// picture, instead of leaving with the edge.
  private func measureBase(_ feed: Feed) {
    let noises = moment.noises
    let edge = Float(moment.edge)
    let fuel = Float(moment.fuel)
    let (a, b, c) = (scratch[0], scratch[1], scratch[2])
    func along(_ noise: Noise, _ cell: Float, _ y: Float, into row: UnsafeMutablePointer<Float>) {
      for i in 0..<count { c[i] = x[i] * (1 / cell) }
      noise.values(c, y: y, into: row, count: self.along.count)
    }
    along(noises.broad, 95, edge / 110, into: a)
    along(noises.wide, 30, edge / 34, into: b)
    along(noises.hold, 34, moment.phase(0.9), into: glow)
    for i in 0..<count {
      let ragged = edge + Float(moment.raggedness) * (30 * a[i] + 10 * b[i])
      let low = 10 + 26 * glow[i]
      base[i] = atLeast(low, ragged)
      free[i] = smoothstep(4, -10, ragged - low)
    }
    along(noises.clump, 85, moment.phase(0.55), into: a)
    along(noises.fineClump, 31, moment.phase(1.3), into: b)
    for i in 0..<count {
      let clump = smoothstep(-0.32, 0.38, a[i] + 0.6 * b[i])
      let height = min(max(Double(base[i]) - 5, 3), moment.clock.height - 3)
      func fed(_ shift: Double) -> Float { Float(feed.value(Double(x[i]) + shift, height)) }
      let own = fed(0)
      // The glow has no edge where the paper has one.
      let around = (3 * own + 2 * (fed(-8) + fed(8)) + fed(-16) + fed(16)) * (1 / 9)
      perLife[i] = 1 / (0.50 * (0.20 + 0.95 * clump) * (0.2 + 0.8 * own) * (0.25 + 0.75 * fuel))
      power[i] = 36 * fuel * own
      // What burns on without paper breaks up, instead of making a line.
      threshold[i] = 0.06 + 0.45 * (1 - fuel) + 0.5 * free[i] * (1 - clump)
      glow[i] = 0.11 * fuel * around * clump
      highest = min(highest, Double(base[i]))
      lowest = max(lowest, Double(base[i]))
    }
  }

  // MARK: - Rows

  /// Whether there may be flames at a height, in points.
  func reach(_ y: Double) -> Bool {
    moment.fuel > 0 && y > highest - Self.reach && y < lowest + Self.haze
  }

  /// The light at a row of nodes: red, green and blue, 0 to 1.
  func row(_ j: Int) -> RowCache.Rows {
    light.row(j) { rows, j in
      let size = grid.cell / moment.canvas.scale
      let (r, g, b) = (scratch[11], scratch[12], scratch[13])
      if places == 1 {
        shine(at: grid.y(row: j), red: rows[0], green: rows[1], blue: rows[2])
        return
      }
      for plane in 0..<3 { rows[plane].clearElements(grid.columns) }
      let share = 1 / Float(places * places)
      for k in 0..<places {
        let part = (Double(k) + 0.5) / Double(places) - 0.5
        shine(at: grid.y(row: j) + part * size, red: r, green: g, blue: b)
        for i in 0..<count {
          rows[0][i / places] += share * r[i]
          rows[1][i / places] += share * g[i]
          rows[2][i / places] += share * b[i]
        }
      }
    }
  }

  private static let blockWidth = 32

  /// The light at a height in points.
  private func shine(
    at y: Double, red: UnsafeMutablePointer<Float>, green: UnsafeMutablePointer<Float>,
    blue: UnsafeMutablePointer<Float>
  ) {
    if !reach(y) {
      for plane in [red, green, blue] { plane.clearElements(count) }
      return
    }
    let (height, age, share, amount) = (scratch[0], scratch[1], scratch[2], scratch[3])
    readEdge(at: y)
    let distance = scratch[4]
    prepare(y, distance, height, age, share, amount)
    let emission = scratch[5]
    var start = 0
    while start < count {
      var end = start
      while end < count && isSeen(amount, end) { end = min(end + Self.blockWidth, count) }
      if end > start {
        burn(start..<end, height, age, share, amount, emission)
        start = end
      } else {
        end = min(start + Self.blockWidth, count)
        (emission + start).clearElements(end - start)
        start = end
      }
    }
    // Each loop writes one row, so that it works on whole vectors.
    let (glow, halo) = (self.glow, amount)
    for i in 0..<count { halo[i] = glow[i] * exponential((height[i] - 12).magnitude * (-1 / 26)) }
    for i in 0..<count { red[i] = 1 - exponential(-(emission[i] + halo[i])) }
    for i in 0..<count {
      green[i] = 1 - exponential(-(emission[i] * (0.44 - 0.17 * share[i]) + 0.36 * halo[i]))
    }
    for i in 0..<count {
      let cooling = 0.13 - 0.095 * atMost(1.2, share[i])
      blue[i] = 1 - exponential(-(emission[i] * cooling + 0.08 * halo[i]))
    }
  }

  private func isSeen(_ amount: UnsafePointer<Float>, _ start: Int) -> Bool {
    var greatest: Float = 0
    for i in start..<min(start + Self.blockWidth, count) { greatest = atLeast(greatest, amount[i]) }
    return greatest > 2e-4
  }

  /// s at the places of a row, where it can matter.
  private func readEdge(at y: Double) {
    let distance = scratch[4]
    let ahead = moment.edge - y
    if ahead > EdgeField.ahead - 30 || ahead < -EdgeField.behind {
      let all: Float = ahead > 0 ? 100 : -100
      for i in 0..<count { distance[i] = all }
      return
    }
    let (j, fraction) = field.grid.place(y: y)
    let (upper, lower) = (field.raggedRow(j).distance, field.raggedRow(j + 1).distance)
    let row = edgeRow[0]
    for i in 0..<field.grid.columns { row[i] = upper[i] + fraction * (lower[i] - upper[i]) }
    let (node, part) = (edgeNode.base, edgeFraction[0])
    for i in 0..<count {
      let place = row + Int(node[i])
      distance[i] = place[0] + part[i] * (place[1] - place[0])
    }
  }

  /// Height above the base, age, age as a share of the life, and what the emission is multiplied by.
  private func prepare(
    _ y: Double, _ distance: UnsafePointer<Float>, _ height: UnsafeMutablePointer<Float>,
    _ age: UnsafeMutablePointer<Float>, _ share: UnsafeMutablePointer<Float>,
    _ amount: UnsafeMutablePointer<Float>
  ) {
    let (base, perLife, power, free) = (base, perLife, power, free)
    let y = Float(y)
    let (v, g) = (Self.speed, Self.acceleration)
    for i in 0..<count { height[i] = base[i] - y }
    for i in 0..<count {
      age[i] = ((v * v + 2 * g * atLeast(0, height[i])).squareRoot() - v) * (1 / g)
    }
    for i in 0..<count { share[i] = atMost(1.3, age[i] * perLife[i]) }
    for i in 0..<count {
      let h = height[i]
      let a = share[i]
      // Thin at the base, which follows the ragged edge, so that char and ember line can be seen.
      let foot =
        atLeast(
          atLeast(smoothstep(-1.5, 9, distance[i]), smoothstep(8, 26, h)),
          free[i] * smoothstep(-6, 12, h)) * (0.12 + 0.88 * smoothstep(-2, 24, h))
      amount[i] = power[i] * foot * atLeast(0, 1 - 0.5 * a) * (1 - smoothstep(0.7, 1.3, a))
    }
    guard let kindling = kindling?[0] else { return }
    for i in 0..<count {
      let place = atMost(50, age[i] * Self.stepsPerSecond)
      let step = truncated(place)
      let from = kindling + Int(step)
      amount[i] *= from[0] + (place - Float(step)) * (from[1] - from[0])
    }
  }

  /// The emission of some places.
  private func burn(
    _ range: Range<Int>, _ height: UnsafePointer<Float>, _ age: UnsafePointer<Float>,
    _ share: UnsafePointer<Float>, _ amount: UnsafePointer<Float>,
    _ emission: UnsafeMutablePointer<Float>
  ) {
    let first = range.lowerBound
    let count = (range.count + 3) / 4 * 4
    let (h, age, share) = (height + first, age + first, share + first)
    let (u, v) = (scratch[6] + first, scratch[7] + first)
    let (n, sway, sum) = (scratch[8] + first, scratch[9] + first, scratch[10] + first)
    let x = self.x + first
    let noises = moment.noises

    /// Adds `weight` x noise at (x / cell, rate x (time of leaving) + shift).
    func add(
      _ noise: Noise, _ weight: Float, at x: UnsafePointer<Float>, cell: Float, rate: Double,
      shift: Double = 0, to sum: UnsafeMutablePointer<Float>
    ) {
      let now = Noise.phase(rate * moment.time + shift)
      let rate = Float(rate)
      for i in 0..<count {
        u[i] = x[i] * (1 / cell)
        v[i] = now - rate * age[i]
      }
      noise.values(u, v, into: n, count: count)
      for i in 0..<count { sum[i] += weight * n[i] }
    }

    // Sway and folding, carried up with the gas.
    sway.clearElements(count)
    add(noises.sway, 15, at: x, cell: 75, rate: 1.1, shift: 0.5 * moment.time, to: sway)
    add(noises.wave, 9, at: x, cell: 26, rate: 2.6, to: sway)
    let falling = moment.phase(-7)
    for i in 0..<count {
      u[i] = x[i] * (1 / 9)
      v[i] = atLeast(0, h[i]) * (1 / 16) + falling
    }
    noises.curl.values(u, v, into: n, count: count)
    for i in 0..<count {
      sway[i] = x[i] + atMost(1.6, age[i] * (1 / 0.3)) * (sway[i] + 4 * n[i])
    }

    for i in 0..<count { sum[i] = 0.52 }
    add(noises.tongues, 0.62, at: sway, cell: 21, rate: 2.1, to: sum)
    add(noises.licks, 0.40, at: sway, cell: 9.5, rate: 4.2, to: sum)
    add(noises.wisps, 0.17, at: sway, cell: 4.2, rate: 8.5, to: sum)
    add(noises.threads, 0.07, at: sway, cell: 1.9, rate: 15, to: sum)
    // Bright sheets where the flame folds.
    let now = Noise.phase(3 * moment.time + 9)
    for i in 0..<count {
      u[i] = sway[i] * (1 / 13)
      v[i] = now - 3 * age[i]
    }
    noises.folds.values(u, v, into: n, count: count)
    let threshold = self.threshold + first
    let result = emission + first
    let amounts = amount + first
    for i in 0..<range.count {
      let fold = atLeast(-1, 1 - 2.2 * n[i].magnitude)
      let density =
        atLeast(0, sum[i] - threshold[i] - 0.66 * share[i]) * (0.75 + 0.5 * fold)
      result[i] = amounts[i] * density * density.squareRoot()
    }
  }
}
