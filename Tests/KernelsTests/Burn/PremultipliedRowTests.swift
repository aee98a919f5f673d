import TestSupport
import Testing

@testable import Kernels

@Suite("Rows of premultiplied planes")
struct PremultipliedRowTests {
  /// Every color under every opacity, in a row for each opacity.
  static func everyTuple(maxval: Int) -> Picture {
    let count = maxval + 1
    var samples: [Int] = []
    for opacity in 0..<count {
      for level in 0..<count { samples += [level, maxval - level, level / 2, opacity] }
    }
    return Picture(
      .pamColourAlpha, width: count, height: count, maxval: maxval, samples: samples)
  }

  static let pictures =
    [everyTuple(maxval: 255), everyTuple(maxval: 100), everyTuple(maxval: 1)]
    + [256, 1000, 65535].map {
      .random(.pamColourAlpha, width: 37, height: 50, maxval: $0, seed: UInt64($0))
    }

  static func change(
    _ picture: Picture, flattened: Bool = false,
    _ body: (PremultipliedRow, any RowOfTuples) -> Void
  ) throws -> Picture {
    let planes = try PremultipliedRow(width: picture.width)
    func rows<S: Sample>(_: S.Type) -> Picture {
      picture.withRows(of: S.self, flattened: flattened) { row, _ in
        body(planes, Tuples(row: row, maxval: picture.maxval))
      }
    }
    return picture.hasBytes ? rows(UInt8.self) : rows(UInt16.self)
  }

  @Test("Colors are loaded as shares, times their opacity")
  func load() throws {
    for picture in Self.pictures {
      let maxval = Float(picture.maxval)
      let planes = try PremultipliedRow(width: picture.width)
      var worst: Float = 0
      var y = 0
      _ = try Self.change(picture) { _, row in
        row.load(planes, 0..<picture.width)
        for x in 0..<picture.width {
          let tuple = picture.tuple(x, y).map { Float($0) / maxval }
          let loaded = [planes.red[x], planes.green[x], planes.blue[x]]
          for plane in 0..<3 { worst = max(worst, abs(loaded[plane] - tuple[plane] * tuple[3])) }
          worst = max(worst, abs(planes.opacity[x] - tuple[3]))
        }
        y += 1
      }
      #expect(y == picture.height)
      #expect(worst <= 2e-7, "\(picture)")
    }
  }

  @Test("What is loaded and stored again is what it was, or 0 where it cannot be seen")
  func thereAndBack() throws {
    for picture in Self.pictures {
      let result = try Self.change(picture) { planes, row in
        row.load(planes, 0..<picture.width)
        row.store(planes, 0..<picture.width)
      }
      for y in 0..<picture.height {
        for x in 0..<picture.width {
          let isClear = picture.opacity(x, y) == 0
          let expected = isClear ? [0, 0, 0, 0] : picture.tuple(x, y)
          try #require(result.tuple(x, y) == expected, "column \(x), row \(y) of \(picture)")
        }
      }
    }
  }

  @Test("Stored samples are rounded, and 0 under an opacity that rounds to 0")
  func store() throws {
    for maxval in [1, 100, 255, 1000, 65535] {
      var source = RandomSource(seed: UInt64(maxval))
      let picture = Picture.random(.pamColourAlpha, width: 400, height: 3, maxval: maxval)
      var exact: [[Double]] = []
      let result = try Self.change(picture) { planes, row in
        for x in 0..<picture.width {
          let opacity =
            source.number(upTo: 3) == 0
            ? source.number(from: 0, to: 1 / Double(maxval)) : source.number(from: 0, to: 1)
          let color = (0..<3).map { _ in source.number(from: 0, to: 1) }
          planes.red[x] = Float(color[0] * opacity)
          planes.green[x] = Float(color[1] * opacity)
          planes.blue[x] = Float(color[2] * opacity)
          planes.opacity[x] = Float(opacity)
          exact.append((color + [opacity]).map { $0 * Double(maxval) })
        }
        row.store(planes, 0..<picture.width)
      }
      try expect(result, near: { x, y in exact[y * picture.width + x] })
      try expectNoColourWithoutOpacity(result, "\(result)")
    }
  }

  @Test("Only the columns that are asked for are touched")
  func columns() throws {
    for maxval in [255, 65535] {
      let picture = Picture.random(.pamColourAlpha, width: 29, height: 2, maxval: maxval)
      for columns in [0..<0, 29..<29, 0..<5, 7..<8, 3..<28, 0..<29] {
        let result = try Self.change(picture) { planes, row in
          for x in 0..<29 { planes.opacity[x] = 0.5 }
          row.load(planes, columns)
          for x in 0..<29 where !columns.contains(x) { #expect(planes.opacity[x] == 0.5) }
          planes.clear(columns)
          for x in 0..<29 where !columns.contains(x) { #expect(planes.opacity[x] == 0.5) }
          for x in columns {
            #expect(planes.red[x] + planes.green[x] + planes.blue[x] + planes.opacity[x] == 0)
          }
          row.store(planes, columns)
        }
        for y in 0..<2 {
          for x in 0..<29 {
            let expected = columns.contains(x) ? [0, 0, 0, 0] : picture.tuple(x, y)
            #expect(result.tuple(x, y) == expected, "\(columns)")
          }
        }
      }
    }
  }

  @Test("Flattened, a row becomes RGB from its start, with one rounding")
  func flattened() throws {
    for picture in Self.pictures {
      for color in [Color.orange, .white] {
        let result = try Self.change(picture, flattened: true) { planes, row in
          row.load(planes, 0..<picture.width)
          row.store(
            planes, 0..<picture.width, onto: Flattening(onto: color, maxval: picture.maxval))
        }
        try expect(
          result,
          near: { x, y in
            let alpha = picture.alpha(x, y)
            return picture.levels(x, y).enumerated().map { plane, level in
              level * alpha + color[plane] * Double(picture.maxval) * (1 - alpha)
            }
          })
      }
    }
  }
}

/// A row of a picture, whatever its samples.
protocol RowOfTuples {
  func load(_ planes: PremultipliedRow, _ columns: Range<Int>)
  func store(_ planes: PremultipliedRow, _ columns: Range<Int>)
  func store(_ planes: PremultipliedRow, _ columns: Range<Int>, onto background: Flattening)
}

private struct Tuples<S: Sample>: RowOfTuples {
  let row: UnsafeMutablePointer<S>
  let maxval: Int

  func load(_ planes: PremultipliedRow, _ columns: Range<Int>) {
    planes.load(UnsafePointer(row), columns, maxval: maxval)
  }

  func store(_ planes: PremultipliedRow, _ columns: Range<Int>) {
    planes.store(row, columns, maxval: maxval)
  }

  func store(_ planes: PremultipliedRow, _ columns: Range<Int>, onto background: Flattening) {
    planes.store(row, columns, onto: background, maxval: maxval)
  }
}
