import TestSupport
import Testing

@testable import Kernels

@Suite("Alphathreshold")
struct AlphaThresholdTests {
  struct Call: CustomStringConvertible {
    var range = ThresholdTests.Range(low: 0.3, high: 1)
    var looksAtLuminance = false
    var isAntialiased = false
    /// Nil keeps each tuple's own.
    var color: Color? = .black
    var background: Color?

    var description: String {
      """
      \(range)\(looksAtLuminance ? ", luma" : "")\(isAntialiased ? ", antialias" : ""), \
      \(color.map { "\($0)" } ?? "keep")\(background.map { " on \($0)" } ?? "")
      """
    }

    /// What is held against the range. A luminance is a whole number in ten-thousandths.
    func value(_ picture: Picture, _ x: Int, _ y: Int) -> Double {
      if !looksAtLuminance { return picture.alpha(x, y) }
      let colour = picture.colour(x, y)
      return Double(2989 * colour[0] + 5866 * colour[1] + 1145 * colour[2])
        / Double(10000 * picture.maxval)
    }

    /// The value's gradient, by central differences with the border repeated.
    func slope(_ picture: Picture, _ x: Int, _ y: Int) -> Double {
      func value(_ x: Int, _ y: Int) -> Double {
        self.value(
          picture, min(max(0, x), picture.width - 1), min(max(0, y), picture.height - 1))
      }
      let across = (value(x + 1, y) - value(x - 1, y)) / 2
      let down = (value(x, y + 1) - value(x, y - 1)) / 2
      return (across * across + down * down).squareRoot()
    }

    /// The result's opacity, 0 to 1.
    func inside(_ picture: Picture, _ x: Int, _ y: Int) -> Double {
      let value = value(picture, x, y)
      let inside =
        isAntialiased
        ? range.antialiased(value, slope: slope(picture, x, y))
        : range.softness == 0 ? range.hard(value) : range.soft(value)
      return looksAtLuminance ? inside * picture.alpha(x, y) : inside
    }

    func definition(_ picture: Picture) -> Definition {
      { x, y in
        let maxval = Double(picture.maxval)
        let inside = inside(picture, x, y)
        var levels = picture.levels(x, y)
        if let color { levels = levels.indices.map { color[$0] * maxval } }
        guard let background else { return levels + [inside * maxval] }
        return levels.indices.map {
          levels[$0] * inside + background[$0] * maxval * (1 - inside)
        }
      }
    }
  }

  static func result<S: Sample>(_ picture: Picture, _ call: Call, _: S.Type) throws -> Picture {
    if call.isAntialiased { return try antialiased(picture, call, S.self) }
    let kernel = try AlphaThreshold<S>(
      call.range.threshold, looksAtLuminance: call.looksAtLuminance, color: call.color,
      background: call.background, raster: picture.raster)
    return picture.withRows(of: S.self, flattened: call.background != nil) { row, _ in
      kernel.apply(to: row)
    }
  }

  static func antialiased<S: Sample>(_ picture: Picture, _ call: Call, _: S.Type) throws -> Picture
  {
    let kernel = try AntialiasedThreshold<S>(
      call.range.threshold, looksAtLuminance: call.looksAtLuminance, color: call.color,
      background: call.background, raster: picture.raster)
    let isFlat = call.background != nil
    let kind = Kind.pamOf(isColour: picture.kind.isColour, hasOpacity: !isFlat)
    var samples: [Int] = []
    func take(_ row: UnsafeMutablePointer<S>) {
      for i in 0..<picture.width * kind.depth { samples.append(Int(row[i])) }
    }
    let count = picture.width * picture.depth
    for y in 0..<picture.height {
      let row = picture.samples[y * count..<(y + 1) * count].map { S($0) }
      kernel.push(row, take: take)
      // Each row comes once the one below it is known.
      #expect(samples.count == y * picture.width * kind.depth)
    }
    kernel.finish(take: take)
    return Picture(
      kind, width: picture.width, height: picture.height, maxval: picture.maxval, samples: samples)
  }

  static func check(_ picture: Picture, _ call: Call) throws {
    let result =
      picture.hasBytes
      ? try result(picture, call, UInt8.self) : try result(picture, call, UInt16.self)
    try expect(result, near: call.definition(picture), "\(call)")
    if !result.kind.hasOpacity { return }
    for y in 0..<result.height {
      for x in 0..<result.width where result.opacity(x, y) == 0 {
        if result.tuple(x, y).contains(where: { $0 != 0 }) {
          Issue.record("\(call): \(result.tuple(x, y)) without opacity in \(result)")
          return
        }
      }
    }
  }

