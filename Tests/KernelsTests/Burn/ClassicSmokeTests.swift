import TestSupport
import Testing

@testable import Kernels

@Suite("Smoke of the classic style")
struct ClassicSmokeTests {
  /// How much of each pixel smoke covers, row by row.
  static func cover(_ call: ClassicCall, _ canvas: BurnCanvas) throws -> [Double] {
    let smoke = try ClassicSmoke(call.particles(.smoke, canvas), canvas)
    let work = try smoke.makeWorkspace(width: canvas.width)
    let row = try Storage<Float>(canvas.width)
    return (0..<canvas.height).flatMap { y in
      row.clear()
      let touched = smoke.add(to: row.base, width: canvas.width, y: y, work)
      for x in 0..<canvas.width where !touched.contains(x) { #expect(row[x] == 0) }
      return (0..<canvas.width).map { Double(row[$0]) }
    }
  }

  /// A moment at which one particle alone is alive.
  static func lone(scale: Double, seed: UInt64) -> (call: ClassicCall, size: Int)? {
    let pixels = Int((20 * scale).rounded(.up))
    var call = ClassicCall(time: 0.0113, burnt: { _ in 0.5 }, scale: scale, smoke: 1, seed: seed)
    call.margin = Array(repeating: Int((15 * scale).rounded(.up)), count: 4)
    return ClassicDefinition(call, pixels, pixels).alive(2).count == 1 ? (call, pixels) : nil
  }

  @Test("One particle covers what its star and the shadow do", arguments: [3, 1, 0.5, 0.1])
  func sprite(scale: Double) throws {
    var checked = 0
    for seed in 0..<8 as Range<UInt64> {
      guard checked < 1, let (call, size) = Self.lone(scale: scale, seed: seed) else { continue }
      checked += 1
      let exact = ClassicDefinition(call, size, size)
      let particle = exact.alive(2)[0]
      let corners = exact.star(particle.number)
      let cover = try Self.cover(call, exact.canvas)
      // The shadow changes little within half a point.
      let line = (0...32).map { Double($0) / 2 - 8 }
      let places = line.flatMap { y in line.map { x in (x: x, y: y) } }
      let shadows = ClassicShadowTests.exact(corners, places)
      let parts = max(10, Int(6 / scale))
      for y in 0..<exact.canvas.height {
        for x in 0..<exact.canvas.width {
          var sum = 0.0
          for v in 0..<parts {
            for u in 0..<parts {
              let right = Double(x) + (Double(u) + 0.5) / Double(parts)
              let down = Double(y) + (Double(v) + 0.5) / Double(parts)
              let px = (right - particle.x) / scale
              let py = (down - particle.y) / scale
              if abs(px) > 8 || abs(py) > 8 { continue }
              let isInside = ClassicDefinition.winding(corners, px, py) != 0
              let shadow = shadows[Int((py + 8.25) * 2) * 33 + Int((px + 8.25) * 2)]
              sum += isInside ? 1 : shadow
            }
          }
          let value = cover[y * exact.canvas.width + x]
          try #require(abs(value - sum / Double(parts * parts)) < 0.07, "\(x), \(y), seed \(seed)")
        }
      }
    }
    #expect(checked == 1)
  }

  @Test("Stars cover in the mean what stars of a reference do, by distance")
  func profile() throws {
    let scale = 3.0
    var sums = Array(repeating: 0.0, count: 9)
    var counts = Array(repeating: 0.0, count: 9)
    var stars = 0
    for seed in 0..<900 as Range<UInt64> where stars < 250 {
      guard let (call, size) = Self.lone(scale: scale, seed: seed) else { continue }
      stars += 1
      let exact = ClassicDefinition(call, size, size)
      let center = exact.alive(2)[0]
      let cover = try Self.cover(call, exact.canvas)
      for y in 0..<exact.canvas.height {
        for x in 0..<exact.canvas.width {
          let (dx, dy) = (Double(x) + 0.5 - center.x, Double(y) + 0.5 - center.y)
          // Beyond that, the square's sides cut pixels.
          if abs(dx) > 7.8 * scale || abs(dy) > 7.8 * scale { continue }
          let r = (dx * dx + dy * dy).squareRoot() / scale
          let ring = Int(r.rounded())
          if ring > 8 || abs(r - Double(ring)) > 0.15 { continue }
          sums[ring] += cover[y * exact.canvas.width + x]
          counts[ring] += 1
        }
      }
    }
    #expect(stars == 250)
    // Computed apart, of 200 stars at 8 pixels to a point, at 1 to 8 points.
    let known = [0.743, 0.699, 0.626, 0.536, 0.436, 0.332, 0.230, 0.140]
    for ring in 1...8 {
      let mean = sums[ring] / counts[ring]
      #expect(abs(mean - known[ring - 1]) < 0.02, "\(ring) points: \(mean)")
    }
  }
}
