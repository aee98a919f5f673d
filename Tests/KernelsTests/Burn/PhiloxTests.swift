import TestSupport
import Testing

@testable import Kernels

@Suite("Random numbers from counters")
struct PhiloxTests {
  /// Of the authors' file kat_vectors (Random123), all that are for philox4x32 with 10 rounds: the
  /// counter, the key and the words.
  static let vectors: [(counter: [UInt32], key: [UInt32], words: [UInt32])] = [
    (
      [0, 0, 0, 0], [0, 0],
      [0x6627_e8d5, 0xe169_c58d, 0xbc57_ac4c, 0x9b00_dbd8]
    ),
    (
      [0xffff_ffff, 0xffff_ffff, 0xffff_ffff, 0xffff_ffff], [0xffff_ffff, 0xffff_ffff],
      [0x408f_276d, 0x41c8_3b0e, 0xa20b_c7c6, 0x6d54_51fd]
    ),
    (
      [0x243f_6a88, 0x85a3_08d3, 0x1319_8a2e, 0x0370_7344], [0xa409_3822, 0x299f_31d0],
      [0xd16c_fe09, 0x94fd_cceb, 0x5001_e420, 0x2412_6ea1]
    ),
  ]

  @Test("The words are those that the authors publish", arguments: 0..<3)
  func published(i: Int) {
    let (counter, key, expected) = Self.vectors[i]
    let philox = Philox(seed: UInt64(key[1]) << 32 | UInt64(key[0]))
    let words = philox.words((counter[0], counter[1], counter[2], counter[3]))
    #expect([words.0, words.1, words.2, words.3] == expected)
  }

  @Test("The counter is made of a quarter of the draw, the kind and the number's halves")
  func layout() {
    for seed in [0, 1, 0x299f_31d0_a409_3822, UInt64.max] {
      let philox = Philox(seed: seed)
      for kind in [0, 1, 2, 77, UInt32.max] {
        for number in [0, 1, -1, 499, -500, 1 << 32, 1 << 53, Int64.min, Int64.max] {
          for draw in [0, 1, 2, 3, 4, 5, 50, 51, 1000, UInt32.max] {
            let low = UInt32(truncatingIfNeeded: number)
            let high = UInt32(truncatingIfNeeded: number >> 32)
            let words = philox.words((draw / 4, kind, low, high))
            let word = [words.0, words.1, words.2, words.3][Int(draw % 4)]
            let expected = Double(word) / 4_294_967_296
            let value = philox.uniform(kind: kind, number: number, draw: draw)
            #expect(value == expected, "\(seed), \(kind), \(number), \(draw)")
          }
        }
      }
    }
  }

  /// Numbers -2048 to 2047 of some thing.
  static func series(seed: UInt64 = 0, kind: UInt32 = 1, draw: UInt32 = 0) -> [Double] {
    let philox = Philox(seed: seed)
    return (-2048..<2048).map { philox.uniform(kind: kind, number: $0, draw: draw) }
  }

  @Test("Numbers are uniform on 0..<1")
  func uniform() {
    for draw in [0, 1, 2, 3, 4, 50] as [UInt32] {
      for kind in [1, 2] as [UInt32] {
        let series = Self.series(kind: kind, draw: draw)
        #expect(series.allSatisfy { $0 >= 0 && $0 < 1 })
        #expect(Set(series).count > 4090)
        // Four standard deviations of the mean, and of a count of 256.
        let mean = series.reduce(0, +) / 4096
        #expect(abs(mean - 0.5) < 0.018, "draw \(draw) of kind \(kind)")
        for part in 0..<16 {
          let count = series.filter { Int($0 * 16) == part }.count
          #expect(abs(count - 256) < 62, "draw \(draw) of kind \(kind), sixteenth \(part)")
        }
      }
    }
  }

  @Test("Draws, kinds, seeds and numbers that follow each other have nothing to do with each other")
  func independent() {
    let series = [
      Self.series(), Self.series(draw: 1), Self.series(draw: 2), Self.series(draw: 3),
      Self.series(draw: 4), Self.series(draw: 5), Self.series(kind: 0), Self.series(kind: 2),
      Self.series(kind: 2, draw: 1), Self.series(seed: 1), Self.series(seed: 1 << 32),
    ]
    /// The mean product of what is above and below a half, in standard deviations of it.
    func relation(_ a: ArraySlice<Double>, _ b: ArraySlice<Double>) -> Double {
      zip(a, b).map { ($0 - 0.5) * ($1 - 0.5) }.reduce(0, +) * 12 / Double(a.count).squareRoot()
    }
    for i in series.indices {
      for j in series.indices where j > i {
        #expect(abs(relation(series[i][...], series[j][...])) < 4.5, "series \(i) and \(j)")
      }
      let next = series[i].dropFirst()
      #expect(abs(relation(series[i].dropLast(), next)) < 4.5, "series \(i) and the next number")
    }
  }
}
