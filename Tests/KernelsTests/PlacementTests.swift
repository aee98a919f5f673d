import TestSupport
import Testing

@testable import Kernels

@Suite("Placing a picture on another")
struct PlacementTests {
  /// Tuples of some values.
  struct Values {
    let width: Int
    let height: Int
    let planes: Int
    var all: [Double]

    init(width: Int, height: Int, planes: Int = 1, seed: UInt64) {
      self.width = width
      self.height = height
      self.planes = planes
      var source = RandomSource(seed: seed)
      all = (0..<width * height * planes).map { _ in source.number(from: 0, to: 1) }
    }

    /// 0 outside.
    subscript(x: Int, y: Int, plane: Int) -> Double {
      let isInside = x >= 0 && y >= 0 && x < width && y < height
      return isInside ? all[(y * width + x) * planes + plane] : 0
    }
  }

  /// Rows `rows` of the canvas, taking the source's as they are needed, and how many were taken.
  static func placed(
    _ source: Values, _ x: Double, _ y: Double, canvasWidth: Int, rows: Range<Int>
  ) throws -> (rows: [[Float]], taken: Int) {
    let placement = try Placement(
      Offset(x: x, y: y), sourceWidth: source.width, sourceHeight: source.height,
      canvasWidth: canvasWidth, planes: source.planes)
    var taken = 0
    var result: [[Float]] = []
    for row in rows {
      while placement.needsRow(for: row) {
        let target = placement.push()
        let count = source.width * source.planes
        for i in 0..<count { target[i] = Float(source.all[taken * count + i]) }
        taken += 1
      }
      let values = placement.row(row)
      result.append((0..<canvasWidth * source.planes).map { values[$0] })
      // Where it says that there is nothing there is nothing.
      for column in 0..<canvasWidth
      where !placement.columns.contains(column) || !placement.reaches(row) {
        for plane in 0..<source.planes {
          #expect(result.last![column * source.planes + plane] == 0)
        }
      }
    }
    return (result, taken)
  }

  static func check(
    _ source: Values, _ x: Double, _ y: Double, canvas: (width: Int, height: Int)
  ) throws {
    let (rows, taken) = try placed(source, x, y, canvasWidth: canvas.width, rows: 0..<canvas.height)
    #expect(taken <= source.height)
    // Farther out nothing is seen.
    let (left, top) = (min(max(-1e6, x), 1e6), min(max(-1e6, y), 1e6))
    let (column, row) = (left.rounded(.down), top.rounded(.down))
    let (fx, fy) = (left - column, top - row)
    for j in 0..<canvas.height {
      for i in 0..<canvas.width * source.planes {
        let plane = i % source.planes
        let (sx, sy) = (i / source.planes - Int(column), j - Int(row))
        let exact =
          (1 - fx) * (1 - fy) * source[sx, sy, plane] + fx * (1 - fy) * source[sx - 1, sy, plane]
          + (1 - fx) * fy * source[sx, sy - 1, plane] + fx * fy * source[sx - 1, sy - 1, plane]
        if !(abs(Double(rows[j][i]) - exact) < 1e-6) {
          Issue.record(
            """
            \(source.width) x \(source.height) x \(source.planes) at (\(x), \(y)): \(rows[j][i]) \
            instead of \(exact) at column \(i / source.planes), row \(j), plane \(plane)
            """)
          return
        }
      }
    }
  }

  @Test("Values are placed by bilinear interpolation, and nothing lies outside")
  func definition() throws {
    let offsets = [
      -1e300, -1e12, -1000, -5.75, -3, -2.5, -1, -0.999, -0.25, -1e-20, 0, 1e-20, 0.25, 0.5, 0.999,
      0.9999999999999999, 1, 1.5, 2, 4.75, 6, 7, 1000, 1e12, 1e300,
    ]
    for (i, size) in [(1, 1), (1, 4), (5, 1), (3, 3), (9, 8)].enumerated() {
      let source = Values(
        width: size.0, height: size.1, planes: [1, 2, 1, 4, 1][i], seed: UInt64(i))
      for canvas in [(1, 1), (6, 1), (1, 6), (6, 7)] {
        for offset in offsets {
          try Self.check(source, offset, 0, canvas: canvas)
          try Self.check(source, 0, offset, canvas: canvas)
          try Self.check(source, offset, 0.5 - offset, canvas: canvas)
          try Self.check(source, 1.25, offset, canvas: canvas)
        }
      }
    }
  }

  @Test("At whole pixels values stay as they are")
  func whole() throws {
    let source = Values(width: 4, height: 3, seed: 9)
    for (x, y) in [(0, 0), (2, 1), (-1, -2), (5, 5)] {
      let (rows, _) = try Self.placed(source, Double(x), Double(y), canvasWidth: 7, rows: 0..<6)
      for j in 0..<6 {
        for i in 0..<7 { #expect(rows[j][i] == Float(source[i - x, j - y, 0])) }
      }
    }
  }

  @Test("With an offset of 0.25 a row of 1, 1 becomes 0.75, 1, 0.25, 0")
  func worked() throws {
    var source = Values(width: 2, height: 1, seed: 0)
    source.all = [1, 1]
    let (rows, _) = try Self.placed(source, 0.25, 0, canvasWidth: 4, rows: 0..<2)
    #expect(rows == [[0.75, 1, 0.25, 0], [0, 0, 0, 0]])
  }

  @Test("No row of the source is asked for before it is needed")
  func patience() throws {
    let source = Values(width: 2, height: 4, seed: 1)
    for (y, taken) in [(0.0, 1), (0.5, 1), (3, 0), (-2, 3), (-2.5, 4), (-9, 4)] {
      let first = try Self.placed(source, 0, y, canvasWidth: 2, rows: 0..<1)
      #expect(first.taken == taken, "at \(y)")
    }
  }

  @Test("A whole offset is told, and the columns that a picture reaches from an offset")
  func columns() {
    func raster(_ width: Int) -> Raster {
      Raster(width: width, height: 1, isColor: false, hasOpacity: false, maxval: 255)
    }
    for (x, width, reached) in [
      (0, 4, 0..<4), (0.5, 4, 0..<5), (2, 4, 2..<6), (6.5, 4, 6..<8), (-1, 4, 0..<3),
      (-1.5, 4, 0..<3), (-0.5, 1, 0..<1), (0, 100, 0..<8), (-50, 100, 0..<8),
    ] {
      #expect(Offset(x: x, y: 0).columns(of: raster(width), on: raster(8)) == reached, "\(x)")
      #expect(Offset(x: x, y: 0).isWhole == (x == x.rounded()))
      #expect(Offset(x: 0, y: x).isWhole == (x == x.rounded()))
    }
    for x in [-1e300, -4, 8, 9.5, 1e300] {
      #expect(Offset(x: x, y: 0).columns(of: raster(4), on: raster(8)).isEmpty, "\(x)")
    }
  }
}
