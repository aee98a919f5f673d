import TestSupport
import Testing

@Suite("Kinds of pictures")
struct KindTests {
  static let maxvals = [1, 7, 100, 255, 256, 1000, 65535]

  /// The kind that the result must have: what came in, plain as raw, bilevel as gray.
  static func resultKind(
    of kind: Kind, opacity: Bool, colour: Bool
  ) -> Kind {
    let isColour = kind.isColour || colour
    if kind.hasOpacity || opacity { return isColour ? .pamColourAlpha : .pamGrayAlpha }
    if kind.isPAM { return isColour ? .pamColour : .pamGray }
    return isColour ? .colour : .gray
  }

  @Test("Out comes the kind that went in, with its maxval", arguments: Tool.all, Kind.all)
  func kinds(tool: Tool, kind: Kind) throws {
    let invocation = tool.invocation
    let expected = Self.resultKind(
      of: kind, opacity: invocation.makesOpacity, colour: invocation.makesColour)
    for maxval in kind.isBilevel ? [1] : Self.maxvals {
      let picture = Picture.random(kind, width: 13, height: 4, maxval: maxval)
      let result = try Picture.decodeOne(tool.output(on: picture.bytes))
      #expect(result.kind == expected)
      #expect(result.maxval == (kind.isBilevel ? 255 : maxval), "\(picture)")
      #expect(result.width == 13 && result.height == 4, "\(picture)")
    }
  }

  @Test(
    "Where nothing is to be done every sample stays",
    arguments:
      Tool.all.filter { $0.invocation.neutral != nil }, Kind.all)
  func neutral(tool: Tool, kind: Kind) throws {
    for maxval in kind.isBilevel ? [1] : Self.maxvals {
      for (width, height) in [(1, 1), (1, 9), (17, 1), (23, 6)] {
        let picture = Picture.random(kind, width: width, height: height, maxval: maxval)
        let outcome = try Program.run(
          tool.name, tool.invocation.neutral! + ["-quiet"], input: .bytes(picture.bytes))
        #expect(outcome.status == .exit(0), "\(outcome)")
        let result = try Picture.decodeOne(outcome.output)
        let scale = kind.isBilevel ? 255 : 1
        #expect(result.width == width && result.height == height)
        let place = (0..<width * height).first { place in
          let (x, y) = (place % width, place / width)
          let opacity = picture.opacity(x, y) * scale
          if result.opacity(x, y) != opacity { return true }
          return opacity > 0 && result.colour(x, y) != picture.colour(x, y).map { $0 * scale }
        }
        #expect(place == nil, "\(picture)")
      }
    }
  }

  @Test("Every size down to a single pixel works", arguments: Tool.all)
  func sizes(tool: Tool) throws {
    for (width, height) in [
      (1, 1), (1, 2), (2, 1), (1, 300), (300, 1), (3, 3), (20_000, 1), (1, 20_000),
    ] {
      for kind in [Kind.bitmap, .gray, .pamColourAlpha] {
        let picture = Picture.random(kind, width: width, height: height)
        let result = try Picture.decodeOne(tool.output(on: picture.bytes))
        #expect(result.width == width && result.height == height, "\(picture)")
      }
    }
  }

  @Test("A plain picture gives what the raw one gives", arguments: Tool.all)
  func plainInput(tool: Tool) throws {
    for (plain, raw) in [
      (Kind.plainBitmap, Kind.bitmap), (.plainGray, .gray), (.plainColour, .colour),
    ] {
      for maxval in [1, 100, 255, 256, 65535] {
        var picture = Picture.random(raw, width: 13, height: 4, maxval: maxval)
        let expected = try tool.output(on: picture.bytes)
        picture.kind = plain
        #expect(try difference(tool.output(on: picture.bytes), expected) == nil, "\(picture)")
      }
    }
  }

