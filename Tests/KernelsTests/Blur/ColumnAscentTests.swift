import TestSupport
import Testing

@testable import Kernels

@Suite("Up the levels of a blur along columns")
struct ColumnAscentTests {
  static let count = 3

  /// The rows of the picture that an ascent gives for coarsest rows, in the order in which they come.
  static func risen<A: BlurArithmetic>(
    _ axis: BlurAxis<A>, _ coarsest: [[A.Element]], rounding: A.Element
  ) throws -> [[A.Finest]] {
    let count = coarsest[0].count
    let ascent = try ColumnAscent<A>(axis, count: count, rounding: rounding)
    // Two rows, one directly behind the other.
    let room = try Storage<A.Finest>(2 * count + slack)
    var rows: [[A.Finest]] = []
    for row in coarsest {
      for i in 0..<count { ascent.slot[i] = row[i] }
      ascent.advance(
        place: { room.base + $0 % 2 * count },
        emit: { row in
          #expect(row == room.base + rows.count % 2 * count)
          rows.append((0..<count).map { row[$0] })
        })
    }
    return rows
  }

  static func check<P: PlainArithmetic>(_: P.Type) throws {
    for radius in ColumnDescentTests.radii {
      for length in ColumnDescentTests.lengths {
        let what = "radius \(radius), \(length) rows"
        let axis = BlurAxis<P.A>(radius: radius, length: length)
        let needed = axis.firstNeeded[axis.levels]...axis.lastNeeded[axis.levels]
        var source = RandomSource(seed: UInt64(radius * 10) + UInt64(length))
        let coarsest = needed.map { _ in
          (0..<count).map { _ in P.element(Double(source.number(upTo: 255))) }
        }
        let rounding = P.A.rounding(steps: 2 * axis.levels)
        let rows = try risen(axis, coarsest, rounding: rounding)
        #expect(rows.count == length, "\(what)")
        for i in 0..<count {
          let elements = Dictionary(uniqueKeysWithValues: zip(needed, coarsest.map { $0[i] }))
          let samples = elements.mapValues { P.sample($0) }
          expectNone(of: rows.indices, "\(what)") {
            let element = PlainLevels<P>.risenElement(axis, elements, 0, $0)
            let exact = PlainLevels<P>.risen(axis, samples, 0, $0)
            return rows[$0][i] != P.narrowed(element, rounding: rounding)
              || !(abs(P.sample(element) - exact) <= ColumnDescentTests.tolerance(axis))
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
    for radius in ColumnDescentTests.radii {
      let axis = BlurAxis<WordArithmetic>(radius: radius, length: 21)
      let needed = axis.firstNeeded[axis.levels]...axis.lastNeeded[axis.levels]
      // No rounding leaves what a single unit too few would have cut.
      let constants = (0..<256).map { UInt16($0 << 8) }
      let rows = try Self.risen(axis, needed.map { _ in constants }, rounding: 0)
      #expect(rows.count == 21)
      #expect(rows.allSatisfy { $0 == (0..<256).map { UInt8($0) } }, "radius \(radius)")
    }
  }
}
