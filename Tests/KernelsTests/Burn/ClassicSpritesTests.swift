import TestSupport
import Testing

@testable import Kernels

@Suite("Sprites on pixels")
struct ClassicSpritesTests {
  @Test("A pixel is cut into parts of a point at most, and no more than 32 each way")
  func parts() {
    for (scale, parts) in [
      (1000, 1), (3.6, 1), (1, 1), (0.999, 2), (0.5, 2), (0.3, 4), (1 / 32.0, 32), (0.001, 32),
    ] {
      #expect(SpriteGrid(half: 12, scale: scale).parts == parts, "\(scale)")
    }
  }

  @Test("A square touches the pixels that it overlaps, of those that there are")
  func pixels() {
    let grid = SpriteGrid(half: 2, scale: 1.5)
    for (center, pixels) in [
      (10.0, 7..<14), (10.5, 7..<14), (9.99, 6..<13), (1, 0..<5), (-2.9, 0..<1), (-3.1, 0..<0),
      (19, 16..<20), (22.9, 19..<20), (23.1, 20..<20), (-1e300, 0..<0), (1e300, 20..<20),
    ] {
      #expect(grid.pixels(around: center, of: 20) == pixels, "\(center)")
    }
  }

  @Test("The parts that the square covers have its size in all")
  func inside() {
    for scale in [20, 3.6, 1, 0.7, 0.25, 0.05] {
      for half in [8.0, 12] {
        let grid = SpriteGrid(half: half, scale: scale)
        for center in [500.0, 500.3, 500.5, 499.99] {
          var size = 0.0
          for pixel in grid.pixels(around: center, of: 1000) {
            for part in 0..<grid.parts {
              size +=
                grid.inside(grid.offset(pixel, part, from: center)) / Double(grid.parts)
            }
          }
          #expect(abs(size - 2 * half * scale) < 1e-9, "half \(half), scale \(scale), \(center)")
        }
      }
    }
  }

  @Test("Each row gets the sprites that touch it, in the order of their numbers")
  func rows() throws {
    for (scale, margin) in [(1.0, [0, 0, 0, 0]), (2, [30, 20, 40, 10]), (0.2, [3, 0, 9, 9])] {
      let call = ClassicCall(time: 1, scale: scale, margin: margin)
      let exact = ClassicDefinition(call, 120, 90)
      let canvas = exact.canvas
      let grid = SpriteGrid(half: 12, scale: scale)
      let sprites = try ClassicSprites(call.particles(.fire, canvas), grid, canvas)
      let alive = exact.alive(1)
      for y in 0..<canvas.height {
        func overlaps(_ center: Double, _ first: Double, _ last: Double) -> Bool {
          center + 12 * scale >= first && center - 12 * scale < last
        }
        let expected = alive.filter {
          overlaps($0.y, Double(y), Double(y + 1)) && overlaps($0.x, 0, Double(canvas.width))
        }
        var found: [Int64] = []
        let touched = sprites.forEach(at: y, width: canvas.width) { i, particle, columns in
          #expect(sprites[i].number == particle.number)
          #expect(columns == grid.pixels(around: particle.x, of: canvas.width))
          found.append(particle.number)
        }
        #expect(found == expected.map(\.number), "row \(y) at scale \(scale)")
        let columns = expected.map { grid.pixels(around: $0.x, of: canvas.width) }
        #expect(touched.isEmpty == columns.isEmpty)
        if !columns.isEmpty {
          #expect(touched.lowerBound == columns.map(\.lowerBound).min())
          #expect(touched.upperBound == columns.map(\.upperBound).max())
        }
      }
      #expect(sprites.count > 0 && sprites.count <= alive.count)
    }
  }
}
