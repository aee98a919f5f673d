import TestSupport
import Testing

@Suite("Calling a tool")
struct CallingTests {
  @Test(
    "A wrong call is told in one line, with status 2, before any input is read",
    arguments: Tool.all,
    [
      ["-nonsense"], ["--nonsense"], ["-nonsense=3"], ["-=5"], ["--=5"], ["-Frames", "2"],
      ["-line\nbreak"],
      ["-fps"], ["-time"], ["-first"], ["-frames"], ["-threads"], ["-output"],
      ["-fps="], ["-fps", ""], ["-fps", "nan"], ["-fps", "inf"], ["-fps", "0x10"], ["-fps", "30x"],
      ["-fps", "0"], ["-fps", "-1"], ["-fps", "100001"], ["-fps", "30/"], ["-fps", "/2"],
      ["-fps", "30/0"], ["-fps", "1/2/3"], ["-fps", "30/1e9x"], ["-fps", "1e-999"],
      ["-fps", "30,5"],
      ["-time", ""], ["-time", "nan"], ["-time", "-inf"], ["-time", "1e999"], ["-time", "0x1p3"],
      ["-time", "1s"], ["-time", "later"],
      ["-first", ""], ["-first", "-1"], ["-first", "1.5"], ["-first", "99999999999999999999"],
      ["-frames", ""], ["-frames", "0"], ["-frames", "-1"], ["-frames", "2.5"],
      ["-frames", "0x10"], ["-frames", "3 4"], ["-frames", "2x"],
      ["-frames", "99999999999999999999"], ["-frames=1\n2"],
      ["-threads", "0"], ["-threads", "257"], ["-threads", "two"], ["-threads="],
      ["-plain=1"], ["-quiet=yes"], ["-progress=0"],
      // The word after an option that needs a value is its value, whatever it looks like.
      ["-frames", "-help"], ["-fps", "-frames", "2"], ["-time", "--"],
      ["-frames", "0", "-quiet"], ["-quiet", "-fps", "x", "-frames", "2"],
    ])
  func wrongCall(tool: Tool, arguments: [String]) throws {
    try expectWrongCall(tool, tool.call + arguments)
  }

  @Test("A wrong call names the option and the value", arguments: Tool.all)
  func wrongCallNamesWhatIsWrong(tool: Tool) throws {
    try expectWrongCall(tool, tool.call + ["-nonsense"], naming: ["nonsense"])
    try expectWrongCall(tool, tool.call + ["-frames", "17x"], naming: ["frames", "17x"])
    try expectWrongCall(
      tool, tool.call + ["-threads", "9999"], naming: ["threads", "9999", "256"])
    try expectWrongCall(tool, tool.call + ["-fps"], naming: ["fps"])
  }

  @Test("An abbreviation of two options is a wrong call that names both", arguments: Tool.all)
  func ambiguousAbbreviation(tool: Tool) throws {
    try expectWrongCall(tool, tool.call + ["-f", "2"], naming: ["fps", "first", "frames"])
    try expectWrongCall(tool, tool.call + ["-p"], naming: ["plain", "progress"])
    try expectWrongCall(tool, tool.call + ["--t=2"], naming: ["time", "threads"])
  }

  @Test(
    "Too many arguments are a wrong call, whether there are such files or not", arguments: Tool.all)
  func tooManyArguments(tool: Tool) throws {
    try expectWrongCall(tool, tool.call + ["/no/such/file", "/nor/this"])
    try expectWrongCall(tool, tool.call + ["-", "-frames", "2", "/dev/null", "-"])
  }

  @Test(
    "A second picture that is standard input leaves no other", arguments: Tool.withSecondPicture)
  func standardInputTwice(tool: Tool) throws {
    let options = tool.invocation.second!
    try expectWrongCall(tool, options)
    try expectWrongCall(tool, options + ["-"])
    try expectWrongCall(tool, options + ["-", "-"])
    try expectWrongCall(tool, options + ["/dev/null", "/dev/null", "/dev/null"])
  }

  @Test("Options are written in every way that Netpbm knows", arguments: Tool.all)
  func spellings(tool: Tool) throws {
    try TemporaryFolder.with { folder in
      let file = try folder.write(samplePicture.bytes, to: "picture.ppm")
      let expected = try tool.output(["-frames", "3", "-time", "0.25", file], on: [])
      #expect(try Picture.decode(expected).count == 3)
      for arguments in [
        ["-frames=3", "-time=0.25", file],
        ["--frames=3", "--time", "0.25", file],
        [file, "-frames", "3", "-time", "0.25"],
        ["-frames", "3", file, "--time=0.25"],
        ["-fra", "3", "--tim=0.25", file],
        ["-frames", "9", "-time", "7", "-time", "0.25", "-frames=3", file],
        ["-time", "0.25", "-frames", "3", "--", file],
        ["-time", "0.25", "-frames", "3", file, "--"],
        ["-time", "25e-2", "-frames", "03", file],
      ] {
        #expect(try difference(tool.output(arguments, on: []), expected) == nil, "\(arguments)")
      }
      for operands in [[], ["-"], ["--"], ["--", "-"]] {
        let arguments = ["-frames", "3", "-time", "0.25"] + operands
        let output = try tool.output(arguments, on: samplePicture.bytes)
        #expect(difference(output, expected) == nil, "\(arguments)")
      }
    }
  }

