import Foundation
import TestSupport
import Testing

/// What happens at moments of chance. PNMFX_ROUNDS says how many there are, PNMFX_SEED which.
@Suite("Moments of chance")
struct TortureTests {
  private static let settings = ProcessInfo.processInfo.environment
  private static let rounds = settings["PNMFX_ROUNDS"].flatMap(Int.init) ?? 50
  private static let seed =
    settings["PNMFX_SEED"].flatMap(UInt64.init) ?? UInt64.random(in: 0..<1_000_000)

  /// A picture that takes a tool some milliseconds.
  private static let bytes = Picture.random(.colour, width: 200, height: 150).bytes
  private static let old = [UInt8]("old".utf8)

  /// Microseconds from start to end of a run.
  private func duration(_ body: () throws -> Void) rethrows -> Int {
    let clock = ContinuousClock()
    let time = try clock.measure(body)
    return Int(time / .microseconds(1))
  }

  @Test("A signal at any moment leaves the old file or the whole new one, and nothing beside it")
  func signals() throws {
    print("seed \(Self.seed), \(Self.rounds) rounds: PNMFX_SEED and PNMFX_ROUNDS set them")
    var random = RandomSource(seed: Self.seed)
    var results: [Tool: (bytes: [UInt8], time: Int)] = [:]
    for tool in Tool.all {
      var bytes: [UInt8] = []
      let time = try duration { bytes = try tool.output(["-frames", "2"], on: Self.bytes) }
      results[tool] = (bytes, time)
    }
    var killed = 0
    var replaced = 0
    for round in 0..<Self.rounds {
      let tool = Tool.all[round % Tool.all.count]
      let (expected, time) = results[tool]!
      let number = [SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGQUIT][random.number(upTo: 4)]
      // By turns swept over the run and at random, to somewhat beyond its end.
      let share = round % 2 == 0 ? round % 101 : random.number(upTo: 100)
      let moment = time * 5 / 4 * share / 100
      try TemporaryFolder.with { folder in
        let picture = try folder.write(Self.bytes, to: "picture")
        try folder.write(Self.old, to: "target")
        let running = try Program.start(
          tool.name, tool.call + ["-quiet", "-frames", "2", "-output", folder["target"], picture])
        usleep(UInt32(moment))
        running.signal(number)
        let outcome = try running.finish()
        let what = "round \(round), seed \(Self.seed): \(tool), signal \(number) at \(moment) us"
        #expect(
          outcome.status == .exit(0) || outcome.status == .signal(number), "\(what): \(outcome)")
        let left = try folder.read("target")
        let isNew = left == expected
        #expect(isNew || (left == Self.old && outcome.status != .exit(0)), "\(what): \(outcome)")
        #expect(try folder.names() == ["picture", "target"], "\(what)")
        if outcome.status == .signal(number) { killed += 1 }
        if isNew { replaced += 1 }
      }
    }
    print("\(killed) runs ended by the signal, \(replaced) targets replaced")
  }

  @Test("Of two runs into one file at once, one wins whole", arguments: Tool.all)
  func twoRuns(tool: Tool) throws {
    let calls = [["-frames", "1"], ["-frames", "2"]]
    let expected = try calls.map { try tool.output($0, on: Self.bytes) }
    for _ in 0..<max(2, Self.rounds / 20) {
      try TemporaryFolder.with { folder in
        let picture = try folder.write(Self.bytes, to: "picture")
        let running = try calls.map {
          try Program.start(
            tool.name, tool.call + ["-quiet", "-output", folder["target"], picture] + $0)
        }
        for run in running { #expect(try run.finish().status == .exit(0)) }
        #expect(try expected.contains(folder.read("target")))
        #expect(try folder.names() == ["picture", "target"])
      }
    }
  }
}

@Suite("Exit status, as make sees it")
struct MakeTests {
  /// Something that goes wrong in a recipe.
  struct Mishap: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// What the tool reads.
    var source = "cat picture"
    /// What stands before the tool.
    var prefix = ""

    static let all = [
      Mishap(testDescription: "a full disk", prefix: "trap '' XFSZ; ulimit -f 8; "),
      Mishap(testDescription: "a file too large", prefix: "ulimit -f 8; "),
      Mishap(testDescription: "no memory", prefix: "ulimit -v 3000; "),
      Mishap(testDescription: "a picture cut short", source: "head -c 100000 picture"),
      Mishap(testDescription: "killed", source: slow, prefix: "timeout -s KILL 0.5 "),
      Mishap(testDescription: "ended", source: slow, prefix: "timeout -s TERM 0.5 "),
    ]
    private static let slow = "{ head -c 100000 picture; sleep 1; }"

    /// Rules with the result on standard output, and with -output.
    func rules(_ tool: Tool) -> [UInt8] {
      let call = ([tool.name] + tool.call + ["-quiet"]).joined(separator: " ")
      return Array(
        """
        .DELETE_ON_ERROR:
        all: standard file
        standard: picture
        \t@\(source) | { \(prefix)\(call) >$@; }
        file: picture
        \t@\(source) | { \(prefix)\(call) -output $@; }

        """.utf8)
    }
  }

  @Test("make never keeps a bad target", arguments: Tool.all, Mishap.all)
  func badTarget(tool: Tool, mishap: Mishap) throws {
    let bytes = Picture.random(.colour, width: 800, height: 600).bytes
    try TemporaryFolder.with { folder in
      try folder.write(bytes, to: "picture")
      try folder.write(mishap.rules(tool), to: "Makefile")
      let outcome = try Program.shell("make -k all", folder: folder.path)
      #expect(outcome.status == .exit(2), "\(outcome)")
      // What SIGKILL leaves beside it has a name that is no target's.
      let names = try folder.names().filter { !$0.hasPrefix(".pnmfx-") && !$0.hasPrefix("core") }
      #expect(names == ["Makefile", "picture"])

      try folder.write(Mishap(testDescription: "none").rules(tool), to: "Makefile")
      let again = try Program.shell("make all", folder: folder.path)
      #expect(again.status == .exit(0), "\(again)")
      let expected = try tool.output(on: bytes)
      #expect(try difference(folder.read("standard"), expected) == nil)
      #expect(try difference(folder.read("file"), expected) == nil)
    }
  }
}
