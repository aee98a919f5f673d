import TestSupport
import Testing

@Suite("lighten-blend")
struct LightenBlendTests {
  static let tool = Tool("lighten-blend")

  /// Runs the tool on two streams.
  static func run(
    _ options: [String] = [], overlays: [Picture], bases: [Picture]
  ) throws -> Outcome {
    try TemporaryFolder.with { folder in
      let file = try folder.write(overlays.flatMap(\.bytes), to: "overlay")
      return try Program.run(
        tool.name, options + ["-quiet", file], input: .bytes(bases.flatMap(\.bytes)))
    }
  }

  /// The pictures that come of a call that must work.
  static func results(
    _ options: [String] = [], overlays: [Picture], bases: [Picture]
  ) throws -> [Picture] {
    let outcome = try run(options, overlays: overlays, bases: bases)
    guard outcome.status == .exit(0), outcome.messages.isEmpty else {
      throw UnexpectedOutcome(description: "\(options): \(outcome)")
    }
    return try Picture.decode(outcome.output)
  }

  static func result(
    _ options: [String] = [], overlay: Picture, base: Picture
  ) throws -> Picture {
    let results = try results(options, overlays: [overlay], bases: [base])
    #expect(results.count == 1)
    return results[0]
  }

  /// Runs the tool with -accumulate on one stream.
  static func accumulate(_ options: [String] = [], on pictures: [Picture]) throws -> Outcome {
    try Program.run(
      tool.name, ["-accumulate", "-quiet"] + options, input: .bytes(pictures.flatMap(\.bytes)))
  }

  static func accumulated(
    _ options: [String] = [], on pictures: [Picture]
  ) throws -> [Picture] {
    let outcome = try accumulate(options, on: pictures)
    guard outcome.status == .exit(0), outcome.messages.isEmpty else {
      throw UnexpectedOutcome(description: "\(options): \(outcome)")
    }
    return try Picture.decode(outcome.output)
  }

  static func gray(_ width: Int, _ height: Int, seed: UInt64, maxval: Int = 255) -> Picture {
    .random(.gray, width: width, height: height, maxval: maxval, seed: seed)
  }

  /// An opaque gray overlay on an opaque gray base, whole pixels: the greater sample stays.
  static func greater(_ overlay: Picture, on base: Picture, _ x: Int, _ y: Int) -> Picture {
    var result = base
    for j in 0..<overlay.height {
      for i in 0..<overlay.width
      where (0..<base.width).contains(x + i) && (0..<base.height).contains(y + j) {
        result[x + i, y + j, 0] = max(base[x + i, y + j, 0], overlay[i, j, 0])
      }
    }
    return result
  }

  /// The first difference between two streams, or nil.
  static func difference(_ results: [Picture], _ expected: [Picture]) -> String? {
    if results.count != expected.count { return "\(results.count) pictures" }
    for (number, pair) in zip(results, expected).enumerated() {
      if let difference = pair.0.difference(from: pair.1) {
        return "picture \(number): \(difference)"
      }
    }
    return nil
  }

  // MARK: - Where the overlay goes

  @Test("-x and -y say where the overlay's top left goes")
  func places() throws {
    let overlay = Self.gray(4, 3, seed: 1)
    let base = Self.gray(9, 7, seed: 2)
    for (x, y) in [(0, 0), (3, 2), (-1, -2), (7, 5), (-3, 6), (5, 4), (9, 0), (0, -3), (-4, 7)] {
      let result = try Self.result(
        ["-x", "\(x)", "-y", "\(y)"], overlay: overlay, base: base)
      let expected = Self.greater(overlay, on: base, x, y)
      #expect(result.difference(from: expected) == nil, "at \(x), \(y)")
    }
  }

