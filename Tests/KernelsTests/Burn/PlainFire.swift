import Foundation
import TestSupport

@testable import Kernels

/// Smoothstep, in float64.
func step(_ start: Double, _ end: Double, _ x: Double) -> Double {
  let t = min(max((x - start) / (end - start), 0), 1)
  return t * t * (3 - 2 * t)
}

/// The parts of a fire by their formulas, place by place in float64; noise is taken as given, as
/// what it is has tests of its own. Lengths are in points.
struct PlainFire {
  let moment: FlameMoment
  let feed: Feed
  let philox: Philox

  init(_ call: FlameCall, width: Int, height: Int) throws {
    moment = call.moment(width: width, height: height)
    feed = try Feed(moment.canvas, isOpaque: true)
    philox = call.source.philox
  }

  var noises: FlameNoises { moment.noises }
  var time: Double { moment.time }
  var edge: Double { moment.edge }
  var scale: Double { moment.canvas.scale }
  /// Points from node to node of the edge's grid.
  var edgeStep: Double { max(1, scale) / scale }

  // MARK: - The edge

  struct Ragged {
    var px, py, smooth, distance: Double
  }

  func ragged(_ x: Double, _ y: Double) -> Ragged {
    let px =
      x + 9 * noises.warpX.value(x / 36, y / 36) + 3 * noises.fineWarpX.value(x / 11, y / 11)
    let py =
      y + 9 * noises.warpY.value(x / 36, y / 36) + 3 * noises.fineWarpY.value(x / 11, y / 11)
    let middle = noises.middle.value(px / 9.5, py / 9.5)
    let small = noises.small.value(px / 4.1, py / 4.1)
    let q = noises.pits.value(
      (px + 3.2 * middle + 1.6 * small) / 21, (py - 3.2 * middle + 1.6 * small) / 21)
    let pits = 55 * (1 - exp(-1.42 * pow(max(0, q + 0.08), 3)))
    let low = min(
      34,
      3 + 30 * noises.broad.value(px / 95, py / 110) + 16 * noises.wide.value(px / 30, py / 34)
        - pits)
    let near = step(100, 70, edge - y) * moment.raggedness
    let smooth = edge - y + near * low
    return Ragged(
      px: px, py: py, smooth: smooth, distance: smooth + near * (4.5 * middle + 2.2 * small))
  }

  /// Slope, curl, narrowness, grain, patch and light.
  func char(_ x: Double, _ y: Double) -> [Double] {
    let here = ragged(x, y)
    let (px, py) = (here.px, here.py)
    let width =
      moment.charHeight * min(max(0.85 + 1.3 * noises.charWidth.value(px / 33, py / 33), 0.35), 1.9)
    let grain = 1 + 0.5 * noises.grain.value(px / 6, py / 6)
    let wrinkles =
      noises.middle.value(px / 9.5, py / 9.5 + 0.15)
      - noises.middle.value(px / 9.5, py / 9.5 - 0.15)
    let h = edgeStep
    let gx = (ragged(x + h, y).smooth - ragged(x - h, y).smooth) / (2 * h)
    let gy = (ragged(x, y + h).smooth - ragged(x, y - h).smooth) / (2 * h)
    let m = (gx * gx + gy * gy).squareRoot()
    let m1 = (0.4 + m * m).squareRoot()
    let turn = (0.5 * gx - 0.86 * gy) / max(0.5, m) - 0.8
    let patch = step(
      -0.28, 0.42,
      noises.glow.value(px / 19 + 0.35 * time, py / 19 - 0.5 * time)
        + 0.5 * noises.fineGlow.value(px / 6, py / 6 - 0.9 * time))
    let along = moment.fuel * (0.75 + 0.5 * noises.light.value(x / 60, 3.1 * time))
    let light = step(100, 70, edge - y) * along * exp(-max(0, here.smooth) / 38)
    return [
      (1 + m1 / 9) / m1, 1.4 * wrinkles + 0.55 * turn, 1 / max(1e-3, width), grain, patch, light,
    ]
  }

  /// Fields on the edge's nodes, read between them.
  func between(_ x: Double, _ y: Double, _ field: (Double, Double) -> [Double]) -> [Double] {
    let h = edgeStep
    let origin = 0.5 / scale
    let (i, j) = (floor((x - origin) / h + 1e-9), floor((y - origin) / h + 1e-9))
    let (fx, fy) = ((x - origin) / h - i, (y - origin) / h - j)
    func node(_ i: Double, _ j: Double) -> [Double] { field(origin + i * h, origin + j * h) }
    var sum: [Double] = []
    for (i, weightX) in [(i, 1 - fx), (i + 1, fx)] {
      for (j, weightY) in [(j, 1 - fy), (j + 1, fy)] where weightX * weightY > 1e-7 {
        let values = node(i, j)
        if sum.isEmpty { sum = values.map { _ in 0 } }
        for k in values.indices { sum[k] += weightX * weightY * values[k] }
      }
    }
    return sum
  }

