import TestSupport
import Testing

@Suite("burnframe")
struct BurnFrameTests {
  static let tool = Tool("burnframe")
  static let picture = Picture.random(.colour, width: 19, height: 16, seed: 5)
  static let clear = Picture.random(.pamColourAlpha, width: 17, height: 14, seed: 6)
  static let styles = [["-style", "flame"], ["-style", "classic"]]

  /// The pictures that come of a call that must work.
  static func results(_ options: [String], on pictures: [Picture]) throws -> [Picture] {
    try Picture.decode(tool.output(options, on: pictures.flatMap(\.bytes)))
  }

  static func result(_ options: [String] = [], on picture: Picture) throws -> Picture {
    let results = try results(options, on: [picture])
    #expect(results.count == 1)
    return results[0]
  }

  // MARK: - Time

  @Test("A frame rendered alone is that frame of the whole run", arguments: styles)
  func parts(style: [String]) throws {
    for (input, options, count) in [
      (Self.picture, [], 38), (Self.clear, ["-margin", "6,1,2,3"], 8),
      (Self.picture, ["-burnt", "linear:0@0,0.7@0.5,0.2@1", "-background", "gray40"], 8),
    ] {
      let call = style + options + ["-fps", "12"]
      let whole = try Self.results(call + ["-frames", "\(count)"], on: [input])
      #expect(whole.count == count)
      for number in [1, count / 2, count - 1] {
        let one = try Self.results(call + ["-first", "\(number)", "-frames", "1"], on: [input])
        #expect(one.count == 1 && one[0].difference(from: whole[number]) == nil, "\(number)")
        // The same moment, said as a time.
        let time = ["-time", "\(Double(number) / 12)"]
        let timed = try Self.result(call + time, on: input)
        #expect(timed.difference(from: whole[number]) == nil, "\(time)")
      }
      let rest = try Self.results(call + ["-first", "\(count - 3)", "-frames", "3"], on: [input])
      #expect(zip(rest, whole.suffix(3)).allSatisfy { $0.difference(from: $1) == nil })
      #expect(Set(whole.prefix(8).map(\.samples)).count == 8, "it burns")
    }
  }

  @Test("On any number of threads the bytes are the same", arguments: styles)
  func threads(style: [String]) throws {
    // More than 2^14 pixels: less is not shared out.
    let picture = Picture.random(.pamColourAlpha, width: 141, height: 96, seed: 1)
    let call =
      style + ["-margin", "30,0,1,2", "-burnt", "0.3", "-scale", "0.8", "-time", "1"]
    let one = try Self.tool.output(call + ["-threads", "1"], on: picture.bytes)
    for threads in [2, 3, 7] {
      let bytes = try Self.tool.output(call + ["-threads", "\(threads)"], on: picture.bytes)
      #expect(difference(bytes, one) == nil, "\(threads) threads")
    }
  }

  @Test("Without a time it is half-way; -duration is 4 s in flames and 2 s in the classic style")
  func rest() throws {
    for (style, duration) in [(Self.styles[0], 4.0), (Self.styles[1], 2)] {
      let resting = try Self.result(style, on: Self.picture)
      let half = try Self.result(style + ["-time", "\(duration / 2)"], on: Self.picture)
      #expect(resting.difference(from: half) == nil)
      let given = style + ["-duration", "\(duration)"]
      #expect(try Self.result(given, on: Self.picture).difference(from: half) == nil)
      // Any of these sets the clock.
      for options in [["-frames", "1"], ["-first", "0"], ["-time", "0"]] {
        let started = try Self.result(style + options, on: Self.picture)
        #expect(started.difference(from: half) != nil, "\(options)")
      }
      let longer = style + ["-duration", "10", "-time", "5"]
      let ten = try Self.result(style + ["-duration", "10"], on: Self.picture)
      #expect(ten.difference(from: try Self.result(longer, on: Self.picture)) == nil)
      // From the duration on nothing is left, and just before it there was time to burn.
      let gone = try Self.result(style + ["-time", "\(duration)"], on: Self.picture)
      #expect(gone.samples.allSatisfy { $0 == 0 })
    }
    let burnt = ["-burnt", "0.4"]
    let standing = try Self.result(burnt, on: Self.picture)
    let start = try Self.result(burnt + ["-time", "0"], on: Self.picture)
    #expect(standing.difference(from: start) == nil)
    let later = try Self.result(burnt + ["-time", "0.5"], on: Self.picture)
    #expect(later.difference(from: start) != nil)
  }

