import Testing

@testable import FilterTool

@Suite("Numbers")
struct NumbersTests {
  @Test(
    "A finite decimal number is read",
    arguments: [
      ("0", 0), ("-0", 0), ("5", 5), ("5.", 5), (".5", 0.5), ("-.5", -0.5), ("+1", 1),
      ("0.1", 0.1), ("00012", 12), ("1e3", 1000), ("1E+3", 1000), ("2.5e-3", 0.0025),
      ("-.5e+2", -50), ("1e308", 1e308), ("1e-400", 0), ("-1e-400", 0),
      ("9007199254740993", 9_007_199_254_740_992), ("0.30000000000000004", 0.30000000000000004),
    ] as [(String, Double)])
  func good(text: String, number: Double) {
    #expect(parseWholeText(text) == number)
  }

  @Test(
    "What C would read besides, and what is no number, is not",
    arguments: [
      "", "-", "+", ".", "-.", "e5", ".e5", "0x10", "0X10", "-0x1p3", "0x", "nan", "NAN", "-nan",
      "nan(1)", "inf", "-inf", "infinity", " 1", "\t1", "1 ", "1\n", "1e400", "-1e400", "1,5",
      "1e", "1e+", "--1", "+-1", "1_000", "1.2.3", "1f", "one", "\u{661}",
    ])
  func bad(text: String) {
    #expect(parseWholeText(text) == nil)
  }

  @Test("A number ends where no more of it can follow")
  func beginning() {
    for (text, number, end) in [
      ("3@2", 3.0, 1), ("-1.5,7", -1.5, 4), ("1e5x", 100_000, 3), ("1e@2", 1, 1), ("0x7", nil, 0),
      ("1e400@2", nil, 0), ("30000/1001", 30000, 5),
    ] {
      text.withCString { start in
        var rest = start
        #expect(parseNumber(&rest) == number, "\(text)")
        #expect(rest - start == end, "\(text)")
      }
    }
  }

  @Test(
    "A count is digits only, up to 2^64 - 1",
    arguments: [
      ("0", 0), ("7", 7), ("007", 7), ("256", 256), ("18446744073709551615", UInt64.max),
    ] as [(String, UInt64)])
  func counts(text: String, count: UInt64) {
    #expect(parseCount(text) == count)
  }

  @Test(
    "What is no count is not read",
    arguments: [
      "", "-1", "+1", "1.0", "1.", "1e3", " 1", "1 ", "0x10", "ten", "18446744073709551616",
      "18446744073709551620", "99999999999999999999999",
    ])
  func noCounts(text: String) {
    #expect(parseCount(text) == nil)
  }

  @Test("Digits are the ten of ASCII")
  func digits() {
    for character in CChar.min...CChar.max {
      #expect(isDigit(character) == (48...57).contains(character))
    }
  }
}

@Suite("Ranges of numbers")
struct NumberRangeTests {
  @Test("Both ends belong to a range, but to one that is above a number only the upper")
  func ends() {
    let closed = NumberRange.from(-1, to: 2)
    #expect([-1, 0, 2].allSatisfy { closed.contains($0) })
    #expect(![(-1.0).nextDown, 2.0.nextUp, 1e300].contains { closed.contains($0) })
    let open = NumberRange.above(0, to: 1000)
    #expect([5e-300, 1, 1000].allSatisfy { open.contains($0) })
    #expect(![-1, -0.0, 0, 1000.0.nextUp].contains { open.contains($0) })
    for value in [-1e308, 0, 1e308, Double.greatestFiniteMagnitude] {
      #expect(NumberRange.any.contains(value))
    }
    for value in [Double.infinity, -.infinity, .nan] { #expect(!NumberRange.any.contains(value)) }
  }

  @Test("Clamping takes the nearest number of the range")
  func clamping() {
    let range = NumberRange.from(-1, to: 2)
    for (value, clamped) in [(-3, -1), (-1, -1), (0.5, 0.5), (2, 2), (1e300, 2)] {
      #expect(range.clamp(value) == clamped)
    }
    let open = NumberRange.above(0, to: 1)
    for value in [-1, 0, .leastNonzeroMagnitude, 1, 2] {
      #expect(open.contains(open.clamp(value)), "\(value)")
    }
  }

  @Test("A range is told as a person would")
  func text() {
    let texts: [(NumberRange, String)] = [
      (.from(0.001, to: 10), "0.001 to 10"), (.above(0, to: 1000), "above 0 to 1000"),
      (.any, "any number"), (.from(-1, to: 1), "-1 to 1"), (.from(0, to: 0.5), "0 to 0.5"),
      (.above(0, to: 100_000), "above 0 to 100000"), (.from(0, to: Double(1 << 53)), "0 up"),
      (.from(1, to: 1e300), "1 up"),
    ]
    for (range, text) in texts { #expect(range.text.string == text) }
  }
}