  /// All ways to call it for a range, on colour or on gray.
  static func calls(_ range: ThresholdTests.Range, isAntialiased: Bool, isColour: Bool) -> [Call] {
    let colors: [Color?] = isColour ? [nil, .black, .orange] : [nil, .silver]
    let backgrounds: [Color?] = isColour ? [nil, .white, .orange] : [nil, .white]
    return [false, true].flatMap { luma in
      colors.flatMap { color in
        backgrounds.map { background in
          Call(
            range: range, looksAtLuminance: luma, isAntialiased: isAntialiased, color: color,
            background: background)
        }
      }
    }
  }

  static let ranges = [
    ThresholdTests.Range(low: 0.3, high: 1), ThresholdTests.Range(low: 0, high: 0.6),
    ThresholdTests.Range(low: 0.25, high: 0.8), ThresholdTests.Range(low: 0, high: 1),
    ThresholdTests.Range(low: 0.7, high: 0.4),
  ]

  @Test("Every kind, maxval and size gets hard edges as the definition says", arguments: ranges)
  func hard(range: ThresholdTests.Range) throws {
    for picture in Rasters.withOpacity where picture.width != 9 {
      for call in Self.calls(range, isAntialiased: false, isColour: picture.kind.isColour) {
        try Self.check(picture, call)
      }
    }
  }

  @Test("Every kind, maxval and size gets soft edges as the definition says", arguments: ranges)
  func soft(range: ThresholdTests.Range) throws {
    for softness in [0.08, 1] {
      let range = ThresholdTests.Range(low: range.low, high: range.high, softness: softness)
      for picture in Rasters.withOpacity where picture.width != 9 {
        for call in Self.calls(range, isAntialiased: false, isColour: picture.kind.isColour) {
          try Self.check(picture, call)
        }
      }
    }
  }

  @Test("Every kind, maxval and size is antialiased as the definition says", arguments: ranges)
  func antialias(range: ThresholdTests.Range) throws {
    for picture in Rasters.withOpacity where picture.width != 9 {
      for call in Self.calls(range, isAntialiased: true, isColour: picture.kind.isColour) {
        try Self.check(picture, call)
      }
    }
  }

  @Test("Smooth slopes are antialiased as the definition says")
  func smoothSlopes() throws {
    for maxval in [255, 65535] {
      var picture = Picture(.pamGrayAlpha, width: 17, height: 15, maxval: maxval, filledWith: 0)
      for y in 0..<15 {
        for x in 0..<17 {
          // A cone that is clear at its foot and flat at its top.
          let distance = (Double((x - 8) * (x - 8) + (y - 7) * (y - 7))).squareRoot()
          picture[x, y, 0] = x * maxval / 16
          picture[x, y, 1] = Int(min(max(0, 1.1 - distance / 7), 1) * Double(maxval))
        }
      }
      for range in Self.ranges {
        for call in Self.calls(range, isAntialiased: true, isColour: false) {
          try Self.check(picture, call)
        }
      }
    }
  }

  /// A row with each sample value once as opacity.
  static func everyOpacity(maxval: Int) -> Picture {
    Picture(
      .pamGrayAlpha, width: maxval + 1, height: 1, maxval: maxval,
      samples: (0...maxval).flatMap { [maxval, $0] })
  }

  static func hardOpacities<S: Sample>(
    _ picture: Picture, _ low: Double, _ high: Double, _: S.Type
  ) throws -> [Int] {
    let call = Call(range: ThresholdTests.Range(low: low, high: high))
    let result = try result(picture, call, S.self)
    return (0..<picture.width).map { result.opacity($0, 0) }
  }

  @Test(
    "With bounds on samples, each sample is in or out as whole numbers say",
    arguments: Rasters.maxvals)
  func everySample(maxval: Int) throws {
    var source = RandomSource(seed: UInt64(maxval))
    let picture = Self.everyOpacity(maxval: maxval)
    var bounds = maxval <= 100 ? Array(0...maxval) : [0, 1, maxval / 2, maxval - 1, maxval]
    while bounds.count < (maxval == 65535 ? 8 : 40) { bounds.append(source.number(upTo: maxval)) }
    for bound in bounds {
      let value = Double(bound) / Double(maxval)
      let other = source.number(upTo: maxval - bound) + bound
      let otherValue = Double(other) / Double(maxval)
      let opacities =
        picture.hasBytes
        ? try Self.hardOpacities(picture, value, otherValue, UInt8.self)
        : try Self.hardOpacities(picture, value, otherValue, UInt16.self)
      expectNone(of: 0...maxval, "\(bound) to \(other) of \(maxval)") { sample in
        opacities[sample] != (bound <= sample && sample <= other ? maxval : 0)
      }
    }
  }