  // MARK: - The picture

  /// s at a pixel of the canvas, with its finest octave.
  func distance(column: Int, row: Int) -> Double {
    let canvas = moment.canvas
    let (x, y) = (canvas.x(column: min(max(column, 0), canvas.width - 1)), canvas.y(row: row))
    return between(x, y) { x, y in [ragged(x, y).distance] }[0]
      + 1.1 * step(100, 70, edge - y) * moment.raggedness * turned(noises.finest, 1.7, x, y)
  }

  /// A noise on a lattice that is turned.
  private func turned(
    _ noise: Noise, _ cell: Double, _ x: Double, _ y: Double, _ moving: Double = 0
  )
    -> Double
  {
    noise.value((0.8 * x + 0.6 * y) / cell, (0.8 * y - 0.6 * x) / cell + moving)
  }

  /// What is left of a pixel, colors multiplied by opacity.
  func paper(_ pixel: [Double], column: Int, row: Int) -> [Double] {
    let (x, y) = (moment.canvas.x(column: column), moment.canvas.y(row: row))
    let s = distance(column: column, row: row)
    let dx = (distance(column: column + 1, row: row) - distance(column: column - 1, row: row)) / 2
    let dy = (distance(column: column, row: row + 1) - distance(column: column, row: row - 1)) / 2
    let change = min(max((dx * dx + dy * dy).squareRoot(), 0.3 / scale), 6 / scale)
    let cover = min(max(s / change + 0.5, 0), 1)
    let fields = between(x, y) { x, y in char(x, y) }
    let (slope, curl, narrowness, grain) = (fields[0], fields[1], fields[2], fields[3])
    let (patch, light) = (fields[4], fields[5])
    let d = s * slope
    let near = step(100, 70, edge - y) * moment.growth
    let share = max(0, d) * narrowness
    let u = share * grain
    let scorch = near * exp(-pow(u / 1.9, 1.5))
    let brown = 1.9 * near * exp(-pow(u / 0.95, 2))
    let black = 4.5 * near * exp(-pow(u / 0.5, 2))
    let soot =
      (1 - exp(-black - brown / 2))
      * min(max(0.05 + 0.06 * turned(noises.soot, 2.3, x, y), 0.015), 0.12)
    let shade = 1 + near * min(max(exp(-share / 0.8) * curl, -0.5), 0.7)

    let flicker = 0.85 + 0.5 * noises.flicker.value(x / 7, 6.5 * time)
    let width = max(0.55 / scale, 0.45 + 1.3 * patch)
    let sparkle = turned(noises.sparkle, 2.1, x, y, -0.4 * time)
    let emission =
      near * (0.35 + 0.65 * moment.fuel)
      * (6.5 * patch * flicker * exp(-pow((d - 0.8) / width, 2))
        + 0.9 * patch * patch * exp(-abs(d) * narrowness / 0.35)
        + 2.2 * flicker * step(0.38, 0.60, sparkle + 0.3 * patch) * exp(-pow(share / 0.6, 2)))

    let a = pixel[3]
    let absorption = [
      0.16 * scorch + 0.62 * brown + black, 0.48 * scorch + brown + black,
      1.1 * scorch + 1.35 * brown + black,
    ]
    let (gray, warmth, glow) = ([1, 0.9, 0.82], [0.30, 0.10, -0.12], [0.030, 0.012, 0.002])
    let most = 1 - exp(-emission)
    return (0..<3).map { i in
      let charred = (pixel[i] * exp(-absorption[i]) + gray[i] * soot * a) * shade
      let lit = min(max(charred * (1 + light * warmth[i]) + light * glow[i] * a, 0), a)
      return cover * ((1 - exp(-emission * [1, 0.34, 0.07][i])) * a + lit * (1 - most))
    } + [cover * a]
  }

  // MARK: - Flames

