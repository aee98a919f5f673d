import Foundation
import TestSupport
import Testing

@Suite("Faults of the system")
struct FaultTests {
  /// Two pictures of odd sizes, whose results take some kilobytes.
  static let stream =
    Picture.random(.colour, width: 61, height: 23).bytes
    + Picture.random(.pamGrayAlpha, width: 30, height: 31, maxval: 1000, seed: 3).bytes

  private func run(
    _ tool: Tool, _ faults: [String: Int], _ arguments: [String] = [], on bytes: [UInt8] = stream
  ) throws -> Outcome {
    try #require(Faults.library != nil, "no C compiler for Tests/Fixtures/faults.c")
    return try Program.run(
      tool.name, tool.call + ["-quiet"] + arguments, input: .bytes(bytes),
      environment: Faults.environment(faults))
  }

  @Test(
    "Short and interrupted reads and writes change nothing", arguments: Tool.all,
    [
      ["SHORT": 1], ["SHORT": 7], ["SHORT": 1000], ["EINTR": 1], ["SHORT": 5, "EINTR": 1],
    ])
  func shortAndInterrupted(tool: Tool, faults: [String: Int]) throws {
    let expected = try tool.output(on: Self.stream)
    let outcome = try run(tool, faults)
    #expect(outcome.status == .exit(0) && outcome.messages == "", "\(outcome)")
    #expect(difference(outcome.output, expected) == nil)
    try TemporaryFolder.with { folder in
      let outcome = try run(tool, faults, ["-output", folder["result"]])
      #expect(outcome.status == .exit(0) && outcome.messages == "", "\(outcome)")
      #expect(try difference(folder.read("result"), expected) == nil)
      #expect(try folder.names() == ["result"])
    }
  }

  @Test("A disk that fills at any byte is an error", arguments: Tool.all)
  func fullDiskAtAnyByte(tool: Tool) throws {
    let expected = try tool.output(on: Self.stream)
    let places = [0, 1, 2, 10, 15] + Array(stride(from: 97, to: expected.count, by: 499))
    for room in places + [expected.count - 1] {
      let outcome = try run(tool, ["ENOSPC": room])
      expectFailure(
        outcome, of: tool, status: 1, naming: ["No space left"],
        after: Array(expected.prefix(room)), "after \(room) bytes")
      try TemporaryFolder.with { folder in
        try folder.write([1, 2, 3], to: "old")
        for name in ["old", "new"] {
          let outcome = try run(tool, ["ENOSPC": room], ["-output", folder[name]])
          expectFailure(outcome, of: tool, status: 1, naming: [folder[name]], "\(room), \(name)")
        }
        #expect(try folder.read("old") == [1, 2, 3])
        #expect(try folder.names() == ["old"])
      }
    }
    let outcome = try run(tool, ["ENOSPC": expected.count])
    #expect(outcome.status == .exit(0) && outcome.output.count == expected.count, "\(outcome)")
  }

  @Test(
    "A file that cannot be closed, renamed or given its mode is an error", arguments: Tool.all,
    ["CLOSE", "RENAME", "FCHMOD"])
  func badFile(tool: Tool, fault: String) throws {
    try TemporaryFolder.with { folder in
      try folder.write([1, 2, 3], to: "old")
      for name in ["old", "new"] {
        let outcome = try run(tool, [fault: 1], ["-output", folder[name]])
        expectFailure(outcome, of: tool, status: 1, naming: [folder[name]])
      }
      #expect(try folder.read("old") == [1, 2, 3])
      #expect(try folder.names() == ["old"])
    }
    if fault == "CLOSE" {
      let outcome = try run(tool, [fault: 1])
      #expect(outcome.status == .exit(1) && isOneLine(outcome.messages, from: tool), "\(outcome)")
    }
  }

  @Test(
    "Beside a file of one picture a pipe is not kept in memory",
    .enabled(if: Program.isOptimized, "for release executables"), arguments: Tool.withSecondPicture)
  func notKept(tool: Tool) throws {
    try TemporaryFolder.with { folder in
      let picture = Picture.random(.gray, width: 1000, height: 50)
      try folder.write(picture.bytes, to: "one")
      // 50 MB in 30.
      let header = "P5 1000 50000 255\n"
      for call in ["-x 0 one -", "-x 0.5 one -"] {
        let outcome = try Program.shell(
          """
          { printf '\(header)'; head -c 50000000 /dev/zero; } |
          { ulimit -v 30000; \(tool.name) -quiet \(call); } | wc -c
          """, folder: folder.path)
        let count = String(decoding: outcome.output, as: UTF8.self)
        #expect(Int(count.dropLast()) ?? 0 > 50_000_000 && outcome.messages == "", "\(outcome)")
      }
    }
  }

  // The runtime of ordinary builds, which Embedded Swift has not, aborts without memory of its own.
  @Test(
    "Memory that ends at any allocation is an error",
    .enabled(if: Program.isOptimized, "for release executables"), arguments: Tool.all)
  func memoryEnds(tool: Tool) throws {
    // Rows and rings of them are above the 4 KiB from which allocations fail.
    let picture = Picture.random(.pamColourAlpha, width: 1500, height: 4)
    let expected = try tool.output(["-threads", "1"], on: picture.bytes)
    for allocation in 1...200 {
      let outcome = try run(
        tool, ["MEMORY": allocation], ["-threads", "1"], on: picture.bytes)
      if outcome.status == .exit(0) {
        #expect(allocation > 3)
        #expect(difference(outcome.output, expected) == nil)
        return
      }
      #expect(
        outcome.status == .exit(1) && isOneLine(outcome.messages, from: tool)
          && outcome.messages.contains("memory"), "\(allocation): \(outcome)")
    }
    Issue.record("more than 200 allocations")
  }

  @Test("Each of descriptors 0 to 2 may be closed, in every combination", arguments: Tool.all)
  func closedDescriptors(tool: Tool) throws {
    let bytes = samplePicture.bytes
    let expected = try tool.output(on: bytes)
    for closed in 0..<8 {
      let hasInput = closed & 1 == 0
      let hasOutput = closed & 2 == 0
      let output = hasOutput ? Output.pipe : .closed
      let errors = closed & 4 == 0 ? Output.pipe : .closed
      try TemporaryFolder.with { folder in
        let file = try folder.write(bytes, to: "picture")
        for (arguments, isFed) in [([], hasInput), ([file], true)] {
          for target in [[], ["-output", folder["result"]]] {
            let isHeard = hasOutput || !target.isEmpty
            let outcome = try Program.run(
              tool.name, tool.call + ["-quiet"] + target + arguments,
              input: hasInput ? .bytes(bytes) : .closed, output: output, errors: errors)
            let what = "\(closed), \(target.count), \(arguments.count): \(outcome)"
            #expect(outcome.status == .exit(isFed && isHeard ? 0 : 1), "\(what)")
            if isFed && isHeard {
              let result = target.isEmpty ? outcome.output : try folder.read("result")
              #expect(difference(result, expected) == nil, "\(what)")
            } else if closed & 4 == 0 {
              #expect(isOneLine(outcome.messages, from: tool), "\(what)")
            }
            unlink(folder["result"])
            #expect(try folder.names() == ["picture"], "\(what)")
          }
        }
        #expect(try difference(folder.read("picture"), bytes) == nil)
      }
    }
  }
}