  @Test("At the start the picture is whole, all burnt it is empty", arguments: styles[..<1])
  func ends(style: [String]) throws {
    let whole = Self.clear
    for options in [["-burnt", "0"], ["-time", "0"], ["-time", "-2"], ["-burnt", "0@1,1@2"]] {
      let result = try Self.result(style + options, on: whole)
      #expect(result.difference(from: whole) == nil, "\(options)")
    }
    for options in [["-burnt", "1"], ["-time", "4"], ["-time", "2.5", "-burnt", "0@1,1@2"]] {
      let result = try Self.result(style + options + ["-margin", "3,3,3,3"], on: whole)
      #expect(result.width == 23 && result.samples.allSatisfy { $0 == 0 }, "\(options)")
    }
  }

  @Test("-burnt as keys is at each moment what it is as a number, without particles")
  func burnt() throws {
    for style in Self.styles {
      let call = style + ["-sparks", "0", "-smoke", "0"]
      let track = ["-burnt", "ease-in:0.1@0,0.6@2"]
      // Half-way, CSS's ease-in has come 0.3154 far.
      for (time, burnt) in [("-1", "0.1"), ("0", "0.1"), ("2", "0.6"), ("9", "0.6")] {
        let moving = try Self.result(call + track + ["-time", time], on: Self.picture)
        let still = try Self.result(call + ["-burnt", burnt, "-time", time], on: Self.picture)
        #expect(moving.difference(from: still) == nil, "\(style), \(time)")
      }
      func opaque(_ burnt: String) throws -> Int {
        let result = try Self.result(call + ["-burnt", burnt, "-char", "0"], on: Self.picture)
        return (0..<16).count { y in (0..<19).allSatisfy { result.opacity($0, y) == 255 } }
      }
      let rows = try ["0.1", "0.4", "0.8"].map(opaque)
      #expect(rows[0] > rows[1] && rows[1] > rows[2], "\(rows)")
    }
  }

  // MARK: - Margin