  @Test(
    "With bounds of three decimals, each sample is in or out as whole numbers say",
    arguments: Rasters.maxvals)
  func everyDecimal(maxval: Int) throws {
    let picture = Self.everyOpacity(maxval: maxval)
    for thousandths in stride(from: 0, through: 1000, by: maxval == 65535 ? 125 : 25) {
      let value = Double(thousandths) / 1000
      for isLow in [true, false] {
        let (low, high) = isLow ? (value, 1) : (0, value)
        let opacities =
          picture.hasBytes
          ? try Self.hardOpacities(picture, low, high, UInt8.self)
          : try Self.hardOpacities(picture, low, high, UInt16.self)
        expectNone(of: 0...maxval, "\(low) to \(high) of \(maxval)") { sample in
          let (scaled, bound) = (sample * 1000, thousandths * maxval)
          let isInside = isLow ? scaled >= bound : scaled <= bound
          return opacities[sample] != (isInside ? maxval : 0)
        }
      }
    }
  }

  @Test("Opacities 10, 76, 77, 255 with a range from 0.3 become 0, 0, 255, 255")
  func worked() throws {
    let picture = Picture(
      .pamGrayAlpha, width: 4, height: 1, maxval: 255, samples: [9, 10, 9, 76, 9, 77, 9, 255])
    let result = try Self.result(picture, Call(color: nil), UInt8.self)
    #expect(result.samples == [0, 0, 0, 0, 9, 255, 9, 255])
  }

  @Test("A luminance that lies on a bound is inside: it is exact in ten-thousandths")
  func luminanceOnBound() throws {
    // Each of red, green and blue none or all: 0.7011 is cyan, 0.4134 magenta, 0.8855 yellow.
    var source = RandomSource(seed: 17)
    var tuples = (0..<8).map { [$0 & 1, $0 >> 1 & 1, $0 >> 2].map { 255 * $0 } }
    tuples += (0..<300).map { _ in (0..<3).map { _ in source.number(upTo: 255) } }
    for tuple in tuples {
      let picture = Picture(
        .pamColourAlpha, width: 1, height: 1, maxval: 255, samples: tuple + [255])
      let luminance =
        Double(2989 * tuple[0] + 5866 * tuple[1] + 1145 * tuple[2]) / Double(10000 * 255)
      for (low, high) in [(luminance, 1), (0, luminance)] {
        let call = Call(
          range: ThresholdTests.Range(low: low, high: high), looksAtLuminance: true)
        let result = try Self.result(picture, call, UInt8.self)
        try #require(result.opacity(0, 0) == 255, "\(tuple) is \(luminance), in \(low) to \(high)")
      }
    }
  }

  @Test("A gray luminance is the sample's own value", arguments: [7, 255, 1000])
  func grayLuminance(maxval: Int) throws {
    for sample in 0...maxval {
      let picture = Picture(
        .pamColourAlpha, width: 1, height: 1, maxval: maxval,
        samples: [sample, sample, sample, maxval])
      let value = Double(sample) / Double(maxval)
      let call = Call(
        range: ThresholdTests.Range(low: value, high: value), looksAtLuminance: true)
      let result =
        picture.hasBytes
        ? try Self.result(picture, call, UInt8.self) : try Self.result(picture, call, UInt16.self)
      #expect(result.opacity(0, 0) == maxval, "\(sample) of \(maxval)")
    }
  }

  @Test("An antialiased kernel starts anew after its last row")
  func reuse() throws {
    let picture = Picture.random(.pamGrayAlpha, width: 6, height: 4)
    let kernel = try AntialiasedThreshold<UInt8>(
      Threshold(low: 0.3, high: 1), looksAtLuminance: false, color: .black, background: nil,
      raster: picture.raster)
    var runs: [[UInt8]] = []
    for _ in 0..<2 {
      var samples: [UInt8] = []
      func take(_ row: UnsafeMutablePointer<UInt8>) { for i in 0..<12 { samples.append(row[i]) } }
      for y in 0..<4 {
        kernel.push(picture.samples[12 * y..<12 * y + 12].map { UInt8($0) }, take: take)
      }
      kernel.finish(take: take)
      runs.append(samples)
    }
    #expect(runs[0].count == 48)
    #expect(runs[0] == runs[1])
  }
}
