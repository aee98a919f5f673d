import TestSupport
import Testing

@Suite("Live streams")
struct LiveStreamTests {
  @Test("Input that comes a byte at a time gives the same bytes", arguments: Tool.all)
  func byteAtATime(tool: Tool) throws {
    for kind in [Kind.plainBitmap, .plainGray, .plainColour, .bitmap, .colour, .pamColourAlpha] {
      let bytes =
        Picture.random(kind, width: 5, height: 3, maxval: 500).bytes
        + Picture.random(kind, width: 3, height: 2, maxval: 40, seed: 3).bytes
      let expected = try tool.output(["-first", "0"], on: bytes)
      let running = try Program.start(tool.name, tool.call + ["-quiet", "-first", "0"])
      try running.sendSlowly(bytes)
      running.closeInput()
      let outcome = try running.finish()
      #expect(outcome.status == .exit(0), "\(kind): \(outcome)")
      #expect(difference(outcome.output, expected) == nil, "\(kind)")
    }
  }

  @Test(
    "A picture is out before the next one is sent", arguments: Tool.all,
    [
      [
        Picture.random(.colour, width: 1, height: 1),
        .random(.colour, width: 1, height: 1, seed: 2),
      ],
      [Kind.plainBitmap, .plainGray, .plainColour].map { .random($0, width: 4, height: 3) },
      [Kind.bitmap, .gray, .colour].map { .random($0, width: 31, height: 17) },
      [.random(.pamColourAlpha, width: 9, height: 5), .random(.pamGray, width: 400, height: 300)],
      // More than all the pipes between hold.
      [.random(.colour, width: 900, height: 500), .random(.gray, width: 2000, height: 700)],
      [
        .random(.colour, width: 99, height: 50, maxval: 65535), .random(.gray, width: 1, height: 1),
      ],
    ])
  func pictureByPicture(tool: Tool, pictures: [Picture]) throws {
    // With -frames the pictures may be kept, but not held back.
    for arguments in [["-first", "0"], ["-frames", "\(pictures.count)"]] {
      let running = try Program.start(tool.name, tool.call + ["-quiet"] + arguments)
      var expected: [UInt8] = []
      for (number, picture) in pictures.enumerated() {
        expected += try tool.output(["-first", "\(number)"], on: picture.bytes)
        try running.send(picture.bytes)
        try running.receive(expected.count)
        #expect(difference(running.output, expected) == nil, "\(picture)")
      }
      running.closeInput()
      let outcome = try running.finish()
      #expect(outcome.status == .exit(0) && outcome.messages == "", "\(outcome)")
      #expect(difference(outcome.output, expected) == nil)
    }
  }

  @Test(
    "With -frames a tool ends after the last picture, though the source does not",
    arguments: Tool.all)
  func endsBeforeItsSource(tool: Tool) throws {
    for picture in [samplePicture, otherPicture, Picture.random(.plainGray, width: 4, height: 3)] {
      let running = try Program.start(tool.name, tool.call + ["-quiet", "-frames", "2"])
      try running.send(picture.bytes)
      try running.send(picture.bytes)
      let outcome = try running.finish()
      #expect(outcome.status == .exit(0), "\(picture): \(outcome)")
      let expected = try tool.output(["-frames", "2"], on: picture.bytes)
      #expect(difference(outcome.output, expected) == nil, "\(picture)")
    }
  }

  @Test("A named pipe is a file like any other", arguments: Tool.all)
  func namedPipe(tool: Tool) throws {
    try TemporaryFolder.with { folder in
      let file = try folder.write(samplePicture.bytes + otherPicture.bytes, to: "stream")
      let expected = try tool.output(["-frames", "3", file], on: [])
      let words = ([tool.name] + tool.call + ["-quiet", "-frames", "3"]).joined(separator: " ")
      let outcome = try Program.shell(
        "mkfifo fifo && { cat stream > fifo & } && \(words) fifo && wait", folder: folder.path)
      #expect(outcome.status == .exit(0), "\(outcome)")
      #expect(difference(outcome.output, expected) == nil)
    }
  }

  @Test("The second of two inputs may be live as well", arguments: Tool.withSecondPicture)
  func secondInputIsLive(tool: Tool) throws {
    try TemporaryFolder.with { folder in
      let options = tool.invocation.second!
      let base = Picture.random(.colour, width: 6, height: 4)
      let file = try folder.write(base.bytes, to: "base.ppm")
      let seconds = (1...3).map { Picture.random(.pamGray, width: 6, height: 4, seed: $0) }
      let running = try Program.start(tool.name, options + ["-quiet", "-first", "0", "-", file])
      var expected: [UInt8] = []
      for (number, second) in seconds.enumerated() {
        try folder.write(second.bytes, to: "second")
        expected += try Program.run(
          tool.name, options + ["-first", "\(number)", folder["second"], file]
        ).output
        try running.send(second.bytes)
        try running.receive(expected.count)
        #expect(difference(running.output, expected) == nil, "\(number)")
      }
      running.closeInput()
      #expect(try running.finish().status == .exit(0))
    }
  }
}
