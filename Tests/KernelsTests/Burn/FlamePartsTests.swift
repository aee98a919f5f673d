import Foundation
import TestSupport
import Testing

@testable import Kernels

/// The parts of a fire, each against its formula.
@Suite("Parts of flames")
struct FlamePartsTests {
  /// Fires at every stage: young, full, at the top, dying; by the clock and with a track.
  static let calls = [
    FlameCall(at: 0.08), FlameCall(at: 1.1), FlameCall(at: 2.6), FlameCall(at: 3.2),
    FlameCall(burnt: 0.4, at: -3), FlameCall(burnt: 0.985, at: 40),
  ]
  static let scales = [1, 0.25, 2.6]

  /// What can be seen between two numbers that differ by rounding in Float.
  static func isNear(_ value: Float, _ exact: Double, _ tolerance: Double) -> Bool {
    abs(Double(value) - exact) <= tolerance * max(1, abs(exact))
  }

  @Test("The edge's field s, and what the char is made of", arguments: calls.indices, scales)
  func edge(index: Int, scale: Double) throws {
    var call = Self.calls[index]
    call.scale = scale
    call.margin = (20, 1, 2, 9)
    call.charHeight = index == 3 ? 0 : 10 + Double(index)
    let (width, height) = (24, Int(120 * scale))
    let fire = try PlainFire(call, width: width, height: height)
    let field = try EdgeField(fire.moment)
    let grid = field.grid
    for offset in [-40.0, -11, 3, 30, 78, 99] {
      let j = grid.place(y: fire.edge - offset).node
      let y = grid.y(row: j)
      let row = field.raggedRow(j)
      for i in stride(from: 0, to: grid.columns, by: 3) {
        let exact = fire.ragged(grid.x(node: i), y)
        #expect(Self.isNear(row.px[i], exact.px, 1e-4))
        #expect(Self.isNear(row.py[i], exact.py, 1e-4))
        #expect(Self.isNear(row.smooth[i], exact.smooth, 1e-3), "\(offset), \(i)")
        #expect(Self.isNear(row.distance[i], exact.distance, 1e-3), "\(offset), \(i)")
      }
      let char = field.charRow(j)
      for i in stride(from: 1, to: grid.columns - 1, by: 5) {
        let exact = fire.char(grid.x(node: i), y)
        let values = [
          char.slope[i], char.curl[i], char.narrowness[i], char.grain[i], char.patch[i],
          char.light[i],
        ]
        for (k, value) in values.enumerated() {
          #expect(Self.isNear(value, exact[k], 3e-3), "field \(k) at \(offset), \(i)")
        }
      }
    }
  }

