import TestSupport
import Testing

@testable import Kernels

@Suite("Stars of smoke")
struct ClassicStarTests {
  static let definition = ClassicDefinition(ClassicCall(time: 0), 100, 100)

  /// The corners of a star, as the kernel has them.
  final class Star {
    let memory: Storage<SIMD2<Float>>
    let star: ClassicStar

    init(_ number: Int64) throws {
      memory = try Storage(ClassicStar.corners)
      star = ClassicStar(points: memory.base)
      let call = ClassicStarTests.definition.call
      star.draw(call.particles(.smoke, call.canvas(100, 100)), number)
    }

    init(_ corners: [(x: Double, y: Double)]) throws {
      memory = try Storage(ClassicStar.corners)
      star = ClassicStar(points: memory.base)
      for i in 0..<ClassicStar.corners {
        let corner = corners[min(i, corners.count - 1)]
        memory[i] = SIMD2(Float(corner.x), Float(corner.y))
      }
    }

    /// How much is covered of `count` cells.
    func cover(
      left: Double, top: Double, size: Double, count: Int, lines: Int = 16
    ) throws -> [Double] {
      let cells = ClassicStar.Cells(
        left: Float(left), top: Float(top), size: Float(size), count: count)
      let cover = try Storage<Float>(count + 2)
      cover[count + 1] = 77
      let crossings = try Storage<ClassicStar.Crossing>(ClassicStar.corners)
      star.cover(cells, lines: lines, into: cover.base, crossings.base)
      #expect(cover[count + 1] == 77, "written beyond the cells")
      return (0..<count).map { Double(cover[$0]) }
    }
  }

  @Test("Corners have the draws' radii, negative ones across the center")
  func corners() throws {
    var radii: [Double] = []
    for number in -50...50 as ClosedRange<Int64> {
      let star = try Star(number)
      for (i, corner) in Self.definition.star(number).enumerated() {
        #expect(abs(Double(star.memory[i].x) - corner.x) < 1e-6)
        #expect(abs(Double(star.memory[i].y) - corner.y) < 1e-6)
        radii.append(4 - 6 + 12 * Self.definition.draw(UInt32(2 + i), 2, number))
      }
      // The last has the first's angle, and a radius of its own.
      let (first, last) = (star.memory[0], star.memory[48])
      #expect(abs(first.y) < 1e-5 && abs(last.y) < 1e-5 && first.x != last.x)
    }
    // 4949 radii, uniform from -2 to 10.
    #expect(abs(radii.reduce(0, +) / Double(radii.count) - 4) < 0.2)
    #expect(radii.min()! < -1.98 && radii.min()! >= -2)
    #expect(radii.max()! > 9.98 && radii.max()! < 10)
  }

  @Test("A cell is covered by how much of it the outline goes around, in whichever way")
  func cover() throws {
    for number in 0..<6 as Range<Int64> {
      let corners = Self.definition.star(number)
      let star = try Star(number)
      for (left, size, count) in [(-8.3, 0.5, 33), (-10.0, 1.0, 20), (1.7, 0.28, 20)] {
        for top in stride(from: -9.0, to: 9, by: 3.1) {
          let cover = try star.cover(left: left, top: top, size: size, count: count)
          for i in 0..<count {
            var inside = 0
            for v in 0..<16 {
              for u in 0..<16 {
                let x = left + (Double(i) + (Double(u) + 0.5) / 16) * size
                let y = top + (Double(v) + 0.5) / 16 * size
                if ClassicDefinition.winding(corners, x, y) != 0 { inside += 1 }
              }
            }
            try #require(abs(cover[i] - Double(inside) / 256) < 0.06, "star \(number), cell \(i)")
          }
        }
      }
    }
  }

  @Test("What is gone around twice counts once, and what is gone around back and forth not at all")
  func square() throws {
    let once = [(-2.25, -1.0), (3.5, -1), (3.5, 4), (-2.25, 4), (-2.25, -1)]
      .map { (x: $0.0, y: $0.1) }
    let back = Array(once.reversed())
    let covered = [0, 0.25, 1, 1, 1, 1, 1, 0.5, 0]
    for (outline, share) in [(once, 1.0), (back, 1), (once + once, 1), (once + back, 0)] {
      let star = try Star(outline)
      for (top, height) in [(0.0, 1.0), (3.25, 0.75), (-1.5, 0.5), (4, 0), (-2, 0)] {
        let row = try star.cover(left: -4, top: top, size: 1, count: 9)
        for i in 0..<9 {
          #expect(abs(row[i] - covered[i] * share * height) < 1e-6, "cell \(i) at \(top)")
        }
      }
    }
  }
}
