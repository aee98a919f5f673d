import TestSupport
import Testing

@Suite("Damaged streams")
struct DamagedStreamTests {
  @Test("Empty input is an error that says so", arguments: Tool.all)
  func emptyInput(tool: Tool) throws {
    try expectFailure(tool.run(["-quiet"], on: []), of: tool, status: 1, naming: ["no picture"])
    try TemporaryFolder.with { folder in
      let path = try folder.write([], to: "empty.ppm")
      try expectFailure(
        tool.run([path], on: samplePicture.bytes), of: tool, status: 1,
        naming: ["no picture", "empty.ppm"])
    }
  }

  @Test(
    "A picture that is cut short anywhere is an error", arguments: Tool.all,
    [
      Picture.random(.colour, width: 2, height: 2),
      Picture.random(.pamColourAlpha, width: 2, height: 1, maxval: 1000),
      Picture.random(.bitmap, width: 9, height: 2),
    ])
  func truncated(tool: Tool, picture: Picture) throws {
    let bytes = picture.bytes
    for length in 1..<bytes.count {
      let outcome = try tool.run(["-quiet"], on: Array(bytes[..<length]))
      #expect(
        outcome.status == .exit(1) && isOneLine(outcome.messages, from: tool),
        "\(length) bytes of \(picture): \(outcome)")
    }
  }

  @Test("A plain picture that lacks samples is an error", arguments: Tool.all)
  func truncatedPlain(tool: Tool) throws {
    for text in [
      "P", "P2", "P2\n", "P2 3", "P2 3 1", "P2 3 1 255", "P2 3 1 255\n", "P2 3 1 255\n1 2",
      "P2 3 1 255\n1 2 ", "P2 3 1 255\n1 2 # 3\n", "P3 1 1 255\n1 2\n", "P1 3 1\n01", "P1 3 1\n",
    ] {
      let outcome = try tool.run(["-quiet"], on: Array(text.utf8))
      #expect(
        outcome.status == .exit(1) && isOneLine(outcome.messages, from: tool),
        "\(text.debugDescription): \(outcome)")
    }
  }

  @Test("A plain picture may end right after its last digit", arguments: Tool.all)
  func plainWithoutLastNewline(tool: Tool) throws {
    for kind in [Kind.plainBitmap, .plainGray, .plainColour] {
      let bytes = Picture.random(kind, width: 3, height: 2, maxval: 300).bytes
      #expect(bytes.last == 10)
      let expected = try tool.output(on: bytes)
      #expect(try difference(tool.output(on: bytes.dropLast()), expected) == nil, "\(kind)")
      #expect(try difference(tool.output(on: bytes + [10, 32, 9]), expected) == nil, "\(kind)")
    }
  }

  @Test("Whole pictures before a damaged one are written, and its number told", arguments: Tool.all)
  func damagedSecondPicture(tool: Tool) throws {
    let first = samplePicture.bytes
    let whole = try tool.output(["-first", "0"], on: first)
    let second = otherPicture.bytes
    var damages = [4, 20, otherPicture.header.count, second.count - 1].map { Array(second[..<$0]) }
    damages += ["junk", "P8\n", "P5 0 1 255\n", "P5 1 1 65536\n\0\0", "\0", "P"].map {
      Array($0.utf8)
    }
    for damaged in damages {
      let outcome = try tool.run(["-quiet", "-first", "0"], on: first + damaged)
      let difference = difference(Array(outcome.output.prefix(whole.count)), whole)
      #expect(difference == nil, "\(damaged.count)")
      #expect(
        outcome.status == .exit(1) && isOneLine(outcome.messages, from: tool)
          && outcome.messages.contains("2"), "\(outcome)")
    }
    // Of junk nothing can be written at all.
    let outcome = try tool.run(["-quiet", "-first", "0"], on: first + Array("junk".utf8))
    expectFailure(outcome, of: tool, status: 1, after: whole)
  }

  @Test("A sample above maxval is an error", arguments: Tool.all)
  func sampleAboveMaxval(tool: Tool) throws {
    var pictures: [[UInt8]] = []
    for kind in [Kind.gray, .colour, .pamGray, .pamColourAlpha, .pam(nil, depth: 2)] {
      for maxval in [1, 100, 254, 256, 1000, 65534] {
        let picture = Picture.random(kind, width: 5, height: 3, maxval: maxval)
        for place in [0, 7, picture.raster.count - 1] {
          var raster = picture.raster
          let index = maxval < 256 ? place : place & ~1
          raster[index] = 255
          if maxval > 255 { raster[index + 1] = 255 }
          pictures.append(picture.header + raster)
        }
      }
    }
    pictures += [
      "P2 2 1 100\n7 101\n", "P3 1 1 1\n0 1 2\n", "P2 1 1 65534\n65535\n", "P1 1 1\n2\n",
    ]
    .map { Array($0.utf8) }
    let twoValues = "P7\nWIDTH 1\nHEIGHT 1\nDEPTH 1\nMAXVAL 1\nTUPLTYPE BLACKANDWHITE\nENDHDR\n"
    pictures.append(Array(twoValues.utf8) + [2])
    for bytes in pictures {
      let outcome = try tool.run(["-quiet"], on: bytes)
      #expect(
        outcome.status == .exit(1) && isOneLine(outcome.messages, from: tool),
        "\(String(decoding: bytes.prefix(20), as: UTF8.self).debugDescription): \(outcome)")
    }
  }

  @Test("A plain picture with anything but numbers in it is an error", arguments: Tool.all)
  func plainJunk(tool: Tool) throws {
    for text in [
      "P2 2 1 255\n1 x\n", "P2 2 1 255\n1 -2\n", "P2 2 1 255\n1 2.5\n", "P1 2 1\n0x\n",
      "P2 2 1 255\n1 99999999999999999999\n", "P2 2 1 255\n1 2 3\n", "P2 2 1 255\n1 2\nend\n",
    ] {
      let outcome = try tool.run(["-quiet"], on: Array(text.utf8))
      #expect(
        outcome.status == .exit(1) && isOneLine(outcome.messages, from: tool),
        "\(text.debugDescription): \(outcome)")
    }
  }

  @Test("Damage at random never ends but in a result or one line", arguments: Tool.all)
  func randomDamage(tool: Tool) throws {
    var source = RandomSource(seed: 11)
    let kinds = [Kind.plainGray, .colour, .pamColourAlpha, .bitmap, .pamGrayAlpha]
    for number in 0..<60 {
      let picture = Picture.random(kinds[number % kinds.count], width: 5, height: 3, maxval: 200)
      var bytes = picture.bytes
      for _ in 0...source.number(upTo: 2) {
        let place = source.number(upTo: min(picture.header.count + 4, bytes.count - 1))
        switch source.number(upTo: 3) {
        case 0: bytes[place] = UInt8(source.number(upTo: 255))
        case 1: bytes.remove(at: place)
        case 2: bytes.insert(UInt8(ascii: "9"), at: place)
        default: bytes[place] = 48 + UInt8(source.number(upTo: 9))
        }
      }
      let outcome = try tool.run(["-quiet"], on: bytes)
      switch outcome.status {
      case .exit(0): #expect(throws: Never.self) { try Picture.decode(outcome.output) }
      case .exit(1): #expect(isOneLine(outcome.messages, from: tool), "\(bytes): \(outcome)")
      default: Issue.record("\(bytes): \(outcome)")
      }
    }
  }
}
