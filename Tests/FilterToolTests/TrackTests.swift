import Foundation
import Netpbm
import Testing

@testable import FilterTool

@Suite("Tracks")
struct TrackTests {
  static func track(_ text: String, in range: NumberRange = .any) throws -> Track {
    var problem: Text = ""
    let track = Track(text, in: range, problem: &problem)
    return try #require(track, "\(text): give \(problem.string)")
  }

  /// Expects the values of a track at times, to within 1e-9.
  static func expect(
    _ text: String, in range: NumberRange = .any, _ values: [(time: Double, value: Double)],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let track = try track(text, in: range)
    for (time, value) in values {
      let got = track.value(at: time)
      #expect(
        abs(got - value) <= 1e-9, "\(text) at \(time) s is \(got) instead of \(value)",
        sourceLocation: sourceLocation)
    }
  }

  // MARK: - Grammar

  @Test(
    "What the grammar allows is taken",
    arguments: [
      "0", "-1.5", "+2", ".5", "1e3", "1@0", "0@0,1@2", "0@-1,1@2", "-1@-2.5,+1@.5,3@1e3",
      "linear:0@0,1@1", "ease-in:0@0,1@1", "ease-out:0@0,1@1", "ease-in-out:0@0,1@1",
      "step:0@0,1@1", "spring:0@0,1@1", "loop:0@0,1@1", "loop,linear:0@0,1@1",
      "ease-in,loop:0@0,1@1", "loop,spring:0@0,1@1", "step,loop:0@0,1@1", "loop:1@0",
      "spring:1@0", "5@0,5@1", "0@0,1@1e-300",
    ])
  func good(text: String) throws {
    let track = try Self.track(text)
    #expect(track.isConstant == !text.contains("@"))
    #expect(track.value(at: 0.25).isFinite)
  }

  @Test(
    "What it does not is refused, with a remedy",
    arguments: [
      "", "@", ":", ",", "1@", "@1", "1@0,", ",1@0", "1@0,,2@1", "1,2", "1@0,2", "1,2@1", "1@0;2@1",
      "1@0 ,2@1", "1@0, 2@1", " 1", "1 ", "1@ 0", "1 @0", "1@0x", "x", "nan", "inf", "nan@0",
      "1@nan", "1@inf", "0x1@0", "1@0x1", "1e400@0", "1@1e400", "1@2@3", "1@0:2@1",
      // Modes.
      "linear", "linear:", "linear:5", "loop:5", "loop:", "spring:1", ":1@0", ",loop:1@0",
      "loop,:1@0", "loop,,linear:1@0", "loop,loop:0@0,1@1", "linear,linear:0@0,1@1",
      "linear,ease-in:0@0,1@1", "step,loop,spring:0@0,1@1", "ease:0@0,1@1", "Loop:0@0,1@1",
      "loop :0@0,1@1", " loop:0@0,1@1", "ease-in-out-in:0@0,1@1", "lo:0@0,1@1", "loop:loop:1@0",
      "loop;linear:0@0,1@1", "easein:0@0,1@1", "0@0,1@1:loop",
      // Times that do not increase.
      "0@0,1@0", "0@1,1@0", "0@0,1@2,2@1", "0@0,1@-0", "loop:0@0,1@0", "0@1,1@1.0",
    ])
  func bad(text: String) {
    var problem: Text = ""
    #expect(Track(text, in: .any, problem: &problem) == nil)
    #expect(!problem.bytes.isEmpty)
  }

  @Test(
    "What is no number is told from keys without times",
    arguments: [
      ("3px", "a number, or"), ("10%", "a number, or"), ("1@0,2s@1", "a number, or"),
      ("1,2", "each key a time"), ("1@0,2", "each key a time"), ("loop:5", "each key a time"),
    ])
  func remedy(text: String, start: String) {
    var problem: Text = ""
    #expect(Track(text, in: .any, problem: &problem) == nil)
    #expect(problem.string.hasPrefix(start), "\(problem.string)")
  }

  @Test("A key outside the option's range is refused, and the range told")
  func range() throws {
    for text in ["2", "-0.1", "0@0,2@1", "2@0,1@1", "spring:0@0,0.5@1,-1@2", "step:0@0,1.0001@1"] {
      var problem: Text = ""
      #expect(Track(text, in: .from(0, to: 1), problem: &problem) == nil, "\(text)")
      #expect(problem.string.contains("0 to 1"), "\(text)")
    }
    for text in ["0", "1", "0@0,1@1", "0.5@-7,1@9"] {
      _ = try Self.track(text, in: .from(0, to: 1))
    }
    var problem: Text = ""
    #expect(Track("0@0,1@1", in: .above(0, to: 1), problem: &problem) == nil)
  }

  // MARK: - Values

  static let shapes = ["", "linear:", "ease-in:", "ease-out:", "ease-in-out:", "step:", "spring:"]

  @Test("A number is that number at all times")
  func constant() throws {
    let times = [-Double.infinity, -1e300, -1, 0, 0.5, 1e300, .infinity]
    try Self.expect("0.75", times.map { ($0, 0.75) })
  }

  @Test(
    "One key is its value at all times", arguments: ["1@0", "loop:1@0", "spring:1@3", "step:1@-2"])
  func oneKey(text: String) throws {
    try Self.expect(text, [-Double.infinity, -5, 0, 0.3, 3, 1e300, .infinity].map { ($0, 1) })
  }

  @Test("Before the first key the first value holds, also with loop", arguments: shapes)
  func before(shape: String) throws {
    for modes in [shape, shape.isEmpty ? "loop:" : "loop,\(shape)"] {
      let text = "\(modes)2@1,5@3,4@4"
      try Self.expect(text, [-Double.infinity, -1e300, -7, 0, 0.999, 1].map { ($0, 2) })
    }
  }

  @Test("After the last key the last value holds; a spring goes on to it", arguments: shapes)
  func after(shape: String) throws {
    // A spring takes its time.
    let times = (shape == "spring:" ? [24] : [4, 4.001]) + [100, 1e300, Double.infinity]
    try Self.expect("\(shape)2@1,5@3,4@4", times.map { ($0, 4) })
  }

  @Test("Linear goes evenly from key to key")
  func linear() throws {
    for text in ["2@1,5@3,4@4", "linear:2@1,5@3,4@4"] {
      try Self.expect(
        text, [(1, 2), (1.5, 2.75), (2, 3.5), (2.9, 4.85), (3, 5), (3.25, 4.75), (4, 4)])
    }
    try Self.expect("0@0,20@0.28,0@0.56", [(0.14, 10), (0.28, 20), (0.42, 10), (0.5, 60.0 / 14)])
  }

  @Test("Step holds a value until the next key")
  func step() throws {
    try Self.expect(
      "step:2@1,5@3,4@4",
      [(1, 2), (2.9999, 2), (3, 5), (3.0001, 5), (3.9999, 5), (4, 4), (9, 4)])
  }

  @Test("Easing shapes every segment between two keys, by CSS's curves")
  func easing() throws {
    // At the middle of a segment ease-in has come 1 - 0.6846 of the way, ease-out 0.6846.
    for (mode, share) in [("ease-in", 0.3153568), ("ease-out", 0.6846432), ("ease-in-out", 0.5)] {
      let track = try Self.track("\(mode):2@1,5@3,4@4")
      #expect(abs(track.value(at: 2) - (2 + 3 * share)) < 1e-6)
      #expect(abs(track.value(at: 3.5) - (5 - share)) < 1e-6)
      for (time, value) in [(1.0, 2.0), (3, 5), (4, 4)] {
        #expect(abs(track.value(at: time) - value) < 1e-12)
      }
    }
    let quarter = try Self.track("ease-out:0@0,100@4").value(at: 1)
    #expect(abs(quarter - 37.81) < 0.005)
  }

  @Test("Loop wraps the time after the first key at the last, which shows the first value")
  func loop() throws {
    try Self.expect(
      "loop:2@1,5@3,4@4",
      [
        (0, 2), (1, 2), (2, 3.5), (3, 5), (3.5, 4.5), (4 - 1e-10, 2), (4, 2), (4 + 1e-6, 2.0000015),
        (5, 3.5), (6, 5), (7, 2), (8, 3.5), (3001, 2), (3002, 3.5),
      ].map { ($0.0, $0.1) })
    try Self.expect("loop,step:2@1,5@3,4@4", [(3.9, 5), (4, 2), (6, 5), (6.9, 5), (7, 2)])
    try Self.expect("ease-in-out,loop:0@0,1@2", [(1, 0.5), (2, 0), (3, 0.5), (4, 0), (1001, 0.5)])
  }

  @Test("A clock of tenths meets each turn of a loop")
  func loopOnTheClock() throws {
    let track = try Self.track("loop:7@0,0@0.1,1@1")
    for turn in 0..<200 {
      let time = (0..<turn * 10).reduce(0.0) { sum, _ in sum + 0.1 }
      #expect(abs(track.value(at: time) - 7) < 1e-6, "turn \(turn)")
    }
  }

  @Test("The glint's seamless loop starts again after 1.667 s")
  func seamless() throws {
    try Self.expect(
      "loop:-0.3@0,1.3@1.667", [(0, -0.3), (0.8335, 0.5), (1.667, -0.3), (2.5005, 0.5)])
  }

  // MARK: - Spring

  /// A damped spring that is let go at rest at each key, worked out in small steps.
  static func simulate(_ keys: [(value: Double, time: Double)], until end: Double) -> [Double] {
    let (frequency, damping, steps) = (2 * Double.pi / 0.5, 0.825, 2000)
    let step = 1 / Double(steps)
    var (x, v, target) = (keys[0].value, 0.0, keys[0].value)
    func acceleration(_ x: Double, _ v: Double) -> Double {
      frequency * frequency * (target - x) - 2 * damping * frequency * v
    }
    var result: [Double] = []
    for i in 0...Int((end - keys[0].time) * Double(steps)) {
      let time = keys[0].time + Double(i) * step
      if let key = keys.firstIndex(where: { abs($0.time - time) < step / 2 }) {
        v = 0
        target = keys[min(key + 1, keys.count - 1)].value
      }
      if i % 50 == 0 { result.append(x) }
      let (x1, v1) = (v, acceleration(x, v))
      let (x2, v2) = (v + step / 2 * v1, acceleration(x + step / 2 * x1, v + step / 2 * v1))
      let (x3, v3) = (v + step / 2 * v2, acceleration(x + step / 2 * x2, v + step / 2 * v2))
      let (x4, v4) = (v + step * v3, acceleration(x + step * x3, v + step * v3))
      x += step / 6 * (x1 + 2 * x2 + 2 * x3 + x4)
      v += step / 6 * (v1 + 2 * v2 + 2 * v3 + v4)
    }
    return result
  }

  @Test("A spring starts at rest at each key, where the segment before has got to")
  func spring() throws {
    let keys = [(2.0, 1.0), (5, 1.25), (-4, 1.5), (-4, 2.25), (8, 2.4)]
    let text = "spring:" + keys.map { "\($0.0)@\($0.1)" }.joined(separator: ",")
    let track = try Self.track(text)
    for (i, value) in Self.simulate(keys, until: 5).enumerated() {
      let time = 1 + Double(i) * 0.025
      #expect(abs(track.value(at: time) - value) < 1e-6, "at \(time) s")
    }
  }

  @Test("A looping spring restarts at rest at the first value")
  func loopingSpring() throws {
    let keys = [(1.0, 0.5), (3, 0.75), (0, 1.5)]
    let track = try Self.track("spring,loop:1@0.5,3@0.75,0@1.5")
    // The last key is the first of the next turn.
    for (i, value) in Self.simulate(keys, until: 1.475).enumerated() {
      for turn in [0, 1, 20] {
        let time = 0.5 + Double(i) * 0.025 + Double(turn)
        #expect(abs(track.value(at: time) - value) < 1e-6, "at \(time) s")
      }
    }
    try Self.expect("spring,loop:1@0.5,3@0.75,0@1.5", [(1.5, 1), (2.5, 1), (21.5, 1)])
  }

  @Test("Between two keys a spring has the values of the formula, and overshoots")
  func springValues() throws {
    let track = try Self.track("spring:0@0,100@10")
    for (time, value) in [(0, 0), (0.1, 39.36), (0.25, 90.82)] {
      #expect(abs(track.value(at: time) - value) < 0.005)
    }
    let peak = (0..<1000).map { track.value(at: Double($0) / 1000) }.max()!
    #expect(abs(peak - 101.02) < 0.005)
  }

  @Test("What a spring carries out of the range is clamped, and only that")
  func clamping() throws {
    let up = "spring:0@0,1@10"
    for time in stride(from: 0, through: 2, by: 0.01) {
      let free = try Self.track(up).value(at: time)
      let clamped = try Self.track(up, in: .from(0, to: 1)).value(at: time)
      #expect(clamped == min(free, 1))
    }
    #expect(try Self.track(up).value(at: 0.45) > 1.01)
    #expect(try Self.track("spring:1@0,0@10", in: .from(0, to: 1)).value(at: 0.45) == 0)
    // The next segment starts where the spring is, not where it was clamped.
    let text = "spring:0@0,1@0.45,1@9"
    let free = try Self.track(text).value(at: 0.46)
    #expect(free > 1.005)
    #expect(try Self.track(text, in: .from(0, to: 2)).value(at: 0.46) == free)
  }

  @Test("Nor does a rounding carry it out of the range", arguments: shapes)
  func rounding(shape: String) throws {
    let range = NumberRange.above(0, to: 10)
    let track = try Self.track("\(shape)1@-3,21e-320@0", in: range)
    for exponent in 1...1074 {
      let value = track.value(at: -3 * Double(sign: .plus, exponent: -exponent, significand: 1))
      #expect(range.contains(value), "2^-\(exponent) of the way before the end")
    }
  }

  // MARK: - Extremes

  @Test("Times far apart, and at the end of what a number holds, have values", arguments: shapes)
  func farTimes(shape: String) throws {
    let modes = shape.isEmpty ? "loop:" : "loop,\(shape)"
    for prefix in [shape, modes] {
      for keys in ["0@-8e307,1@8e307", "0@0,1@1e-300", "0@1e300,1@1.1e300", "0@-1e-300,1@1e300"] {
        let track = try Self.track("\(prefix)\(keys)", in: .from(0, to: 1))
        for time in [-Double.infinity, -1.7e308, -1, 0, 1e-301, 1, 1.05e300, 1.7e308, .infinity] {
          let value = track.value(at: time)
          #expect(value >= 0 && value <= 1, "\(prefix)\(keys) at \(time) is \(value)")
        }
      }
    }
  }

  @Test("Values at both ends of what a number holds have numbers between", arguments: shapes)
  func farValues(shape: String) throws {
    let track = try Self.track("\(shape)-1.7e308@0,1.7e308@1,-1.7e308@2")
    for time in [-1, 0, 0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 3] {
      #expect(track.value(at: time).isFinite, "at \(time)")
    }
    if shape == "" { #expect(abs(track.value(at: 0.5)) < 1e300) }
  }

  @Test("Many keys are as good as two")
  func manyKeys() throws {
    let text = (0...2000).map { "\($0 % 7)@\($0)" }.joined(separator: ",")
    let track = try Self.track(text)
    for i in stride(from: 0, to: 2000, by: 3) {
      let (from, to) = (Double(i % 7), Double((i + 1) % 7))
      #expect(track.value(at: Double(i)) == from)
      #expect(abs(track.value(at: Double(i) + 0.25) - (from + (to - from) * 0.25)) < 1e-9)
    }
  }
}
