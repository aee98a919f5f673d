import TestSupport
import Testing

@testable import Kernels

/// A failure of reading or writing row `row`.
struct RowFailure: Error, Equatable {
  enum Side { case reading, writing }
  let side: Side
  let row: Int
}

@Suite("A blur's pipeline", .timeLimit(.minutes(1)))
struct BlurPipelineTests {
  struct Shape: CustomStringConvertible {
    var xRadius = 1.0
    var yRadius: Double
    var edge = EdgeMode.clamp
    var width = 5
    var height: Int
    var planes = 1

    var description: String {
      "radius \(xRadius) x \(yRadius), \(edge), \(width) x \(height) tuples of \(planes)"
    }

    func pipeline<A: BlurArithmetic>(_: A.Type) throws -> BlurPipeline<A> {
      try BlurPipeline(
        xRadius: xRadius, yRadius: yRadius, edge: edge, width: width, height: height,
        planes: planes)
    }
  }

  /// All elements of the result, rows from the top, for samples of 0 to 255.
  static func blurred<P: PlainArithmetic>(
    _ samples: [Int], _ shape: Shape, isThreaded: Bool, spoils: Bool = false, _: P.Type
  ) throws -> [P.A.Finest] {
    let count = shape.width * shape.planes
    let room = try RowRing<P.A.Finest>(2, length: count)
    var rowsRead = 0
    var result: [P.A.Finest] = []
    try shape.pipeline(P.A.self).run(
      isThreaded: isThreaded,
      load: { row in
        for i in 0..<count { row[i] = P.finest(samples[rowsRead * count + i]) }
        rowsRead += 1
      },
      place: { room[$0] },
      take: { row in
        for i in 0..<count { result.append(row[i]) }
        if spoils { for i in 0..<count { row[i] = P.finest(255) } }
      })
    #expect(rowsRead == shape.height)
    return result
  }

  static func samples(_ shape: Shape, first: Pattern, seed: Int) -> [Int] {
    Picture.patterns(
      Kind.pam(nil, depth: shape.planes), width: shape.width, height: shape.height, first: first,
      seed: UInt64(seed)
    ).samples
  }

  static func check<P: PlainArithmetic>(_: P.Type) throws {
    var i = 0
    for (xRadius, yRadius) in [
      (0, 0), (0, 2), (2, 0), (0.5, 0.5), (2.9, 2.9), (3, 3), (3.9, 1), (4, 8), (20, 0.3),
      (1, 20), (7.3, 7.3), (0, 50), (50, 100), (300, 3), (2.5, 2.5), (5, 5), (10, 40),
    ] {
      for edge in EdgeMode.allCases {
        for (width, height) in [(1, 1), (7, 1), (1, 9), (2, 3), (11, 20), (18, 7)] {
          i += 1
          let shape = Shape(
            xRadius: xRadius, yRadius: yRadius, edge: edge, width: width, height: height,
            planes: i % 4 + 1)
          let samples = samples(shape, first: Pattern.allCases[i % 9], seed: i)
          let exact = ExactBlur.blur(
            samples.map { Double($0) }, width: width, height: height, planes: shape.planes,
            x: xRadius, y: yRadius, edge: edge.blurEdge)
          let result = try blurred(samples, shape, isThreaded: false, P.self)
          #expect(result.count == samples.count, "\(shape)")
          expectNone(of: result.indices, "\(shape)") {
            !(abs(P.level(result[$0]) - exact[$0]) <= P.error + P.lastRounding)
          }
        }
      }
    }
  }

  @Test("Rows of 16-bit integers are blurred to a fifth of a level, before they are rounded")
  func words() throws {
    try Self.check(PlainWords.self)
  }

  @Test("Rows in floating point are blurred to a fiftieth of a level")
  func floats() throws {
    try Self.check(PlainFloats.self)
  }

