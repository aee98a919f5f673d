/// Random numbers that are a function of what they are for: the generator Philox4x32-10.
///
/// There is no state: four words come from a counter and a key by ten rounds, so that any number
/// can be had alone, in any order, on any thread. With key 0 and counter 0 the words are 6627e8d5,
/// e169c58d, bc57ac4c, 9b00dbd8.
///
/// Source: J. K. Salmon et al., Parallel Random Numbers: As Easy as 1, 2, 3 (2011).
public struct Philox: Sendable {
  /// Four words: a counter, or what belongs to it.
  public typealias Words = (UInt32, UInt32, UInt32, UInt32)

  private let key: (UInt32, UInt32)

  /// The key is made of the two halves of `seed`, the low one first.
  public init(seed: UInt64) {
    key = (UInt32(truncatingIfNeeded: seed), UInt32(truncatingIfNeeded: seed >> 32))
  }

  /// The four words that belong to a counter.
  public func words(_ counter: Words) -> Words {
    var (c0, c1, c2, c3) = counter
    var (k0, k1) = key
    for _ in 0..<10 {
      let a = UInt64(c0) &* 0xD251_1F53
      let b = UInt64(c2) &* 0xCD9E_8D57
      (c0, c1, c2, c3) = (
        UInt32(truncatingIfNeeded: b >> 32) ^ c1 ^ k0, UInt32(truncatingIfNeeded: b),
        UInt32(truncatingIfNeeded: a >> 32) ^ c3 ^ k1, UInt32(truncatingIfNeeded: a)
      )
      k0 = k0 &+ 0x9E37_79B9
      k1 = k1 &+ 0xBB67_AE85
    }
    return (c0, c1, c2, c3)
  }

  /// A number of 0..<1, uniform in steps of 2^-32: draw `draw`, from 0, of a thing of a kind that
  /// has a number.
  ///
  /// It is word `draw` mod 4 of the counter (draw / 4, kind, low half of the number, high half).
  public func uniform(kind: UInt32, number: Int64, draw: UInt32) -> Double {
    let bits = UInt64(bitPattern: number)
    let words = words(
      (draw / 4, kind, UInt32(truncatingIfNeeded: bits), UInt32(truncatingIfNeeded: bits >> 32)))
    let word =
      switch draw & 3 {
      case 0: words.0
      case 1: words.1
      case 2: words.2
      default: words.3
      }
    return Double(word) * 0x1p-32
  }
}
