import TestSupport
import Testing

@Suite("Streams of several pictures")
struct StreamTests {
  /// Pictures of differing sizes, kinds and maxvals.
  static let pictures = Kind.all.enumerated().map { number, kind in
    Picture.random(
      kind, width: 1 + number * 5 % 11, height: 1 + number * 3 % 7,
      maxval: [255, 1, 1000, 65535, 7][number % 5], seed: UInt64(number))
  }
  static let stream = pictures.flatMap(\.bytes)

  /// What each picture gives, alone and at its own time.
  static func parts(_ tool: Tool, _ pictures: [Picture]) throws -> [[UInt8]] {
    try pictures.enumerated().map { number, picture in
      try tool.output(["-first", "\(number)"], on: picture.bytes)
    }
  }

  @Test("A stream gives what its pictures give one by one", arguments: Tool.all)
  func streamOfAllKinds(tool: Tool) throws {
    let expected = try Self.parts(tool, Self.pictures).flatMap { $0 }
    #expect(try difference(tool.output(["-first", "0"], on: Self.stream), expected) == nil)
    try TemporaryFolder.with { folder in
      let file = try folder.write(Self.stream, to: "stream")
      #expect(try difference(tool.output(["-first", "0", file], on: []), expected) == nil)
    }
  }

  @Test("With -frames the last picture is held, and none is read beyond", arguments: Tool.all)
  func frames(tool: Tool) throws {
    let pictures = [samplePicture, otherPicture, Picture.random(.bitmap, width: 9, height: 4)]
    let stream = pictures.flatMap(\.bytes)
    let held = pictures + Array(repeating: pictures[2], count: 4)
    let parts = try Self.parts(tool, held)
    try TemporaryFolder.with { folder in
      for count in 1...7 {
        let expected = parts[..<count].flatMap { $0 }
        let arguments = ["-frames", "\(count)"]
        #expect(try difference(tool.output(arguments, on: stream), expected) == nil, "\(count)")
        let file = try OpenFile(folder.write(stream, to: "stream"))
        let outcome = try Program.run(
          tool.name, tool.call + ["-quiet"] + arguments, input: .descriptor(file.descriptor))
        #expect(outcome.status == .exit(0), "\(outcome)")
        #expect(difference(outcome.output, expected) == nil, "\(count)")
        let read = pictures.prefix(count).map(\.bytes.count).reduce(0, +)
        #expect(file.offset == read, "with -frames \(count)")
      }
      // What comes after the last one does not matter, nor does it for a named file.
      let expected = parts[..<2].flatMap { $0 }
      let damaged = pictures[..<2].flatMap(\.bytes) + Array("junk".utf8)
      #expect(try difference(tool.output(["-frames", "2"], on: damaged), expected) == nil)
      let file = try folder.write(damaged, to: "damaged")
      #expect(try difference(tool.output(["-frames", "2", file], on: []), expected) == nil)
    }
  }

  @Test("Runs one after the other share a file between them", arguments: Tool.all)
  func sharedFile(tool: Tool) throws {
    let pictures = [
      samplePicture, Picture.random(.plainGray, width: 5, height: 3), otherPicture,
      Picture.random(.bitmap, width: 300, height: 200), samplePicture,
    ]
    let words = ([tool.name] + tool.call + ["-quiet", "-frames"]).joined(separator: " ")
    try TemporaryFolder.with { folder in
      let file = try folder.write(pictures.flatMap(\.bytes), to: "stream")
      let outcome = try Program.shell(
        "{ \(words) 1; \(words) 2; \(words) 1; \(words) 3; } < \"$1\"", [file])
      #expect(outcome.status == .exit(0) && outcome.messages == "", "\(outcome)")
      var expected = try tool.output(["-frames", "1"], on: pictures[0].bytes)
      expected += try tool.output(["-frames", "2"], on: pictures[1].bytes + pictures[2].bytes)
      expected += try tool.output(["-frames", "1"], on: pictures[3].bytes)
      expected += try tool.output(["-frames", "3"], on: pictures[4].bytes)
      #expect(difference(outcome.output, expected) == nil)
    }
  }

