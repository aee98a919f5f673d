import CNetpbm
import CSystem
import Kernels
import Netpbm

/// The value of an option: its default until the call has been read.
public final class Setting<Value> {
  public internal(set) var value: Value
  /// Whether the call gives it.
  public internal(set) var isGiven = false

  init(_ value: Value) { self.value = value }
}

/// A tool's options, each declared once: name, kind, range, default and what it does. From that
/// come parsing, the messages and `-help`.
///
///     width = table.number("width", in: .from(0.001, to: 10), default: "0.3", "half-width")
public struct OptionTable {
  struct Declaration {
    let name: StaticString
    let synonym: StaticString?
    /// What stands for the value in `-help`, as in "TRACK"; nil for an option without one.
    let argument: StaticString?
    let range: NumberRange?
    let initial: StaticString?
    /// The words that it takes, if it takes only some.
    let words: [StaticString]
    let explanation: StaticString
    /// Reads a value that the call gives, by the name that it gives; an option without one gets an
    /// empty text.
    let read: (CText, StaticString) throws(ToolError) -> Void

    /// Its own name, then its synonym.
    var names: [StaticString] { synonym.map { [name, $0] } ?? [name] }
  }

  private(set) var declarations: [Declaration] = []

  init() {}

  // MARK: - Declaring

  /// An option without a value.
  public mutating func flag(_ name: StaticString, _ explanation: StaticString) -> Setting<Bool> {
    let setting = Setting(false)
    add(name, argument: nil, explanation, setting) { _, _ throws(ToolError) in true }
    return setting
  }

  /// A finite number. Without a default it is 0 unless given.
  public mutating func number(
    _ name: StaticString, argument: StaticString = "N", in range: NumberRange,
    default initial: StaticString? = nil, _ explanation: StaticString
  ) -> Setting<Double> {
    let setting = Setting(initial.flatMap { parseWholeText($0.cText) } ?? 0)
    add(name, argument: argument, range: range, initial: initial, explanation, setting) {
      text, name throws(ToolError) in
      guard let value = parseWholeText(text), range.contains(value) else {
        throw .value(name, Text(text), range.text)
      }
      return value
    }
    return setting
  }

  /// A whole number. Without a default it is 0 unless given.
  public mutating func count(
    _ name: StaticString, synonym: StaticString? = nil, in range: ClosedRange<UInt64>,
    default initial: StaticString? = nil, _ explanation: StaticString
  ) -> Setting<UInt64> {
    let setting = Setting(initial.flatMap { parseCount($0.cText) } ?? 0)
    let shown = NumberRange.from(Double(range.lowerBound), to: Double(range.upperBound))
    add(
      name, synonym: synonym, argument: "N", range: shown, initial: initial, explanation, setting
    ) { text, name throws(ToolError) in
      guard let value = parseCount(text), range.contains(value) else {
        throw .value(name, Text(text), "a whole number, \(shown.text)")
      }
      return value
    }
    return setting
  }

  /// A value over time. Without a default it is 0 unless given.
  public mutating func track(
    _ name: StaticString, synonym: StaticString? = nil, in range: NumberRange,
    default initial: StaticString? = nil, _ explanation: StaticString
  ) -> Setting<Track> {
    var problem: Text = ""
    let setting = Setting(Track((initial ?? "0").cText, in: .any, problem: &problem)!)
    add(
      name, synonym: synonym, argument: "TRACK", range: range, initial: initial, explanation,
      setting
    ) { text, name throws(ToolError) in
      var problem: Text = ""
      guard let track = Track(text, in: range, problem: &problem) else {
        throw .value(name, Text(text), problem)
      }
      return track
    }
    return setting
  }

  /// A color; `initial` is its name as `-help` shows it.
  public mutating func color(
    _ name: StaticString, default color: Color, _ initial: StaticString,
    _ explanation: StaticString
  ) -> Setting<Color> {
    let setting = Setting(color)
    add(name, argument: "C", initial: initial, explanation, setting) {
      text, name throws(ToolError) in
      try parseColor(text, option: name)
    }
    return setting
  }

  /// A color that flattens the result, if it is given.
  public mutating func background() -> Setting<Color?> {
    let setting = Setting<Color?>(nil)
    add("background", argument: "C", "flatten the result onto this color", setting) {
      text, name throws(ToolError) in
      try parseColor(text, option: name)
    }
    return setting
  }

  /// A rectangle in whole pixels; nil unless given.
  public mutating func region(
    _ name: StaticString, _ explanation: StaticString
  ) -> Setting<Region?> {
    let setting = Setting<Region?>(nil)
    add(name, argument: "X,Y,W,H", explanation, setting) { text, name throws(ToolError) in
      guard let numbers = parseList(text, count: 4),
        let x = Int(exactly: numbers[0]), let y = Int(exactly: numbers[1]),
        let width = Int(exactly: numbers[2]), let height = Int(exactly: numbers[3]),
        width > 0, height > 0
      else { throw .value(name, Text(text), "four whole numbers, width and height above 0") }
      return Region(x: x, y: y, width: width, height: height)
    }
    return setting
  }

