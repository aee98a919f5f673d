import Testing

@testable import Kernels

@Suite("A blur's arithmetic in floating point")
struct FloatArithmeticTests {
  static let orders = [5, 7]
  static let radii = [0.3, 0.5, 1, 1.7, 2, 2.9, 3.9] + GaussianTapsTests.largeRadii

  @Test("Weights sum to 1, and are the kernel's")
  func weights() {
    for radius in Self.radii {
      let axis = BlurAxis<FloatArithmetic>(radius: radius, length: 1)
      let half =
        axis.levels > 0
        ? GaussianTaps.middle(radius: radius, orders: axis.orders, tail: FloatArithmetic.tail)
        : GaussianTaps.direct(radius: radius, tail: FloatArithmetic.tail)
      let sum = GaussianTapsTests.sum(half)
      #expect(axis.taps.count == half.count)
      #expect(abs(GaussianTapsTests.sum(axis.taps.map { Double($0) }) - 1) < 6e-8)
      for (k, weight) in axis.taps.enumerated() {
        #expect(abs(Double(weight) - half[k] / sum) <= 2e-7, "radius \(radius), tap \(k)")
      }
    }
  }

  @Test("Taps sum up as defined, to the bit, in rows of any length")
  func filters() {
    LoopCheck<PlainFloats>.checkFilters(radii: Self.radii)
  }

  @Test("Halvings sum up as defined, to the bit, in rows of any length")
  func halving() {
    LoopCheck<PlainFloats>.checkHalving(orders: Self.orders)
  }

  @Test("Doublings sum up as defined, to the bit, in rows of any length")
  func doubling() {
    LoopCheck<PlainFloats>.checkDoubling(orders: Self.orders)
  }

  @Test("The finest level is no different, in rows of any length")
  func ends() {
    LoopCheck<PlainFloats>.checkEnds()
  }

  @Test("Halvings and doublings are binomials")
  func binomials() {
    for (order, weights) in [(5, [1, 5, 10, 10, 5, 1]), (7, [1, 7, 21, 35, 35, 21, 7, 1])] {
      for j in 0...order {
        var impulse = [Float](repeating: 0, count: order + 1)
        impulse[j] = Float(1 << order)
        #expect(PlainFloats.halved(impulse) == Float(weights[j]))
      }
      let halo = BlurAxis<FloatArithmetic>.halo(order)
      for j in -halo...halo {
        var impulse = [Float](repeating: 0, count: 2 * halo + 1)
        impulse[j + halo] = Float(1 << (order - 1))
        let (even, odd) = PlainFloats.doubled(impulse, order: order)
        for (result, fine) in [(even, 0), (odd, 1)] {
          let place = fine - 2 * j + (order - 1) / 2
          #expect(result == (weights.indices.contains(place) ? Float(weights[place]) : 0))
        }
      }
    }
  }

  @Test("Constants come back through halvings, doublings and taps, but for a millionth")
  func constants() {
    let constants = (0..<256).map { Float($0) } + [256, 1000, 65534, 65535, 1e-3]
    var results = LoopCheck<PlainFloats>.halvedAndDoubled(constants, orders: Self.orders)
    for radius in Self.radii {
      results.append(
        LoopCheck<PlainFloats>.filtered(constants, BlurAxis(radius: radius, length: 1)))
    }
    for result in results {
      expectNone(of: constants.indices) {
        abs(result[$0] - constants[$0]) > 1e-6 * constants[$0]
      }
    }
  }
}