  @Test("A run split in parts gives the bytes of the whole", arguments: Tool.all)
  func parts(tool: Tool) throws {
    let bytes = Picture.random(.pamColourAlpha, width: 20, height: 12).bytes
    for common in [[], ["-fps", "7.5", "-time", "-0.4"]] {
      let whole = try tool.output(common + ["-frames", "12"], on: bytes)
      let parts = try [(0, 5), (5, 1), (6, 6)].flatMap { first, count in
        try tool.output(common + ["-first", "\(first)", "-frames", "\(count)"], on: bytes)
      }
      #expect(difference(parts, whole) == nil, "\(common)")
      #expect(try Picture.decode(whole).count == 12)
    }
  }

  @Test("A picture may end just where a buffer does", arguments: Tool.all)
  func endsOfBuffers(tool: Tool) throws {
    for size in [4096, 8192, 16384, 65536, 1 << 17] {
      for more in -1...1 {
        let width = size + more - "P5\n\(size) 1\n255\n".utf8.count
        let filler = Picture.random(.gray, width: width, height: 1)
        let rest = [filler, samplePicture, Picture.random(.plainGray, width: 3, height: 2)]
        let expected = try Self.parts(tool, rest).flatMap { $0 }
        let stream = rest.flatMap(\.bytes)
        #expect(abs(filler.bytes.count - size) <= 2)
        #expect(try difference(tool.output(["-first", "0"], on: stream), expected) == nil)
        try TemporaryFolder.with { folder in
          let file = try folder.write(stream, to: "stream")
          for arguments in [["-first", "0"], ["-frames", "3"]] {
            let output = try tool.output(arguments + [file], on: [])
            #expect(difference(output, expected) == nil, "\(size) + \(more), \(arguments)")
          }
        }
      }
    }
  }

  @Test("Thousands of pictures work as one does", arguments: Tool.all)
  func manyPictures(tool: Tool) throws {
    let picture = Picture.random(.gray, width: 2, height: 2)
    let stream = (0..<3000).flatMap { _ in picture.bytes }
    let output = try tool.output(["-first", "0"], on: stream)
    #expect(try Picture.decode(output).count == 3000)
    #expect(try difference(tool.output(["-frames", "3000"], on: picture.bytes), output) == nil)
    #expect(try difference(tool.output(["-frames", "3000"], on: stream), output) == nil)
  }

  @Test("The number of threads does not change a byte", arguments: Tool.all)
  func threads(tool: Tool) throws {
    for picture in [
      Picture.random(.colour, width: 257, height: 129), .random(.gray, width: 1, height: 1),
      .random(.pamColourAlpha, width: 31, height: 500, maxval: 65535),
      .random(.gray, width: 5000, height: 3, maxval: 1000),
    ] {
      let bytes = picture.bytes
      let expected = try tool.output(["-threads", "1", "-frames", "2"], on: bytes)
      for arguments in [["-threads", "2"], ["-threads", "7"], ["-threads", "256"], []] {
        let output = try tool.output(["-frames", "2"] + arguments, on: bytes)
        #expect(difference(output, expected) == nil, "\(arguments), \(picture)")
      }
    }
  }

  @Test("Progress makes no change to the result", arguments: Tool.all)
  func progress(tool: Tool) throws {
    let bytes = Picture.random(.colour, width: 300, height: 200).bytes
    let expected = try tool.output(["-frames", "5"], on: bytes)
    let outcome = try tool.run(["-quiet", "-progress", "-frames", "5"], on: bytes)
    #expect(outcome.status == .exit(0), "\(outcome)")
    #expect(difference(outcome.output, expected) == nil)
    // There is no terminal, and the work is short.
    #expect(outcome.messages == "", "\(outcome)")
  }
}