  /// Light at a height over the base: red, green and blue.
  func flame(_ x: Double, _ y: Double) -> [Double] {
    let n = noises
    let (t, fuel) = (time, moment.fuel)
    let rag =
      moment.raggedness
      * (30 * n.broad.value(x / 95, edge / 110) + 10 * n.wide.value(x / 30, edge / 34))
    let low = 10 + 26 * n.hold.value(x / 34, 0.9 * t)
    let base = max(low, edge + rag)
    let free = step(4, -10, edge + rag - low)
    let clump = step(
      -0.32, 0.38, n.clump.value(x / 85, 0.55 * t) + 0.6 * n.fineClump.value(x / 31, 1.3 * t))
    let top = min(max(base - 5, 3), moment.clock.height - 3)
    func fed(_ dx: Double) -> Double { feed.value(x + dx, top) }
    let around = (3 * fed(0) + 2 * fed(-8) + 2 * fed(8) + fed(-16) + fed(16)) / 9

    let h = base - y
    let age = ((70 * 70 + 960 * max(0, h)).squareRoot() - 70) / 480
    let u = t - age
    let a =
      age / (0.5 * (0.2 + 0.95 * clump) * (0.2 + 0.8 * fed(0)) * (0.25 + 0.75 * fuel))
    let sway =
      15 * n.sway.value(x / 75, 1.1 * u + 0.5 * t) + 9 * n.wave.value(x / 26, 2.6 * u)
      + 4 * n.curl.value(x / 9, max(0, h) / 16 - 7 * t)
    let xs = x + min(age / 0.3, 1.6) * sway
    let noise =
      0.62 * n.tongues.value(xs / 21, 2.1 * u) + 0.40 * n.licks.value(xs / 9.5, 4.2 * u)
      + 0.17 * n.wisps.value(xs / 4.2, 8.5 * u) + 0.07 * n.threads.value(xs / 1.9, 15 * u)
    let fold = max(-1, 1 - 2.2 * abs(n.folds.value(xs / 13, 3 * u + 9)))
    let threshold = 0.06 + 0.45 * (1 - fuel) + 0.5 * free * (1 - clump)
    let cut = min(a, 1.3)
    let density = max(0, 0.52 + noise - threshold - 0.66 * cut) * (0.75 + 0.5 * fold)
    let s = between(x, y) { x, y in [ragged(x, y).distance] }[0]
    let foot =
      max(step(-1.5, 9, s), step(8, 26, h), free * step(-6, 12, h))
      * (0.12 + 0.88 * step(-2, 24, h))
    // A fire that starts grows upwards: its strength is that of the time when the gas left, in
    // steps of 1/64 s.
    let steps = floor(64 * age)
    func caught(_ steps: Double) -> Double {
      let (then, now) = (moment.clock.burnt(at: t - steps / 64), moment.clock.burnt(at: t))
      return min(1, step(0, 0.10, then) / max(step(0, 0.10, now), 1e-9))
    }
    let young = caught(steps) + (64 * age - steps) * (caught(steps + 1) - caught(steps))
    let e =
      36 * young * fuel * fed(0) * foot * max(0, 1 - 0.5 * a) * (1 - step(0.7, 1.3, a))
      * pow(density, 1.5)
    let halo = 0.11 * fuel * around * clump * exp(-abs(h - 12) / 26)
    return [
      1 - exp(-(e + halo)), 1 - exp(-(e * (0.44 - 0.17 * cut) + 0.36 * halo)),
      1 - exp(-(e * (0.13 - 0.095 * min(a, 1.2)) + 0.08 * halo)),
    ]
  }

  // MARK: - Smoke

  func draw(_ kind: UInt32, _ number: Int64) -> (UInt32) -> Double {
    { philox.uniform(kind: kind, number: number, draw: $0) }
  }

  /// A puff's place, radius and depth; nil if it is not there.
  func puff(_ number: Int64, rate: Double) -> (x: Double, y: Double, radius: Double, depth: Double)?
  {
    let r = draw(2, number)
    let age = time - Double(number) / rate
    let life = 0.7 + r(0)
    if age < 0 || age >= life { return nil }
    let f = age / life
    let x0 = -5 + (moment.canvas.pointsWide + 10) * r(1)
    let born = max(8, moment.clock.edge(at: time - age))
    let hang = 0.3 + 0.7 * min(born / 70, 1)
    let follows = 0.85 * r(5)
    let y =
      born + follows * (max(8, edge) - born)
      - hang * (14 + (22 + 70 * r(5)) * age + 55 * r(2) * age * age)
    let x =
      x0 + 26 * age * (r(3) - 0.3) + 20 * age * noises.drift.value(x0 / 60, 0.8 * time)
    let radius = 12 + 9 * r(4) + 34 * f * (1.6 - 0.6 * f)
    let fed = feed.value(x0, min(max(born - 6, 3), moment.clock.height - 3))
    return (x, y, radius, 1.2 * 13 / radius * step(0, 0.18, f) * (1 - f) * fed * moment.tail)
  }

