import Foundation
import TestSupport
import Testing

@Suite("Files, descriptors and readers that are not there")
struct SystemConditionTests {
  /// More than pipes and stdio hold, so that a write fails in the middle of the work.
  /// Worth a second thread.
  static let largePicture = Picture.random(.colour, width: 1000, height: 600)

  @Test("A missing file is an error that names it", arguments: Tool.all)
  func missingFile(tool: Tool) throws {
    try expectFailure(
      tool.run(["/no/such/picture.ppm"]), of: tool, status: 1, naming: ["/no/such/picture.ppm"])
    try expectFailure(tool.run(["no such\npicture"]), of: tool, status: 1)
    try expectFailure(tool.run([""]), of: tool, status: 1)
  }

  @Test("A folder is no picture, as a file or as standard input", arguments: Tool.all)
  func folder(tool: Tool) throws {
    try TemporaryFolder.with { folder in
      try expectFailure(
        tool.run([folder.path]), of: tool, status: 1, naming: [folder.path])
      let outcome = try Program.run(tool.name, tool.call, input: .file(folder.path))
      expectFailure(outcome, of: tool, status: 1)
    }
  }

  @Test("A full disk is an error, whether it shows early or only at close", arguments: Tool.all)
  func fullDisk(tool: Tool) throws {
    for picture in [samplePicture, Self.largePicture] {
      let outcome = try Program.run(
        tool.name, tool.call + ["-quiet"], input: .bytes(picture.bytes), output: .file("/dev/full"))
      expectFailure(outcome, of: tool, status: 1, "\(picture)")
    }
  }

  @Test("Help and version are not silently lost on a full disk", arguments: Tool.all)
  func fullDiskForHelp(tool: Tool) throws {
    for option in ["-help", "-version"] {
      let outcome = try Program.run(tool.name, [option], output: .file("/dev/full"))
      expectFailure(outcome, of: tool, status: 1, option)
    }
  }

  @Test("Closed standard input is an error where it is needed, and only there", arguments: Tool.all)
  func closedInput(tool: Tool) throws {
    let outcome = try Program.run(tool.name, tool.call + ["-quiet"], input: .closed)
    expectFailure(outcome, of: tool, status: 1)
    try TemporaryFolder.with { folder in
      let file = try folder.write(samplePicture.bytes, to: "picture.ppm")
      let outcome = try Program.run(tool.name, tool.call + ["-quiet", file], input: .closed)
      #expect(outcome.status == .exit(0))
      #expect(try difference(outcome.output, tool.output(on: samplePicture.bytes)) == nil)
    }
  }

  @Test(
    "Closed standard output is an error where it is needed, and only there", arguments: Tool.all)
  func closedOutput(tool: Tool) throws {
    let bytes = samplePicture.bytes
    let outcome = try Program.run(
      tool.name, tool.call + ["-quiet"], input: .bytes(bytes), output: .closed)
    expectFailure(outcome, of: tool, status: 1)
    try TemporaryFolder.with { folder in
      let outcome = try Program.run(
        tool.name, tool.call + ["-quiet", "-output", folder["result"]], input: .bytes(bytes),
        output: .closed)
      #expect(outcome.status == .exit(0) && outcome.messages == "", "\(outcome)")
      #expect(try difference(folder.read("result"), tool.output(on: bytes)) == nil)
      #expect(try folder.names() == ["result"])
    }
  }

  @Test("Without standard error the result and the status are the same", arguments: Tool.all)
  func closedErrors(tool: Tool) throws {
    try TemporaryFolder.with { folder in
      let file = try folder.write(samplePicture.bytes, to: "picture.ppm")
      let expected = try tool.output(on: samplePicture.bytes)
      for arguments in [[file], ["-progress", file], ["-output", folder["result"], file]] {
        let outcome = try Program.run(tool.name, tool.call + arguments, errors: .closed)
        #expect(outcome.status == .exit(0), "\(arguments): \(outcome)")
        let output = arguments[0] == "-output" ? try folder.read("result") : outcome.output
        #expect(difference(output, expected) == nil, "\(arguments)")
      }
      // A message must not land in a file that got the number of the closed descriptor.
      #expect(try difference(folder.read("picture.ppm"), samplePicture.bytes) == nil)
      for (arguments, status) in [(["-frames", "0"], 2), (["/no/such/file"], 1)]
        as [([String], Int32)]
      {
        let outcome = try Program.run(tool.name, tool.call + arguments, errors: .closed)
        #expect(outcome.status == .exit(status) && outcome.output.isEmpty, "\(outcome)")
      }
    }
  }

  @Test("All three closed, a file still becomes a file", arguments: Tool.all)
  func allClosed(tool: Tool) throws {
    try TemporaryFolder.with { folder in
      let file = try folder.write(samplePicture.bytes, to: "picture.ppm")
      let outcome = try Program.run(
        tool.name, tool.call + ["-output", folder["result"], file], input: .closed,
        output: .closed, errors: .closed)
      #expect(outcome.status == .exit(0))
      #expect(try difference(folder.read("result"), tool.output(on: samplePicture.bytes)) == nil)
      #expect(try difference(folder.read("picture.ppm"), samplePicture.bytes) == nil)
    }
  }