  @Test("-center measures from where the centres meet, rounded down for plain numbers")
  func center() throws {
    let base = Self.gray(8, 7, seed: 3)
    for (width, height, left, top) in [
      (8, 7, 0, 0), (4, 3, 2, 2), (3, 4, 2, 1), (9, 8, -1, -1), (10, 9, -1, -1), (13, 20, -3, -7),
      (1, 1, 3, 3),
    ] {
      let overlay = Self.gray(width, height, seed: UInt64(width))
      let result = try Self.result(["-center"], overlay: overlay, base: base)
      let expected = Self.greater(overlay, on: base, left, top)
      #expect(result.difference(from: expected) == nil, "\(overlay)")
      let moved = try Self.result(
        ["-x", "2", "-center", "-y=-1"], overlay: overlay, base: base)
      #expect(
        moved.difference(from: Self.greater(overlay, on: base, left + 2, top - 1)) == nil,
        "\(overlay)")
    }
  }

  @Test("With -center a plain fraction is added to the rounded position, and stays a fraction")
  func centerAndFraction() throws {
    let base = Self.gray(8, 7, seed: 3)
    let overlay = Self.gray(3, 4, seed: 4)
    let result = try Self.result(
      ["-center", "-x", "0.25", "-y", "-0.5"], overlay: overlay, base: base)
    let expected = try Self.result(["-x", "2.25", "-y", "0.5"], overlay: overlay, base: base)
    #expect(result.difference(from: expected) == nil)
  }

  @Test("With -center and a track for x or y neither is rounded", arguments: ["x", "y"])
  func centerAndTrack(axis: String) throws {
    let base = Self.gray(8, 7, seed: 3)
    let overlay = Self.gray(3, 4, seed: 4)
    for track in ["0@0", "0@0,0@1", "step:0@-2,5@1"] {
      let result = try Self.result(
        ["-center", "-\(axis)", track], overlay: overlay, base: base)
      // (8 - 3) / 2, (7 - 4) / 2
      let expected = try Self.result(["-x", "2.5", "-y", "1.5"], overlay: overlay, base: base)
      #expect(result.difference(from: expected) == nil, "-\(axis) \(track)")
    }
    // Without -center a track with one key is the number.
    let result = try Self.result(["-\(axis)", "3@7"], overlay: overlay, base: base)
    let expected = try Self.result(["-\(axis)", "3"], overlay: overlay, base: base)
    #expect(result.difference(from: expected) == nil)
  }

  @Test("Fractions are interpolated, and nothing lies outside the overlay")
  func fractions() throws {
    let base = Picture(.gray, width: 4, height: 1, maxval: 255, filledWith: 0)
    let overlay = Picture(.gray, width: 2, height: 1, maxval: 255, samples: [200, 100])
    for (x, samples) in [
      ("0.25", [150, 125, 25, 0]), ("0.5", [100, 150, 50, 0]), ("-0.5", [150, 50, 0, 0]),
      ("-1.75", [25, 0, 0, 0]), ("3.5", [0, 0, 0, 100]), ("2", [0, 0, 200, 100]),
    ] {
      let result = try Self.result(["-x", x], overlay: overlay, base: base)
      #expect(result.samples == samples, "at \(x)")
    }
    // Over full light the half that covers nothing takes nothing away.
    let white = Picture(.gray, width: 4, height: 1, maxval: 255, filledWith: 255)
    let result = try Self.result(["-x", "0.5", "-y", "0.5"], overlay: overlay, base: white)
    #expect(result == white)
  }

  @Test("Wholly outside, however far, only colour without opacity goes")
  func outside() throws {
    let overlay = Picture.random(.pamColourAlpha, width: 5, height: 4, seed: 5)
    for kind in [Kind.pamColourAlpha, .colour, .pamColour] {
      for maxval in [100, 255, 1000] {
        let base = Picture.random(kind, width: 6, height: 5, maxval: maxval, seed: 6)
        var expected = base
        if kind.hasOpacity {
          for i in stride(from: 0, to: base.samples.count, by: 4) where base.samples[i + 3] == 0 {
            for plane in 0..<3 { expected.samples[i + plane] = 0 }
          }
        }
        for options in [
          ["-x", "6"], ["-x", "-5"], ["-y", "5"], ["-y", "-4"], ["-x", "1e300"],
          ["-x", "-1e300", "-y", "1e300"], ["-y", "-1e300"], ["-center", "-x", "1e300"],
          ["-x", "1e18"], ["-x", "-9223372036854775808"], ["-y", "9223372036854775807"],
          ["-y", "4294967296"], ["-x", "-2147483648.5"], ["-x", "-1.7e308@0,1.7e308@2"],
          ["-x", "1e300@0,1e300@1", "-center"], ["-opacity", "0"],
          ["-x", "1e300", "-opacity", "0.5"],
        ] {
          let result = try Self.result(options, overlay: overlay, base: base)
          #expect(result.difference(from: expected) == nil, "\(options)")
        }
      }
    }
  }

  @Test("Overlays much larger and much smaller than the base are cut at its sides")
  func sizes() throws {
    for (width, height, x, y) in [(2000, 3, -900, -1), (3, 2000, -1, -900), (1, 1, 39, 29)] {
      let overlay = Self.gray(width, height, seed: 7)
      let base = Self.gray(40, 30, seed: 8)
      let result = try Self.result(
        ["-x", "\(x)", "-y", "\(y)"], overlay: overlay, base: base)
      #expect(result.difference(from: Self.greater(overlay, on: base, x, y)) == nil, "\(overlay)")
    }
  }

  // MARK: - What comes out

  @Test("Translucent over translucent, worked out by hand")
  func worked() throws {
    // At opacity 51 of 255 (0.2) over 102 (0.4): o = 0.52; red 200 over 100:
    // (0.2 x 0.6 x 200 + 0.4 x 0.8 x 100 + 0.2 x 0.4 x 200) / 0.52 = 138.46.
    let base = Picture(
      .pamColourAlpha, width: 4, height: 1, maxval: 255,
      samples: [100, 200, 0, 102, 9, 9, 9, 0, 10, 20, 30, 255, 9, 9, 9, 0])
    let overlay = Picture(
      .pamColourAlpha, width: 4, height: 1, maxval: 255,
      samples: [200, 100, 255, 51, 70, 80, 90, 3, 250, 10, 30, 51, 7, 7, 7, 0])
    let result = try Self.result(overlay: overlay, base: base)
    #expect(
      result.samples
        == [138, 177, 98, 133] + [70, 80, 90, 3] + [58, 20, 30, 255] + [0, 0, 0, 0])
    // Half of the overlay's opacity: 0.1 over 0.4, o = 0.46.
    let half = try Self.result(["-opacity", "0.5"], overlay: overlay, base: base)
    #expect(half.samples.prefix(4) == [122, 187, 55, 117])
  }

  @Test("The base gives kind, size and maxval; gray becomes RGB under an overlay of colour")
  func kinds() throws {
    for baseKind in Kind.all {
      for overlayKind in Kind.all {
        let maxval = baseKind.isBilevel ? 1 : 100
        let base = Picture.random(baseKind, width: 9, height: 4, maxval: maxval, seed: 1)
        let overlay = Picture.random(overlayKind, width: 5, height: 6, maxval: 1000, seed: 2)
        let result = try Self.result(overlay: overlay, base: base)
        let expected = KindTests.resultKind(
          of: baseKind, opacity: false, colour: overlayKind.isColour)
        #expect(result.kind == expected, "\(overlay) on \(base)")
        #expect(result.maxval == (baseKind.isBilevel ? 255 : 100))
        #expect(result.width == 9 && result.height == 4)
      }
    }
  }

  @Test("White is white and half is half at every maxval of either")
  func maxvals() throws {
    for baseMaxval in [1, 7, 100, 255, 256, 1000, 65535] {
      for maxval in [1, 2, 100, 255, 256, 1000, 65535] {
        let base = Picture(
          .gray, width: 3, height: 1, maxval: baseMaxval, samples: [0, 0, baseMaxval])
        let overlay = Picture(
          .gray, width: 3, height: 1, maxval: maxval, samples: [maxval, maxval / 2, 0])
        let result = try Self.result(overlay: overlay, base: base)
        let half = Double(maxval / 2) / Double(maxval) * Double(baseMaxval)
        #expect(
          result[0, 0, 0] == baseMaxval && result[2, 0, 0] == baseMaxval,
          "\(maxval) on \(baseMaxval)")
        #expect(
          abs(Double(result[1, 0, 0]) - half) <= (baseMaxval < 256 ? 0.51 : 0.6),
          "\(maxval) on \(baseMaxval)")
      }
    }
  }

  @Test("Black and white in bilevel overlays, and bases, are what they are in gray")
  func bilevel() throws {
    for kind in [Kind.bitmap, .plainBitmap, .pamBilevel] {
      let bits = Picture.random(kind, width: 11, height: 5, seed: 3)
      let gray = Picture(
        .gray, width: 11, height: 5, maxval: 255, samples: bits.samples.map { $0 * 255 })
      let other = Self.gray(11, 5, seed: 4)
      let expected = Self.greater(gray, on: other, 0, 0)
      #expect(
        try Self.result(overlay: bits, base: other).difference(from: expected) == nil, "\(kind)")
      #expect(try Self.result(overlay: other, base: bits).samples == expected.samples, "\(kind)")
    }
  }

  @Test("A base without opacity stays without, whatever the overlay's")
  func opaqueBase() throws {
    let base = Picture(.colour, width: 2, height: 1, maxval: 255, samples: [9, 9, 9, 90, 90, 90])
    let overlay = Picture(
      .pamGrayAlpha, width: 2, height: 1, maxval: 255, samples: [200, 0, 100, 51])
    let result = try Self.result(overlay: overlay, base: base)
    #expect(result.kind == .colour && result.samples == [9, 9, 9, 92, 92, 92])
    let plain = try Self.result(["-plain"], overlay: overlay, base: base)
    #expect(plain.kind == .plainColour && plain.samples == result.samples)
  }

  // MARK: - Over time

  @Test("Tracks move a picture over a stream, and fade it")
  func tracks() throws {
    let overlay = Picture.random(.pamColourAlpha, width: 4, height: 3, seed: 1)
    let bases = (1...4).map { Picture.random(.pamColourAlpha, width: 9, height: 7, seed: $0 + 9) }
    for (track, numbers) in [
      (["-x", "0@0,3@3"], ["-x"]), (["-y=0@0,6@6"], ["-y"]),
      (["-x", "step:0@0,1@1,2@2,3@3"], ["-x"]),
      (["-x", "0@0,3@3", "-y", "0@0,3@3"], ["-x", "-y"]), (["-x", "loop:0@0,8@8"], ["-x"]),
    ] {
      let results = try Self.results(["-fps", "1"] + track, overlays: [overlay], bases: bases)
      let expected = try (0..<4).map { k in
        try Self.result(numbers.flatMap { [$0, "\(k)"] }, overlay: overlay, base: bases[k])
      }
      #expect(Self.difference(results, expected) == nil, "\(track)")
    }
    let results = try Self.results(
      ["-fps", "2", "-opacity", "1@0,0@2"], overlays: [overlay], bases: bases)
    let expected = try (0..<4).map { k in
      try Self.result(
        ["-opacity", "\(1 - Double(k) / 4)"], overlay: overlay, base: bases[k])
    }
    #expect(Self.difference(results, expected) == nil)
  }

  @Test("-frames makes a moving picture of two that stand still")
  func frames() throws {
    let overlay = Picture.random(.pamGrayAlpha, width: 4, height: 3, seed: 1)
    let base = Self.gray(9, 7, seed: 2)
    let results = try Self.results(
      ["-frames", "5", "-fps", "4", "-x", "-1@0,1@1"], overlays: [overlay], bases: [base])
    let expected = try ["-1", "-0.5", "0", "0.5", "1"].map {
      try Self.result(["-x", $0], overlay: overlay, base: base)
    }
    #expect(Self.difference(results, expected) == nil)
  }

  // MARK: - Streams

  @Test("One overlay goes on many bases, of any kind and size")
  func oneOverlay() throws {
    let overlay = Picture.random(.pamColourAlpha, width: 5, height: 5, seed: 1)
    let bases = [
      Self.gray(7, 4, seed: 2), .random(.pamColourAlpha, width: 3, height: 9, seed: 3),
      .random(.bitmap, width: 12, height: 2, seed: 4), Self.gray(7, 4, seed: 5, maxval: 65535),
      .random(.pamColourAlpha, width: 5, height: 5, seed: 6),
    ]
    for options in [[], ["-center"], ["-x", "1.5"], ["-y", "-2"]] {
      let results = try Self.results(options, overlays: [overlay], bases: bases)
      let expected = try bases.map { try Self.result(options, overlay: overlay, base: $0) }
      #expect(Self.difference(results, expected) == nil, "\(options)")
    }
  }

  @Test("Many overlays go on one base, of any kind and size")
  func oneBase() throws {
    let base = Picture.random(.pamColourAlpha, width: 6, height: 5, seed: 1)
    let overlays = [
      Picture.random(.pamColourAlpha, width: 6, height: 5, seed: 2), Self.gray(2, 9, seed: 3),
      .random(.bitmap, width: 12, height: 2, seed: 4), Self.gray(7, 4, seed: 5, maxval: 65535),
      .random(.pamColourAlpha, width: 60, height: 50, seed: 6),
    ]
    for options in [[], ["-center"], ["-x", "1.5"], ["-y", "-2"], ["-y", "-1e300"]] {
      let results = try Self.results(options, overlays: overlays, bases: [base])
      let expected = try overlays.map { try Self.result(options, overlay: $0, base: base) }
      #expect(Self.difference(results, expected) == nil, "\(options)")
    }
  }

  @Test("A gray base stays gray or becomes RGB by each overlay of its own")
  func changingKinds() throws {
    let base = Self.gray(6, 5, seed: 1)
    let overlays = [Kind.gray, .colour, .pamGrayAlpha, .pamColourAlpha, .bitmap].map {
      Picture.random($0, width: 6, height: 5, seed: 2)
    }
    let results = try Self.results(overlays: overlays, bases: [base])
    #expect(results.map(\.kind) == [.gray, .colour, .gray, .colour, .gray])
  }

  @Test(
    "Unequal numbers are an error after the pictures that have both", arguments: [(2, 3), (4, 2)])
  func unequal(numbers: (Int, Int)) throws {
    let overlays = (0..<numbers.0).map { Self.gray(4, 3, seed: UInt64($0 + 1)) }
    let bases = (0..<numbers.1).map { Self.gray(6, 5, seed: UInt64($0 + 9)) }
    let both = zip(overlays, bases).map { Self.greater($0, on: $1, 0, 0) }
    let outcome = try Self.run(overlays: overlays, bases: bases)
    expectFailure(outcome, of: Self.tool, status: 1, after: both.flatMap(\.bytes))
  }

  @Test(
    "A damaged overlay is an error wherever it lies",
    arguments: [[], ["-x", "1000"], ["-y", "-1000"], ["-y", "1e300"], ["-y", "0.5"]])
  func damagedOverlay(options: [String]) throws {
    try TemporaryFolder.with { folder in
      let overlay = Picture.random(.pamColourAlpha, width: 6, height: 90, seed: 1)
      let base = Picture.random(.pamColourAlpha, width: 6, height: 5, seed: 2)
      let file = try folder.write(Array(overlay.bytes.dropLast(9)), to: "short.pam")
      let outcome = try Program.run(
        Self.tool.name, options + [file], input: .bytes(base.bytes))
      #expect(outcome.status == .exit(1), "\(outcome)")
      #expect(isOneLine(outcome.messages, from: Self.tool), "\(outcome)")
      #expect(outcome.messages.contains("short.pam"), "\(outcome)")
    }
  }

  @Test("Without an overlay, or with too much, it is a wrong call")
  func operands() throws {
    try expectWrongCall(Self.tool, [])
    try expectWrongCall(Self.tool, ["-"])
    try expectWrongCall(Self.tool, ["/dev/null", "/dev/null", "/dev/null"])
    for opacity in ["-0.1", "1.1", "nan", "1@0,2@1"] {
      try expectWrongCall(Self.tool, ["-opacity", opacity, "/dev/null"], naming: ["opacity"])
    }
    for x in ["inf", "1e999", "0@0,1@0"] {
      try expectWrongCall(Self.tool, ["-x", x, "/dev/null"], naming: ["-x"])
    }
  }

  // MARK: - Star trails

  @Test("-accumulate keeps the greatest of all that was, picture by picture")
  func trails() throws {
    for kind in [Kind.gray, .colour, .pamColour, .plainGray] {
      for maxval in [100, 255, 65535] {
        let pictures = (1...5).map {
          Picture.random(kind, width: 8, height: 6, maxval: maxval, seed: $0)
        }
        let results = try Self.accumulated(on: pictures)
        #expect(results.count == 5)
        var greatest = pictures[0].samples
        for (picture, result) in zip(pictures, results) {
          greatest = zip(greatest, picture.samples).map { max($0, $1) }
          #expect(result.samples == greatest, "\(picture)")
          #expect(result.kind == (kind == .plainGray ? .gray : kind) && result.maxval == maxval)
        }
      }
    }
  }

  @Test("-accumulate of two translucent pictures is the one over the other")
  func trailsOfTwo() throws {
    for kind in [Kind.pamGrayAlpha, .pamColourAlpha] {
      let pictures = (1...2).map { Picture.random(kind, width: 20, height: 9, seed: $0) }
      for opacity in ["1", "0.3", "0"] {
        let results = try Self.accumulated(["-opacity", opacity], on: pictures)
        let blended = try Self.result(
          ["-opacity", opacity], overlay: pictures[1], base: pictures[0])
        #expect(results.count == 2)
        #expect(results[1].difference(from: blended, tolerance: 1) == nil)
      }
    }
  }

  @Test("-accumulate leaves the first picture as it is, whatever the opacity, and rounds nothing")
  func unroundedTrails() throws {
    let black = Picture(.gray, width: 2, height: 2, maxval: 255, filledWith: 0)
    let white = Picture(.gray, width: 2, height: 2, maxval: 255, filledWith: 255)
    let faint = try Self.accumulated(
      ["-opacity", "0.001"], on: [black] + Array(repeating: white, count: 200))
    // 255 (1 - 0.999^k)
    #expect([1, 2, 100, 200].map { faint[$0][0, 0, 0] } == [0, 1, 24, 46])
    let first = Picture.random(.colour, width: 7, height: 5)
    for opacity in ["0", "0.5", "1", "0@0,1@1"] {
      let results = try Self.accumulated(["-opacity", opacity], on: [first])
      #expect(results == [first], "\(opacity)")
    }
  }

  @Test("-accumulate takes its opacity from the clock")
  func trackedTrails() throws {
    let black = Picture(.gray, width: 1, height: 1, maxval: 255, filledWith: 0)
    let white = Picture(.gray, width: 1, height: 1, maxval: 255, filledWith: 200)
    let results = try Self.accumulated(
      ["-fps", "1", "-opacity", "step:0@0,0.5@2,0@3,1@4"],
      on: [black] + Array(repeating: white, count: 4))
    #expect(results.map(\.samples) == [[0], [0], [100], [100], [200]])
  }

  @Test("-accumulate holds the last picture under -frames, and stops early")
  func framesOfTrails() throws {
    let pictures = (1...3).map { Self.gray(5, 4, seed: $0) }
    let results = try Self.accumulated(on: pictures)
    #expect(
      try Self.difference(
        Self.accumulated(["-frames", "2"], on: pictures), Array(results.prefix(2)))
        == nil)
    let held = try Self.accumulated(["-frames", "5"], on: pictures)
    #expect(Self.difference(held, results + [results[2], results[2]]) == nil)
  }

  @Test("-accumulate reads a file, or bilevel pictures, as any filter does")
  func inputsOfTrails() throws {
    try TemporaryFolder.with { folder in
      let pictures = [
        Picture.random(.bitmap, width: 13, height: 4, seed: 1),
        Picture.random(.plainBitmap, width: 13, height: 4, seed: 2),
      ]
      let expected = zip(pictures[0].samples, pictures[1].samples).map { max($0, $1) * 255 }
      let file = try folder.write(pictures.flatMap(\.bytes), to: "bits.pbm")
      for arguments in [["-accumulate", file], [file, "-accumulate"], ["-acc", "--", file]] {
        let outcome = try Program.run(Self.tool.name, arguments)
        #expect(outcome.status == .exit(0), "\(outcome)")
        let results = try Picture.decode(outcome.output)
        #expect(results.count == 2 && results.allSatisfy { $0.kind == .gray && $0.maxval == 255 })
        #expect(results[1].samples == expected, "\(arguments)")
      }
    }
  }

  @Test("-accumulate takes no overlay and places nothing: else it is a wrong call")
  func wrongTrails() throws {
    for option in [["-x", "0"], ["-y", "1"], ["-center"], ["-x", "0@0,1@1"]] {
      try expectWrongCall(
        Self.tool, ["-accumulate"] + option, naming: ["accumulate", option[0]])
      try expectWrongCall(Self.tool, option + ["-accumulate", "-"], naming: ["accumulate"])
    }
    try expectWrongCall(Self.tool, ["-accumulate", "/dev/null", "/dev/null"])
    try expectWrongCall(Self.tool, ["-accumulate", "-", "/dev/null"])
    try expectWrongCall(Self.tool, ["-accumulate", "-opacity", "2"], naming: ["opacity"])
  }

  @Test("-accumulate of other sizes or kinds is an error after the pictures before")
  func unlikeTrails() throws {
    let pictures = (1...2).map { Self.gray(5, 4, seed: $0) }
    let written = try Self.accumulated(on: pictures).flatMap(\.bytes)
    for odd in [
      Self.gray(4, 4, seed: 3), Self.gray(5, 5, seed: 3), Self.gray(5, 3, seed: 3),
      Self.gray(4, 5, seed: 3), .random(.colour, width: 5, height: 4, seed: 3),
      .random(.pamGrayAlpha, width: 5, height: 4, seed: 3), Self.gray(5, 4, seed: 3, maxval: 100),
      Self.gray(5, 4, seed: 3, maxval: 65535),
    ] {
      let outcome = try Self.accumulate(on: pictures + [odd, pictures[0]])
      #expect(outcome.status == .exit(1), "\(odd): \(outcome)")
      #expect(isOneLine(outcome.messages, from: Self.tool), "\(odd): \(outcome)")
      #expect(outcome.messages.contains("3"), "\(odd): \(outcome)")
      // Its header may have been written by then, but nothing of its samples.
      #expect(outcome.output.starts(with: written), "\(odd): \(outcome)")
      #expect(
        outcome.output.count - written.count <= odd.header.count + 40, "\(odd): \(outcome)")
    }
    let empty = try Self.accumulate(on: [])
    expectFailure(empty, of: Self.tool, status: 1, naming: ["no picture"])
  }
}
