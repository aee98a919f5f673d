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
}
