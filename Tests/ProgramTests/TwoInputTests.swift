import TestSupport
import Testing

@Suite("Two inputs")
struct TwoInputTests {
  static let bases = (1...5).map { number in
    Picture.random(
      number % 2 == 0 ? .colour : .pamColourAlpha, width: 3 + number, height: 4,
      seed: UInt64(number))
  }
  static let seconds = (1...5).map { number in
    Picture.random(
      number % 2 == 0 ? .gray : .pamGrayAlpha, width: 3 + number, height: 4,
      seed: UInt64(number + 10))
  }

  /// How the two streams are handed over: as files, or one of them by a pipe.
  enum Way: CaseIterable { case files, firstByPipe, secondByPipe }

  static func run(
    _ tool: Tool, _ arguments: [String] = [], seconds: Int, bases: Int, way: Way = .files
  ) throws -> Outcome {
    try TemporaryFolder.with { folder in
      let second = Self.seconds.prefix(seconds).flatMap(\.bytes)
      let base = Self.bases.prefix(bases).flatMap(\.bytes)
      let secondFile = try folder.write(second, to: "second")
      let baseFile = try folder.write(base, to: "base")
      let call = tool.invocation.second! + ["-quiet", "-first", "0"] + arguments
      return switch way {
      case .files: try Program.run(tool.name, call + [secondFile, baseFile])
      case .firstByPipe: try Program.run(tool.name, call + ["-", baseFile], input: .bytes(second))
      case .secondByPipe: try Program.run(tool.name, call + [secondFile], input: .bytes(base))
      }
    }
  }

  /// What pair k gives: the k-th of each, or the only or last one where it has fewer.
  static func expected(_ tool: Tool, seconds: Int, bases: Int, count: Int) throws -> [UInt8] {
    try TemporaryFolder.with { folder in
      try (0..<count).flatMap { number in
        let second = Self.seconds[min(number, seconds - 1)].bytes
        let file = try folder.write(second, to: "second")
        let base = Self.bases[min(number, bases - 1)].bytes
        let outcome = try Program.run(
          tool.name, tool.invocation.second! + ["-quiet", "-first", "\(number)", file],
          input: .bytes(base))
        #expect(outcome.status == .exit(0), "\(outcome)")
        return outcome.output
      }
    }
  }

  @Test(
    "As many pictures come out as the longer input has, an only one used again for each",
    arguments: Tool.withSecondPicture, [(1, 1), (3, 3), (1, 4), (4, 1), (2, 2)])
  func lengths(tool: Tool, numbers: (Int, Int)) throws {
    let (seconds, bases) = numbers
    let expected = try Self.expected(
      tool, seconds: seconds, bases: bases, count: max(seconds, bases))
    for way in Way.allCases {
      let outcome = try Self.run(tool, seconds: seconds, bases: bases, way: way)
      #expect(outcome.status == .exit(0) && outcome.messages == "", "\(outcome)")
      #expect(difference(outcome.output, expected) == nil, "\(way)")
    }
  }

  @Test(
    "Unequal numbers are an error when the shorter input ends",
    arguments: Tool.withSecondPicture, [(2, 3), (5, 2), (3, 5)])
  func unequalLengths(tool: Tool, numbers: (Int, Int)) throws {
    let (seconds, bases) = numbers
    let expected = try Self.expected(
      tool, seconds: seconds, bases: bases, count: min(seconds, bases))
    for way in Way.allCases {
      let outcome = try Self.run(tool, seconds: seconds, bases: bases, way: way)
      expectFailure(outcome, of: tool, status: 1, after: expected, "\(way)")
    }
  }

  @Test(
    "With -frames the last pair is held, and the unequal end counts only where it is reached",
    arguments: Tool.withSecondPicture,
    [
      (3, 5, 3, true), (3, 5, 4, false), (5, 3, 3, true), (3, 3, 5, true), (3, 1, 5, true),
      (1, 3, 5, true), (1, 1, 3, true), (3, 3, 2, true), (1, 5, 2, true),
    ])
  func frames(tool: Tool, numbers: (Int, Int, Int, Bool)) throws {
    let (seconds, bases, count, works) = numbers
    let expected = try Self.expected(
      tool, seconds: seconds, bases: bases, count: works ? count : min(seconds, bases))
    for way in Way.allCases {
      let outcome = try Self.run(
        tool, ["-frames", "\(count)"], seconds: seconds, bases: bases, way: way)
      if works {
        #expect(outcome.status == .exit(0) && outcome.messages == "", "\(way): \(outcome)")
        #expect(difference(outcome.output, expected) == nil, "\(way)")
      } else {
        expectFailure(outcome, of: tool, status: 1, after: expected, "\(way)")
      }
    }
  }

  @Test("An input without a picture is an error that names it", arguments: Tool.withSecondPicture)
  func empty(tool: Tool) throws {
    for (seconds, bases) in [(0, 2), (2, 0), (0, 0)] {
      let names = [seconds == 0 ? "second" : "base"]
      let outcome = try Self.run(tool, seconds: seconds, bases: bases)
      expectFailure(
        outcome, of: tool, status: 1, naming: ["no picture"] + (seconds + bases > 0 ? names : []))
    }
  }

  @Test(
    "A damaged or missing second picture is an error that names it",
    arguments: Tool.withSecondPicture)
  func damagedSecond(tool: Tool) throws {
    try TemporaryFolder.with { folder in
      let options = tool.invocation.second! + ["-quiet"]
      let base = Self.bases[0].bytes
      try folder.write(Self.seconds[0].bytes.dropLast(), to: "short")
      try folder.write(Array("junk".utf8), to: "junk")
      for name in ["short", "junk", "missing", "."] {
        let outcome = try Program.run(
          tool.name, options + [folder[name]], input: .bytes(base))
        #expect(
          outcome.status == .exit(1) && isOneLine(outcome.messages, from: tool)
            && outcome.messages.contains(folder[name]), "\(outcome)")
      }
    }
  }
}
