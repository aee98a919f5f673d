import Foundation
import TestSupport
import Testing

@testable import Kernels

/// Gradient noise by its definition, in float64: slopes from the lattice's counters.
struct PlainNoise {
  let philox: Philox
  let column: Int
  let row: Int

  init(seed: UInt64, key: UInt32) {
    philox = Philox(seed: seed)
    let place = philox.words((key, 17, 0, 0))
    (column, row) = (Int(place.0 % 256), Int(place.1 % 256))
  }

  private func slope(_ i: Int, _ j: Int) -> (x: Double, y: Double) {
    func wrapped(_ k: Int) -> Int { (k % 256 + 256) % 256 }
    let (i, j) = (wrapped(i + column), wrapped(j + row))
    let words = philox.words((UInt32(i / 2), 16, UInt32(j), 0))
    func component(_ word: UInt32) -> Double { Double(word / 256) / Double(1 << 23) - 1 }
    return i % 2 == 0
      ? (component(words.0), component(words.1)) : (component(words.2), component(words.3))
  }

  func callAsFunction(_ x: Double, _ y: Double) -> Double {
    let (i, j) = (floor(x), floor(y))
    func fade(_ f: Double) -> Double { 6 * pow(f, 5) - 15 * pow(f, 4) + 10 * pow(f, 3) }
    let (u, v) = (fade(x - i), fade(y - j))
    var sum = 0.0
    for (di, weightX) in [(0.0, 1 - u), (1, u)] {
      for (dj, weightY) in [(0.0, 1 - v), (1, v)] {
        let slope = slope(Int(i + di), Int(j + dj))
        sum += weightX * weightY * (slope.x * (x - i - di) + slope.y * (y - j - dj))
      }
    }
    return 1.25 * sum
  }
}

@Suite("Noise of flames")
struct FlameNoiseTests {
  /// Places on both sides of 0: nodes of the lattice, and any.
  static func places(_ count: Int) -> [(x: Float, y: Float)] {
    var source = RandomSource(seed: 3)
    func number(_ i: Int) -> Float {
      let x = source.number(from: -300, to: 300)
      return Float(i % 7 == 0 ? x.rounded() : i % 7 == 1 ? x / 300 : x)
    }
    return (0..<count).map { i in (number(i), number(i + i / 7)) }
  }

  @Test("Noise is as its definition says, at every place")
  func definition() throws {
    for seed: UInt64 in [0, 0xDEAD_BEEF_0000_0007] {
      let lattice = try NoiseLattice(seed: seed)
      for key: UInt32 in [1, 2, 30] {
        let noise = lattice.noise(key)
        let plain = PlainNoise(seed: seed, key: key)
        for (x, y) in Self.places(300) {
          let exact = plain(Double(x), Double(y))
          let four = noise.four(SIMD4(x, 0, 0, 0), SIMD4(y, 0, 0, 0))
          #expect(abs(Double(four[0]) - exact) < 2e-5, "\(seed), \(key): \(x), \(y)")
          #expect(abs(noise.value(Double(x), Double(y)) - exact) < 2e-5, "\(x), \(y)")
        }
      }
    }
  }