  @Test("PAM without a tuple type is taken by its depth", arguments: Tool.all)
  func noTupleType(tool: Tool) throws {
    for kind in [Kind.pamGray, .pamGrayAlpha, .pamColour, .pamColourAlpha] {
      var picture = Picture.random(kind, width: 13, height: 4)
      let expected = try tool.output(on: picture.bytes)
      picture.kind = .pam(nil, depth: kind.depth)
      #expect(try difference(tool.output(on: picture.bytes), expected) == nil, "\(picture)")
    }
  }

  @Test("With -plain the same samples come out as text", arguments: Tool.all)
  func plainOutput(tool: Tool) throws {
    let flat = tool.invocation.makesOpacity ? ["-background", "#fff"] : []
    for kind in Kind.all where !kind.hasOpacity {
      for maxval in kind.isBilevel ? [1] : [1, 255, 1000, 65535] {
        let picture = Picture.random(kind, width: 61, height: 4, maxval: maxval)
        let raw = try Picture.decodeOne(tool.output(flat, on: picture.bytes))
        let plain = try tool.output(flat + ["-plain"], on: picture.bytes)
        var expected = raw
        expected.kind = raw.kind.isColour ? .plainColour : .plainGray
        #expect(try Picture.decodeOne(plain).difference(from: expected) == nil)
        #expect(plain.allSatisfy { $0 == 10 || (32...126).contains($0) }, "\(picture)")
      }
    }
    let stream = [samplePicture, Picture.random(.bitmap, width: 5, height: 3)].flatMap(\.bytes)
    let kinds = try Picture.decode(tool.output(flat + ["-plain"], on: stream)).map(\.kind)
    #expect(kinds.count == 2 && kinds.allSatisfy(\.isPlain), "\(kinds)")
  }

  @Test("There is no plain form of a picture with opacity", arguments: Tool.all)
  func plainWithOpacity(tool: Tool) throws {
    if tool.invocation.makesOpacity {
      try expectWrongCall(tool, tool.call + ["-plain"], naming: ["plain"])
    } else {
      for kind in [Kind.pamGrayAlpha, .pamColourAlpha, .pamBilevelAlpha, .pam(nil, depth: 4)] {
        let picture = Picture.random(kind, width: 3, height: 2)
        try expectFailure(
          tool.run(["-quiet", "-plain"], on: picture.bytes), of: tool, status: 1,
          naming: ["plain"], "\(kind)")
        // The pictures before it are written.
        let whole = try tool.output(["-first", "0", "-plain"], on: samplePicture.bytes)
        let stream = samplePicture.bytes + picture.bytes
        try expectFailure(
          tool.run(["-quiet", "-first", "0", "-plain"], on: stream), of: tool, status: 1,
          naming: ["2"], after: whole, "\(kind)")
      }
    }
  }

  @Test(
    "A background flattens every kind to PGM or PPM", arguments: ColourTests.flattening, Kind.all)
  func background(tool: Tool, kind: Kind) throws {
    for (colour, makesColour) in [("#888", false), ("#f80", true)] {
      let maxval = kind.isBilevel ? 1 : 100
      let picture = Picture.random(kind, width: 9, height: 4, maxval: maxval)
      let result = try Picture.decodeOne(tool.output(["-background", colour], on: picture.bytes))
      let isColour = kind.isColour || makesColour || tool.invocation.makesColour
      #expect(result.kind == (isColour ? .colour : .gray), "\(colour)")
      #expect(result.maxval == (kind.isBilevel ? 255 : 100))
    }
  }

  @Test(
    "A colour that is not gray makes gray pictures coloured", arguments: ColourTests.tools, Kind.all
  )
  func colour(tool: Tool, kind: Kind) throws {
    for (colour, makesColour) in [("#888", false), ("#888889", true)] {
      let picture = Picture.random(kind, width: 9, height: 4)
      let result = try Picture.decodeOne(tool.output(["-color", colour], on: picture.bytes))
      let expected = Self.resultKind(
        of: kind, opacity: tool.invocation.makesOpacity, colour: makesColour)
      #expect(result.kind == expected, "\(colour)")
    }
  }
}