  /// Empty canvas around a picture, in whole pixels; none unless given.
  public mutating func margin(
    _ name: StaticString, _ explanation: StaticString
  ) -> Setting<Margin> {
    let setting = Setting(Margin())
    let range = NumberRange.from(0, to: 1_000_000)
    add(
      name, argument: "T,R,B,L", initial: "0,0,0,0", explanation, setting
    ) { text, name throws(ToolError) in
      guard let numbers = parseList(text, count: 4), numbers.allSatisfy(range.contains),
        let top = Int(exactly: numbers[0]), let right = Int(exactly: numbers[1]),
        let bottom = Int(exactly: numbers[2]), let left = Int(exactly: numbers[3])
      else { throw .value(name, Text(text), "four whole numbers, each \(range.text)") }
      return Margin(top: top, right: right, bottom: bottom, left: left)
    }
    return setting
  }

  /// Several numbers, separated by commas.
  public mutating func numbers(
    _ name: StaticString, argument: StaticString, count: Int, in range: NumberRange,
    default initial: StaticString, _ explanation: StaticString
  ) -> Setting<[Double]> {
    let setting = Setting(parseList(initial.cText, count: count) ?? [])
    add(name, argument: argument, range: range, initial: initial, explanation, setting) {
      text, name throws(ToolError) in
      guard let numbers = parseList(text, count: count), numbers.allSatisfy(range.contains) else {
        throw .value(name, Text(text), "\(count) numbers, each \(range.text)")
      }
      return numbers
    }
    return setting
  }

  /// The name of a file.
  public mutating func file(
    _ name: StaticString, _ explanation: StaticString
  ) -> Setting<CText?> {
    let setting = Setting<CText?>(nil)
    add(name, argument: "FILE", explanation, setting) { text, name throws(ToolError) in
      if text.pointee == 0 { throw .value(name, "", "the name of a file") }
      return text
    }
    return setting
  }

  /// One of several words. The value is its place in `words`.
  public mutating func choice(
    _ name: StaticString, argument: StaticString, of words: [StaticString],
    default initial: Int? = nil, _ explanation: StaticString
  ) -> Setting<Int> {
    let setting = Setting(initial ?? 0)
    add(
      name, argument: argument, initial: initial.map { words[$0] }, words: words, explanation,
      setting
    ) { text, name throws(ToolError) in
      for (i, word) in words.enumerated() where strcmp(word.cText, text) == 0 { return i }
      var list: Text = "\(words[0])"
      for (i, word) in words.enumerated().dropFirst() {
        list.append(i == words.count - 1 ? " or \(word)" : ", \(word)")
      }
      throw .value(name, Text(text), list)
    }
    return setting
  }

  /// Pictures a second: a number or a fraction.
  mutating func rate(
    _ name: StaticString, default initial: StaticString, _ explanation: StaticString
  ) -> Setting<Double> {
    let range = NumberRange.above(0, to: 100_000)
    let setting = Setting(parseWholeText(initial.cText) ?? 0)
    add(name, argument: "F", range: range, initial: initial, explanation, setting) {
      text, name throws(ToolError) in
      guard let value = parseFraction(text), range.contains(value) else {
        throw .value(name, Text(text), "\(range.text), or a fraction as in 30000/1001")
      }
      return value
    }
    return setting
  }

  private mutating func add<Value>(
    _ name: StaticString, synonym: StaticString? = nil, argument: StaticString?,
    range: NumberRange? = nil, initial: StaticString? = nil, words: [StaticString] = [],
    _ explanation: StaticString, _ setting: Setting<Value>,
    parse: @escaping (CText, StaticString) throws(ToolError) -> Value
  ) {
    declarations.append(
      Declaration(
        name: name, synonym: synonym, argument: argument, range: range, initial: initial,
        words: words, explanation: explanation
      ) { text, name throws(ToolError) in
        setting.value = try parse(text, name)
        setting.isGiven = true
      })
  }
}

extension StaticString {
  /// The literal as C has it.
  var cText: CText { UnsafeRawPointer(utf8Start).assumingMemoryBound(to: CChar.self) }
}

/// A number, or one number divided by another.
private func parseFraction(_ text: CText) -> Double? {
  var rest = text
  guard let numerator = parseNumber(&rest) else { return nil }
  if rest.pointee == 0 { return numerator }
  guard rest.pointee == CChar(UInt8(ascii: "/")), let denominator = parseWholeText(rest + 1),
    denominator > 0
  else { return nil }
  return numerator / denominator
}

/// As many numbers as `count`, separated by commas.
private func parseList(_ text: CText, count: Int) -> [Double]? {
  var rest = text
  var numbers: [Double] = []
  while let number = parseNumber(&rest) {
    numbers.append(number)
    if rest.pointee == 0 { return numbers.count == count ? numbers : nil }
    guard rest.pointee == CChar(UInt8(ascii: ",")) else { return nil }
    rest += 1
  }
  return nil
}

/// A color as libnetpbm writes them.
private func parseColor(_ text: CText, option: StaticString) throws(ToolError) -> Color {
  var samples: [UInt32] = [0, 0, 0]
  if let reason = cnetpbm_parseColor(text, &samples) {
    throw .color(option, Text(text), Text(reason))
  }
  return Color(
    red: Double(samples[0]) / 65535, green: Double(samples[1]) / 65535,
    blue: Double(samples[2]) / 65535)
}
