import Foundation

/// One of the project's executables, as the sweep tests see it.
public struct Tool: Hashable, Sendable, CustomStringConvertible {
  public let name: String

  public init(_ name: String) {
    self.name = name
  }

  public static let all = Repository.toolNames.map(Tool.init)

  /// Those that take a second picture: `TOOL [options] second [file]`.
  public static let withSecondPicture = all.filter { $0.invocation.second != nil }

  public var description: String { name }

  public var invocation: Invocation { Invocation.table[name] ?? Invocation() }

  /// The least that must be said besides a picture.
  public var call: [String] { invocation.arguments }

  public func run(
    _ arguments: [String] = [], on input: [UInt8] = [], folder: String? = nil
  ) throws -> Outcome {
    try Program.run(name, call + arguments, input: .bytes(input), folder: folder)
  }

  /// The result for a picture that must work.
  public func output(
    _ arguments: [String] = [], on input: [UInt8], folder: String? = nil
  ) throws -> [UInt8] {
    let outcome = try run(["-quiet"] + arguments, on: input, folder: folder)
    guard outcome.status == .exit(0), outcome.messages.isEmpty else {
      throw UnexpectedOutcome(description: "\(name) \(call + arguments): \(outcome)")
    }
    return outcome.output
  }

  /// The names of all options.
  public func options() -> [String] { help().flatMap { [$0.name] + $0.synonyms } }

  /// One option, as a line of `-help=table` has it.
  public struct HelpLine: Sendable {
    public let name: String
    /// One at the most.
    public let synonyms: [String]
    /// What the help calls its value, such as TRACK; nil where it takes none.
    public let value: String?
    /// The words that it takes, where it takes only some.
    public let words: [String]
    /// What it does, with its range and default.
    public let text: String
  }

  public func help() -> [HelpLine] {
    let table = (try? Program.run(name, ["-help=table"]).text) ?? ""
    return table.split(separator: "\n").map { line in
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard fields.count == 5 else { fatalError("\(name) -help=table: \(line)") }
      return HelpLine(
        name: fields[0], synonyms: fields[1].isEmpty ? [] : [fields[1]],
        value: fields[2].isEmpty ? nil : fields[2],
        words: fields[3].split(separator: " ").map(String.init), text: fields[4])
    }
  }

  /// The least that must be said besides a picture where an option is given that does not go with
  /// the plain call: then it is the form with a second picture.
  public func call(for option: String) -> [String] {
    if let alone = invocation.alone[option] { return call + alone }
    guard let second = invocation.second, invocation.onlyWithSecond.contains(option) else {
      return call
    }
    return second + [Invocation.secondPicture]
  }
}

/// A run that should have worked did not.
public struct UnexpectedOutcome: Error, CustomStringConvertible {
  public let description: String

  public init(description: String) {
    self.description = description
  }
}

/// How a tool is called where a test is about something else. A filter that needs nothing but a
/// picture, and makes no opacity, needs no entry in the table.
public struct Invocation: Sendable {
  /// Arguments without which a call is wrong.
  public var arguments: [String] = []
  /// Arguments with which colour and opacity stay as they are, where there are such.
  public var neutral: [String]? = nil
  /// Arguments before the operand of a second picture of any size, where the tool takes one.
  public var second: [String]? = nil
  /// Options that make sense only with a second picture.
  public var onlyWithSecond: Set<String> = []
  /// What makes a result depend on an option's value at that moment only, by options.
  public var alone: [String: [String]] = [:]
  /// Whether pictures without opacity get it.
  public var makesOpacity = false
  /// Whether gray pictures become coloured.
  public var makesColour = false

  static let table: [String: Invocation] = [
    // With -keep a pixel without opacity becomes 0, so its colour does not count.
    "alphathreshold": Invocation(neutral: ["-luma", "-keep", "-min", "0"], makesOpacity: true),
    // What flies tells of how much was burnt when it was born.
    "burnframe": Invocation(
      neutral: ["-burnt", "0"], alone: ["burnt": ["-sparks", "0", "-smoke", "0"]],
      makesOpacity: true, makesColour: true),
    "glint": Invocation(neutral: ["-strength", "0"]),
    "lighten-blend": Invocation(
      arguments: [secondPicture], neutral: ["-opacity", "0", secondPicture], second: ["-x", "0"],
      makesColour: true),
    "mask": Invocation(
      arguments: ["-shape", "roundrect"], neutral: ["-shape", "roundrect", "-radius", "0"],
      second: ["-x", "0"], onlyWithSecond: ["x", "y", "center"], makesOpacity: true),
    "tiltlight": Invocation(neutral: ["-strength", "0"]),
    "tint": Invocation(neutral: ["-strength", "0"], makesColour: true),
  ]

  /// A picture to be the second one, for calls that cannot be without.
  static let secondPicture: String = {
    let path = "\(NSTemporaryDirectory())pnmfx-tests-second-\(getpid()).pam"
    let picture = Picture.random(.pamColourAlpha, width: 7, height: 5, seed: 2)
    try? Data(picture.bytes).write(to: URL(fileURLWithPath: path))
    atexit { unlink(Invocation.secondPicture) }
    return path
  }()
}
