import Foundation
import TestSupport
import Testing

@Suite("Output to a file, all or nothing")
struct OutputFileTests {
  @Test("A file gets the bytes that standard output would", arguments: Tool.all)
  func sameBytes(tool: Tool) throws {
    try TemporaryFolder.with { folder in
      let stream = StreamTests.stream
      let expected = try tool.output(["-first", "0"], on: stream)
      for name in ["result", String(repeating: "n", count: 255)] {
        let outcome = try tool.run(["-quiet", "-first", "0", "-output", folder[name]], on: stream)
        #expect(outcome.status == .exit(0) && outcome.messages == "", "\(outcome)")
        #expect(outcome.output.isEmpty)
        #expect(try difference(folder.read(name), expected) == nil)
      }
      // A name without a folder is beside the caller.
      _ = try tool.output(["-first", "0", "-output=bare"], on: stream, folder: folder.path)
      #expect(try difference(folder.read("bare"), expected) == nil)
      let dash = try tool.output(
        ["-first", "0", "-output", "-"], on: stream, folder: folder.path)
      #expect(difference(dash, expected) == nil)
      #expect(try folder.names() == ["bare", String(repeating: "n", count: 255), "result"])
    }
  }

  @Test(
    "A new file has the mode that the umask leaves, an old one keeps its own", arguments: Tool.all)
  func modes(tool: Tool) throws {
    try TemporaryFolder.with { folder in
      let words = ([tool.name] + tool.call + ["-quiet", "-output"]).joined(separator: " ")
      for (umask, mode) in [("022", 0o644), ("077", 0o600), ("000", 0o666), ("137", 0o640)] {
        try folder.write([1, 2, 3], to: "old")
        chmod(folder["old"], 0o604)
        let file = try folder.write(samplePicture.bytes, to: "picture.ppm")
        let written = try Program.shell(
          "umask \(umask); \(words) new \"$1\" && \(words) old \"$1\"", [file], folder: folder.path)
        #expect(written.status == .exit(0) && written.messages == "", "\(written)")
        #expect(try folder.mode(of: "new") == mode)
        #expect(try folder.mode(of: "old") == 0o604)
        #expect(try difference(folder.read("old"), folder.read("new")) == nil)
        unlink(folder["new"])
      }
      #expect(try folder.names() == ["old", "picture.ppm"])
    }
  }

  @Test("After a failure the file is as it was, and nothing lies beside it", arguments: Tool.all)
  func failure(tool: Tool) throws {
    let large = Picture.random(.colour, width: 300, height: 200).bytes
    let inputs: [[UInt8]] = [
      [], large.dropLast(), large + large.dropLast(5), large + [74], [80, 54],
    ]
    for input in inputs {
      try TemporaryFolder.with { folder in
        for name in ["old", "new"] {
          if name == "old" { try folder.write([1, 2, 3], to: name) }
          let outcome = try tool.run(["-quiet", "-output", folder[name]], on: input)
          expectFailure(outcome, of: tool, status: 1, "\(input.count)")
        }
        #expect(try folder.names() == ["old"])
        #expect(try folder.read("old") == [1, 2, 3])
      }
    }
  }

  @Test("So it is when the disk is full in the middle", arguments: Tool.all)
  func fullDisk(tool: Tool) throws {
    try TemporaryFolder.with { folder in
      try folder.write([1, 2, 3], to: "old")
      let words = ([tool.name] + tool.call + ["-quiet", "-output"]).joined(separator: " ")
      // A limit on the size of files, in blocks, stands for the full disk.
      let outcome = try Program.shell(
        "trap '' XFSZ; ulimit -f 8; \(words) \"$1\"", [folder["old"]],
        input: .bytes(Picture.random(.colour, width: 300, height: 200).bytes))
      expectFailure(outcome, of: tool, status: 1)
      #expect(try folder.names() == ["old"])
      #expect(try folder.read("old") == [1, 2, 3])
    }
  }

