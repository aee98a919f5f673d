/// A puff of smoke at a moment. Lengths are in points.
struct Puff: BitwiseCopyable {
  var x, y, radius: Float
  /// Its optical depth at the center.
  var depth: Float
}

/// Smoke: soft puffs in a plane that noise has warped, so that they are torn to wisps.
///
/// A puff is born at the edge, rises, is carried along by a draught and follows the edge in part,
/// grows and thins out. The optical depth T is the sum over puffs of depth x exp(-2.2 q), where q is
/// the squared distance over the squared radius, times noise with veins; smoke covers
/// 1 - exp(-T) in dark gray.
final class Smoke {
  static let color: (Float, Float, Float) = (0.20, 0.185, 0.175)
  static let longestLife = 1.7

  private let moment: FlameMoment
  private let puffs: Storage<Puff>
  private var count = 0
  private var bins: RowBins
  /// How far the warp moves a place at most, in points.
  private static var warp: Double { 26 }

  /// `rate` is births a second.
  init(_ moment: FlameMoment, _ feed: Feed, _ philox: Philox, rate: Double) throws(OutOfMemory) {
    self.moment = moment
    let births = Births(rate: rate, longest: Self.longestLife, moment)
    puffs = try Storage(births.numbers?.count ?? 0)
    bins = try RowBins(0, height: 1) { _ in 0...0 }
    if let numbers = births.numbers {
      for number in numbers {
        guard moment.clock.bears(at: births.birth(number)) else { continue }
        let puff = Self.puff(number, births, moment, feed, philox)
        if let puff, puff.depth > 1e-4 {
          puffs[count] = puff
          count += 1
        }
      }
    }
    let canvas = moment.canvas
    let puffs = self.puffs
    bins = try RowBins(count, height: canvas.height) { i in
      let puff = puffs[i]
      // q is below 3 within the radius times sqrt(3) / 0.85.
      let reach = Double(puff.radius) * 2.04 + Self.warp + 4
      return canvas.rows(Double(puff.y) - reach, Double(puff.y) + reach)
    }
  }

  /// One puff; nil before its birth or after its life.
  static func puff(
    _ number: Int64, _ births: Births, _ moment: FlameMoment, _ feed: Feed, _ philox: Philox
  ) -> Puff? {
    func draw(_ i: UInt32) -> Double { philox.uniform(kind: Births.puff, number: number, draw: i) }
    let age = births.age(number)
    let life = 0.7 + draw(0)
    if age < 0 || age >= life { return nil }
    let f = age / life
    let clock = moment.clock
    let x0 = -5 + (moment.canvas.pointsWide + 10) * draw(1)
    let birth = max(8, clock.edge(at: births.birth(number)))
    let fed = feed.value(x0, min(max(birth - 6, 3), clock.height - 3))
    // The last smoke stays low.
    let hang = 0.3 + 0.7 * min(max(birth / 70, 0), 1)
    let follows = 0.85 * draw(5)
    let rise = 14 + (22 + 70 * draw(5)) * age + 55 * draw(2) * age * age
    let y = (1 - follows) * birth + follows * max(8, moment.edge) - hang * rise
    let drift = moment.noises.drift.value(x0 / 60, 0.8 * moment.time)
    let x = x0 + 26 * age * (draw(3) - 0.3) + 20 * age * drift
    let radius = 12 + 9 * draw(4) + 34 * f * (1.6 - 0.6 * f)
    let depth = 1.2 * (13 / radius) * smoothstep(0, 0.18, f) * (1 - f) * fed * moment.tail
    return Puff(x: Float(x), y: Float(y), radius: Float(radius), depth: Float(depth))
  }

  /// How far to either side a puff is seen: to q = 3, and as far as the warp moves it.
  private static func reach(_ puff: Puff) -> Double { Double(puff.radius) * 1.74 + warp }

  /// Whether there may be smoke at a row of the canvas.
  func reaches(row: Int) -> Bool { bins.things(at: row).count > 0 }

  /// Memory for the rows that a thread works on.
  final class Workspace {
    let grid: NodeGrid
    fileprivate let x: FloatRows
    fileprivate let scratch: FloatRows

    init(_ moment: FlameMoment) throws(OutOfMemory) {
      grid = try NodeGrid(step: 2, canvas: moment.canvas)
      x = try FloatRows(1, length: grid.columns)
      scratch = try FloatRows(8, length: grid.columns)
      for i in 0..<x.count { x[0][i] = Float(grid.x(node: i)) }
    }
  }

