import CSystem

// Loops run at full speed only where nothing in them can trap: sums of `&+`, conversions by
// `truncated`, and these two, which are one instruction each. (`max` of the standard library
// differs from it in the sign of zeros, and takes four.)

/// `value`, but at least `bound`; `bound` for what is not a number.
@inline(__always)
func atLeast<T: FloatingPoint>(_ bound: T, _ value: T) -> T { value > bound ? value : bound }

/// `value`, but at most `bound`.
@inline(__always)
func atMost<T: FloatingPoint>(_ bound: T, _ value: T) -> T { value < bound ? value : bound }

/// The whole number at or below `value`, which is not negative and below 2^31.
///
/// `Int32(_:)` looks at the range and traps: loops with it run at a sixth of the speed.
@inline(__always)
func truncated(_ value: Float) -> Int32 { csystem_truncate(value) }

/// The sample nearest to `level`, halves upwards: the one rounding rule. `level` is in units of
/// samples; what is below 0 or above `limit`, the maxval, is clamped. What is not a number is 0.
///
/// With `limit` 255: -3 is 0, 2.4 is 2, 2.5 is 3, 300 is 255.
@inline(__always)
func rounded<S: Sample>(_ level: Float, limit: Float) -> S {
  S(truncatingIfNeeded: truncated(atMost(limit, atLeast(0, level)) + 0.5))
}
