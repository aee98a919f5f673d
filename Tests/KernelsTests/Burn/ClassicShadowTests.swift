import Foundation
import TestSupport
import Testing

@testable import Kernels

@Suite("Shadows of stars")
struct ClassicShadowTests {
  /// A star's shadow by its definition, at some places: the sum over small squares of the star.
  static func exact(
    _ corners: [(x: Double, y: Double)], _ places: [(x: Double, y: Double)]
  ) -> [Double] {
    var sums = places.map { _ in 0.0 }
    let side = 160
    for v in 0..<side {
      for u in 0..<side {
        let x = (Double(u) + 0.5) / Double(side) * 20 - 10
        let y = (Double(v) + 0.5) / Double(side) * 20 - 10
        if ClassicDefinition.winding(corners, x, y) == 0 { continue }
        for (i, place) in places.enumerated() {
          let (dx, dy) = (place.x - x, place.y - y)
          sums[i] += exp(-(dx * dx + dy * dy) / 8)
        }
      }
    }
    let cell = 20 / Double(side)
    return sums.map { $0 * cell * cell / (8 * Double.pi) }
  }

  @Test("It is the star, blurred, all over the sprite")
  func definition() throws {
    let shadow = try ClassicShadow()
    let values = try Storage<Float>(ClassicShadow.count)
    let row = try Storage<Float>(ClassicShadow.side)
    var source = RandomSource(seed: 8)
    for number in 0..<8 as Range<Int64> {
      let star = try ClassicStarTests.Star(number)
      shadow.cast(star.star, into: values.base)
      var places = [(-8.0, -8.0), (8, 8), (-8, 8), (8, -8), (0, 0)].map { (x: $0.0, y: $0.1) }
      for _ in 0..<60 {
        places.append((source.number(from: -8, to: 8), source.number(from: -8, to: 8)))
      }
      let exact = Self.exact(ClassicStarTests.definition.star(number), places)
      for (place, exact) in zip(places, exact) {
        ClassicShadow.row(values.base, y: place.y, into: row.base)
        let column = ClassicShadow.place(Float(place.x))
        let before = Int(column)
        let fraction = column - Float(before)
        let value = row[before] + fraction * (row[before + 1] - row[before])
        #expect(abs(Double(value) - exact) < 0.006, "star \(number) at \(place)")
      }
    }
  }

  @Test("A star has the same shadow whatever was cast before")
  func again() throws {
    let shadow = try ClassicShadow()
    let first = try Storage<Float>(ClassicShadow.count)
    let second = try Storage<Float>(ClassicShadow.count)
    shadow.cast(try ClassicStarTests.Star(3).star, into: first.base)
    shadow.cast(try ClassicStarTests.Star(4).star, into: second.base)
    #expect((0..<ClassicShadow.count).contains { first[$0] != second[$0] })
    shadow.cast(try ClassicStarTests.Star(3).star, into: second.base)
    #expect((0..<ClassicShadow.count).allSatisfy { first[$0] == second[$0] })
  }
}
