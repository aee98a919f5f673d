import TestSupport
import Testing

@testable import Kernels

@Suite("Fire of the classic style")
struct ClassicFireTests {
  /// How much of each pixel fire covers, row by row.
  static func cover(_ call: ClassicCall, _ canvas: BurnCanvas) throws -> [Double] {
    let fire = try ClassicFire(call.particles(.fire, canvas), canvas)
    let row = try Storage<Float>(canvas.width)
    return (0..<canvas.height).flatMap { y in
      row.clear()
      let touched = fire.add(to: row.base, width: canvas.width, y: y)
      for x in 0..<canvas.width where !touched.contains(x) { #expect(row[x] == 0) }
      return (0..<canvas.width).map { Double(row[$0]) }
    }
  }

  /// A moment at which one particle alone is alive, well within a margin of 20 points: births are
  /// rare, and the edge stands still.
  static func lone(scale: Double, seed: UInt64) -> (call: ClassicCall, size: Int)? {
    let pixels = Int((60 * scale).rounded(.up))
    var call = ClassicCall(time: 0.01, burnt: { _ in 0.5 }, scale: scale, sparks: 1, seed: seed)
    call.margin = Array(repeating: Int((25 * scale).rounded(.up)), count: 4)
    return ClassicDefinition(call, pixels, pixels).alive(1).count == 1 ? (call, pixels) : nil
  }

  static let scales = [8, 3.6, 2, 1.3, 1, 0.7, 0.4, 0.11, 0.05, 0.02]

  @Test("One particle covers what its sprite does, at any distance", arguments: scales)
  func sprite(scale: Double) throws {
    var checked = 0
    for seed in 0..<8 as Range<UInt64> {
      guard let (call, size) = Self.lone(scale: scale, seed: seed) else { continue }
      checked += 1
      let exact = ClassicDefinition(call, size, size)
      let particle = exact.alive(1)[0]
      let cover = try Self.cover(call, exact.canvas)
      // As many parts of a pixel as are needed to see the sprite, each the mean of more.
      let parts = scale >= 1 ? 1 : Int((4 / scale).rounded(.up))
      let border = scale >= 1 ? 1 / scale : 0.25
      var worst = 0.0
      for y in 0..<exact.canvas.height {
        for x in 0..<exact.canvas.width {
          var sum = 0.0
          let isNear =
            abs(Double(x) + 0.5 - particle.x) < 13 * scale + 1
            && abs(Double(y) + 0.5 - particle.y) < 13 * scale + 1
          for v in 0..<(isNear ? parts : 0) {
            for u in 0..<parts {
              let dx = Double(x) - particle.x + (Double(u) + 0.5) / Double(parts)
              let dy = Double(y) - particle.y + (Double(v) + 0.5) / Double(parts)
              sum += ClassicDefinition.fire(dx / scale, dy / scale, border: border)
            }
          }
          worst = max(worst, abs(cover[y * exact.canvas.width + x] - sum / Double(parts * parts)))
        }
      }
      // At the disc's border, parts of a pixel are coarser than those here.
      #expect(worst < (scale >= 1 ? 6e-4 : 0.03), "seed \(seed): \(worst)")
      // All of it is 240 square points.
      let area = cover.reduce(0, +) / (scale * scale)
      #expect(abs(area - 240) < (scale > 0.04 ? 1.5 : 12), "seed \(seed): \(area)")
    }
    #expect(checked >= 2)
  }

  @Test("The profile has the values of a table that was computed apart")
  func profile() throws {
    let lone = (0..<20 as Range<UInt64>).compactMap { Self.lone(scale: 40, seed: $0) }
    let (call, size) = try #require(lone.first)
    let exact = ClassicDefinition(call, size, size)
    let center = exact.alive(1)[0]
    let fire = try ClassicFire(call.particles(.fire, exact.canvas), exact.canvas)
    let row = try Storage<Float>(exact.canvas.width)
    _ = fire.add(to: row.base, width: exact.canvas.width, y: Int(center.y))
    let known = [
      (0, 1), (4, 1), (7.9, 1), (8.05, 0.44), (8.5, 0.354), (9, 0.267), (9.5, 0.193),
      (10, 0.132), (10.5, 0.087), (11, 0.054), (11.5, 0.032), (11.95, 0.018), (12.1, 0),
    ]
    for (r, value) in known {
      for side in [-1.0, 1] {
        let x = Int(center.x + side * r * 40)
        #expect(abs(Double(row[x]) - value) < 0.006, "\(r) points, side \(side)")
      }
    }
  }

  @Test("Particles add up")
  func sum() throws {
    for (scale, time) in [(1.0, 0.9), (2.2, 0.0)] {
      let call = ClassicCall(time: time, scale: scale, margin: [20, 15, 10, 5], seed: 4)
      let exact = ClassicDefinition(call, 130, 90)
      let alive = exact.alive(1)
      #expect(alive.count > 50)
      let cover = try Self.cover(call, exact.canvas)
      var worst = 0.0
      for y in 0..<exact.canvas.height {
        for x in 0..<exact.canvas.width {
          let sum = exact.fireCover(x, y, alive)
          worst = max(worst, abs(sum - cover[y * exact.canvas.width + x]))
        }
      }
      #expect(cover.max()! > 2)
      #expect(worst < 3e-3, "\(worst)")
    }
  }
}
