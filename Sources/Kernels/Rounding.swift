import CSystem

/// The whole number at or below `value`, which is not negative and below 2^31.
///
/// `Int32(_:)` looks at the range and traps: loops with it run at a sixth of the speed.
@inline(__always)
func truncated(_ value: Float) -> Int32 { csystem_truncate(value) }

@inline(__always)
func truncated(_ value: Double) -> Int32 { csystem_truncateDouble(value) }

/// The sample nearest to `level`, halves upwards: the one rounding rule. `level` is in units of
/// samples; what is below 0 or above `limit`, the maxval, is clamped. What is not a number is 0.
///
/// With `limit` 255: -3 is 0, 2.4 is 2, 2.5 is 3, 300 is 255.
@inline(__always)
func rounded<S: Sample>(_ level: Float, limit: Float) -> S {
  S(truncatingIfNeeded: truncated(min(max(0, level), limit) + 0.5))
}

@inline(__always)
func rounded<S: Sample>(_ level: Double, limit: Double) -> S {
  S(truncatingIfNeeded: truncated(min(max(0, level), limit) + 0.5))
}
