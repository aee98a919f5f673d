import TestSupport
import Testing

@Suite("Progress")
struct ProgressTests {
  /// Pictures of 64 by 48, one every third of a second: the line changes with each.
  static let stream = "for n in 1 2 3 4; do cat picture.ppm; sleep 0.35; done"

  static func show(
    _ commandLine: String, terminal: String = "xterm", columns: Int = 80
  ) throws -> (screen: Screen, status: Status) {
    try TemporaryFolder.with { folder in
      try folder.write(
        Picture.random(.colour, width: 64, height: 48).bytes, to: "picture.ppm")
      try folder.write(
        Picture.random(.colour, width: 1000, height: 900).bytes, to: "large.ppm")
      return try Screen.showing(
        commandLine, folder: folder.path, terminal: terminal, columns: columns)
    }
  }

  /// Nothing stands on the screen, and the cursor is where it was.
  func expectBlank(_ screen: Screen) {
    #expect(screen.lines.joined() == "")
    #expect(screen.row == 0 && screen.column == 0, "\(screen.row), \(screen.column)")
  }

  @Test("A line tells of pictures and rate, and goes away", arguments: Tool.all)
  func oneTool(tool: Tool) throws {
    let call = ([tool.name] + tool.call).joined(separator: " ")
    let (screen, status) = try Self.show("(\(Self.stream)) | \(call) -quiet -progress >result")
    #expect(status == .exit(0))
    let shown = Set(screen.states.flatMap { $0 })
    #expect(shown.count >= 2, "\(shown)")
    for line in shown {
      let match = line.wholeMatch(of: /([a-z-]+): [0-4] pictures?, [0-9.]+ pictures\/s/)
      let slow = line.wholeMatch(
        of: /([a-z-]+): [0-4] pictures?, row [0-9]+ of 48, [0-9.]+ rows\/s/)
      #expect(match?.1 ?? slow?.1 == tool.name[...], "\(line)")
    }
    expectBlank(screen)
  }

  @Test("Tools of a pipeline have a line each")
  func pipeline() throws {
    let (screen, status) = try Self.show(
      """
      (\(Self.stream)) | glint -progress | mask -shape circle -progress | tint -progress |
        blur -progress >result
      """)
    #expect(status == .exit(0))
    var most = 0
    for state in screen.states {
      let names = state.map { $0.prefix { $0 != ":" } }
      #expect(Set(names).count == state.count, "\(state)")
      for line in state {
        #expect(
          line.wholeMatch(of: /(glint|mask|tint|blur): [0-4] pictures?, .*[0-9] (pictures|rows)\/s/)
            != nil, "\(state)")
      }
      most = max(most, state.count)
    }
    #expect(most == 4, "\(screen.states)")
    expectBlank(screen)
  }

  @Test("The lines of tools that have ended are used again")
  func movesUp() throws {
    let (screen, _) = try Self.show(
      """
      ((\(Self.stream)) | glint -progress >result) &
      (\(Self.stream); \(Self.stream)) | tint -progress >other; wait
      """)
    let last = try #require(screen.states.last { !$0.isEmpty })
    #expect(last.count == 1 && last[0].hasPrefix("tint: "), "\(last)")
    expectBlank(screen)
  }

  @Test("The number of pictures, if it is known, and the time left are told")
  func timeLeft() throws {
    let (frames, status) = try Self.show(
      "timeout -s INT 1.5 glint -progress -frames 100000000 picture.ppm >/dev/null")
    #expect(status == .exit(124))
    let told = Set(frames.states.flatMap { $0 })
    #expect(!told.isEmpty)
    for line in told {
      #expect(
        line.wholeMatch(
          of: /glint: [0-9]+ of 100000000 pictures, [0-9]+(\.[0-9])? pictures\/s, .* left/)
          != nil, "\(line)")
    }
    expectBlank(frames)

    // Of a file it is known how much is left, whatever it holds.
    let (file, _) = try Self.show("tint -progress large.ppm | (sleep 0.5; cat) | wc -c >count")
    let rows = Set(file.states.flatMap { $0 })
    #expect(!rows.isEmpty)
    for line in rows {
      #expect(
        line.wholeMatch(of: /tint: 0 pictures, row [0-9]+ of 900, [0-9.]+ rows\/s, [0-9]+ s left/)
          != nil, "\(line)")
    }
    expectBlank(file)
  }

  @Test(
    "A tool that a signal ends leaves nothing on the screen",
    arguments: [
      "timeout -s INT 1 glint -progress -frames 100000000 picture.ppm >/dev/null",
      "timeout -s TERM 1 glint -progress -frames 100000000 picture.ppm >/dev/null",
      "timeout -s HUP 1 glint -progress -frames 100000000 picture.ppm >/dev/null",
      "glint -progress -frames 100000000 picture.ppm | (sleep 1; head -c 20000000) >/dev/null",
    ])
  func signals(call: String) throws {
    let (screen, _) = try Self.show(call)
    let shown = screen.states.flatMap { $0 }
    #expect(!shown.isEmpty)
    for line in shown { #expect(line.hasPrefix("glint: ")) }
    expectBlank(screen)
  }

  @Test("A message stands on a line of its own")
  func messages() throws {
    let (screen, status) = try Self.show(
      """
      (\(Self.stream); echo P7x) | glint -progress | tint -progress >/dev/null
      """)
    #expect(status == .exit(0))
    #expect(screen.states.contains { $0.count == 2 }, "\(screen.states)")
    let left = screen.lines.filter { !$0.isEmpty }
    #expect(left.count == 1 && left[0].hasPrefix("glint: standard input"), "\(left)")
    #expect(screen.column == 0 && screen.lines[screen.row].isEmpty, "\(screen)")
  }

  @Test("A line is cut where the terminal ends")
  func narrow() throws {
    let (screen, _) = try Self.show("(\(Self.stream)) | tint -progress >result", columns: 20)
    let shown = Set(screen.states.flatMap { $0 })
    #expect(!shown.isEmpty)
    for line in shown { #expect(line.hasPrefix("tint: ") && line.count <= 19) }
    expectBlank(screen)
  }

  @Test("Where there is no terminal that can erase, nothing is told of short work")
  func plain() throws {
    for (call, terminal) in [
      ("tint -progress >result 2>messages; cat messages", "xterm"),
      ("tint -progress >result", "dumb"),
      ("tint -progress -plain | wc -c >result 2>messages", "dumb"),
    ] {
      let (screen, status) = try Self.show("(\(Self.stream)) | \(call)", terminal: terminal)
      #expect(status == .exit(0) && screen.states.isEmpty, "\(call): \(screen)")
    }
  }

  @Test("Of long work there are plain lines there")
  func plainLines() throws {
    try TemporaryFolder.with { folder in
      try folder.write(samplePicture.bytes, to: "picture.ppm")
      let outcome = try Program.shell(
        "(cat picture.ppm; sleep 10.2; cat picture.ppm picture.ppm) | tint -progress >result",
        folder: folder.path)
      #expect(outcome.status == .exit(0))
      let line = /tint: 1 picture, row [0-9]+ of [0-9]+, [0-9.]+ rows\/s\n/
      #expect(outcome.messages.wholeMatch(of: line) != nil, "\(outcome)")
    }
  }
}
