/// exp, cos and sin as polynomials in double.
///
/// libm's last bit differs between processors; these use sums, products and divisions only, in an
/// order that is written down, and give the same bits everywhere. Their error is below 1e-15 of the
/// result (exp), or of 1 (cos, sin, for angles up to 1e5).
public enum Elementary {
  /// e to the power `x`. 0 below -745, infinity above 709.7827.
  public static func exp(_ x: Double) -> Double {
    if x < -745 { return 0 }
    if x > 709.782712893384 { return .infinity }
    // x = k ln 2 + r with |r| <= ln 2 / 2. The first part of ln 2 has 33 bits: k times it is exact.
    let k = (x * 1.4426950408889634 + 0.5).rounded(.down)
    let r = (x - k * 0.6931471803691238) - k * 1.9082149292705877e-10
    // Taylor's series: r^14 / 14! is below 5e-18.
    var sum = 1.0
    var n = 13.0
    while n >= 1 {
      sum = 1 + sum * r / n
      n -= 1
    }
    // In two steps, so that results below the smallest normal number are reached too.
    let half = (k / 2).rounded(.down)
    return sum * powerOfTwo(Int(half)) * powerOfTwo(Int(k - half))
  }

  /// The cosine of `x`, in radians.
  public static func cos(_ x: Double) -> Double { sin(x, quarter: 1) }

  /// The sine of `x`, in radians.
  public static func sin(_ x: Double) -> Double { sin(x, quarter: 0) }

  /// The sine of `x` plus `quarter` right angles.
  private static func sin(_ x: Double, quarter: Int) -> Double {
    // x = k pi/2 + r with |r| <= pi/4. The first two parts of pi/2 have 33 bits each.
    let k = (x * 0.6366197723675814 + 0.5).rounded(.down)
    let r =
      ((x - k * 1.5707963267341256) - k * 6.077100506303966e-11) - k * 2.0222662487959506e-21
    let turn = (Int(k - (k / 4).rounded(.down) * 4) + quarter) & 3
    let r2 = r * r
    // Taylor's series of sine and cosine: the first term left out is below 2e-17.
    var n = turn & 1 == 0 ? 17.0 : 16.0
    var sum = 1.0
    while n > 1 {
      sum = 1 - sum * r2 / (n * (n - 1))
      n -= 2
    }
    let value = turn & 1 == 0 ? sum * r : sum
    return turn & 2 == 0 ? value : -value
  }

  private static func powerOfTwo(_ k: Int) -> Double {
    Double(bitPattern: UInt64(k + 1023) << 52)
  }
}