  @Test("The light of flames at their nodes", arguments: calls.indices, scales)
  func flames(index: Int, scale: Double) throws {
    var call = Self.calls[index]
    call.scale = scale
    call.margin = (10, 0, 0, 3)
    call.seed = index == 2 ? 1 : 0
    let (width, height) = (21, Int(120 * scale))
    let fire = try PlainFire(call, width: width, height: height)
    let flames = try Flames(fire.moment, EdgeField(fire.moment), fire.feed)
    let grid = flames.grid
    #expect(grid.cell == max(1, (scale > 1.5 ? 0.5 : 1) * scale))
    let places = scale == 0.25 ? 3 : 1
    let side = grid.cell / scale
    var brightest = 0.0
    let base = max(fire.edge, 10)
    for offset in [-8.0, 4, 14, 33, 60, 100] {
      let j = grid.place(y: base - offset).node
      let rows = flames.row(j)
      for i in stride(from: 0, to: grid.columns, by: places == 1 ? 1 : 4) {
        var exact = [0.0, 0, 0]
        for k in 0..<places * places {
          let part = { (k: Int) in ((Double(k) + 0.5) / Double(places) - 0.5) * side }
          let light = fire.flame(
            grid.x(node: i) + part(k % places), grid.y(row: j) + part(k / places))
          for plane in 0..<3 { exact[plane] += light[plane] / Double(places * places) }
        }
        brightest = max(brightest, exact[0])
        for plane in 0..<3 {
          #expect(
            Self.isNear(rows[plane][i], exact[plane], 2e-3), "plane \(plane) at \(offset), \(i)")
        }
      }
    }
    // There is something to see, but for a young fire and one that is nearly out.
    #expect(brightest > (fire.moment.fuel > 0.6 ? 0.5 : 0.0), "\(fire.moment.fuel)")
  }

  @Test("Flames do not reach beyond what is drawn")
  func reach() throws {
    for call in [FlameCall(at: 1.1), FlameCall(at: 2.9)] {
      let fire = try PlainFire(call, width: 40, height: 300)
      let flames = try Flames(fire.moment, EdgeField(fire.moment), fire.feed)
      for y in stride(from: -250.0, to: 300, by: 7) where !flames.reach(y) {
        for x in stride(from: 0.5, to: 40, by: 4) {
          #expect(fire.flame(x, y)[0] < 3e-3, "\(x), \(y)")
        }
      }
      #expect(flames.reach(max(10, fire.edge)))
    }
    let young = FlameCall(at: -1).moment(width: 9, height: 9)
    let none = try Flames(young, EdgeField(young), Feed(young.canvas, isOpaque: true))
    #expect(!none.reach(young.edge))
  }

  @Test("Puffs of smoke", arguments: calls.indices)
  func puffs(index: Int) throws {
    let fire = try PlainFire(Self.calls[index], width: 90, height: 120)
    let births = Births(rate: 40, longest: Smoke.longestLife, fire.moment)
    var count = 0
    for number in try #require(births.numbers) {
      let puff = Smoke.puff(number, births, fire.moment, fire.feed, fire.philox)
      let exact = fire.puff(number, rate: 40)
      #expect((puff == nil) == (exact == nil), "\(number)")
      guard let puff, let exact else { continue }
      count += 1
      #expect(Self.isNear(puff.x, exact.x, 1e-4) && Self.isNear(puff.y, exact.y, 1e-4))
      #expect(Self.isNear(puff.radius, exact.radius, 1e-5))
      #expect(Self.isNear(puff.depth, exact.depth, 1e-5))
    }
    #expect(count > (index == 0 ? 2 : 15))
  }

  @Test("Smoke is torn by noise, and covers what is behind it", arguments: [1, 2, 4])
  func smoke(index: Int) throws {
    for scale in [1, 0.25, 2.6] {
      var call = Self.calls[index]
      call.scale = scale
      let fire = try PlainFire(call, width: Int(90 * scale), height: Int(120 * scale))
      let smoke = try Smoke(fire.moment, fire.feed, fire.philox, rate: 12)
      let work = try Smoke.Workspace(fire.moment)
      #expect(work.grid.cell == max(1, 2 * scale))
      let first = Int64(12 * (call.time - 2))
      let puffs = (first...first + 30).compactMap { number in
        fire.moment.clock.bears(at: Double(number) / 12) ? fire.puff(number, rate: 12) : nil
      }
      #expect(puffs.count > 4)
      var row = [Float](repeating: 9, count: work.grid.columns + 4)
      var most = 0.0
      for j in stride(from: 0, to: work.grid.place(y: 119).node, by: 7) {
        smoke.cover(row: j, into: &row, work)
        for i in stride(from: 0, to: work.grid.columns, by: 3) {
          let exact = fire.smoke(work.grid.x(node: i), work.grid.y(row: j), of: puffs)
          most = max(most, exact)
          #expect(Self.isNear(row[i], exact, 4e-3), "\(i), \(j): \(row[i]), \(exact)")
        }
      }
      #expect(most > 0.05, "\(most)")
    }
  }

  @Test("Embers: where they are and were, how large, how bright", arguments: calls.indices)
  func embers(index: Int) throws {
    var call = Self.calls[index]
    call.scale = index % 2 == 0 ? 1 : 3.6
    call.margin = (5, 0, 0, 7)
    let canvas = call.canvas(width: Int(90 * call.scale), height: Int(120 * call.scale))
    let fire = try PlainFire(call, width: canvas.pictureWidth, height: canvas.pictureHeight)
    let births = Births(rate: 200, longest: Embers.longestLife, fire.moment)
    var (scraps, sparks) = (0, 0)
    for number in try #require(births.numbers) {
      let ember = Embers.ember(number, births, fire.moment, fire.feed, fire.philox)
      let exact = fire.ember(number, rate: 200)
      #expect((ember == nil) == (exact == nil), "\(number)")
      guard let ember, let exact else { continue }
      if exact.isScrap { scraps += 1 } else { sparks += 1 }
      for (age, x, y) in [
        (exact.age, ember.x, ember.y), (max(0, exact.age - 1.0 / 30), ember.tailX, ember.tailY),
      ] {
        let place = exact.place(age)
        #expect(Self.isNear(x, place.x * call.scale + 7, 1e-4), "\(number)")
        #expect(Self.isNear(y, place.y * call.scale + 5, 1e-4), "\(number)")
      }
      #expect(Self.isNear(ember.radius, exact.radius, 1e-5))
      #expect(Self.isNear(ember.power, exact.power, 1e-5))
      #expect(Self.isNear(ember.heat, 1 - exact.age / exact.life, 1e-5))
      #expect((ember.body >= 0) == exact.isScrap)
    }
    // 16 of a hundred are scraps of paper.
    if index > 0 {
      let share = Double(scraps) / Double(scraps + sparks)
      #expect(sparks > 60 && (0.08...0.26).contains(share), "\(sparks), \(scraps)")
    }
  }

  /// A row of one color, multiplied by its opacity.
  static func row(of pixel: [Double], width: Int) throws -> PremultipliedRow {
    let row = try PremultipliedRow(width: width)
    for x in 0..<width {
      row.red[x] = Float(pixel[0])
      row.green[x] = Float(pixel[1])
      row.blue[x] = Float(pixel[2])
      row.opacity[x] = Float(pixel[3])
    }
    return row
  }

  static func pixel(_ row: PremultipliedRow, _ x: Int) -> [Double] {
    [row.red[x], row.green[x], row.blue[x], row.opacity[x]].map { Double($0) }
  }

  @Test("The picture near the edge: char, curl, light and ember line", arguments: [0, 1, 3, 4])
  func paper(index: Int) throws {
    for (scale, pixel) in [(1.0, [0.8, 0.62, 0.4, 0.9]), (2.6, [0.2, 0.5, 0.5, 0.5])] {
      var call = Self.calls[index]
      call.scale = scale
      call.margin = (50, 0, 0, 3)
      call.charHeight = index == 1 ? 16 : 10
      let fire = try PlainFire(call, width: 30, height: Int(120 * scale))
      let paper = try BurntPaper(fire.moment, EdgeField(fire.moment))
      var (gone, partly, glowing) = (0, 0, 0)
      for offset in [-24.0, -12, -5, 0, 4, 9, 16, 30, 55, 95] {
        let y = fire.moment.canvas.row(fire.edge - offset)
        let row = try Self.row(of: pixel, width: 33)
        paper.burn(row, y: y)
        for x in stride(from: 0, to: 33, by: scale == 1 ? 2 : 8) {
          let exact = fire.paper(pixel, column: x, row: y)
          let result = Self.pixel(row, x)
          if exact[3] < 0.01 { gone += 1 } else if exact[3] < pixel[3] { partly += 1 }
          if exact[0] > 1.5 * exact[2] + 0.3 { glowing += 1 }
          #expect(
            zip(result, exact).allSatisfy { abs($0 - $1) < 8e-3 },
            "\(offset), \(x): \(result), \(exact)")
        }
      }
      #expect(
        gone > 10 && (scale > 1 || index == 3 || glowing > 3), "\(gone), \(partly), \(glowing)")
    }
  }

  @Test("Embers are streaks of light, scraps have a dark body and a rim", arguments: [1, 4])
  func drawing(index: Int) throws {
    for scale in [0.5, 4] {
      var call = Self.calls[index]
      call.scale = scale
      let rate = 60.0
      let fire = try PlainFire(call, width: Int(60 * scale), height: Int(120 * scale))
      let canvas = fire.moment.canvas
      let drawn = try Embers(fire.moment, fire.feed, fire.philox, rate: rate)
      let births = Births(rate: rate, longest: Embers.longestLife, fire.moment)
      let embers = births.numbers!.compactMap { number in
        fire.moment.clock.bears(at: births.birth(number))
          ? Embers.ember(number, births, fire.moment, fire.feed, fire.philox) : nil
      }
      #expect(embers.contains { $0.body >= 0 } && embers.contains { $0.body < 0 })
      let pixel = [0.3, 0.4, 0.6, 0.7]
      var changed = 0
      for y in stride(from: 0, to: canvas.height, by: scale == 4 ? 7 : 1) {
        let row = try Self.row(of: pixel, width: canvas.width)
        drawn.draw(on: row, y: y)
        let near = embers.filter { abs(Double($0.y) - Double(y)) < 30 * scale }
        for x in stride(from: 0, to: canvas.width, by: scale == 4 ? 3 : 1) {
          var exact = pixel
          for ember in near { exact = Self.draw(ember, over: exact, Double(x), Double(y)) }
          if exact != pixel { changed += 1 }
          let result = Self.pixel(row, x)
          #expect(
            zip(result, exact).allSatisfy { abs($0 - $1) < 2e-3 }, "\(x), \(y): \(result), \(exact)"
          )
        }
        if !drawn.reaches(row: y) { #expect((0..<canvas.width).allSatisfy { row.red[$0] == 0.3 }) }
      }
      #expect(changed > 20)
    }
  }

  @Test(
    "A frame is the paper, smoke over it, flames over that, and embers on top",
    arguments: [0, 1, 2, 3, 4])
  func frame(index: Int) throws {
    var call = Self.calls[index]
    let (width, height) = (60, 200)
    call.smoke = index == 1 ? nil : 30
    call.sparks = index == 1 ? nil : 90
    let fire = try PlainFire(call, width: width, height: height)
    let picture = Picture(
      .pamColour, width: width, height: height, maxval: 65535,
      samples: (0..<width * height).flatMap { _ in [50000, 40000, 30000] })
    let result = try call.apply(to: picture)

    let smokeRate = call.smoke ?? 0.085 * 60
    let sparkRate = call.sparks ?? 0.4 * 60
    func alive(_ rate: Double) -> ClosedRange<Int64> {
      Int64((call.time - 2) * rate) - 1...Int64(call.time * rate) + 1
    }
    let clock = fire.moment.clock
    let puffs = alive(smokeRate).compactMap { number in
      clock.bears(at: Double(number) / smokeRate) ? fire.puff(number, rate: smokeRate) : nil
    }
    let births = Births(rate: sparkRate, longest: Embers.longestLife, fire.moment)
    let embers = alive(sparkRate).compactMap { number in
      clock.bears(at: births.birth(number))
        ? Embers.ember(number, births, fire.moment, fire.feed, fire.philox) : nil
    }
    /// Smoke's nodes are two points apart.
    func smoke(_ x: Int, _ y: Int) -> Double {
      var sum = 0.0
      for i in [x / 2 * 2, (x + 1) / 2 * 2] {
        for j in [y / 2 * 2, (y + 1) / 2 * 2] {
          sum += fire.smoke(Double(i) + 0.5, Double(j) + 0.5, of: puffs) / 4
        }
      }
      return sum
    }
    var source = RandomSource(seed: 12)
    for number in 0..<260 {
      let x = source.number(upTo: width - 1)
      // Most of them near the fire.
      let near = Int(max(fire.edge, 20)) - 90 + source.number(upTo: 140)
      let y = number % 4 == 0 ? source.number(upTo: height - 1) : min(max(near, 0), height - 1)
      var pixel = fire.paper(
        [50000, 40000, 30000, 65535].map { $0 / 65535 }, column: x, row: y)
      let cover = smoke(x, y)
      let gray = [0.20, 0.185, 0.175, 1]
      pixel = (0..<4).map { pixel[$0] * (1 - cover) + gray[$0] * cover }
      let flame = fire.flame(Double(x) + 0.5, Double(y) + 0.5)
      pixel = (0..<4).map { pixel[$0] * (1 - flame[0]) + flame[$0 % 3] }
      for ember in embers { pixel = Self.draw(ember, over: pixel, Double(x), Double(y)) }
      let seen = result.tuple(x, y).map { Double($0) / 65535 }
      for plane in 0..<4 {
        let value = plane < 3 ? seen[plane] * seen[3] : seen[3]
        #expect(
          abs(value - pixel[plane]) < 8e-3, "plane \(plane) at \(x), \(y): \(value), \(pixel)")
      }
    }
  }

  @Test("With a track, nothing flies that would have been born before the picture burnt")
  func unborn() throws {
    for (time, isAlive) in [(1.0005, false), (1.3, true)] {
      var call = FlameCall(at: time)
      call.burnt = { $0 < 1.0002 ? 0 : 0.5 }
      let fire = try PlainFire(call, width: 60, height: 120)
      let embers = try Embers(fire.moment, fire.feed, fire.philox, rate: 1000)
      let smoke = try Smoke(fire.moment, fire.feed, fire.philox, rate: 1000)
      #expect((0..<120).contains { embers.reaches(row: $0) } == isAlive, "\(time)")
      #expect((0..<120).contains { smoke.reaches(row: $0) } == isAlive, "\(time)")
    }
  }

  @Test("On few pixels few particles are born")
  func tiny() throws {
    for (scale, width, height) in [(0.02, 40, 6), (0.001, 9, 3)] {
      var call = FlameCall(burnt: 0.5, at: 3, scale: scale)
      let picture = Picture(
        .pamColour, width: width, height: height, maxval: 65535, filledWith: 30000)
      let result = try call.apply(to: picture)
      call.sparks = min(0.4 * Double(width) / scale, Double(width * height) / 16)
      call.smoke = min(0.085 * Double(width) / scale, Double(width * height) / 80)
      #expect(try call.apply(to: picture).difference(from: result) == nil)
      #expect(call.sparks! < 16)
    }
  }

  /// A pixel with an ember over it.
  static func draw(_ ember: Ember, over pixel: [Double], _ x: Double, _ y: Double) -> [Double] {
    let (dx, dy) = (x + 0.5 - Double(ember.x), y + 0.5 - Double(ember.y))
    let radius = Double(ember.radius)
    let heat = Double(ember.heat)
    var emission: Double
    var body = 0.0
    if ember.body < 0 {
      let (vx, vy) = (Double(ember.tailX - ember.x), Double(ember.tailY - ember.y))
      let along = min(max((dx * vx + dy * vy) / (vx * vx + vy * vy + 1e-6), 0), 1)
      let q = (pow(dx - along * vx, 2) + pow(dy - along * vy, 2)) / (radius * radius)
      emission = 6 * exp(-1.1 * q) * (1 - 0.75 * along) + 0.1 * pow(max(0, 1 - q / 16), 2)
    } else {
      let (c, s, width) = (Double(ember.cosine), Double(ember.sine), Double(ember.width))
      let u = (dx * c + dy * s) / 1.25 / radius
      let v = (dy * c - dx * s) / width / radius
      let angle = atan2(v, u)
      func wave(_ wave: SIMD2<Float>, _ times: Double) -> Double {
        Double(wave.x) * cos(times * angle) + Double(wave.y) * sin(times * angle)
      }
      let outline = 1 + wave(ember.two, 2) + wave(ember.three, 3) + wave(ember.five, 5)
      let q = (u * u + v * v).squareRoot() / outline
      let side = min(max(0.45 + 3 * wave(ember.two, 1), 0), 1)
      emission =
        7 * side * exp(-pow(3.3 * (q - 0.85), 2)) + 0.12 * pow(max(0, 1 - q * q / 9), 2)
      body = Double(ember.body) * min(max((1 - q) * radius * width + 0.5, 0), 1)
    }
    emission *= Double(ember.power)
    let light = [1, 0.16 + 0.36 * heat, 0.015 + 0.11 * heat * heat].map { 1 - exp(-emission * $0) }
    let ash = [0.05, 0.045, 0.04, 1]
    return (0..<4).map { i in
      (pixel[i] * (1 - body) + body * ash[i]) * (1 - light[0]) + (i < 3 ? light[i] : light[0])
    }
  }
}
