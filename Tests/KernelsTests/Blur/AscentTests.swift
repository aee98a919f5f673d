import TestSupport
import Testing

@testable import Kernels

@Suite("Up the levels of a blur")
struct AscentTests {
  static let count = 3

  static func check<P: PlainArithmetic>(_: P.Type) throws {
    for radius in DescentTests.radii {
      for length in DescentTests.lengths {
        let what = "radius \(radius), \(length) rows"
        let axis = BlurAxis<P.A>(radius: radius, length: length)
        let needed = axis.firstNeeded[axis.levels]...axis.lastNeeded[axis.levels]
        let samples = DescentTests.samples(needed.count, seed: Int(radius * 10) + length)
        let ascent = try Ascent<P.A>(axis, count: count)
        var rows: [[Double]] = []
        for row in samples {
          for i in 0..<count { ascent.slot[i] = P.element(row[i]) }
          ascent.advance { row in rows.append((0..<count).map { P.sample(row[$0]) }) }
        }
        #expect(rows.count == length, "\(what)")
        for i in 0..<count {
          let coarsest = Dictionary(
            uniqueKeysWithValues: zip(needed, samples.map { $0[i] }))
          expectNone(of: rows.indices, "\(what)") {
            let exact = PlainLevels<P>.risen(axis, coarsest, 0, $0)
            return !(abs(rows[$0][i] - exact) <= DescentTests.tolerance(axis))
          }
        }
      }
    }
  }

  @Test("Rows of 16-bit integers are doubled as defined, and as many come as the picture has")
  func words() throws {
    try Self.check(PlainWords.self)
  }

  @Test("Rows in floating point are doubled as defined, and as many come as the picture has")
  func floats() throws {
    try Self.check(PlainFloats.self)
  }

  @Test("Constants stay, to the bit in 16-bit integers")
  func constant() throws {
    for radius in DescentTests.radii {
      let axis = BlurAxis<WordArithmetic>(radius: radius, length: 21)
      let ascent = try Ascent<WordArithmetic>(axis, count: 256)
      var rows = 0
      for _ in axis.firstNeeded[axis.levels]...axis.lastNeeded[axis.levels] {
        for i in 0..<256 { ascent.slot[i] = UInt16(i * 257) }
        ascent.advance { row in
          rows += 1
          #expect((0..<256).allSatisfy { row[$0] == UInt16($0 * 257) }, "radius \(radius)")
        }
      }
      #expect(rows == 21)
    }
  }
}
