import Foundation
import TestSupport
import Testing

@testable import Kernels

/// What flames keep by rows and cells.
@Suite("Rows, nodes and bins of flames")
struct FlameRowsTests {
  static func canvas(_ scale: Double, margin: (Int, Int, Int, Int) = (0, 0, 0, 0)) -> BurnCanvas {
    BurnCanvas(
      pictureWidth: 37, pictureHeight: 23, scale: scale, top: margin.0, right: margin.1,
      bottom: margin.2, left: margin.3)
  }

  static let canvases = [0.01, 0.25, 0.9, 1, 1.7, 3.6, 100].flatMap { scale in
    [(0, 0, 0, 0), (3, 7, 1, 10), (40, 0, 0, 1)].map { canvas(scale, margin: $0) }
  }

  @Test("Nodes stand at multiples of their distance from the picture's first pixel")
  func nodes() throws {
    for canvas in Self.canvases {
      for step in [0.5, 1, 2] {
        let grid = try NodeGrid(step: step, canvas: canvas)
        let cell = max(1, step * canvas.scale)
        #expect(grid.cell == cell)
        let places = (0..<grid.columns).map { (grid.x(node: $0) * canvas.scale - 0.5) / cell }
        for (i, place) in places.enumerated() {
          #expect(abs(place - places[0].rounded() - Double(i)) < 1e-6)
        }
        // One beyond the canvas on either side.
        #expect(places[1] * cell <= Double(-canvas.left) + 1e-6)
        let last = Double(canvas.width - 1 - canvas.left)
        #expect(
          places[grid.columns - 1] * cell >= last && places[grid.columns - 2] * cell > last - cell)
        for row in [-3, 0, 5] {
          #expect(abs(grid.y(row: row) * canvas.scale - 0.5 - Double(row) * cell) < 1e-6)
        }
      }
    }
  }

  @Test("Between nodes is read linearly, in both directions")
  func reading() throws {
    var source = RandomSource(seed: 5)
    for canvas in Self.canvases {
      let grid = try NodeGrid(step: 1, canvas: canvas)
      let nodes = (0..<grid.columns).map { _ in Float(source.number(from: -1, to: 1)) }
      func read(x: Double) -> Double {
        let place = (x - grid.x(node: 0)) * canvas.scale / grid.cell
        let node = min(max(floor(place + 1e-9), 0), Double(grid.columns - 2))
        let fraction = min(max(place - node, 0), 1)
        return Double(nodes[Int(node)]) * (1 - fraction) + Double(nodes[Int(node) + 1]) * fraction
      }
      var row = [Float](repeating: 9, count: canvas.width)
      let columns = canvas.width / 3..<canvas.width
      grid.widen(nodes, into: &row, columns)
      let touched = grid.nodes(of: columns)
      for column in 0..<canvas.width {
        if column < columns.lowerBound {
          #expect(row[column] == 9)
          continue
        }
        let x = canvas.x(column: column)
        #expect(abs(Double(row[column]) - read(x: x)) < 1e-5, "\(canvas), column \(column)")
        let (node, fraction) = grid.place(x: x)
        let placed = nodes[node] * (1 - fraction) + nodes[node + 1] * fraction
        #expect(abs(Double(placed) - read(x: x)) < 1e-5, "\(canvas), column \(column)")
        #expect(grid.x(node: touched.lowerBound) <= x + 1e-6)
        #expect(grid.x(node: touched.upperBound) >= x - 1e-6)
      }
      for far in [-1e4, 1e4] {
        let (node, fraction) = grid.place(x: far)
        #expect(node == (far < 0 ? 0 : grid.columns - 2) && fraction == (far < 0 ? 0 : 1))
      }
      for row in 0..<canvas.height {
        let y = canvas.y(row: row)
        for (node, fraction) in [grid.place(row: row), grid.place(y: y)] {
          let read =
            grid.y(row: node) * Double(1 - fraction) + grid.y(row: node + 1) * Double(fraction)
          #expect(abs(read - y) * canvas.scale < 1e-5 * max(1, grid.cell), "row \(row)")
          #expect((0...1).contains(fraction))
        }
      }
    }
  }

  @Test("The latest rows are kept, and computed once")
  func cache() throws {
    let cache = try RowCache(3, rows: 2, length: 5)
    var computed: [Int] = []
    func row(_ j: Int) -> [Float] {
      let rows = cache.row(j) { rows, j in
        computed.append(j)
        for plane in 0..<2 {
          for i in 0..<5 { rows[plane][i] = Float(100 * j + 10 * plane + i) }
        }
      }
      return (0..<2).flatMap { plane in (0..<5).map { rows[plane][$0] } }
    }
    for j in [-4, -3, -2, -3, -4, -1, -2, 0, 7, 0, 8, 7, 10, 7] {
      let expected = (0..<2).flatMap { plane in
        (0..<5).map { Float(100 * j + 10 * plane + $0) }
      }
      #expect(row(j) == expected, "\(j)")
    }
    #expect(computed == [-4, -3, -2, -1, 0, 7, 8, 10, 7])
    cache.forget()
    _ = row(7)
    #expect(computed.last == 7 && computed.count == 10)
  }

  @Test("Layers are read between nodes wherever there is something, and nowhere else")
  func layers() throws {
    for canvas in [Self.canvas(1), Self.canvas(3.6, margin: (5, 60, 2, 50)), Self.canvas(20)] {
      let grid = try NodeGrid(step: 1, canvas: canvas)
      let layer = try LayerRows(grid, planes: 2, width: canvas.width)
      let memory = try RowCache(2, rows: 2, length: grid.columns)
      // Islands in an empty plane; the second plane is nowhere empty.
      func node(_ plane: Int, _ i: Int, _ j: Int) -> Float {
        let x = Int((grid.x(node: i) * 3).rounded())
        if plane == 1 { return Float(i) + 0.25 * Float(j) }
        return j % 4 != 0 && x % 37 < 5 && x > 20 ? 0.1 * Float(1 + x % 7) : 0
      }
      func nodes(_ j: Int) -> RowCache.Rows {
        memory.row(j) { rows, j in
          for plane in 0..<2 {
            for i in 0..<grid.columns { rows[plane][i] = node(plane, i, j) }
          }
        }
      }
      for y in 0..<canvas.height {
        var isRead = [Bool](repeating: false, count: canvas.width)
        let (j, fraction) = grid.place(row: y)
        layer.forEachRun(y, nodes: nodes) { columns in
          for x in columns {
            #expect(!isRead[x])
            isRead[x] = true
          }
          for x in columns {
            let (i, part) = grid.place(x: canvas.x(column: x))
            func read(_ plane: Int, _ j: Int) -> Float {
              node(plane, i, j) * (1 - part) + node(plane, i + 1, j) * part
            }
            let first = read(0, j) * (1 - fraction) + read(0, j + 1) * fraction
            #expect(abs(layer.plane(0)[x] - first) < 1e-5)
            // A block of a row of nodes with nothing in its first plane has nothing in the others.
            if first > 0, read(0, j) > 0, read(0, j + 1) > 0 {
              let second = read(1, j) * (1 - fraction) + read(1, j + 1) * fraction
              #expect(abs(layer.plane(1)[x] - second) < 1e-4 * max(1, abs(second)))
            }
          }
        }
        for x in 0..<canvas.width where !isRead[x] {
          let (i, _) = grid.place(x: canvas.x(column: x))
          #expect([j, j + 1].allSatisfy { node(0, i, $0) == 0 && node(0, i + 1, $0) == 0 })
        }
      }
    }
  }

  @Test("A row's bin has everything that touches it, in order, and nothing far away")
  func bins() throws {
    var source = RandomSource(seed: 8)
    for height in [1, 15, 16, 17, 100] {
      for count in [0, 1, 2, 60] {
        let things = (0..<count).map { _ in
          let start = source.number(upTo: height + 80) - 40
          return start...start + source.number(upTo: source.number(upTo: 1) == 0 ? 3 : 70)
        }
        let bins = try RowBins(count, height: height) { things[$0] }
        for row in 0..<height {
          let found = bins.things(at: row).map { Int($0) }
          #expect(found == found.sorted() && Set(found).count == found.count)
          let block = row / 16 * 16...row / 16 * 16 + 15
          let touching = things.indices.filter { things[$0].contains(row) }
          let near = things.indices.filter {
            things[$0].overlaps(block) && things[$0].overlaps(0...height - 1)
          }
          #expect(Set(touching).isSubset(of: found), "row \(row) of \(height)")
          #expect(Set(found).isSubset(of: near), "row \(row) of \(height)")
        }
      }
    }
  }
}