  @Test("A value may be negative, and may look like an option", arguments: Tool.all)
  func negativeValues(tool: Tool) throws {
    try TemporaryFolder.with { folder in
      let bytes = samplePicture.bytes
      let expected = try tool.output(["-time=-1.5"], on: bytes)
      #expect(try difference(tool.output(["-time", "-1.5"], on: bytes), expected) == nil)
      #expect(try difference(tool.output(["-time", "-.15e1"], on: bytes), expected) == nil)
      _ = try tool.output(["-time=-1.5", "-output", "-frames"], on: bytes, folder: folder.path)
      #expect(try folder.names() == ["-frames"])
      #expect(try difference(folder.read("-frames"), expected) == nil)
    }
  }

  @Test(
    "An argument that starts with a dash and a digit or point is a file, as is any after --",
    arguments: Tool.all)
  func filesThatStartWithADash(tool: Tool) throws {
    try TemporaryFolder.with { folder in
      let expected = try tool.output(on: samplePicture.bytes)
      for (name, arguments) in [
        ("-3.ppm", ["-3.ppm"]), ("-.5", ["-.5"]), ("-.5", ["-quiet", "-.5"]),
        ("-x.ppm", ["--", "-x.ppm"]), ("-help", ["--", "-help"]), ("--", ["--", "--"]),
      ] {
        try folder.write(samplePicture.bytes, to: name)
        let output = try tool.output(arguments, on: [], folder: folder.path)
        #expect(difference(output, expected) == nil, "\(arguments)")
      }
    }
  }

  @Test(
    "The clock starts at -time, and -first counts pictures of -fps from there", arguments: Tool.all)
  func clock(tool: Tool) throws {
    let bytes = samplePicture.bytes
    let expected = try tool.output(["-time", "1.5"], on: bytes)
    for arguments in [
      ["-fps", "10", "-first", "15"], ["-fps", "10", "-first", "5", "-time", "1"],
      ["-fps", "20/2", "-first", "15"], ["-first", "45"],
      ["-fps", "0.5", "-first", "1", "-time=-.5"],
    ] {
      #expect(try difference(tool.output(arguments, on: bytes), expected) == nil, "\(arguments)")
    }
    for arguments in [["-fps", "30000/1001"], ["-fps", "100000"], ["-fps", "1e-3"]] {
      _ = try tool.output(arguments + ["-frames", "2"], on: bytes)
    }
  }
}

@Suite("Colours")
struct ColourTests {
  static let tools = Tool.all.filter { $0.options().contains("color") }
  static let flattening = Tool.all.filter { $0.options().contains("background") }

  @Test(
    "A colour that is none is a wrong call", arguments: tools,
    ["", "#", "#12", "#12345g", "rgb:1/2", "rgb:1/2/x", "rgbi:1/2/nan", "no such colour"])
  func badColour(tool: Tool, colour: String) throws {
    try expectWrongCall(tool, tool.call + ["-color", colour], naming: ["color"])
  }

  @Test(
    "A background that is no colour is a wrong call", arguments: flattening,
    ["", "#12", "rgb:1/2", "no such colour"])
  func badBackground(tool: Tool, colour: String) throws {
    try expectWrongCall(tool, tool.call + ["-background", colour], naming: ["background"])
  }

  @Test("A colour is written in any way that libnetpbm knows", arguments: tools)
  func spellings(tool: Tool) throws {
    let expected = try tool.output(["-time", "0.3", "-color", "#ff8800"], on: samplePicture.bytes)
    for colour in ["#f80", "#FF8800", "#ffff88880000", "rgb:ff/88/00", "rgb:f/8/0"] {
      let output = try tool.output(["-time", "0.3", "-color", colour], on: samplePicture.bytes)
      #expect(difference(output, expected) == nil, "\(colour)")
    }
    let white = try tool.output(["-time", "0.3", "-color", "#fff"], on: samplePicture.bytes)
    let written = try tool.output(
      ["-time", "0.3", "-color=rgbi:1/1.0/1e0"], on: samplePicture.bytes)
    #expect(difference(written, white) == nil)
  }
}
