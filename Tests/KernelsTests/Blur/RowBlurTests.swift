import TestSupport
import Testing

@testable import Kernels

@Suite("A blur along rows")
struct RowBlurTests {
  static let radii = [0, 0.3, 0.5, 1, 2, 2.4, 2.5, 3, 3.9, 4, 5, 7.3, 10, 20, 50, 100, 300]
  static let widths = [1, 2, 3, 5, 9, 17, 40]

  /// A row of samples from 0 to 255, blurred.
  static func blurred<P: PlainArithmetic>(
    _ samples: [Double], _ radius: Double, _ edge: EdgeMode, planes: Int, _: P.Type
  ) throws -> [Double] {
    let axis = BlurAxis<P.A>(radius: radius, length: samples.count / planes)
    let descent = try RowDescent<P.A>(axis, edge: edge, planes: planes)
    let ascent = try RowAscent<P.A>(axis, planes: planes)
    let coarse = RoomyRows<P.A.Element>(1, length: descent.coarseCount) { P.element(255) }
    let result = RoomyRows<P.A.Element>(1, length: samples.count, lead: 8) { P.element(255) }
    let before = result.contents
    // Nothing of a row may be left for the next.
    for _ in 0..<(radius < 50 ? 2 : 1) {
      let slot = descent.slot(for: coarse.rows[0])
      for (i, sample) in samples.enumerated() { slot[i] = P.element(sample) }
      descent.descend(into: coarse.rows[0])
      ascent.ascend(coarse.rows[0], into: result.rows[0])
    }
    #expect(result.isKept(from: before))
    return samples.indices.map { P.sample(result.rows[0][$0]) }
  }

  static func check<P: PlainArithmetic>(_: P.Type) throws {
    for radius in radii {
      // Rows are padded as far as the blur reaches, which is a lot: three of the widths then.
      for width in widths where radius < 50 || width % 4 == 1 {
        for (i, edge) in EdgeMode.allCases.enumerated() {
          let planes = (width + i) % 4 + 1
          let first = Pattern.allCases[(i + 5 * width + Int(radius)) % Pattern.allCases.count]
          let picture = Picture.patterns(
            Kind.pam(nil, depth: planes), width: width, height: 1, first: first)
          let samples = picture.samples.map { Double($0) }
          let exact = ExactBlur.blur(
            samples, width: width, height: 1, planes: planes, x: radius, y: 0,
            edge: edge.blurEdge)
          let result = try blurred(samples, radius, edge, planes: planes, P.self)
          expectNone(
            of: samples.indices, "radius \(radius), \(edge), \(width) tuples of \(planes)"
          ) {
            !(abs(result[$0] - exact[$0]) <= P.error)
          }
        }
      }
    }
  }

  @Test("Rows of 16-bit integers are blurred to a fifth of a level, for every edge")
  func words() throws {
    try Self.check(PlainWords.self)
  }

  @Test("Rows in floating point are blurred to a fiftieth of a level, for every edge")
  func floats() throws {
    try Self.check(PlainFloats.self)
  }

  @Test("A row that has come down has the coarsest places that the taps look at, as defined")
  func coarsest() throws {
    func check<P: PlainArithmetic>(_: P.Type) throws {
      for radius in Self.radii {
        for width in Self.widths {
          for edge in EdgeMode.allCases {
            let axis = BlurAxis<P.A>(radius: radius, length: width)
            let values = Pattern.noise.values(width: width, height: 1, seed: UInt64(width))
              .map { P.sample(P.element(255 * $0)) }
            let descent = try RowDescent<P.A>(axis, edge: edge, planes: 1)
            let row = try Storage<P.A.Element>(strideWithSlack(descent.coarseCount))
            for i in 0..<width { descent.slot(for: row.base)[i] = P.element(values[i]) }
            descent.descend(into: row.base)
            let exact = PlainLevels<P>(axis, edge: edge, values)
            let first = axis.firstNeeded[axis.levels] - axis.reach
            let last = axis.lastNeeded[axis.levels] + axis.reach
            let start = PaddedRow(axis, planes: 1).padding >> axis.levels
            #expect(start + first >= 0 && start + last < descent.coarseCount)
            expectNone(of: first...last, "radius \(radius), \(edge), \(width) places") {
              !(abs(P.sample(row[start + $0]) - exact.place(axis.levels, $0))
                <= ColumnDescentTests.tolerance(axis))
            }
          }
        }
      }
    }
    try check(PlainWords.self)
    try check(PlainFloats.self)
  }

  @Test("Planes do not touch one another")
  func planes() throws {
    func check<P: PlainArithmetic>(_: P.Type) throws {
      for radius in [0.5, 2, 3, 5, 8] {
        for planes in 1...4 {
          let picture = Picture.random(
            Kind.pam(nil, depth: planes), width: 19, height: 1, seed: UInt64(planes))
          let samples = picture.samples.map { Double($0) }
          for edge in EdgeMode.allCases {
            let all = try Self.blurred(samples, radius, edge, planes: planes, P.self)
            for plane in 0..<planes {
              let alone = (0..<19).map { samples[$0 * planes + plane] }
              let blurred = try Self.blurred(alone, radius, edge, planes: 1, P.self)
              #expect(
                blurred == (0..<19).map { all[$0 * planes + plane] },
                "radius \(radius), plane \(plane) of \(planes), \(edge)")
            }
          }
        }
      }
    }
    try check(PlainWords.self)
    try check(PlainFloats.self)
  }
}