  @Test("-margin adds T,R,B,L pixels around, the picture lies in them", arguments: styles)
  func margin(style: [String]) throws {
    for picture in [Self.picture, Self.clear] {
      let call = style + ["-burnt", "0", "-sparks", "0", "-smoke", "0", "-char", "0"]
      let result = try Self.result(call + ["-margin", "3,4,5,6"], on: picture)
      #expect(result.width == picture.width + 10 && result.height == picture.height + 8)
      for y in 0..<result.height {
        for x in 0..<result.width {
          let (u, v) = (x - 6, y - 3)
          let isInside = (0..<picture.width).contains(u) && (0..<picture.height).contains(v)
          let opacity = isInside ? picture.opacity(u, v) : 0
          #expect(result.opacity(x, y) == opacity, "\(x), \(y)")
          if opacity > 0 { #expect(result.colour(x, y) == picture.colour(u, v), "\(x), \(y)") }
        }
      }
      // On a background too.
      let flat = try Self.result(
        call + ["-margin", "1,0,0,2", "-background", "#0f0"], on: picture)
      #expect(flat.kind == .colour && flat.width == picture.width + 2)
      #expect((0..<flat.width).allSatisfy { flat.colour($0, 0) == [0, 255, 0] })
      #expect(flat.colour(1, 9) == [0, 255, 0])
    }
    // What flies is seen in the margin.
    let flying = style + ["-duration", "4", "-time", "2.4", "-margin", "20,0,0,0"]
    let result = try Self.result(flying, on: Self.picture)
    #expect((0..<20).contains { y in (0..<19).contains { result.opacity($0, y) > 0 } })
  }

  @Test("A margin that is none is a wrong call, and one too large an error that tells the size")
  func badMargins() throws {
    for margin in [
      "", "1", "1,2,3", "1,2,3,4,5", "-1,0,0,0", "0,0,0,1.5", "0,0,x,0", "1000001,0,0,0", "1,,2,3",
      "0,nan,0,0", "0,1e99,0,0",
    ] {
      try expectWrongCall(Self.tool, ["-margin", margin], naming: ["margin"])
    }
    // The size is known before a sample is read.
    for (size, margin, result) in [
      ("1 2147000000", "1000000,0,1000000,0", "1 x 2149000000"),
      ("1 2147483000", "0,0,1000,0", "1 x 2147484000"),
    ] {
      for style in Self.styles {
        let outcome = try Self.tool.run(
          style + ["-margin", margin], on: Array("P5\n\(size)\n255\n".utf8))
        expectFailure(outcome, of: Self.tool, status: 1, naming: [result, "margin"])
      }
    }
  }

  @Test("Values out of range are wrong calls")
  func ranges() throws {
    for (option, values) in [
      ("duration", ["0", "-1", "86401", "nan"]), ("scale", ["0", "-1", "1001"]),
      ("sparks", ["-1", "100001"]), ("smoke", ["-0.5", "100001"]), ("char", ["-1", "10001"]),
      ("seed", ["-1", "1.5", "18446744073709551616"]), ("style", ["modern", ""]),
      ("burnt", ["-0.1", "1.1", "0@0,2@1", "0@1,1@1"]), ("background", ["nocolor", ""]),
    ] {
      for value in values {
        try expectWrongCall(Self.tool, ["-\(option)", value], naming: [option])
      }
    }
    for options in [
      ["-duration", "86400"], ["-scale", "1000"], ["-char", "10000"],
      ["-seed", "18446744073709551615"], ["-scale", "1e-9"], ["-duration", "1e-9"],
    ] {
      for style in Self.styles {
        let result = try Self.result(style + options, on: Self.picture)
        #expect(result.kind == .pamColourAlpha, "\(style + options)")
      }
    }
  }

  // MARK: - Kinds

  @Test("-background flattens to PPM, and is the RGBA result on that color", arguments: styles)
  func background(style: [String]) throws {
    for maxval in [255, 65535] {
      for kind in [Kind.gray, .pamColourAlpha] {
        let picture = Picture.random(kind, width: 17, height: 14, maxval: maxval, seed: 6)
        let call = style + ["-time", "0.8", "-margin", "4,0,0,0"]
        let result = try Self.result(call, on: picture)
        let flat = try Self.result(call + ["-background", "rgbi:1/0.5/0"], on: picture)
        #expect(flat.kind == .colour && flat.maxval == maxval)
        #expect(flat.width == result.width && flat.height == result.height)
        for y in 0..<flat.height {
          for x in 0..<flat.width {
            let alpha = Double(result.opacity(x, y)) / Double(maxval)
            for (plane, behind) in [1, 0.5, 0].enumerated() {
              let level =
                alpha * Double(result[x, y, plane]) + (1 - alpha) * behind * Double(maxval)
              #expect(abs(Double(flat[x, y, plane]) - level) < 1.6, "\(x), \(y), \(plane)")
            }
          }
        }
      }
    }
  }

  @Test(
    "Every kind comes out as RGB with opacity, gray as the same gray in three", arguments: styles)
  func kinds(style: [String]) throws {
    for kind in [Kind.plainBitmap, .bitmap, .gray, .plainGray, .pamGrayAlpha, .pamBilevelAlpha] {
      for maxval in kind.isBilevel ? [1] : [1, 255, 65535] {
        let picture = Picture.random(kind, width: 11, height: 12, maxval: maxval, seed: 7)
        let limit = kind.isBilevel ? 255 : maxval
        var colour = Picture(
          .pamColourAlpha, width: 11, height: 12, maxval: limit, filledWith: 0)
        for i in 0..<11 * 12 {
          let tuple = picture.samples[i * picture.depth..<(i + 1) * picture.depth]
          let level = tuple.first! * (limit / maxval)
          let opacity = kind.hasOpacity ? tuple.last! * (limit / maxval) : limit
          for plane in 0..<4 { colour.samples[4 * i + plane] = plane < 3 ? level : opacity }
        }
        let call = style + ["-time", "0.7"]
        // A picture without opacity feeds the fire to its sides: with a margin there is no such
        // difference.
        let options = call + ["-margin", "1,1,1,1"]
        let result = try Self.result(options, on: picture)
        #expect(result.kind == .pamColourAlpha && result.maxval == limit)
        #expect(
          result.difference(from: try Self.result(options, on: colour)) == nil,
          "\(picture), \(style)")
      }
    }
  }

