import TestSupport
import Testing

@testable import Kernels

@Suite("Down the levels of a blur along columns")
struct ColumnDescentTests {
  static let radii = [0, 0.5, 2.4, 2.5, 3, 4, 6, 7.3, 8, 12, 30, 100, 300]
  static let lengths = [1, 2, 3, 5, 8, 13, 40]
  /// Elements in a row.
  static let count = 3

  /// Rows of samples from 0 to 255.
  static func samples(_ length: Int, seed: Int) -> [[Int]] {
    var source = RandomSource(seed: UInt64(seed))
    return (0..<length).map { _ in (0..<count).map { _ in source.number(upTo: 255) } }
  }

  /// What leaves rows of `count` elements as they are.
  static func noDescent<A: BlurArithmetic>(_: A.Type) throws -> RowDescent<A> {
    try RowDescent(BlurAxis(radius: 0, length: count), edge: .clamp, planes: 1)
  }

  /// The filtered rows that a descent gives for rows of samples.
  static func filtered<P: PlainArithmetic>(
    _ axis: BlurAxis<P.A>, _ edge: EdgeMode, _ samples: [[Int]], rows: RowDescent<P.A>,
    _: P.Type
  ) throws -> [[Double]] {
    let descent = try ColumnDescent<P.A>(axis, edge: edge, rows: rows, count: count)
    let room = try Storage<P.A.Element>(strideWithSlack(rows.coarseCount))
    var filtered: [[Double]] = []
    let target = { room.base }
    let emit = { filtered.append((0..<rows.coarseCount).map { P.sample(room[$0]) }) }
    let more = edge == .mirror ? axis.mirroredPlaces : 0
    for y in 0..<axis.length + more {
      for i in 0..<count { descent.slot[i] = P.finest(samples[mirrored(y, axis.length)][i]) }
      descent.advance(target: target, emit: emit)
    }
    descent.finish(target: target, emit: emit)
    return filtered
  }

  /// How much roundings may add up to, in levels.
  static func tolerance<A: BlurArithmetic>(_ axis: BlurAxis<A>) -> Double {
    A.self == FloatArithmetic.self
      ? 1e-3 : Double(axis.levels + (axis.reach + 3) / 2) / PlainWords.scale
  }

  static func check<P: PlainArithmetic>(_: P.Type) throws {
    for radius in radii {
      for length in lengths {
        for edge in EdgeMode.allCases {
          let what = "radius \(radius), \(length) rows, \(edge)"
          let axis = BlurAxis<P.A>(radius: radius, length: length)
          let samples = samples(length, seed: Int(radius * 100) + length)
          let rows = try filtered(axis, edge, samples, rows: noDescent(P.A.self), P.self)
          let first = axis.firstNeeded[axis.levels]
          #expect(rows.count == axis.lastNeeded[axis.levels] - first + 1, "\(what)")
          let column = length % count
          let exact = PlainLevels<P>(axis, edge: edge, samples.map { Double($0[column]) })
          expectNone(of: rows.indices, "\(what)") {
            !(abs(rows[$0][column] - exact.filtered(first + $0)) <= tolerance(axis))
          }
        }
      }
    }
  }

  @Test("Rows of 16-bit integers are halved and filtered as defined, for every edge")
  func words() throws {
    try Self.check(PlainWords.self)
  }

  @Test("Rows in floating point are halved and filtered as defined, for every edge")
  func floats() throws {
    try Self.check(PlainFloats.self)
  }

  @Test("Rows that come down along themselves before the taps are as those that do after them")
  func rowDescent() throws {
    func check<P: PlainArithmetic>(_: P.Type) throws {
      for (xRadius, yRadius) in [(2.0, 0.5), (5, 2), (1, 5), (7.3, 7.3), (20, 3), (3, 30)] {
        for edge in EdgeMode.allCases {
          for length in [1, 5, 40] {
            let axis = BlurAxis<P.A>(radius: yRadius, length: length)
            let samples = Self.samples(length, seed: Int(xRadius * 10) + length)
            let rows = try RowDescent(
              BlurAxis<P.A>(radius: xRadius, length: Self.count), edge: edge, planes: 1)
            let before = try Self.filtered(axis, edge, samples, rows: rows, P.self)
            let after = try Self.filtered(
              axis, edge, samples, rows: Self.noDescent(P.A.self), P.self
            ).map { row in
              let room = try Storage<P.A.Element>(strideWithSlack(rows.coarseCount))
              let slot = rows.slot(for: room.base)
              for i in row.indices { slot[i] = P.element(row[i]) }
              rows.descend(into: room.base)
              return (0..<rows.coarseCount).map { P.sample(room[$0]) }
            }
            #expect(before.count == after.count)
            let tolerance = 2 * Self.tolerance(axis) + (P.scale > 1 ? 8 / P.scale : 1e-3)
            expectNone(of: before.indices, "radius \(xRadius) x \(yRadius), \(edge), \(length)") {
              !zip(before[$0], after[$0]).allSatisfy { abs($0 - $1) <= tolerance }
            }
          }
        }
      }
    }
    try check(PlainWords.self)
    try check(PlainFloats.self)
  }

  @Test("A row comes as soon as the rows that it takes are there")
  func latency() throws {
    for (radius, edge) in [(0.0, EdgeMode.clamp), (2, .clamp), (20, .clamp), (20, .mirror)] {
      let axis = BlurAxis<WordArithmetic>(radius: radius, length: 400)
      let descent = try ColumnDescent<WordArithmetic>(
        axis, edge: edge, rows: Self.noDescent(WordArithmetic.self), count: Self.count)
      let room = try Storage<UInt16>(strideWithSlack(Self.count))
      var next = axis.firstNeeded[axis.levels]
      var latest = 0
      for y in 0..<400 {
        descent.advance(
          target: { room.base },
          emit: {
            // The last row that it comes from, at each level; mirrored at the top, perhaps.
            var last = next + axis.reach
            if edge == .mirror { last = max(last, axis.reach - 1 - next) }
            for order in axis.orders.reversed() {
              last = BlurAxisTests.finer(last, order).upperBound
            }
            // They come in order. Those of repeated rows alone come with the first of others.
            latest = max(latest, last)
            if next >= 0 { #expect(y == latest, "radius \(radius), row \(next)") }
            next += 1
          })
      }
    }
  }

  @Test("A constant stays that constant, to the bit in 16-bit integers but for the taps")
  func constant() throws {
    for radius in Self.radii {
      for edge in [EdgeMode.clamp, .mirror] {
        let axis = BlurAxis<WordArithmetic>(radius: radius, length: 9)
        for value in [0, 1, 77, 254, 255] {
          let samples = [[Int]](repeating: [value, value, value], count: 9)
          let rows = try Self.filtered(
            axis, edge, samples, rows: Self.noDescent(WordArithmetic.self), PlainWords.self)
          let tolerance = Double(axis.reach / 2 + 1) / PlainWords.scale
          #expect(rows.allSatisfy { $0.allSatisfy { abs($0 - Double(value)) <= tolerance } })
          #expect(rows.allSatisfy { $0 == rows[0] }, "radius \(radius), \(edge)")
        }
      }
    }
  }
}