  /// How much the smoke covers at a row of nodes, 0 to 1.
  func cover(row j: Int, into result: UnsafeMutablePointer<Float>, _ work: Workspace) {
    let height = work.grid.y(row: j)
    result.clearElements(work.x.count)
    // A row of nodes may lie just outside the canvas.
    let row = min(max(moment.canvas.row(height), 0), moment.canvas.height - 1)
    let near = bins.things(at: row)
    if near.isEmpty { return }
    var left = Double.infinity
    var right = -Double.infinity
    for i in near {
      let puff = puffs[Int(i)]
      let reach = Self.reach(puff)
      left = min(left, Double(puff.x) - reach)
      right = max(right, Double(puff.x) + reach)
    }
    let first = work.grid.place(x: left).node / 4 * 4
    let last = work.grid.place(x: right).node + 1
    let nodes = first..<last + 1
    let count = (nodes.count + 3) / 4 * 4

    let noises = moment.noises
    let y = Float(height)
    let (u, v) = (work.scratch[0], work.scratch[1])
    let (wx, wy, n) = (work.scratch[2], work.scratch[3], work.scratch[4])
    let x = work.x[0] + first
    for i in 0..<count { u[i] = x[i] * (1 / 40) }
    let slow = y * (1 / 52) + moment.phase(45.0 / 52)
    noises.tearX.values(u, y: slow, into: wx, count: count)
    for i in 0..<count { u[i] = x[i] * (1 / 40) + 9 }
    noises.tearY.values(u, y: slow, into: wy, count: count)
    for i in 0..<count { u[i] = x[i] * (1 / 14) }
    noises.fineTearX.values(
      u, y: y * (1 / 19) + moment.phase(60.0 / 19), into: n, count: count)
    let depth = result + first
    for i in 0..<count {
      wx[i] = 16 * wx[i] + 6 * n[i]
      wy[i] = 16 * wy[i]
      u[i] = x[i] + 0.9 * wx[i]
      v[i] = y + 0.9 * wy[i]
    }
    for p in near {
      let puff = puffs[Int(p)]
      let reach = Self.reach(puff)
      let start = max(0, work.grid.place(x: Double(puff.x) - reach).node - first)
      let end = min(count, work.grid.place(x: Double(puff.x) + reach).node + 2 - first)
      if start < end { add(puff, u + start, v + start, to: depth + start, count: end - start) }
    }

    // Torn by veins and fine noise.
    let (veins, fine, body) = (work.scratch[5], work.scratch[6], work.scratch[7])
    for i in 0..<count {
      u[i] = (x[i] + wx[i]) * (1 / 26)
      v[i] = (y + wy[i]) * (1 / 48) + moment.phase(55.0 / 48)
    }
    noises.veins.values(u, v, into: veins, count: count)
    for i in 0..<count {
      u[i] = (x[i] + 1.3 * wx[i]) * (1 / 9)
      v[i] = (y + wy[i]) * (1 / 17) + moment.phase(65.0 / 17)
    }
    noises.fineSmoke.values(u, v, into: fine, count: count)
    for i in 0..<count {
      u[i] = (x[i] + wx[i]) * (1 / 50)
      v[i] = (y + wy[i]) * (1 / 60) + moment.phase(50.0 / 60)
    }
    noises.body.values(u, v, into: body, count: count)
    for i in 0..<nodes.count {
      let vein = atLeast(0, 1 - 2.6 * veins[i].magnitude)
      let torn = 0.4 + 1.4 * body[i] + 0.75 * vein * vein.squareRoot() + 0.55 * fine[i]
      depth[i] = 1 - exponential(-depth[i] * clamped(torn, 0, 2.6))
    }
  }

  private func add(
    _ puff: Puff, _ x: UnsafePointer<Float>, _ y: UnsafePointer<Float>,
    to depth: UnsafeMutablePointer<Float>, count: Int
  ) {
    let perSquare = 1 / (puff.radius * puff.radius)
    for i in 0..<count {
      let dx = x[i] - puff.x
      let dy = y[i] - puff.y
      let q = (dx * dx + 0.7225 * dy * dy) * perSquare
      // Less its value at q = 3, from where on there is none.
      depth[i] += puff.depth * atLeast(0, exponential(-2.2 * q) - 0.00136)
    }
  }
}
