import Foundation
import Testing

@testable import Kernels

@Suite("Taps of a Gaussian")
struct GaussianTapsTests {
  static let tails = [0, FloatArithmetic.tail, WordArithmetic.tail, 0.1]

  /// From the smallest radius with a halving up to 1000.
  static let largeRadii = Array(sequence(first: 2.5) { $0 * 1.06 }.prefix { $0 < 1000 }) + [1000]

  static func sum(_ half: [Double]) -> Double { half.reduce(-half[0]) { $0 + 2 * $1 } }

  /// What a kernel leaves of a wave of `theta` radians a place.
  static func response(_ half: [Double], _ theta: Double) -> Double {
    half.indices.reduce(-half[0]) { $0 + 2 * half[$1] * cos(Double($1) * theta) }
  }

  @Test("Direct ones are samples of a Gaussian that sum to 1 with those left out")
  func direct() {
    for radius in (1...80).map({ Double($0) / 20 }) + [0.001, 7.3, 33] {
      let reach = Int(12 * radius) + 5
      let samples = (0...reach).map { exp(-Double($0 * $0) / (2 * radius * radius)) }
      let whole = Self.sum(samples)
      for tail in Self.tails {
        let taps = GaussianTaps.direct(radius: radius, tail: tail)
        expectNone(of: taps.indices, "radius \(radius), tail \(tail)") {
          abs(taps[$0] - samples[$0] / whole) > 1e-14
        }
      }
    }
  }

  @Test("As many are left out as sum to no more than the tail")
  func tail() {
    for radius in (1...80).map({ Double($0) / 20 }) {
      for tail in Self.tails.dropFirst() {
        let taps = GaussianTaps.direct(radius: radius, tail: tail)
        let left = 1 - Self.sum(taps)
        #expect(left <= tail + 1e-14)
        #expect(taps.count == 1 || left + 2 * taps.last! > tail - 1e-14)
      }
    }
    #expect(GaussianTaps.direct(radius: 0.1, tail: 3e-4) == [1])
    #expect(GaussianTaps.direct(radius: 2, tail: 1).count == 1)
  }

  @Test("Radius 0.5 gives the weights 0.7866, 0.1065, 0.0003")
  func worked() {
    let taps = GaussianTaps.direct(radius: 0.5, tail: WordArithmetic.tail)
    #expect(taps.map { ($0 * 10000).rounded() } == [7866, 1065, 3])
  }

  @Test("Halvings, middle taps and doublings together are a Gaussian at every frequency")
  func middle() {
    Self.checkMiddle(WordArithmetic.self, tails: [1e-2, WordArithmetic.tail])
    Self.checkMiddle(FloatArithmetic.self, tails: [1e-3, FloatArithmetic.tail, 1e-8])
  }

  /// Below the alias limit, half a turn a coarse place.
  static func checkMiddle<A: BlurArithmetic>(_: A.Type, tails: [Double]) {
    for radius in largeRadii where radius >= A.directLimit {
      let orders = BlurAxis<A>(radius: radius, length: 1).orders
      for tail in tails {
        let taps = GaussianTaps.middle(radius: radius, orders: orders, tail: tail)
        #expect(abs(sum(taps) - 1) < 1e-12)
        expectNone(of: 0...50, "radius \(radius), orders \(orders), tail \(tail)") {
          // Between the frequencies that it is made for, it may be a little more.
          !(abs(amiss(taps, radius, orders, turn: Double($0) / 50)) <= 1.1 * tail)
        }
      }
    }
  }

  /// How far halvings, taps and doublings together are from a Gaussian at a frequency: 1 is half a
  /// turn a coarse place.
  static func amiss(
    _ taps: [Double], _ radius: Double, _ orders: [Int], turn: Double
  ) -> Double {
    let theta = turn * .pi / Double(1 << orders.count)
    var whole = response(taps, turn * .pi)
    for (level, order) in orders.enumerated() {
      // Each binomial twice: cos^order of half the turn from one of its places to the next.
      whole *= pow(cos(theta * Double(1 << level) / 2), Double(2 * order))
    }
    return whole - exp(-radius * radius * theta * theta / 2)
  }

  @Test("No other weights of that number come nearer in the least squares")
  func leastSquares() {
    for (radius, orders) in [(2.5, [7]), (4.9, [7]), (5, [5, 7]), (20, [3, 3, 5, 7])] {
      let taps = GaussianTaps.middle(radius: radius, orders: orders, tail: WordArithmetic.tail)
      func squares(_ taps: [Double]) -> Double {
        (0...200).reduce(0) {
          let amiss = Self.amiss(taps, radius, orders, turn: Double($1) / 200)
          return $0 + amiss * amiss
        }
      }
      for k in taps.indices.dropFirst() {
        for change in [-0.002, 0.002] {
          var others = taps
          others[k] += change
          others[0] -= 2 * change
          #expect(squares(others) > squares(taps), "radius \(radius), weight \(k)")
        }
      }
    }
  }

  @Test("Radius 5 leaves 0.5599, 0.2065, 0.0124, 0.0012 between binomials of order 5 and 7")
  func workedMiddle() {
    let taps = GaussianTaps.middle(radius: 5, orders: [5, 7], tail: WordArithmetic.tail)
    #expect(taps.map { ($0 * 10000).rounded() } == [5599, 2065, 124, 12])
  }
}