  @Test("Words give what bytes give, within a level", arguments: styles)
  func words(style: [String]) throws {
    var words = Self.picture
    words.maxval = 65535
    words.samples = words.samples.map { 257 * $0 }
    let call = style + ["-time", "0.7", "-background", "white"]
    let (bytes, wide) = (
      try Self.result(call, on: Self.picture), try Self.result(call, on: words)
    )
    #expect(
      zip(bytes.samples, wide.samples).allSatisfy { abs(Double($0) - Double($1) / 257) < 0.51 })
  }

  @Test("Opacity is needed ahead: from a pipe the result is the same as from a file")
  func pipe() throws {
    try TemporaryFolder.with { folder in
      let stream = [Self.clear, Self.picture, Self.clear, Kinds.gray].flatMap(\.bytes)
      let file = try folder.write(stream, to: "stream")
      for options in [[], ["-margin", "2,2,2,2"], ["-frames", "6"], ["-frames", "2"]] {
        let call = ["-quiet", "-time", "1"] + options
        let piped = try Self.tool.output(["-time", "1"] + options, on: stream)
        let read = try Program.run("burnframe", call + [file])
        let sought = try Program.run("burnframe", call, input: .file(file))
        #expect(read.status == .exit(0) && sought.status == .exit(0), "\(read), \(sought)")
        #expect(difference(read.output, piped) == nil, "\(options)")
        #expect(difference(sought.output, piped) == nil, "\(options)")
        #expect(
          try Picture.decode(piped).count == (options.first == "-frames" ? Int(options[1])! : 4))
      }
    }
  }

  @Test("Each picture of a stream burns as it would alone", arguments: styles)
  func stream(style: [String]) throws {
    let pictures = [Self.clear, Kinds.gray, Self.picture, Kinds.bitmap, Self.clear, Kinds.deep]
    let call = style + ["-time", "0.9", "-margin", "2,0,0,1", "-fps", "10"]
    let results = try Self.results(call, on: pictures)
    #expect(results.count == pictures.count)
    for (number, result) in results.enumerated() {
      let alone = try Self.result(call + ["-first", "\(number)"], on: pictures[number])
      #expect(result.difference(from: alone) == nil, "picture \(number)")
    }
  }

  enum Kinds {
    static let gray = Picture.random(.pamGrayAlpha, width: 9, height: 21, maxval: 1000, seed: 2)
    static let bitmap = Picture.random(.bitmap, width: 12, height: 7, seed: 3)
    static let deep = Picture.random(
      .pamColourAlpha, width: 20, height: 5, maxval: 65535, seed: 4)
  }

  // MARK: - The other options

  @Test("-seed makes another fire, as -randomseed does", arguments: styles)
  func seed(style: [String]) throws {
    let call = style + ["-time", "1"]
    let first = try Self.result(call, on: Self.picture)
    #expect(
      try Self.result(call + ["-seed", "0"], on: Self.picture).difference(from: first) == nil)
    let other = try Self.result(call + ["-seed", "7"], on: Self.picture)
    #expect(other.difference(from: first) != nil)
    let named = try Self.result(call + ["-randomseed", "7"], on: Self.picture)
    #expect(named.difference(from: other) == nil)
    // All 64 bits count.
    let high = try Self.result(call + ["-seed", "4294967303"], on: Self.picture)
    #expect(high.difference(from: other) != nil)
  }

  @Test("-scale is by default the height / 300, without the margin", arguments: styles)
  func scale(style: [String]) throws {
    let call = style + ["-time", "1", "-margin", "7,0,0,0"]
    let first = try Self.result(call, on: Self.picture)
    let given = try Self.result(call + ["-scale", "\(16.0 / 300)"], on: Self.picture)
    #expect(given.difference(from: first) == nil)
    let larger = try Self.result(call + ["-scale", "1"], on: Self.picture)
    #expect(larger.difference(from: first) != nil)
  }

  @Test("-char is the height of what is blackened; 0 for nothing", arguments: styles)
  func char(style: [String]) throws {
    let white = Picture(.colour, width: 12, height: 60, maxval: 255, filledWith: 255)
    func dark(_ height: String) throws -> Int {
      let result = try Self.result(
        style + [
          "-burnt", "0.3", "-scale", "1", "-char", height, "-sparks", "0", "-smoke", "0",
          "-background", "white",
        ], on: white)
      return (0..<60).reduce(0) { sum, y in sum + 255 - result[6, y, 1] }
    }
    let sums = try ["0", "5", "10", "30"].map(dark)
    #expect(sums[0] < sums[1] && sums[1] < sums[2] && sums[2] < sums[3], "\(sums)")
  }

  @Test("-sparks and -smoke are births a second; 0 for none", arguments: styles)
  func particles(style: [String]) throws {
    let picture = Picture(.colour, width: 24, height: 30, maxval: 255, filledWith: 128)
    func seen(_ sparks: String, _ smoke: String) throws -> Int {
      let result = try Self.result(
        style + [
          "-burnt", "0.6", "-time", "3", "-scale", "0.3", "-sparks", sparks, "-smoke", smoke,
        ], on: picture)
      return (0..<24 * 30).reduce(0) { $0 + result.samples[4 * $1 + 3] }
    }
    let none = try seen("0", "0")
    let (few, many) = (try seen("80", "0"), try seen("400", "0"))
    #expect(none < few && few < many, "\(none), \(few), \(many)")
    let (thin, thick) = (try seen("0", "20"), try seen("0", "400"))
    #expect(none < thin && thin < thick, "\(none), \(thin), \(thick)")
  }
}
