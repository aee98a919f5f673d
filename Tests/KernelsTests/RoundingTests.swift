import Testing

@testable import Kernels

@Suite("Rounding to samples")
struct RoundingTests {
  /// The sample of a level, from every type that holds it.
  static func samples(_ level: Double, limit: Int) -> [Int] {
    let word: UInt16 = rounded(Float(level), limit: Float(limit))
    if limit > 255 { return [Int(word)] }
    let byte: UInt8 = rounded(Float(level), limit: Float(limit))
    return [Int(word), Int(byte)]
  }

  @Test("A level goes to the nearest sample, a half upwards")
  func nearest() {
    for limit in [1, 2, 7, 100, 255, 256, 1000] {
      for sample in 0...limit {
        for offset in [-0.5, -0.25, 0, 0.25, 0.499] {
          let result = Self.samples(Double(sample) + offset, limit: limit)
          #expect(result.allSatisfy { $0 == sample }, "\(sample) + \(offset) of \(limit)")
        }
      }
    }
  }

  @Test("Halves go upwards over the whole range of two bytes")
  func halves() {
    let limit = 65535
    for sample in stride(from: 0, to: limit, by: 17) {
      let result = Self.samples(Double(sample) + 0.5, limit: limit)
      #expect(result.allSatisfy { $0 == sample + 1 }, "\(sample)")
    }
  }

  @Test("-3 is 0, 2.4 is 2, 2.5 is 3, 300 is 255")
  func worked() {
    for (level, sample) in [(-3, 0), (2.4, 2), (2.5, 3), (300, 255)] {
      #expect(Self.samples(level, limit: 255).allSatisfy { $0 == sample }, "\(level)")
    }
  }

  @Test("What lies outside is clamped", arguments: [1, 7, 255, 256, 65535])
  func clamped(limit: Int) {
    for level in [-1e-30, -0.5, -1, -1e30, -1e300, -Double.infinity] {
      #expect(Self.samples(level, limit: limit).allSatisfy { $0 == 0 }, "\(level)")
    }
    for level in [Double(limit), Double(limit) + 0.6, 65536, 1e10, 1e30, 1e300, .infinity] {
      #expect(Self.samples(level, limit: limit).allSatisfy { $0 == limit }, "\(level)")
    }
  }

  @Test("What is not a number is 0")
  func notANumber() {
    for limit in [1, 255, 65535] {
      #expect(Self.samples(.nan, limit: limit).allSatisfy { $0 == 0 })
      #expect(Self.samples(-.nan, limit: limit).allSatisfy { $0 == 0 })
    }
  }

  @Test("truncated takes the whole number at or below")
  func truncation() {
    for (value, whole) in [(Float(0), 0), (0.99, 0), (1, 1), (254.5, 254), (65535.5, 65535)] {
      #expect(truncated(value) == Int32(whole))
    }
    #expect(truncated(2_147_483_520) == 2_147_483_520)
  }

  @Test("atLeast and atMost are the greater and the lesser, and a bound for what is no number")
  func bounds() {
    for bound in [-1.5, 0, 2] {
      for value in [-Double.infinity, -3, -1.5, 0, 1, 2, 7, .infinity] {
        #expect(atLeast(bound, value) == max(bound, value))
        #expect(atMost(bound, value) == min(bound, value))
      }
      #expect(atLeast(bound, .nan) == bound)
      #expect(atMost(bound, .nan) == bound)
    }
  }
}
