import Testing

@testable import Kernels

@Suite("A blur's arithmetic in 16-bit integers")
struct WordArithmeticTests {
  static let orders = [3, 5, 7]
  static let radii = [0.3, 0.5, 1, 1.7, 2, 2.9] + GaussianTapsTests.largeRadii

  @Test("Weights sum to 65536, and those beside the centre are the nearest whole numbers")
  func weights() {
    for radius in Self.radii {
      let axis = BlurAxis<WordArithmetic>(radius: radius, length: 1)
      let half =
        axis.levels > 0
        ? GaussianTaps.middle(radius: radius, orders: axis.orders, tail: WordArithmetic.tail)
        : GaussianTaps.direct(radius: radius, tail: WordArithmetic.tail)
      let sum = GaussianTapsTests.sum(half)
      #expect(axis.taps.count == half.count)
      #expect(axis.taps.reduce(0) { $0 + Int($1[0]) } == 65536, "radius \(radius)")
      for (k, weight) in axis.taps.enumerated() {
        #expect(weight == SIMD8(repeating: weight[0]))
        let exact = max(0, half[k] / sum * (k == 0 ? 65536 : 131072))
        // What the others are rounded by, the centre makes good.
        let tolerance = k == 0 ? 0.5 * Double(half.count) : 0.5
        #expect(abs(Double(weight[0]) - exact) <= tolerance, "radius \(radius), tap \(k)")
      }
    }
  }

  @Test("Taps sum up as defined, rounding included, in rows of any length")
  func filters() {
    LoopCheck<PlainWords>.checkFilters(radii: Self.radii)
  }

  @Test("Halvings average as defined, rounding included, in rows of any length")
  func halving() {
    LoopCheck<PlainWords>.checkHalving(orders: Self.orders)
  }

  @Test("Doublings average as defined, rounding included, in rows of any length")
  func doubling() {
    LoopCheck<PlainWords>.checkDoubling(orders: Self.orders)
  }

  @Test("Bytes become words and words bytes, in rows of any length")
  func ends() {
    LoopCheck<PlainWords>.checkEnds()
  }

  @Test("Halvings and doublings are binomials, to the rounding of their averages")
  func binomials() {
    for order in Self.orders {
      let weights = (0...order).map { Int(PlainLevels<PlainWords>.binomial(order, $0)) }
      for j in 0...order {
        var impulse = [UInt16](repeating: 0, count: order + 1)
        impulse[j] = 32768
        #expect(PlainWords.halved(impulse) == UInt16((32768 * weights[j]) >> order))
      }
      let halo = BlurAxis<WordArithmetic>.halo(order)
      for j in -halo...halo {
        var impulse = [UInt16](repeating: 0, count: 2 * halo + 1)
        impulse[j + halo] = 32768
        let (even, odd) = PlainWords.doubled(impulse, order: order)
        for (result, fine) in [(even, 0), (odd, 1)] {
          let place = fine - 2 * j + (order - 1) / 2
          let weight = weights.indices.contains(place) ? weights[place] : 0
          #expect(result == UInt16((32768 * weight) >> (order - 1)))
        }
      }
    }
  }

  @Test("Nothing overflows: all at the greatest value stay there, but for what taps cut")
  func extremes() {
    for value: UInt16 in [0, 65280, 65535] {
      let constants = [UInt16](repeating: value, count: 40)
      for result in LoopCheck<PlainWords>.halvedAndDoubled(constants, orders: Self.orders) {
        #expect(result == constants)
      }
      for radius in Self.radii {
        let axis = BlurAxis<WordArithmetic>(radius: radius, length: 1)
        for result in LoopCheck<PlainWords>.filtered(constants, axis) {
          #expect(abs(Int(result) - Int(value)) <= axis.reach / 2 + 1, "radius \(radius)")
        }
      }
    }
  }

  @Test("Each of the 256 constants of a byte comes back through halvings, doublings and taps")
  func constants() {
    let constants = (0..<256).map { UInt16($0 << 8) }
    for result in LoopCheck<PlainWords>.halvedAndDoubled(constants, orders: Self.orders) {
      #expect(result == constants)
    }
    for radius in Self.radii {
      let axis = BlurAxis<WordArithmetic>(radius: radius, length: 1)
      // Along columns, then along rows.
      let once = LoopCheck<PlainWords>.filtered(constants, axis)
      let twice = LoopCheck<PlainWords>.filtered(once, axis)
      for rounding in [0, 8, 36].map({ WordArithmetic.rounding(steps: $0) }) {
        expectNone(of: 0..<256, "radius \(radius), rounding \(rounding)") {
          Int((twice[$0] &+ rounding) >> 8) != $0
        }
      }
    }
  }
}
