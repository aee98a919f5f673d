import TestSupport
import Testing

@testable import Kernels

@Suite("Thresholds")
struct ThresholdTests {
  /// A range of values, and what it makes of one, as the specification says it.
  struct Range: CustomStringConvertible {
    var low: Double
    var high: Double
    var softness = 0.0

    var description: String { "\(low) to \(high), softness \(softness)" }

    func hard(_ value: Double) -> Double { low <= value && value <= high ? 1 : 0 }

    func soft(_ value: Double) -> Double {
      if low > high { return 0 }
      let a = min(softness, low, (high - low) / 2)
      let b = min(softness, 1 - high, (high - low) / 2)
      let lower =
        low == 0
        ? 1 : a == 0 ? (value >= low ? 1 : 0) : min(max(0, (value - low) / (2 * a) + 0.5), 1)
      let upper =
        high == 1
        ? 1 : b == 0 ? (value <= high ? 1 : 0) : min(max(0, (high - value) / (2 * b) + 0.5), 1)
      return lower * upper
    }

    func antialiased(_ value: Double, slope: Double) -> Double {
      if low > high { return 0 }
      if slope == 0 { return hard(value) }
      let lower = low == 0 ? 1 : min(max(0, (value - low) / slope + 0.5), 1)
      let upper = high == 1 ? 1 : min(max(0, (high - value) / slope + 0.5), 1)
      return lower * upper
    }

    var threshold: Threshold { Threshold(low: low, high: high, softness: softness) }
  }

  static let bounds = [0, 0.001, 0.2, 0.3, 0.5, 0.55, 0.999, 1]
  static let ranges = bounds.flatMap { low in bounds.map { Range(low: low, high: $0) } }
  static let values = (0...255).map { Double($0) / 255 } + bounds

  @Test("Hard: a value in the range, bounds included, is 1, any other 0")
  func hard() {
    for range in Self.ranges {
      let threshold = range.threshold
      #expect(threshold.isHard)
      expectNone(of: Self.values, "\(range)") { value in
        Double(threshold.hard(value)) != range.hard(value)
          || Double(threshold.soft(value)) != range.hard(value)
      }
    }
  }

  @Test("The samples inside are those whose value is", arguments: [1, 2, 7, 255, 1000, 65535])
  func levels(maxval: Int) {
    // Values of samples, those beside them, and others.
    let samples = [0, 1, maxval / 3, maxval / 2, maxval - 1, maxval].map {
      Double($0) / Double(maxval)
    }
    var bounds: [Double] = [0.1, 0.3, 0.5, 0.7, -1e300, -1, 2, 1e300]
    for sample in samples { bounds += [sample.nextDown, sample, sample.nextUp] }
    for low in bounds {
      for high in bounds {
        let (least, greatest) = Threshold(low: low, high: high).levels(maxval: maxval)
        let range = Range(low: low, high: high)
        let edges = [least, greatest].flatMap { [Int($0) - 1, Int($0), Int($0) + 1] }
        for level in edges + [0, maxval] where (0...maxval).contains(level) {
          let isInside = level >= least && level <= greatest
          #expect(
            isInside == (range.hard(Double(level) / Double(maxval)) == 1),
            "\(level) of \(maxval), \(range)")
        }
      }
    }
  }

  @Test("Soft: ramps as wide as bounds leave room for")
  func soft() {
    for softness in [1e-300, 0.001, 0.05, 0.3, 1] {
      for var range in Self.ranges {
        range.softness = softness
        let threshold = range.threshold
        expectNone(of: Self.values, "\(range)") { value in
          abs(Double(threshold.soft(value)) - range.soft(value)) > 1e-7
        }
      }
    }
  }

  @Test("Soft: 0.5 at a bound, 0 and 1 where its ramp ends, and 0 and 1 stay what they are")
  func worked() {
    let threshold = Threshold(low: 0.25, high: 0.75, softness: 0.125)
    for (value, inside) in [
      (0, 0), (0.125, 0), (0.1875, 0.25), (0.25, 0.5), (0.375, 1), (0.5, 1), (0.625, 1),
      (0.75, 0.5), (0.875, 0), (1, 0),
    ] {
      #expect(threshold.soft(value) == Float(inside), "\(value)")
    }
    #expect(!threshold.isHard)
    for softness in [0.1, 0.5, 1] {
      #expect(Threshold(low: 0, high: 1, softness: softness).soft(0) == 1)
      #expect(Threshold(low: 0, high: 1, softness: softness).soft(1) == 1)
      #expect(Threshold(low: 0.3, high: 1, softness: softness).soft(0) == 0)
      #expect(Threshold(low: 0.3, high: 1, softness: softness).soft(1) == 1)
      #expect(Threshold(low: 0, high: 0.6, softness: softness).soft(1) == 0)
      #expect(Threshold(low: 0.2, high: 0.6, softness: softness).soft(0.4) == 1)
    }
  }

  @Test("Antialiased: ramps as steep as the slope, and the hard test where that is 0")
  func antialiased() {
    for slope in [0, 1e-300, 0.003, 0.1, 0.7] {
      for range in Self.ranges {
        let threshold = range.threshold
        expectNone(of: Self.values, "\(range), slope \(slope)") { value in
          let exact = range.antialiased(value, slope: slope)
          return abs(Double(threshold.antialiased(value, slope: slope)) - exact) > 1e-7
        }
      }
    }
  }
}
