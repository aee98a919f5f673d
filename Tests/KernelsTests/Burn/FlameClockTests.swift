import TestSupport
import Testing

@testable import Kernels

@Suite("Clock of flames")
struct FlameClockTests {
  /// By the clock, a duration of 4 s, 300 points high.
  static var clocked: FlameClock { FlameCall(at: 0).clock(height: 300) }

  static func standing(at burnt: Double) -> FlameClock {
    FlameCall(burnt: burnt).clock(height: 300)
  }

  /// CSS's cubic Bezier (0, 0, 0.58, 1), by bisection.
  static func easeOut(_ x: Double) -> Double {
    if x <= 0 { return 0 }
    if x >= 1 { return 1 }
    var (low, high) = (0.0, 1.0)
    for _ in 0..<60 {
      let t = (low + high) / 2
      let reached = 3 * (1 - t) * t * t * 0.58 + t * t * t
      if reached < x { low = t } else { high = t }
    }
    return 3 * (1 - low) * low * low + low * low * low
  }

  @Test("The edge runs through in the first 3/4 of the duration, fast at first")
  func burnt() {
    for time in [-1, 0, 0.3, 0.75, 1.5, 2.4, 2.99, 3, 3.5, 4, 9] {
      let exact = Self.easeOut(time / 3)
      #expect(abs(Self.clocked.burnt(at: time) - exact) < 1e-9, "\(time)")
    }
    #expect(Self.clocked.burnt(at: 1.5) > 0.68 && Self.clocked.burnt(at: 1.5) < 0.69)
    // A track that leaves 0...1 is cut.
    #expect(Self.standing(at: 1.5).burnt(at: 0) == 1)
    #expect(Self.standing(at: -0.5).burnt(at: 0) == 0)
  }

  @Test("The edge is at (1 - p) of the height, and 42 points above the picture in the end")
  func edge() {
    for (burnt, edge) in [
      (0.0, 300.0), (0.25, 225), (0.5, 150), (0.9, 30), (0.95, 15 - 21), (1, -42),
    ] {
      #expect(abs(Self.standing(at: burnt).edge(at: 7) - edge) < 1e-9, "\(burnt)")
    }
  }

  /// Values at so much burnt; 1 stands for all that is not given.
  @Test(
    "Raggedness, char and flames grow in, and with a track flames and what flies end with it",
    arguments: [
      // Burnt, raggedness, growth, fuel, tail.
      (0.0, 0.0, 0.0, 0.0, 1.0), (0.025, 0.112_123_8, 0.5, 0.15625, 1),
      (0.05, 0.376_157_4, 1, 0.5, 1), (0.06, 0.5, 1, 0.648, 1), (0.1, 0.925_925_9, 1, 1, 1),
      (0.12, 1, 1, 1, 1), (0.5, 1, 1, 1, 1), (0.955, 1, 1, 1, 0.84375), (0.97, 1, 1, 1, 0.5),
      (0.985, 1, 1, 0.5, 0.15625), (1, 1, 1, 0, 0),
    ])
  func curves(_ row: (Double, Double, Double, Double, Double)) {
    let clock = Self.standing(at: row.0)
    #expect(abs(clock.raggedness(at: 0) - row.1) < 1e-6)
    #expect(abs(clock.growth(at: 0) - row.2) < 1e-9)
    #expect(abs(clock.fuel(at: 0) - row.3) < 1e-6)
    #expect(abs(clock.tail(at: 0) - row.4) < 1e-6)
  }

  @Test("By the clock, flames die from 0.66 to 0.93 of the duration, what flies from 0.86 to 0.998")
  func end() {
    for (time, fuel) in [(1.5, 1.0), (2.64, 1), (3.18, 0.5), (3.45, 0.15625), (3.72, 0), (4, 0)] {
      #expect(abs(Self.clocked.fuel(at: time) - fuel) < 1e-9, "\(time)")
    }
    for (time, tail) in [(1.5, 1.0), (3.44, 1), (3.716, 0.5), (3.854, 0.15625), (3.992, 0), (4, 0)]
    {
      #expect(abs(Self.clocked.tail(at: time) - tail) < 1e-9, "\(time)")
    }
  }

  @Test("Particles are born from 0 to 0.8 of the duration, with a track while the picture burns")
  func births() {
    for (time, bears) in [
      (-0.01, false), (0, false), (0.01, true), (2, true), (3.2, true), (3.21, false), (4, false),
    ] {
      #expect(Self.clocked.bears(at: time) == bears, "\(time)")
    }
    for (burnt, bears) in [(0.0, false), (0.01, true), (0.99, true), (1, false)] {
      for time in [-5.0, 0, 100] {
        #expect(Self.standing(at: burnt).bears(at: time) == bears, "\(burnt), \(time)")
      }
    }
  }

  @Test("Numbers of the births of particles that may be alive")
  func numbers() throws {
    func births(_ call: FlameCall, rate: Double, longest: Double) -> Births {
      Births(rate: rate, longest: longest, call.moment(width: 10, height: 10))
    }
    for (rate, time, longest) in [(50.0, 1.0, 1.95), (7.3, 2, 0.5), (1000, 3.9, 1.7)] {
      for call in [FlameCall(at: time), FlameCall(burnt: 0.5, at: time - 1.5)] {
        let births = births(call, rate: rate, longest: longest)
        let numbers = try #require(births.numbers)
        let start = call.burnt == nil ? max(0, call.time - longest) : call.time - longest
        let end = call.burnt == nil ? min(call.time, 0.8 * call.duration) : call.time
        for number in numbers.lowerBound - 5...numbers.upperBound + 5 {
          #expect(births.birth(number) == Double(number) / rate)
          #expect(abs(births.age(number) - (call.time - Double(number) / rate)) < 1e-12)
          if (start...end).contains(births.birth(number)) { #expect(numbers.contains(number)) }
        }
        #expect(Double(numbers.count) <= (end - start) * rate + 4)
      }
    }
    #expect(births(FlameCall(at: 1), rate: 0, longest: 1).numbers == nil)
    #expect(births(FlameCall(burnt: 0.5, at: 1e300), rate: 9, longest: 1).numbers == nil)
    // By the clock none is born after 0.8 D, so that later none is left.
    #expect((births(FlameCall(at: 9), rate: 9, longest: 1).numbers?.count ?? 0) <= 2)
  }
}