  @Test("Rows of noise are the noise at each of their places, to the bit")
  func rows() throws {
    let noise = FlameSources.first.noises.tongues
    let places = Self.places(48)
    let (x, y) = (places.map(\.x), places.map(\.y))
    func single(_ x: Float, _ y: Float) -> Float {
      noise.four(SIMD4(repeating: x), SIMD4(repeating: y))[3]
    }
    var row = [Float](repeating: 7, count: 56)
    for count in [1, 3, 4, 5, 8, 45] {
      noise.values(x, y, into: &row, count: count)
      for i in 0..<count { #expect(row[i] == single(x[i], y[i])) }
      let worked = (count + 3) / 4 * 4
      #expect(row.dropFirst(worked).allSatisfy { $0 == 7 }, "beyond \(count)")
      row = [Float](repeating: 7, count: 56)

      noise.values(x, y: 3.7, into: &row, count: count)
      for i in 0..<count { #expect(row[i] == single(x[i], 3.7)) }
      row = [Float](repeating: 7, count: 56)
    }
    let scratch = try FloatRows(2, length: 48)
    noise.values(x, y, by: (0.5, 0.125), (scratch[0], scratch[1]), into: &row, count: 48)
    for i in 0..<48 { #expect(row[i] == single(0.5 * x[i], 0.125 * y[i])) }
  }

  @Test("Mean 0, root mean square 0.22, a hundredth beyond 0.51 on either side, none beyond 1.25")
  func distribution() throws {
    let noises = FlameSources.first.noises
    var source = RandomSource(seed: 11)
    var values: [Float] = []
    for noise in [noises.broad, noises.pits, noises.tongues, noises.body] {
      for _ in 0..<2500 {
        func four() -> SIMD4<Float> {
          var four = SIMD4<Float>()
          for lane in 0..<4 { four[lane] = Float(source.number(from: -128, to: 128)) }
          return four
        }
        let result = noise.four(four(), four())
        for lane in 0..<4 { values.append(result[lane]) }
      }
    }
    let count = Double(values.count)
    let mean = values.reduce(0.0) { $0 + Double($1) } / count
    let square = values.reduce(0.0) { $0 + Double($1 * $1) } / count
    let low = Double(values.count { $0 < -0.51 }) / count
    let high = Double(values.count { $0 > 0.51 }) / count
    #expect(abs(mean) < 0.01, "\(mean)")
    #expect(abs(square.squareRoot() - 0.22) < 0.01, "\(square.squareRoot())")
    #expect((0.006...0.015).contains(low) && (0.006...0.015).contains(high), "\(low), \(high)")
    #expect(values.allSatisfy { abs($0) <= 1.25 })
  }

  @Test("It is 0 at the nodes, has no jumps, and begins again after 256 cells")
  func shape() throws {
    let noise = FlameSources.first.noises.wide
    for k in -20..<20 {
      #expect(noise.value(Double(k), Double(3 * k)) == 0)
      // Across a node and across a cell's side.
      for (x, y) in [(Double(k), 0.4), (0.3, Double(k)), (Double(k), Double(k))] {
        let jump = noise.value(x + 1e-4, y + 1e-4) - noise.value(x - 1e-4, y - 1e-4)
        #expect(abs(jump) < 2e-3, "\(x), \(y): \(jump)")
      }
    }
    for (x, y) in Self.places(40) {
      let (x, y) = (Double(x), Double(y))
      for (dx, dy) in [(256.0, 0.0), (0, -256), (25600, 512)] {
        #expect(abs(noise.value(x + dx, y + dy) - noise.value(x, y)) < 2e-4, "\(x), \(y)")
      }
    }
    #expect(Noise.phase(256 * 5 + 0.25) == 0.25)
    #expect(Noise.phase(-256 * 5 - 0.25) == -0.25)
    #expect(Noise.phase(.infinity) == 0)
    #expect(Noise.phase(1e15 + 3) == Float((1e15 + 3).truncatingRemainder(dividingBy: 256)))
  }

  @Test("No two noises of a fire are the same, and another seed makes others")
  func keys() {
    func origins(_ source: FlameSource) -> [String] {
      Mirror(reflecting: source.noises).children.map { child in
        let noise = child.value as! Noise
        return "\(noise.column % 256), \(noise.row % 256)"
      }
    }
    let (first, second) = (origins(FlameSources.first), origins(FlameSources.second))
    #expect(first.count > 30)
    #expect(Set(first).count == first.count)
    #expect(Set(first).isDisjoint(with: second))
    let (a, b) = (FlameSources.first.noises.broad, FlameSources.second.noises.broad)
    #expect(a.value(0.5, 0.5) != b.value(0.5, 0.5))
  }
}

@Suite("Functions of flames")
struct FlameFunctionTests {
  @Test("exp is within 2e-6 of the result where the result counts")
  func exponentials() {
    for x in ElementaryTests.numbers(from: -87, to: 88).filter({ abs($0) < 12 }) + [0, -12, 12] {
      let exact = Foundation.exp(Double(Float(x)))
      #expect(abs(Double(exponential(Float(x))) - exact) < 2e-6 * exact, "\(x)")
    }
    for x in stride(from: -87.0, through: 88, by: 0.37) {
      let exact = Foundation.exp(Double(Float(x)))
      #expect(abs(Double(exponential(Float(x))) - exact) < 6e-6 * exact, "\(x)")
    }
    #expect(exponential(0) == 1)
    for x: Float in [-87, -90, -1e10, -.infinity] {
      #expect(abs(Double(exponential(x)) - 1.6458e-38) < 1e-42, "\(x)")
    }
    for x: Float in [88, 90, 1e10, .infinity] {
      #expect(abs(exponential(x) / 1.6516e38 - 1) < 1e-3, "\(x)")
    }
  }

  @Test("smoothstep between two bounds in either order")
  func smoothsteps() {
    for (start, end, x, value) in [
      (0.0, 1.0, -1.0, 0.0), (0, 1, 0, 0), (0, 1, 0.25, 0.15625), (0, 1, 0.5, 0.5),
      (0, 1, 0.75, 0.84375), (0, 1, 1, 1), (0, 1, 9, 1), (4, -10, 5, 0), (4, -10, 4, 0),
      (4, -10, 0.5, 0.15625), (4, -10, -3, 0.5), (4, -10, -10, 1), (4, -10, -11, 1),
    ] {
      #expect(abs(smoothstep(start, end, x) - value) < 1e-12, "\(start), \(end), \(x)")
      let float = smoothstep(Float(start), Float(end), Float(x))
      #expect(abs(Double(float) - value) < 1e-6, "\(start), \(end), \(x)")
    }
    #expect(clamped(3, -0.5, 0.7) == 0.7 && clamped(-3, -0.5, 0.7) == -0.5)
    #expect(clamped(0.3, -0.5, 0.7) == 0.3)
  }
}