  /// How much smoke covers a place.
  func smoke(
    _ x: Double, _ y: Double, of puffs: [(x: Double, y: Double, radius: Double, depth: Double)]
  ) -> Double {
    let n = noises
    let t = time
    let wx =
      16 * n.tearX.value(x / 40, (y + 45 * t) / 52)
      + 6 * n.fineTearX.value(x / 14, (y + 60 * t) / 19)
    let wy = 16 * n.tearY.value(x / 40 + 9, (y + 45 * t) / 52)
    let (px, py) = (x + 0.9 * wx, y + 0.9 * wy)
    var depth = 0.0
    for puff in puffs {
      let q = (pow(px - puff.x, 2) + 0.7225 * pow(py - puff.y, 2)) / pow(puff.radius, 2)
      depth += puff.depth * max(0, exp(-2.2 * q) - 0.00136)
    }
    let vein = max(0, 1 - 2.6 * abs(n.veins.value((x + wx) / 26, (y + wy + 55 * t) / 48)))
    let torn =
      0.4 + 1.4 * n.body.value((x + wx) / 50, (y + wy + 50 * t) / 60) + 0.75 * pow(vein, 1.5)
      + 0.55 * n.fineSmoke.value((x + 1.3 * wx) / 9, (y + wy + 65 * t) / 17)
    return 1 - exp(-depth * min(max(torn, 0), 2.6))
  }

  // MARK: - Embers

  /// An ember; nil if it is not there. `place` is where it is in points at an age, the wind as now.
  struct Ember {
    var age, life, radius, power: Double
    var isScrap: Bool
    var place: (Double) -> (x: Double, y: Double)
  }

  func ember(_ number: Int64, rate: Double) -> Ember? {
    let r = draw(1, number)
    let n = noises
    let t = time
    let age = t - Double(number) / rate
    let life = 0.35 + 1.6 * r(0) * r(0)
    if age < 0 || age >= life { return nil }
    let f = age / life
    let x0 = -5 + (moment.canvas.pointsWide + 10) * r(1)
    let born = max(4, moment.clock.edge(at: t - age))
    let ragged =
      30 * moment.clock.raggedness(at: t - age) * n.broad.value(x0 / 95, born / 110)
    let top = min(max(born + ragged - 6, 3), moment.clock.height - 3)
    if feed.value(x0, top) <= r(11) { return nil }
    let isScrap = r(5) < 0.16
    let drop = min(max(1 - born / 45, 0), 1)
    let y0 = born + 0.7 * r(10) * r(10) * (max(4, edge) - born) + ragged - 4 + 8 * r(2)
    let speed = (30 + 110 * pow(r(3), 1.5)) * (1 - 0.7 * drop)
    let angle = 1.5 * (r(4) - 0.5)
    let rise = (isScrap ? 15 - 45 * r(6) : -35 + 150 * r(6)) - 120 * drop * r(12)

    func place(_ a: Double) -> (x: Double, y: Double) {
      let slowed = (1 - exp(-2.2 * a)) / 2.2
      let x = x0 + speed * sin(angle) * slowed
      let y = y0 - speed * cos(angle) * slowed - rise * (a - 0.8 * slowed)
      let k = min(2 * a, 1.5)
      let blownX =
        x + k * 22 * n.windX.value(x / 55, y / 55 + 0.5 * t)
        + k * 6 * n.flutterX.value(x / 14 + 7 * r(7), 3 * a + 50 * r(8))
      let blownY =
        y + k * 14 * n.windY.value(blownX / 55 + 40, y / 55)
        + k * 5 * n.flutterY.value(blownX / 14, 3 * a + 50 * r(7))
      return (blownX, blownY)
    }

    let radius =
      isScrap
      ? (1.1 + 1.7 * r(9) * r(9)) * (1 - 0.35 * f) * min(1, 4 * (1 - f))
      : (0.3 + 0.6 * pow(r(9), 3)) * (1 - 0.35 * f)
    let flicker = min(max(0.65 + 0.8 * n.twinkle.value(11 * age, 0.37 * Double(number)), 0.1), 1.3)
    // An ember below half a pixel is drawn larger, and dimmer.
    let seen = max(radius * scale, 0.55)
    return Ember(
      age: age, life: life, radius: seen,
      power: flicker * (1 - f * f) * min(1, age / 0.03) * moment.tail * (isScrap ? 0.5 : 1)
        * radius * scale / seen,
      isScrap: isScrap, place: place)
  }
}