  @Test("A reader that goes away ends the tool quietly by SIGPIPE", arguments: Tool.all)
  func readerGoesAway(tool: Tool) throws {
    try TemporaryFolder.with { folder in
      let file = try folder.write(Self.largePicture.bytes, to: "picture.ppm")
      let arguments = tool.call + ["-quiet", "-frames", "20", file]
      let running = try Program.start(tool.name, arguments)
      try running.receive(10)
      running.closeOutput()
      let outcome = try running.finish()
      #expect(outcome.status == .signal(SIGPIPE) && outcome.messages == "", "\(outcome)")

      let words = ([tool.name] + tool.call).joined(separator: " ")
      let piped = try Program.shell(
        "\(words) -quiet -frames 20 \"$1\" | head -c 10 | wc -c; echo ${PIPESTATUS[0]}", [file],
        using: "/bin/bash")
      #expect(piped.text == "10\n\(128 + SIGPIPE)\n" && piped.messages == "", "\(piped)")
    }
  }

  @Test("Where SIGPIPE is ignored a reader that goes away is an error", arguments: Tool.all)
  func readerGoesAwayUnheard(tool: Tool) throws {
    try TemporaryFolder.with { folder in
      let file = try folder.write(Self.largePicture.bytes, to: "picture.ppm")
      let running = try Program.start(
        tool.name, tool.call + ["-quiet", "-frames", "20", file], ignoring: [SIGPIPE])
      try running.receive(10)
      running.closeOutput()
      let outcome = try running.finish()
      #expect(
        outcome.status == .exit(1) && isOneLine(outcome.messages, from: tool), "\(outcome)")
    }
  }

  @Test("A standard input that can only be written is an error", arguments: Tool.all)
  func inputForWriting(tool: Tool) throws {
    try TemporaryFolder.with { folder in
      let path = try folder.write(samplePicture.bytes, to: "picture.ppm")
      let file = try OpenFile(path, flags: O_WRONLY)
      let outcome = try Program.run(
        tool.name, tool.call + ["-quiet"], input: .descriptor(file.descriptor))
      expectFailure(outcome, of: tool, status: 1)
    }
  }

  @Test("A standard output that can only be read is an error", arguments: Tool.all)
  func outputForReading(tool: Tool) throws {
    let file = try OpenFile("/dev/null")
    let outcome = try Program.run(
      tool.name, tool.call + ["-quiet"], input: .bytes(samplePicture.bytes),
      output: .descriptor(file.descriptor))
    expectFailure(outcome, of: tool, status: 1)
  }
}

@Suite("Terminals")
struct TerminalTests {
  @Test("A picture typed at a terminal is a wrong call", arguments: Tool.all)
  func terminalAsInput(tool: Tool) throws {
    let terminal = try Terminal()
    for arguments in [[], ["-"], ["-plain", "-output", "/dev/null"]] {
      let outcome = try Program.run(
        tool.name, tool.call + arguments, input: .descriptor(terminal.programs))
      expectFailure(outcome, of: tool, status: 2, "\(arguments)")
    }
    try TemporaryFolder.with { folder in
      let file = try folder.write(samplePicture.bytes, to: "picture.ppm")
      let outcome = try Program.run(
        tool.name, tool.call + [file], input: .descriptor(terminal.programs))
      #expect(outcome.status == .exit(0), "\(outcome)")
    }
  }

  @Test("A raw picture is not shown on a terminal", arguments: Tool.all)
  func terminalAsOutput(tool: Tool) throws {
    try TemporaryFolder.with { folder in
      let file = try OpenFile(folder.write(samplePicture.bytes, to: "picture.ppm"))
      let terminal = try Terminal()
      let outcome = try Program.run(
        tool.name, tool.call, input: .descriptor(file.descriptor),
        output: .descriptor(terminal.programs))
      expectFailure(outcome, of: tool, status: 2)
      #expect(file.offset == 0)
      #expect(try terminal.shown() == [])
    }
  }

  @Test("A plain picture, help and version are shown on a terminal", arguments: Tool.all)
  func textOnTerminal(tool: Tool) throws {
    let flattened = tool.invocation.makesOpacity ? ["-background", "#fff"] : []
    let calls = [tool.call + ["-quiet", "-plain"] + flattened, ["-help"], ["-version"]]
    for arguments in calls {
      let terminal = try Terminal()
      let input = Input.bytes(samplePicture.bytes)
      let outcome = try Program.run(
        tool.name, arguments, input: input, output: .descriptor(terminal.programs))
      #expect(outcome.status == .exit(0) && outcome.messages == "", "\(outcome)")
      let expected = try Program.run(tool.name, arguments, input: input).output
      #expect(try difference(terminal.shown(), expected) == nil && !expected.isEmpty)
    }
  }

  @Test("With -output it does not matter that standard output is a terminal", arguments: Tool.all)
  func terminalUnused(tool: Tool) throws {
    try TemporaryFolder.with { folder in
      let terminal = try Terminal()
      let outcome = try Program.run(
        tool.name, tool.call + ["-output", folder["result"]],
        input: .bytes(samplePicture.bytes), output: .descriptor(terminal.programs))
      #expect(outcome.status == .exit(0), "\(outcome)")
      #expect(try difference(folder.read("result"), tool.output(on: samplePicture.bytes)) == nil)
      #expect(try terminal.shown() == [])
    }
  }
}
