/// How much of a tuple is inside a range of values: 1 inside, 0 outside, and ramps between, if any.
public struct Threshold: Sendable {
  let low: Double
  let high: Double
  /// Half-widths of the ramps at the two bounds; 0 for a step.
  private let lowSoftness: Double
  private let highSoftness: Double

  /// A range from `low` to `high`, both included, 0 to 1, with ramps that reach `softness` to
  /// either side of a bound: as far as that leaves 0 outside, 1 inside, and the middle whole.
  public init(low: Double, high: Double, softness: Double = 0) {
    self.low = low
    self.high = high
    let half = (high - low) / 2
    lowSoftness = max(0, min(softness, min(low, half)))
    highSoftness = max(0, min(softness, min(1 - high, half)))
  }

  var isHard: Bool { lowSoftness == 0 && highSoftness == 0 }

  /// 1 for a value in the range, 0 for any other.
  @inline(__always)
  func hard(_ value: Double) -> Float { value >= low && value <= high ? 1 : 0 }

  /// The samples whose value is in the range; `least` is above `greatest` if there are none.
  func levels(maxval: Int) -> (least: Int32, greatest: Int32) {
    func value(_ level: Int) -> Double { Double(level) / Double(maxval) }
    // The product may be a bit off, the quotient decides.
    var least = max(0, Int(min(max(0, low), 1) * Double(maxval)) - 1)
    while least <= maxval && value(least) < low { least += 1 }
    var greatest = min(maxval, Int(min(max(0, high), 1) * Double(maxval)) + 1)
    while greatest >= 0 && value(greatest) > high { greatest -= 1 }
    return (Int32(least), Int32(greatest))
  }

  /// The same with the ramps: at `low` itself 0.5. A bound at 0 or 1 has none.
  func soft(_ value: Double) -> Float {
    if low > high { return 0 }
    let lower = low == 0 ? 1 : Self.ramp(value - low, lowSoftness)
    let upper = high == 1 ? 1 : Self.ramp(high - value, highSoftness)
    return Float(lower * upper)
  }

  /// With edges one tuple wide: ramps as steep as the values there. `slope` is the length of the
  /// values' gradient, in units of the value a tuple.
  func antialiased(_ value: Double, slope: Double) -> Float {
    if low > high { return 0 }
    let lower = low == 0 ? 1 : Self.ramp(value - low, slope / 2)
    let upper = high == 1 ? 1 : Self.ramp(high - value, slope / 2)
    return Float(lower * upper)
  }

  /// 0 to 1 as `distance` goes from -`half` to `half`.
  @inline(__always)
  private static func ramp(_ distance: Double, _ half: Double) -> Double {
    if half == 0 { return distance >= 0 ? 1 : 0 }
    return min(max(0, distance / (2 * half) + 0.5), 1)
  }
}
