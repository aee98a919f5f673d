import CSystem

/// Composes tuples of four bytes, RGB and opacity, with an overlay of the same kind: blend mode
/// lighten as `Lighten` has it, each sample rounded exactly.
///
/// With l the lower and h the higher of two samples, w the opacity that goes with h, and o that of
/// the result, s + b (1 - s): the result is l + (h - l) w / o. In levels, with o times maxval,
/// both sides of the division, (h - l) w maxval and o maxval, are whole numbers below 2^24, and
/// their quotient in single precision is never so far off that it would be rounded otherwise.
///
/// Of levels to 255, with both opacities 128, o is 48896 / 255: 200 over 100 becomes
/// 100 + 100 x 128 x 255 / 48896 = 166.8, and 10 over 50 becomes 10 + 40 x 0.668 = 36.7.
struct LightenBytes {
  private typealias Bytes = SIMD16<UInt8>
  private typealias Words = SIMD8<UInt16>
  private typealias Tuples = SIMD4<UInt32>
  private typealias Levels = SIMD4<Float>

  let maxval: Float

  /// Composes `count` tuples of `base` in place.
  func blend(_ overlay: UnsafeRawPointer, into base: UnsafeMutableRawPointer, count: Int) {
    let maxval = Levels(repeating: maxval)
    let step = MemoryLayout<Bytes>.size
    let size = count * 4
    var i = 0
    while i &+ step <= size {
      let upper = overlay.loadUnaligned(fromByteOffset: i, as: Bytes.self)
      let lower = base.loadUnaligned(fromByteOffset: i, as: Bytes.self)
      base.storeBytes(of: Self.composite(upper, lower, maxval), toByteOffset: i, as: Tuples.self)
      i &+= step
    }
    if i == size { return }
    var upper = Bytes()
    var lower = Bytes()
    memcpy(&upper, overlay + i, size - i)
    memcpy(&lower, base + i, size - i)
    var result = Self.composite(upper, lower, maxval)
    memcpy(base + i, &result, size - i)
  }

  @inline(__always)
  private static func composite(_ upper: Bytes, _ lower: Bytes, _ maxval: Levels) -> Tuples {
    // How far the overlay is above the base, and how far below: one of the two is 0.
    let above = excess(upper, lower)
    let below = excess(lower, upper)
    let least = unsafeBitCast(lower &- below, to: Tuples.self)
    let s = unsafeBitCast(upper, to: Tuples.self) &>> 24
    let b = unsafeBitCast(lower, to: Tuples.self) &>> 24
    let union = levels(s) * maxval + levels(b) * (maxval - levels(s))
    let opacity = rounded(union / maxval)
    // Where there is no opacity, colors are cleared below: the division must only be possible.
    let divisor = atLeastOne(union)

    // Two bytes of a tuple at a time as words, each times its opacity: red and blue, then green.
    let redBlue = weighted(evenBytes(above), s) | weighted(evenBytes(below), b)
    let green = weighted(oddBytes(above), s) | weighted(oddBytes(below), b)
    let colors =
      rounded(levels(redBlue & 0xFFFF) * maxval / divisor)
      | rounded(levels(green & 0xFFFF) * maxval / divisor) &<< 8
      | rounded(levels(redBlue &>> 16) * maxval / divisor) &<< 16
    let sum = (least & 0xFF_FFFF) &+ colors
    return sum.replacing(with: 0, where: opacity .== 0) | opacity &<< 24
  }

  /// a - b, or 0 where that is below 0.
  @inline(__always)
  private static func excess(_ a: Bytes, _ b: Bytes) -> Bytes {
    (a &- b).replacing(with: 0, where: a .< b)
  }

  @inline(__always)
  private static func evenBytes(_ bytes: Bytes) -> Words {
    unsafeBitCast(bytes, to: Words.self) & 0xFF
  }

  @inline(__always)
  private static func oddBytes(_ bytes: Bytes) -> Words {
    unsafeBitCast(bytes, to: Words.self) &>> 8
  }

  /// Both words of a tuple times the tuple's weight, which is a byte.
  @inline(__always)
  private static func weighted(_ words: Words, _ weight: Tuples) -> Tuples {
    let weights = unsafeBitCast(weight | weight &<< 16, to: Words.self)
    return unsafeBitCast(words &* weights, to: Tuples.self)
  }

  // Written lane by lane, these become one instruction each.

  @inline(__always)
  private static func levels(_ values: Tuples) -> Levels {
    var levels = Levels()
    for i in 0..<4 { levels[i] = Float(Int32(truncatingIfNeeded: values[i])) }
    return levels
  }

  @inline(__always)
  private static func atLeastOne(_ values: Levels) -> Levels {
    var result = Levels()
    for i in 0..<4 { result[i] = atLeast(1, values[i]) }
    return result
  }

  @inline(__always)
  private static func rounded(_ levels: Levels) -> Tuples {
    var result = Tuples()
    for i in 0..<4 { result[i] = UInt32(truncatingIfNeeded: truncated(levels[i] + 0.5)) }
    return result
  }
}
