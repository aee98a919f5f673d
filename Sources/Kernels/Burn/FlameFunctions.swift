// What the parts of the flame style share. All is in Float and has no branch, so that loops of it
// run on whole vectors.

/// e to the power `x`, to some 2e-6 of the result; below -87 it stays at 1.6e-38.
///
/// 2^z with z = x / ln 2: the nearest whole number goes into the exponent's bits, the rest, at most
/// a half, into Taylor's series.
@inline(__always)
func exponential(_ x: Float) -> Float {
  let z = atMost(88, atLeast(-87, x)) * 1.442_695_04
  // Adding 1.5 x 2^23 leaves the nearest whole number in the lowest bits.
  let shifted = z + 12_582_912
  let f = z - (shifted - 12_582_912)
  let series =
    1 + f
    * (0.693_147_2
      + f
      * (0.240_226_5
        + f * (0.055_504_11 + f * (0.009_618_129 + f * (0.001_333_356 + f * 0.000_154_035)))))
  return series * Float(bitPattern: (shifted.bitPattern &+ 127) &<< 23)
}

/// 0 below `start`, 1 beyond `end`, and 3t^2 - 2t^3 between; `start` may be the greater one.
@inline(__always)
func smoothstep(_ start: Float, _ end: Float, _ x: Float) -> Float {
  let t = atMost(1, atLeast(0, (x - start) * (1 / (end - start))))
  return t * t * (3 - 2 * t)
}

/// The same in Double, for what is computed once a frame.
func smoothstep(_ start: Double, _ end: Double, _ x: Double) -> Double {
  let t = min(max((x - start) / (end - start), 0), 1)
  return t * t * (3 - 2 * t)
}

@inline(__always)
func clamped(_ x: Float, _ low: Float, _ high: Float) -> Float { atMost(high, atLeast(low, x)) }

/// Some rows of Float, each with room to be worked on by whole vectors.
final class FloatRows {
  private let memory: Storage<Float>
  let stride: Int
  /// How many elements of a row are worked on: the length, rounded up to a whole vector.
  let count: Int

  init(_ rows: Int, length: Int) throws(OutOfMemory) {
    count = (length + 3) / 4 * 4
    stride = count + 4
    let (size, overflow) = stride.multipliedReportingOverflow(by: rows)
    if overflow { throw OutOfMemory() }
    memory = try Storage(size)
  }

  subscript(row: Int) -> UnsafeMutablePointer<Float> { memory.base + row * stride }
}