@Suite("What a fire feeds on")
struct FlameFeedTests {
  @Test("Opacity is averaged in cells of 4 points and read between their centers")
  func means() throws {
    for (scale, maxval, width, height) in [
      (1.0, 255, 22, 17), (0.1, 255, 5, 4), (2.6, 65535, 40, 25), (0.6, 1, 8, 8), (50, 100, 9, 30),
    ] {
      let picture = Picture.random(
        .pamColourAlpha, width: width, height: height, maxval: maxval, seed: 4)
      let canvas = BurnCanvas(pictureWidth: width, pictureHeight: height, scale: scale)
      let feed = try Feed(canvas, isOpaque: false)
      for y in 0..<height {
        feed.add(
          (0..<4 * width).map { UInt16(picture.samples[y * 4 * width + $0]) }, maxval: maxval)
      }
      let cell = min(max(1, Int((4 * scale).rounded())), max(width, height))
      func mean(_ i: Int, _ j: Int) -> Double {
        var sum = 0.0
        for y in j * cell..<j * cell + cell where (0..<height).contains(y) {
          for x in i * cell..<i * cell + cell where (0..<width).contains(x) {
            sum += picture.alpha(x, y)
          }
        }
        return sum / Double(cell * cell)
      }
      func read(_ x: Double, _ y: Double) -> Double {
        let (u, v) = (x * scale / Double(cell) - 0.5, y * scale / Double(cell) - 0.5)
        let (i, j) = (Int(floor(u)), Int(floor(v)))
        let (fu, fv) = (u - floor(u), v - floor(v))
        return (mean(i, j) * (1 - fu) + mean(i + 1, j) * fu) * (1 - fv)
          + (mean(i, j + 1) * (1 - fu) + mean(i + 1, j + 1) * fu) * fv
      }
      var source = RandomSource(seed: 6)
      for _ in 0..<60 {
        let x = source.number(from: -8, to: Double(width) / scale + 8)
        let y = source.number(from: -8, to: Double(height) / scale + 8)
        #expect(abs(feed.value(x, y) - read(x, y)) < 0.004, "scale \(scale): \(x), \(y)")
      }
      for far in [-1e6, 1e6] { #expect(feed.value(far, 1) == 0 && feed.value(1, far) == 0) }
    }
  }

  @Test("Opaque pictures feed the fire everywhere, but with a margin only inside")
  func opaque() throws {
    let bare = try Feed(BurnCanvas(pictureWidth: 16, pictureHeight: 16, scale: 1), isOpaque: true)
    for place in [-1e6, 0, 8, 1e6] { #expect(bare.value(place, place) == 1) }
    let canvas = BurnCanvas(pictureWidth: 16, pictureHeight: 16, scale: 1, right: 1)
    let inside = try Feed(canvas, isOpaque: true)
    #expect(inside.value(8, 8) == 1 && inside.value(2, 14) == 1)
    #expect(abs(inside.value(0, 8) - 0.5) < 1e-9 && abs(inside.value(8, 16) - 0.5) < 1e-9)
    #expect(inside.value(-2, 8) == 0 && inside.value(8, 18) == 0)
  }

  @Test("With a margin, a picture without opacity feeds as one that is opaque throughout")
  func same() throws {
    for (width, height, scale) in [(16, 12, 1.0), (18, 13, 1), (21, 9, 2.3)] {
      let canvas = BurnCanvas(pictureWidth: width, pictureHeight: height, scale: scale, top: 5)
      let plain = try Feed(canvas, isOpaque: true)
      let given = try Feed(canvas, isOpaque: false)
      for _ in 0..<height {
        given.add([UInt8](repeating: 255, count: 4 * width), maxval: 255)
      }
      for y in stride(from: -4.0, to: Double(height) / scale + 4, by: 0.7) {
        for x in stride(from: -4.0, to: Double(width) / scale + 4, by: 0.7) {
          #expect(plain.value(x, y) == given.value(x, y), "\(x), \(y), scale \(scale)")
        }
      }
    }
  }
}
