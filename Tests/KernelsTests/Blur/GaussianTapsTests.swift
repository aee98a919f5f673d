import Foundation
import Testing

@testable import Kernels

@Suite("Taps of a Gaussian")
struct GaussianTapsTests {
  static let tails = [0, FloatArithmetic.tail, WordArithmetic.tail, 0.1]

  /// From the smallest radius with a halving up to 1000.
  static let largeRadii = Array(sequence(first: 3.0) { $0 * 1.06 }.prefix { $0 < 1000 }) + [1000]

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
    // At half a turn a coarse place their ideal response has a kink, which few taps cannot follow.
    Self.checkMiddle(WordArithmetic.self, kink: 1e-5)
    Self.checkMiddle(FloatArithmetic.self, kink: 1e-8)
  }

  /// Below the alias limit, half a turn a coarse place.
  static func checkMiddle<A: BlurArithmetic>(_: A.Type, kink: Double) {
    for radius in largeRadii where radius >= A.directLimit {
      let orders = BlurAxis<A>(radius: radius, length: 1).orders
      let places = Double(1 << orders.count)
      for tail in [0, A.tail] {
        let taps = GaussianTaps.middle(radius: radius, orders: orders, tail: tail)
        expectNone(of: 0...50, "radius \(radius), orders \(orders), tail \(tail)") {
          let theta = Double($0) / 50 * .pi / places
          var whole = response(taps, theta * places)
          for (level, order) in orders.enumerated() {
            // Each binomial twice: cos^order of half the turn from one of its places to the next.
            whole *= pow(cos(theta * Double(1 << level) / 2), Double(2 * order))
          }
          let exact = exp(-radius * radius * theta * theta / 2)
          return !(abs(whole - exact) <= tail + kink)
        }
      }
    }
  }
}