  @Test(
    "A signal takes its course, and the file is as it was", arguments: Tool.all,
    [SIGINT, SIGTERM, SIGHUP])
  func signals(tool: Tool, signal: Int32) throws {
    let bytes = Picture.random(.colour, width: 300, height: 200).bytes
    for isOld in [true, false] {
      try TemporaryFolder.with { folder in
        if isOld { try folder.write([1, 2, 3], to: "file") }
        let running = try Program.start(
          tool.name, tool.call + ["-quiet", "-output", folder["file"]])
        try running.send(bytes + bytes.prefix(bytes.count / 2))
        // Until there is a file beside it, there is nothing that could be left behind.
        for _ in 0..<500 where try folder.names().count <= (isOld ? 1 : 0) { usleep(2000) }
        running.signal(signal)
        let outcome = try running.finish()
        #expect(outcome.status == .signal(signal), "\(outcome)")
        #expect(outcome.messages == "" && outcome.output.isEmpty, "\(outcome)")
        #expect(try folder.names() == (isOld ? ["file"] : []))
        if isOld { #expect(try folder.read("file") == [1, 2, 3]) }
      }
    }
  }

  @Test("A signal that was ignored at the start stays so", arguments: Tool.all)
  func ignoredSignal(tool: Tool) throws {
    try TemporaryFolder.with { folder in
      let bytes = samplePicture.bytes
      let running = try Program.start(
        tool.name, tool.call + ["-quiet", "-output", folder["file"]], ignoring: [SIGHUP])
      try running.send(Array(bytes.prefix(20)))
      for _ in 0..<100 where try folder.names().isEmpty { usleep(2000) }
      running.signal(SIGHUP)
      try running.send(Array(bytes.dropFirst(20)))
      running.closeInput()
      #expect(try running.finish().status == .exit(0))
      #expect(try folder.names() == ["file"])
      #expect(try difference(folder.read("file"), tool.output(on: bytes)) == nil)
    }
  }

  @Test("A symbolic link is followed, and its target replaced", arguments: Tool.all)
  func symbolicLink(tool: Tool) throws {
    try TemporaryFolder.with { folder in
      let expected = try tool.output(on: samplePicture.bytes)
      mkdir(folder["there"], 0o755)
      try folder.write([1, 2, 3], to: "there/old")
      symlink("there/old", folder["link"])
      symlink("link", folder["chain"])
      symlink("there/new", folder["dangling"])
      for (link, target) in [("link", "old"), ("chain", "old"), ("dangling", "new")] {
        _ = try tool.output(["-output", folder[link]], on: samplePicture.bytes)
        #expect(try folder.type(of: link) == S_IFLNK, "\(link)")
        #expect(try folder.type(of: "there/\(target)") == S_IFREG, "\(link)")
        #expect(try difference(folder.read("there/\(target)"), expected) == nil, "\(link)")
        try folder.write([1, 2, 3], to: "there/old")
      }
      #expect(try folder.names() == ["chain", "dangling", "link", "there"])
      let inside = try Program.shell("ls -A \"$1\"", [folder["there"]]).text
      #expect(inside == "new\nold\n")
      symlink("round", folder["round"])
      try expectFailure(
        tool.run(["-quiet", "-output", folder["round"]], on: samplePicture.bytes), of: tool,
        status: 1)
    }
  }

  @Test("A device or FIFO is written directly", arguments: Tool.all)
  func devices(tool: Tool) throws {
    try TemporaryFolder.with { folder in
      let expected = try tool.output(on: samplePicture.bytes)
      mkfifo(folder["fifo"], 0o600)
      let words = ([tool.name] + tool.call + ["-quiet", "-output"]).joined(separator: " ")
      let outcome = try Program.shell(
        "cat fifo & \(words) fifo && wait", input: .bytes(samplePicture.bytes), folder: folder.path)
      #expect(outcome.status == .exit(0), "\(outcome)")
      #expect(difference(outcome.output, expected) == nil)
      #expect(try folder.type(of: "fifo") == S_IFIFO)
      #expect(try folder.names() == ["fifo"])
    }
    let device = try tool.run(["-quiet", "-output", "/dev/null"], on: samplePicture.bytes)
    #expect(device.status == .exit(0) && device.output.isEmpty, "\(device)")
    try expectFailure(
      tool.run(["-quiet", "-output", "/dev/full"], on: samplePicture.bytes), of: tool, status: 1)
    let pipe = try tool.output(["-output", "/dev/stdout"], on: samplePicture.bytes)
    #expect(try difference(pipe, tool.output(on: samplePicture.bytes)) == nil)
  }

  @Test("A place that cannot be written is told before any input is read", arguments: Tool.all)
  func unwritablePlace(tool: Tool) throws {
    try TemporaryFolder.with { folder in
      let input = try OpenFile(folder.write(samplePicture.bytes, to: "picture.ppm"))
      mkdir(folder["locked"], 0o555)
      // Root may write anywhere but where the kernel itself has no files.
      var places = [folder["nowhere/result"], folder["picture.ppm/result"], "/proc/result"]
      places += [folder.path, String(repeating: "n", count: 256)]
      if geteuid() != 0 { places.append(folder["locked/result"]) }
      for place in places {
        let outcome = try Program.run(
          tool.name, tool.call + ["-quiet", "-output", place],
          input: .descriptor(input.descriptor))
        expectFailure(outcome, of: tool, status: 1, naming: [place], place)
        #expect(input.offset == 0, "\(place)")
      }
      #expect(try folder.names() == ["locked", "picture.ppm"])
    }
  }

  @Test("A picture may be changed in place", arguments: Tool.all)
  func inPlace(tool: Tool) throws {
    try TemporaryFolder.with { folder in
      let bytes = Picture.random(.colour, width: 300, height: 200).bytes
      let expected = try tool.output(["-frames", "2"], on: bytes)
      let file = try folder.write(bytes, to: "picture")
      _ = try tool.output(["-frames", "2", "-output", file, file], on: [])
      #expect(try difference(folder.read("picture"), expected) == nil)
      try folder.write(bytes, to: "picture")
      let outcome = try Program.run(
        tool.name, tool.call + ["-quiet", "-frames", "2", "-output", file], input: .file(file))
      #expect(outcome.status == .exit(0), "\(outcome)")
      #expect(try difference(folder.read("picture"), expected) == nil)
      #expect(try folder.names() == ["picture"])
    }
  }

  @Test("A wrong call leaves the file alone", arguments: Tool.all)
  func wrongCall(tool: Tool) throws {
    try TemporaryFolder.with { folder in
      try folder.write([1, 2, 3], to: "old")
      for name in ["old", "new"] {
        let arguments = ["-output", folder[name], "-frames", "0"]
        try expectFailure(tool.run(arguments, on: samplePicture.bytes), of: tool, status: 2)
      }
      #expect(try folder.names() == ["old"])
      #expect(try folder.read("old") == [1, 2, 3])
    }
  }
}
