import TestSupport
import Testing

/// Pictures of so many pixels that a tool takes a second thread for them. Debug executables would take
/// minutes.
@Suite("Two threads", .enabled(if: Program.isOptimized, "for release executables"))
struct ThreadTests {
  /// Noise in 600 rows, of which every 50 are the same, and no two of them.
  static func large(_ kind: Kind, maxval: Int = 255, seed: UInt64 = 1) -> Picture {
    let noise = Picture.random(kind, width: 1000, height: 50, maxval: maxval, seed: seed)
    return Picture(
      kind, width: 1000, height: 600, maxval: noise.maxval,
      samples: (0..<12).flatMap { _ in noise.samples })
  }

  static let pictures = [
    large(.colour), large(.pamColourAlpha, maxval: 1000, seed: 2), large(.bitmap, seed: 3),
  ]

  /// Expects that a run with one thread and runs with two are alike in all: what is written, what
  /// is said, and how they end. (Of a picture that goes wrong some tools write more rows with one
  /// thread than with two.) Returns the run with one.
  @discardableResult
  static func expectAlike(
    _ tool: Tool, _ arguments: [String], on bytes: [UInt8] = [], _ what: String = "",
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Outcome {
    func run(_ threads: String) throws -> Outcome {
      try Program.run(
        tool.name, arguments + ["-quiet", "-threads", threads], input: .bytes(bytes))
    }
    let alone = try run("1")
    for _ in 0..<3 {
      let outcome = try run("2")
      #expect(
        outcome.status == alone.status && outcome.messages == alone.messages,
        "\(what): \(outcome) instead of \(alone)", sourceLocation: sourceLocation)
      let isWhole = alone.status == .exit(0)
      let common = isWhole ? .max : min(outcome.output.count, alone.output.count)
      let difference = difference(
        Array(outcome.output.prefix(common)), Array(alone.output.prefix(common)))
      #expect(difference == nil, "\(what)", sourceLocation: sourceLocation)
    }
    return alone
  }

  @Test("They write the bytes that one writes, picture after picture", arguments: Tool.all)
  func sameBytes(tool: Tool) throws {
    let stream = Self.pictures.flatMap(\.bytes) + samplePicture.bytes + Self.pictures[0].bytes
    let outcome = try Self.expectAlike(tool, tool.call + ["-first", "0"], on: stream)
    #expect(outcome.status == .exit(0))
    #expect(try Picture.decode(outcome.output).count == 5)
  }

  @Test("A second picture may lie anywhere, and be of any kind", arguments: Tool.withSecondPicture)
  func secondPicture(tool: Tool) throws {
    try TemporaryFolder.with { folder in
      let base = Self.large(.pamColourAlpha)
      let file = try folder.write(base.bytes, to: "base")
      for second in [Self.large(.pamColourAlpha, seed: 4), Self.large(.gray, maxval: 65535)] {
        let secondFile = try folder.write(second.bytes, to: "second")
        for place in [["0", "0"], ["-300", "250"], ["71", "-400.5"], ["0", "700"]] {
          let options = ["-x", place[0], "-y", place[1]]
          let outcome = try Self.expectAlike(
            tool, options + [secondFile, file], "\(second) at \(place)")
          #expect(outcome.status == .exit(0))
          // By a pipe, which is not read beyond what is there.
          let piped = try Self.expectAlike(
            tool, options + ["-frames", "2", "-", file], on: second.bytes)
          #expect(piped.status == .exit(0))
          let first = Array(piped.output.prefix(outcome.output.count))
          #expect(difference(first, outcome.output) == nil)
        }
      }
    }
  }

  @Test("Of a picture that is cut short or wrong they say what one says", arguments: Tool.all)
  func damaged(tool: Tool) throws {
    for picture in Self.pictures {
      var wrong = picture.bytes
      // Above maxval; of a bitmap no bit can be wrong.
      wrong[wrong.count / 2] = 255
      wrong[wrong.count / 2 + 1] = 255
      for bytes in [Array(picture.bytes.dropLast()), Array(picture.bytes.prefix(200_000)), wrong] {
        try Self.expectAlike(
          tool, tool.call + ["-first", "0"], on: samplePicture.bytes + bytes, "\(picture)")
      }
    }
  }

  @Test("So they do of a second picture", arguments: Tool.withSecondPicture)
  func damagedSecond(tool: Tool) throws {
    try TemporaryFolder.with { folder in
      let base = try folder.write(Self.large(.pamColourAlpha).bytes, to: "base")
      let second = Self.large(.pamColourAlpha, seed: 4).bytes
      for count in [100, 300_000, 1_200_000, second.count - 1] {
        let file = try folder.write(Array(second.prefix(count)), to: "second")
        let options = tool.invocation.second!
        let outcome = try Self.expectAlike(tool, options + [file, base], "\(count) bytes")
        #expect(outcome.status == .exit(1) && outcome.messages.contains("second"), "\(outcome)")
      }
    }
  }

  @Test("Each of two runs on one input reads its own picture", arguments: Tool.all)
  func settled(tool: Tool) throws {
    try TemporaryFolder.with { folder in
      let pictures = [Self.large(.colour), Self.large(.gray, seed: 5)]
      try folder.write(pictures.flatMap(\.bytes), to: "stream")
      let expected = try pictures.flatMap { try tool.output(["-frames", "1"], on: $0.bytes) }
      let words = ([tool.name] + tool.call + ["-quiet", "-frames", "1"]).joined(separator: " ")
      let outcome = try Program.shell("{ \(words); \(words); } < stream", folder: folder.path)
      #expect(outcome.status == .exit(0) && outcome.messages == "", "\(outcome)")
      #expect(difference(outcome.output, expected) == nil)
    }
  }
}
