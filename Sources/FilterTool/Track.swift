import CSystem
import Kernels
import Netpbm

/// A value over time: one number, or numbers at times with a rule for the time between.
///
///     track = number | [ mode { "," mode } ":" ] key { "," key }
///     key   = number "@" seconds
///     mode  = "linear" | "ease-in" | "ease-out" | "ease-in-out" | "step" | "spring" | "loop"
public struct Track {
  private enum Shape {
    case eased(Easing)
    case spring
  }

  private var shape = Shape.eased(.linear)
  private var loops = false
  private var values: [Double] = []
  /// One for each value, rising; none for a plain number.
  private var times: [Double] = []
  private let range: NumberRange

  /// Whether it is one number at all times, written without a time.
  public var isConstant: Bool { times.isEmpty }

  /// The value at `time`, in seconds. What a spring, or a rounding, carries out of the range is
  /// clamped.
  public func value(at time: Double) -> Double {
    if times.count < 2 { return values[0] }
    let first = times[0]
    let last = times[times.count - 1]
    var time = time
    if loops && time > first {
      time = first + wrapped((time - first) / (last - first)) * (last - first)
    }
    if time <= first { return values[0] }
    switch shape {
    case .eased(let easing):
      if time >= last { return values[values.count - 1] }
      let i = segment(at: time)
      let share = (time - times[i]) / (times[i + 1] - times[i])
      return range.clamp(Self.blend(values[i], values[i + 1], easing.progress(at: share)))
    case .spring:
      return range.clamp(sprung(at: time))
    }
  }

  /// `share` of the way from one value to another. In halves, so that no difference overflows.
  public static func blend(_ from: Double, _ to: Double, _ share: Double) -> Double {
    if from == to || share == 0 { return from }
    let value = from + 2 * ((to / 2 - from / 2) * share)
    return value.isFinite ? value : to
  }

  /// The last key that is not after `time`; `time` is neither before the first key nor after the
  /// last.
  private func segment(at time: Double) -> Int {
    var low = 0
    var high = times.count - 1
    while high - low > 1 {
      let middle = (low + high) / 2
      if times[middle] <= time { low = middle } else { high = middle }
    }
    return low
  }

  /// A spring starts at rest at each key, where the one before has got to.
  private func sprung(at time: Double) -> Double {
    var start = values[0]
    var i = 0
    while true {
      let target = values[min(i + 1, values.count - 1)]
      if i + 1 == times.count || time < times[i + 1] {
        return Self.blend(start, target, springProgress(time - times[i]))
      }
      start = Self.blend(start, target, springProgress(times[i + 1] - times[i]))
      i += 1
    }
  }

  // MARK: - Parsing

  /// Reads `text`; nil, with what is wrong in `problem`, if it is no track within `range`.
  init?(_ text: CText, in range: NumberRange, problem: inout Text) {
    self.range = range
    var rest = text
    guard parseModes(&rest, &problem) else { return nil }
    let hasModes = rest != text
    repeat {
      if !times.isEmpty { rest += 1 }
      guard let number = parseNumber(&rest) else {
        problem = "a number, or keys as in 0@0,1@2"
        return nil
      }
      guard range.contains(number) else {
        problem = range.text
        return nil
      }
      values.append(number)
      if rest.pointee == 0 && times.isEmpty && !hasModes { return }
      guard rest.pointee == CChar(UInt8(ascii: "@")) else {
        let isWhole = rest.pointee == 0 || rest.pointee == CChar(UInt8(ascii: ","))
        problem =
          isWhole ? "each key a time, as in 0@0,1@2" : "a number, or keys as in 0@0,1@2"
        return nil
      }
      rest += 1
      guard let time = parseNumber(&rest) else {
        problem = "a number of seconds after each @"
        return nil
      }
      if let last = times.last, time <= last {
        problem = "times that increase"
        return nil
      }
      times.append(time)
    } while rest.pointee == CChar(UInt8(ascii: ","))
    if rest.pointee != 0 {
      problem = "a number, or keys as in 0@0,1@2"
      return nil
    }
    // A time from the first key to the last that is beyond what a number holds has no share.
    if !(times[times.count - 1] - times[0]).isFinite {
      problem = "times that are nearer to each other"
      return nil
    }
  }

  /// Reads modes and the colon behind them, if there are any.
  private mutating func parseModes(_ rest: inout CText, _ problem: inout Text) -> Bool {
    guard strchr(rest, Int32(UInt8(ascii: ":"))) != nil else { return true }
    var hasShape = false
    while true {
      var length = 0
      while rest[length] != CChar(UInt8(ascii: ",")) && rest[length] != CChar(UInt8(ascii: ":")) {
        length += 1
      }
      func matches(_ name: StaticString) -> Bool {
        length == name.utf8CodeUnitCount && memcmp(rest, name.utf8Start, length) == 0
      }
      if matches("loop") {
        if loops {
          problem = "each mode once"
          return false
        }
        loops = true
      } else {
        if hasShape {
          problem = "one mode besides loop"
          return false
        }
        hasShape = true
        if matches("linear") {
          shape = .eased(.linear)
        } else if matches("ease-in") {
          shape = .eased(.easeIn)
        } else if matches("ease-out") {
          shape = .eased(.easeOut)
        } else if matches("ease-in-out") {
          shape = .eased(.easeInOut)
        } else if matches("step") {
          shape = .eased(.step)
        } else if matches("spring") {
          shape = .spring
        } else {
          problem = "a mode among linear, ease-in, ease-out, ease-in-out, step, spring and loop"
          return false
        }
      }
      rest += length + 1
      if rest[-1] == CChar(UInt8(ascii: ":")) { return true }
    }
  }
}