  @Test("Two threads give the same bits as one, also where rows handed out are changed")
  func threads() throws {
    func check<P: PlainArithmetic>(_: P.Type) throws {
      for yRadius in [0.0, 1, 3, 9, 40] {
        for height in [1, 2, 15, 16, 17, 64, 150] {
          for edge in EdgeMode.allCases {
            let shape = Shape(
              xRadius: 2, yRadius: yRadius, edge: edge, width: 7, height: height, planes: 3)
            let samples = Self.samples(shape, first: .noise, seed: height)
            let one = try Self.blurred(samples, shape, isThreaded: false, P.self)
            let spoilt = try Self.blurred(
              samples, shape, isThreaded: false, spoils: true, P.self)
            let two = try Self.blurred(samples, shape, isThreaded: true, spoils: true, P.self)
            #expect(one.count == samples.count)
            #expect(one == spoilt && one == two, "\(shape)")
          }
        }
      }
    }
    try check(PlainWords.self)
    try check(PlainFloats.self)
  }

  /// Expects that a run ends with the first of these failures that it meets, and that rows are
  /// asked for and handed out in order, none after its side's failure.
  static func expectFailure(_ shape: Shape, _ failures: [RowFailure], isThreaded: Bool) throws {
    var rowsRead = 0
    var rowsWritten = 0
    var failed: [RowFailure] = []
    func fail(_ side: RowFailure.Side, _ row: Int) throws(RowFailure) {
      let failure = RowFailure(side: side, row: row)
      if failures.contains(failure) {
        throw failure
      }
    }
    let what = "\(shape), \(failures), \(isThreaded ? "two threads" : "one thread")"
    do throws(RowFailure) {
      let pipeline: BlurPipeline<WordArithmetic>
      let room: RowRing<UInt8>
      do {
        pipeline = try shape.pipeline(WordArithmetic.self)
        room = try RowRing(2, length: shape.width * shape.planes)
      } catch {
        Issue.record(error)
        return
      }
      try pipeline.run(
        isThreaded: isThreaded,
        load: { (row: UnsafeMutablePointer<UInt8>) throws(RowFailure) in
          rowsRead += 1
          try fail(.reading, rowsRead - 1)
          for i in 0..<shape.width * shape.planes { row[i] = 0 }
        },
        place: { room[$0] },
        take: { (_: UnsafeMutablePointer<UInt8>) throws(RowFailure) in
          rowsWritten += 1
          try fail(.writing, rowsWritten - 1)
        })
    } catch {
      failed.append(error)
    }
    #expect(failed.count == 1 && failures.contains(failed[0]), "\(what): \(failed)")
    for failure in failures {
      switch failure.side {
      case .reading: #expect(rowsRead <= failure.row + 1, "\(what)")
      case .writing: #expect(rowsWritten <= failure.row + 1, "\(what)")
      }
    }
  }

  @Test("What goes wrong with any row comes out, and nothing waits", arguments: [false, true])
  func failures(isThreaded: Bool) throws {
    for yRadius in [0.0, 2, 5, 50] {
      for height in [1, 2, 40, 200] {
        for edge in [EdgeMode.clamp, .mirror] {
          let shape = Shape(yRadius: yRadius, edge: edge, height: height)
          for row in Set([0, 1, height / 2, height - 1]) where row < height {
            let reading = RowFailure(side: .reading, row: row)
            let writing = RowFailure(side: .writing, row: row)
            try Self.expectFailure(shape, [reading], isThreaded: isThreaded)
            try Self.expectFailure(shape, [writing], isThreaded: isThreaded)
            try Self.expectFailure(shape, [reading, writing], isThreaded: isThreaded)
          }
        }
      }
    }
  }

  @Test("A result that cannot be written needs no more rows", arguments: [false, true])
  func needless(isThreaded: Bool) throws {
    let shape = Shape(yRadius: 1, height: 5000)
    let room = try RowRing<UInt8>(2, length: shape.width * shape.planes)
    var rowsRead = 0
    #expect(throws: RowFailure.self) {
      try shape.pipeline(WordArithmetic.self).run(
        isThreaded: isThreaded, load: { _ in rowsRead += 1 }, place: { room[$0] },
        take: { _ in throw RowFailure(side: .writing, row: 0) })
    }
    // As many as are on their way, 4 batches of 64 among them.
    #expect(rowsRead < 400)
  }
}
