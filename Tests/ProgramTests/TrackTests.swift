import TestSupport
import Testing

/// One option of one tool whose value may change over time.
struct TrackOption: Sendable, CustomStringConvertible {
  let tool: Tool
  let name: String
  /// Arguments with which the option may be given.
  let call: [String]

  var description: String { "\(tool) -\(name)" }

  /// All that the help calls a TRACK.
  static let all = Tool.all.flatMap { tool in
    tool.help().compactMap { line in
      guard line.value == "TRACK" else { return nil as TrackOption? }
      return TrackOption(tool: tool, name: line.name, call: tool.call(for: line.name))
    }
  }

  func output(_ track: String, at time: String) throws -> [UInt8] {
    let words = call + ["-quiet", "-time", time, "-\(name)", track]
    let outcome = try Program.run(tool.name, words, input: .bytes(samplePicture.bytes))
    guard outcome.status == .exit(0) else {
      throw UnexpectedOutcome(description: "\(words): \(outcome)")
    }
    return outcome.output
  }
}

@Suite("Values over time")
struct TrackTests {
  @Test("Every tool's tracks are found")
  func tracksAreThere() {
    #expect(Set(TrackOption.all.map(\.tool)).count >= 5, "\(TrackOption.all)")
  }

  @Test("At each time a track gives the value that it should have", arguments: TrackOption.all)
  func values(option: TrackOption) throws {
    for (track, time, value) in [
      ("0.5@0,1@2", "1", "0.75"), ("0.5@0,1@2", "-1", "0.5"), ("0.5@0,1@2", "3", "1"),
      ("0.5@1", "7", "0.5"), ("linear:0.5@0,1@2", "0.5", "0.625"), ("0.5@-1,1@1", "0", "0.75"),
      ("step:0.5@0,1@2", "1.75", "0.5"), ("step:0.5@0,1@2", "2", "1"),
      ("loop:0.5@0,1@1", "2.5", "0.75"), ("loop:0.5@0,1@1", "1", "0.5"),
      ("loop:0.5@1,1@2", "0", "0.5"), ("step,loop:0.5@0,1@1,0.75@2", "3.5", "1"),
      ("loop,ease-in-out:0.5@0,1@2", "3", "0.75"), ("ease-in:0.5@0,1@2", "2", "1"),
      ("ease-out:0.5@0,1@2", "0", "0.5"), ("spring:0.5@0,1@2", "0", "0.5"),
    ] {
      let expected = try option.output(value, at: time)
      let difference = try difference(option.output(track, at: time), expected)
      #expect(difference == nil, "\(track) at \(time)")
    }
  }

  @Test(
    "A track that is none is a wrong call that names the option", arguments: TrackOption.all,
    [
      "", "x", "nan", "inf", "0x1", "1,1", "1 ", "1@", "@1", "1@x", "1@nan", "nan@1", "1@inf",
      "1@0,1@0", "1@1,1@0", "1@0,", ",1@0", "1@0;1@1", "1@0@1", "1@0,1", "1,1@1",
      "linear:1", "loop:1", "loop:", ":1@0", "bounce:1@0,1@1", "linear,linear:1@0,1@1",
      "loop,loop:1@0,1@1", "step,spring:1@0,1@1", "linear 1@0,1@1", "Linear:1@0,1@1",
    ])
  func wrongTrack(option: TrackOption, track: String) throws {
    try expectWrongCall(
      option.tool, option.call + ["-\(option.name)", track], naming: [option.name])
  }
}

@Suite("Ranges")
struct RangeTests {
  /// An option with the range that help tells: `above 0 to 100000`, `0.001 to 10`, `1 up`.
  struct Ranged: Sendable, CustomStringConvertible {
    let tool: Tool
    let name: String
    /// How many numbers the value has, separated by commas.
    let count: Int
    let isOpen: Bool
    let least: Double
    let greatest: Double?

    var description: String { "\(tool) -\(name)" }

    /// The value as the option takes it: as many times as it has numbers.
    func text(_ value: Double) -> String {
      let number = value == value.rounded() ? "\(Int(value))" : "\(value)"
      return Array(repeating: number, count: max(1, count)).joined(separator: ",")
    }
  }

  static let all = Tool.all.flatMap { tool in
    tool.help().compactMap { line -> Ranged? in
      guard let match = line.text.firstMatch(of: /\((above )?([0-9.]+) (up|to ([0-9.]+))/),
        let least = Double(match.2)
      else { return nil }
      return Ranged(
        tool: tool, name: line.name, count: (line.value ?? "").split(separator: ",").count,
        isOpen: match.1 != nil, least: least,
        greatest: match.4.flatMap { Double($0) })
    }
  }

  @Test("Help tells the ranges")
  func rangesAreThere() {
    for tool in Tool.all {
      let names = Self.all.filter { $0.tool == tool }.map(\.name)
      #expect(Set(names).isSuperset(of: ["fps", "first", "frames", "threads"]), "\(names)")
    }
  }

  @Test("A value outside the range that help tells is a wrong call", arguments: all)
  func outside(option: Ranged) throws {
    let call = option.tool.call(for: option.name)
    var values = [option.least - 1, -(option.least + 1)]
    if option.isOpen { values.append(option.least) }
    if let greatest = option.greatest { values += [greatest + 1, greatest * 1000] }
    for value in values {
      try expectWrongCall(
        option.tool, call + ["-\(option.name)", option.text(value)], naming: [option.name])
    }
  }

  @Test("The ends of the range that help tells belong to it", arguments: all)
  func inside(option: Ranged) throws {
    let ends = (option.isOpen ? [] : [option.least]) + (option.greatest.map { [$0] } ?? [])
    for end in ends {
      // The default of a lower bound is above the least that the upper one may be.
      let lower = option.name == "max" ? ["-min", "0"] : []
      let call = option.tool.call(for: option.name) + lower
      let words = call + ["-quiet", "-\(option.name)", option.text(end)]
      let outcome = try Program.run(
        option.tool.name, words, input: .bytes(samplePicture.bytes))
      #expect(outcome.status == .exit(0), "\(words): \(outcome)")
    }
  }
}
