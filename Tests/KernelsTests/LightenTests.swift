import TestSupport
import Testing

@testable import Kernels

/// An overlay on a base, with the way in which `lighten-blend` has it composed.
struct Blend: CustomStringConvertible {
  var base: Picture
  var overlay: Picture
  var x = 0.0
  var y = 0.0
  var opacity = 1.0

  var description: String { "\(overlay) at (\(x), \(y)), opacity \(opacity)" }

  /// Whether samples can be composed as they are.
  var isAlike: Bool {
    Overlay(overlay.raster, on: base.raster).isAlike && Offset(x: x, y: y).isWhole && opacity == 1
  }

  // MARK: - As it should be

  /// Premultiplied colours and opacity of the overlay's tuple (x, y), 0 to 1; nothing outside.
  private func upper(_ x: Int, _ y: Int) -> [Double] {
    if x < 0 || y < 0 || x >= overlay.width || y >= overlay.height { return [0, 0, 0, 0] }
    let alpha = overlay.alpha(x, y)
    return overlay.colour(x, y).map { Double($0) / Double(overlay.maxval) * alpha } + [alpha]
  }

  /// The same at the base's tuple (x, y), where neighbours meet.
  private func placed(_ x: Int, _ y: Int) -> [Double] {
    // Farther out there is nothing of either picture.
    let left = min(max(self.x, -1e12), 1e12)
    let top = min(max(self.y, -1e12), 1e12)
    let (column, row) = (left.rounded(.down), top.rounded(.down))
    let (fx, fy) = (left - column, top - row)
    let (i, j) = (x - Int(column), y - Int(row))
    var sum = [0.0, 0, 0, 0]
    for (dx, dy, weight) in [
      (0, 0, (1 - fx) * (1 - fy)), (1, 0, fx * (1 - fy)), (0, 1, (1 - fx) * fy), (1, 1, fx * fy),
    ] where weight > 0 {
      let tuple = upper(i - dx, j - dy)
      for plane in 0..<4 { sum[plane] += tuple[plane] * weight }
    }
    return sum
  }

  /// W3C compositing with blend mode lighten, word for word: cs = (1 - ab) Cs + ab B(Cb, Cs) with
  /// B = max, then source-over, in straight colours.
  func definition(_ x: Int, _ y: Int) -> [Double] {
    let overlay = placed(x, y)
    let source = overlay[3] * opacity
    let backdrop = base.alpha(x, y)
    let union = source + backdrop * (1 - source)
    let maxval = Double(base.maxval)
    let colours = base.levels(x, y).indices.map { plane in
      let lower = base.levels(x, y)[plane] / maxval
      let upper = overlay[3] == 0 ? 0 : overlay[plane] / overlay[3]
      let mixed = (1 - backdrop) * upper + backdrop * max(lower, upper)
      let sum = source * mixed + (1 - source) * backdrop * lower
      return union == 0 ? 0 : sum / union * maxval
    }
    return base.kind.hasOpacity ? colours + [union * maxval] : colours
  }

  // MARK: - As the kernels have it

  /// By way of placed overlays.
  func composed() throws -> Picture {
    base.hasBytes ? try composed(UInt8.self) : try composed(UInt16.self)
  }

  private func composed<S: Sample>(_: S.Type) throws -> Picture {
    let reader = Overlay(overlay.raster, on: base.raster)
    let lighten = Lighten<S>(base.raster)
    let placement = try Placement(
      Offset(x: x, y: y), sourceWidth: overlay.width, sourceHeight: overlay.height,
      canvasWidth: base.width, planes: reader.planes)
    var taken = 0
    return base.withRows(of: S.self) { row, y in
      while placement.needsRow(for: y) {
        let target = placement.push()
        for (i, value) in reader.values(overlay, row: taken).enumerated() { target[i] = value }
        taken += 1
      }
      if placement.reaches(y) {
        lighten.blend(
          placement.row(y), opacity: Float(opacity), columns: placement.columns, into: row)
      } else {
        lighten.leave(row)
      }
    }
  }

  /// By way of samples as they are.
  func composedAlike() -> Picture {
    base.hasBytes ? composedAlike(UInt8.self) : composedAlike(UInt16.self)
  }

  private func composedAlike<S: Sample>(_: S.Type) -> Picture {
    let offset = Offset(x: x, y: y)
    let columns = offset.columns(of: overlay.raster, on: base.raster)
    let lighten = Lighten<S>(base.raster)
    let samples = overlay.samples.map { S($0) }
    return base.withRows(of: S.self) { row, y in
      let source = y - offset.row
      guard (0..<overlay.height).contains(source), !columns.isEmpty else {
        return lighten.leave(row)
      }
      samples.withUnsafeBufferPointer {
        let first = source * overlay.width + max(0, -offset.column)
        lighten.blend($0.baseAddress! + first * overlay.depth, columns: columns, into: row)
      }
    }
  }

  /// Composes in every way that there is.
  func check(sourceLocation: SourceLocation = #_sourceLocation) throws {
    let result = try composed()
    try expect(result, near: definition, "\(self)", sourceLocation: sourceLocation)
    try expectNoColourWithoutOpacity(result, "\(self)", sourceLocation: sourceLocation)
    guard isAlike else { return }
    let alike = composedAlike()
    try expect(alike, near: definition, "\(self), alike", sourceLocation: sourceLocation)
    try expectNoColourWithoutOpacity(alike, "\(self), alike", sourceLocation: sourceLocation)
  }
}

/// Expects that every colour is 0 where the opacity is.
func expectNoColourWithoutOpacity(
  _ result: Picture, _ what: @autoclosure () -> String = "",
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  if !result.kind.hasOpacity { return }
  for y in 0..<result.height {
    for x in 0..<result.width
    where result.opacity(x, y) == 0 && result.tuple(x, y).contains(where: { $0 > 0 }) {
      try fail("\(what()): \(result.tuple(x, y)) at column \(x), row \(y)", sourceLocation)
    }
  }
}

@Suite("The lighter of two pictures")
struct LightenTests {
  static let kinds = [Kind.pamGray, .pamGrayAlpha, .pamColour, .pamColourAlpha]
  /// Base and overlay. (A gray base under an overlay of colour has been made RGB.)
  static let pairs = kinds.flatMap { base in
    kinds.filter { base.isColour || !$0.isColour }.map { (base, $0) }
  }
  static let maxvals = [1, 7, 100, 255, 256, 1000, 65535]

  @Test("Every mix of kinds, maxvals and sizes is what the W3C formula says")
  func everyMix() throws {
    let sizes = [(6, 4), (1, 1), (1, 5), (7, 1), (3, 2), (9, 6)]
    let offsets = [(0.0, 0.0), (1, -1), (-0.25, 0.5), (2.5, 0), (-2, 1.75), (0.999, -0.001)]
    let opacities = [1, 1, 0.5, 1, 0.013, 0]
    var seed: UInt64 = 0
    for (baseKind, overlayKind) in Self.pairs {
      for baseMaxval in Self.maxvals {
        for maxval in Self.maxvals {
          seed += 1
          let turn = Int(seed)
          let (width, height) = sizes[turn % 5]
          let (overlayWidth, overlayHeight) = sizes[turn % 6]
          let (x, y) = offsets[turn / 5 % 6]
          let base = Picture.random(
            baseKind, width: width, height: height, maxval: baseMaxval, seed: seed)
          let overlay = Picture.random(
            overlayKind, width: overlayWidth, height: overlayHeight, maxval: maxval,
            seed: seed + 1000)
          try Blend(base: base, overlay: overlay).check()
          try Blend(
            base: base, overlay: overlay, x: x, y: y, opacity: opacities[turn / 7 % 6]
          ).check()
        }
      }
    }
  }

  @Test("An overlay of the same kind, as samples or placed, is what the formula says")
  func alike() throws {
    for base in Rasters.all {
      let overlay = Picture.random(
        base.kind, width: base.width, height: base.height, maxval: base.maxval, seed: 77)
      let blend = Blend(base: base, overlay: overlay)
      try #require(blend.isAlike)
      try blend.check()
      // They may round differently where the exact level is half-way.
      try #expect(blend.composedAlike().difference(from: blend.composed(), tolerance: 1) == nil)
    }
  }

  @Test("Of two opaque pictures the greater sample stays, exactly", arguments: maxvals)
  func opaque(maxval: Int) throws {
    for isColour in [false, true] {
      let kind = isColour ? Kind.pamColour : .pamGray
      let base = Picture.random(kind, width: 30, height: 9, maxval: maxval, seed: 5)
      let overlay = Picture.random(kind, width: 30, height: 9, maxval: maxval, seed: 6)
      var expected = base
      for i in base.samples.indices {
        expected.samples[i] = max(base.samples[i], overlay.samples[i])
      }
      let blend = Blend(base: base, overlay: overlay)
      #expect(blend.composedAlike().difference(from: expected) == nil)
      #expect(try blend.composed().difference(from: expected) == nil)
      let opaque = Blend(base: base.withFullOpacity, overlay: overlay.withFullOpacity)
      let full = expected.withFullOpacity
      #expect(opaque.composedAlike().difference(from: full) == nil)
      #expect(try opaque.composed().difference(from: full) == nil)
      #expect(
        try Blend(base: base.withFullOpacity, overlay: overlay).composed().difference(from: full)
          == nil)
      #expect(
        try Blend(base: base, overlay: overlay.withFullOpacity).composed()
          .difference(from: expected) == nil)
    }
  }

  @Test("An overlay may lie anywhere, partly or wholly outside")
  func anywhere() throws {
    for (number, (baseKind, overlayKind)) in Self.pairs.enumerated() {
      let base = Picture.random(baseKind, width: 5, height: 4, seed: UInt64(number))
      for (width, height) in [(3, 2), (1, 1), (8, 7)] {
        let overlay = Picture.random(overlayKind, width: width, height: height, seed: 40)
        for x in -width - 1...6 {
          for y in -height - 1...5 where (x + y) % 3 == 0 {
            try Blend(base: base, overlay: overlay, x: Double(x), y: Double(y)).check()
          }
        }
        for (x, y) in [(1e300, 0), (0, -1e300), (-1e300, 1e300), (1e12, -1e12), (5, 0), (0, -7)] {
          let blend = Blend(base: base, overlay: overlay, x: x, y: y + (y == 0 ? 0.5 : 0))
          try blend.check()
          if abs(x) + abs(y) < 5 { continue }
          let result = try blend.composed()
          for y in 0..<4 {
            for x in 0..<5 where base.opacity(x, y) > 0 {
              #expect(result.tuple(x, y) == base.tuple(x, y), "\(blend)")
            }
          }
        }
      }
    }
  }

  @Test("Fractions are placed by bilinear interpolation of premultiplied samples")
  func fractions() throws {
    let fractions = [0.25, 0.5, 1.0 / 3, 0.001, 0.999, -0.75, -2.5, 3.125]
    for (number, (baseKind, overlayKind)) in Self.pairs.enumerated() {
      for maxval in [7, 255, 65535] {
        let base = Picture.random(baseKind, width: 6, height: 5, maxval: maxval, seed: 3)
        let overlay = Picture.random(
          overlayKind, width: 4, height: 3, maxval: 255, seed: UInt64(number + 60))
        for (i, x) in fractions.enumerated() {
          try Blend(base: base, overlay: overlay, x: x).check()
          try Blend(base: base, overlay: overlay, y: x).check()
          try Blend(base: base, overlay: overlay, x: x, y: fractions[(i + number) % 8]).check()
        }
      }
    }
  }

  @Test("Fractions just below a whole number weigh what they should, however faint a neighbour is")
  func faintNeighbours() throws {
    for maxval in [255, 65535] {
      let base = Picture(
        .pamGrayAlpha, width: 4, height: 4, maxval: maxval, samples: Array(repeating: 0, count: 32))
      let faint = [0, 1]
      let strong = [maxval, maxval]
      for tuples in [faint + strong, strong + faint] {
        for fraction in [1e-3, 1e-4, 1e-5, 1e-6, 1e-9] {
          for x in [fraction, 1 - fraction] {
            let row = Picture(.pamGrayAlpha, width: 2, height: 1, maxval: maxval, samples: tuples)
            try Blend(base: base, overlay: row, x: x).check()
            let column = Picture(
              .pamGrayAlpha, width: 1, height: 2, maxval: maxval, samples: tuples)
            try Blend(base: base, overlay: column, y: x).check()
          }
        }
      }
    }
  }

  @Test("No colour bleeds out of clear tuples of the overlay, nor darkness out of its outside")
  func premultiplied() throws {
    let base = Picture(
      .pamColourAlpha, width: 4, height: 1, maxval: 255, samples: Array(repeating: 0, count: 16))
    let overlay = Picture(
      .pamColourAlpha, width: 2, height: 1, maxval: 255,
      samples: [200, 100, 50, 255, 255, 255, 255, 0])
    let result = try Blend(base: base, overlay: overlay, x: 0.5).composed()
    #expect(
      result.samples == [200, 100, 50, 128] + [200, 100, 50, 128] + Array(repeating: 0, count: 8))
  }

  @Test("The opacity scales the overlay's own")
  func opacity() throws {
    for (number, (baseKind, overlayKind)) in Self.pairs.enumerated() {
      for maxval in [1, 100, 255, 65535] {
        let base = Picture.random(
          baseKind, width: 9, height: 5, maxval: maxval, seed: UInt64(number))
        let overlay = Picture.random(overlayKind, width: 8, height: 6, maxval: maxval, seed: 8)
        for opacity in [0, 1e-300, 1e-9, 0.001, 1.0 / 3, 0.5, 0.75, 0.999, 0.9999999, 1] {
          let blend = Blend(base: base, overlay: overlay, opacity: opacity)
          try blend.check()
          if opacity > 1e-9 { continue }
          // Nothing is left of the overlay.
          let result = try blend.composed()
          for y in 0..<base.height {
            for x in 0..<base.width where base.opacity(x, y) > 0 {
              #expect(result.tuple(x, y) == base.tuple(x, y), "\(blend)")
            }
          }
        }
      }
    }
  }

  /// All of four of `values` as base and overlay: level, opacity, level, opacity. As RGB the other
  /// two levels of a tuple are those of the two tuples that follow.
  static func grid(_ values: [Int], maxval: Int, isColour: Bool = false) -> Blend {
    let count = values.count
    let kind = isColour ? Kind.pamColourAlpha : .pamGrayAlpha
    var base: [Int] = []
    var overlay: [Int] = []
    for i in 0..<count * count {
      for j in 0..<count * count {
        for plane in 0..<(isColour ? 3 : 1) {
          base.append(values[(i + plane) % count])
          overlay.append(values[(j + 2 * plane) % count])
        }
        base.append(values[i / count])
        overlay.append(values[j / count])
      }
    }
    return Blend(
      base: Picture(
        kind, width: count * count, height: count * count, maxval: maxval, samples: base),
      overlay: Picture(
        kind, width: count * count, height: count * count, maxval: maxval, samples: overlay))
  }

  @Test("Bytes of gray with opacity, in steps of 15 and 17, are the formula's nearest levels")
  func bytes() throws {
    for step in [15, 17] {
      let blend = Self.grid(Array(stride(from: 0, through: 255, by: step)), maxval: 255)
      for (name, result) in [("alike", blend.composedAlike()), ("placed", try blend.composed())] {
        expectNone(of: 0..<result.samples.count / 2, "\(name), by \(step)") { i in
          let (lower, b) = (blend.base.samples[2 * i], blend.base.samples[2 * i + 1])
          let (upper, s) = (blend.overlay.samples[2 * i], blend.overlay.samples[2 * i + 1])
          let union = 255 * (s + b) - s * b
          let sum =
            upper * s * (255 - b) + lower * b * (255 - s) + max(upper * s * b, lower * b * s)
          // Within 0.51 levels of the exact ones, which are union / 255 and sum / union.
          let isNear = 100 * abs(255 * result.samples[2 * i + 1] - union) <= 51 * 255
          if result.samples[2 * i + 1] == 0 { return !isNear || result.samples[2 * i] != 0 }
          return !isNear || 100 * abs(union * result.samples[2 * i] - sum) > 51 * union
        }
      }
    }
  }

  @Test("All opacities of a byte over all others, with colours at random")
  func everyOpacity() throws {
    let colours = Picture.random(.pamColour, width: 256, height: 256, seed: 12)
    let others = Picture.random(.pamColour, width: 256, height: 256, seed: 13)
    var base = colours.withFullOpacity
    var overlay = others.withFullOpacity
    for y in 0..<256 {
      for x in 0..<256 {
        base[x, y, 3] = x
        overlay[x, y, 3] = y
      }
    }
    let blend = Blend(base: base, overlay: overlay)
    for (name, result) in [("alike", blend.composedAlike()), ("placed", try blend.composed())] {
      expectNone(of: 0..<65536, name) { i in
        let (b, s) = (i & 255, i >> 8)
        let union = 255 * (s + b) - s * b
        let opacity = result.samples[4 * i + 3]
        if 100 * abs(255 * opacity - union) > 51 * 255 { return true }
        return (4 * i..<4 * i + 3).contains { place in
          let (lower, upper) = (base.samples[place] * b, overlay.samples[place] * s)
          let sum = upper * (255 - b) + lower * (255 - s) + max(upper * b, lower * s)
          if opacity == 0 { return result.samples[place] != 0 }
          return 100 * abs(union * result.samples[place] - sum) > 51 * union
        }
      }
    }
  }

  @Test("Bytes of RGB with opacity are rounded exactly, halves upwards", arguments: [255, 200, 7])
  func exactBytes(maxval: Int) {
    // Each row has two opacities, and all differences of two samples.
    let opacities = Array(stride(from: 0, through: maxval, by: maxval > 100 ? 6 : 1)) + [maxval]
    let pairs = opacities.flatMap { s in opacities.map { b in (s, b) } }
    var base: [Int] = []
    var overlay: [Int] = []
    for (s, b) in pairs {
      for difference in 0...maxval {
        overlay += [difference, 0, maxval, s]
        base += [0, difference, maxval - difference, b]
      }
    }
    func picture(_ samples: [Int]) -> Picture {
      Picture(
        .pamColourAlpha, width: maxval + 1, height: pairs.count, maxval: maxval, samples: samples)
    }
    let result = Blend(base: picture(base), overlay: picture(overlay)).composedAlike().samples
    expectNone(of: 0..<pairs.count * (maxval + 1), "maxval \(maxval)") { i in
      let (s, b) = pairs[i / (maxval + 1)]
      let union = maxval * (s + b) - s * b
      let opacity = (2 * union + maxval) / (2 * maxval)
      if result[4 * i + 3] != opacity { return true }
      return (4 * i..<4 * i + 3).contains { place in
        if opacity == 0 { return result[place] != 0 }
        let (upper, lower) = (overlay[place], base[place])
        let part = abs(upper - lower) * (upper > lower ? s : b) * maxval
        return result[place] != min(upper, lower) + (2 * part + union) / (2 * union)
      }
    }
  }

  @Test(
    "The extremes of every maxval are what the formula says",
    arguments: [1, 2, 15, 255, 256, 1023, 4095, 32767, 65534, 65535])
  func extremes(maxval: Int) throws {
    let values = Set([0, 1, 2, maxval / 2, maxval - 1, maxval].filter { $0 <= maxval }).sorted()
    for isColour in [false, true] {
      try Self.grid(values, maxval: maxval, isColour: isColour).check()
    }
  }

  @Test("Which of two byte pictures lies over the other makes no difference")
  func symmetry() {
    for kind in [Kind.pamGray, .pamGrayAlpha, .pamColour, .pamColourAlpha] {
      let (one, other) = (
        Picture.random(kind, width: 50, height: 20, seed: 1),
        Picture.random(kind, width: 50, height: 20, seed: 2)
      )
      let result = Blend(base: one, overlay: other).composedAlike()
      let swapped = Blend(base: other, overlay: one).composedAlike()
      #expect(result.difference(from: swapped) == nil, "\(kind)")
    }
  }

  @Test("A clear overlay changes nothing, and over a clear base the overlay stays as it is")
  func clear() throws {
    for kind in [Kind.pamGrayAlpha, .pamColourAlpha] {
      for maxval in Self.maxvals {
        var picture = Picture.random(kind, width: 20, height: 9, maxval: maxval, seed: 4)
        var clear = Picture.random(kind, width: 20, height: 9, maxval: maxval, seed: 5)
        for y in 0..<9 {
          for x in 0..<20 {
            clear[x, y, kind.depth - 1] = 0
            if picture.opacity(x, y) > 0 { continue }
            for plane in 0..<kind.depth { picture[x, y, plane] = 0 }
          }
        }
        for blend in [
          Blend(base: picture, overlay: clear), Blend(base: clear, overlay: picture),
        ] {
          #expect(blend.composedAlike().difference(from: picture) == nil, "\(blend)")
          #expect(try blend.composed().difference(from: picture) == nil, "\(blend)")
        }
      }
    }
  }
}

extension Picture {
  /// The same, opaque, with a plane that says so.
  var withFullOpacity: Picture {
    let samples = (0..<width * height).flatMap { i in
      self.samples[i * depth..<(i + 1) * depth] + [maxval]
    }
    return Picture(
      .pamOf(isColour: kind.isColour, hasOpacity: true), width: width, height: height,
      maxval: maxval, samples: samples)
  }
}

// MARK: - What others make of it

@Suite("Lighten as others have it")
struct LightenElsewhereTests {
  /// A line of the fixture: straight levels of 255.
  struct Line {
    let base: [Int]
    let overlay: [Int]
    /// Pixels of a page of Chromium's, 8 bits; premultiplied within Chromium.
    let page: [Double]
    /// The same on a canvas of half-precision numbers.
    let canvas: [Double]
    /// ImageMagick's, 16 bits.
    let magick: [Double]
  }

  static let lines: [Line] = {
    let text = (try? Repository.text(of: "Tests/Fixtures/lighten-chromium.txt")) ?? ""
    return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { line in
      let columns = line.split(separator: "|").map { column in
        column.split(separator: " ").compactMap { Double($0) }
      }
      guard columns.map(\.count) == [4, 4, 4, 4, 4] else { return nil }
      return Line(
        base: columns[0].map { Int($0) }, overlay: columns[1].map { Int($0) }, page: columns[2],
        canvas: columns[3], magick: columns[4])
    }
  }()

  /// What the kernels make of a line, in both ways; for a base that is opaque, without its opacity
  /// too.
  static func results(_ line: Line) throws -> [[Int]] {
    func picture(_ samples: [Int]) -> Picture {
      Picture(
        samples.count == 4 ? .pamColourAlpha : .pamColour, width: 1, height: 1, maxval: 255,
        samples: samples)
    }
    let blend = Blend(base: picture(line.base), overlay: picture(line.overlay))
    var results = [blend.composedAlike().samples, try blend.composed().samples]
    if line.base[3] == 255 {
      var opaque = blend
      opaque.base = picture(line.base.dropLast())
      results.append(try opaque.composed().samples + [255])
    }
    return results
  }

  @Test("The values are there, with every mix of opacities")
  func fixture() {
    #expect(Self.lines.count >= 64)
    #expect(Set(Self.lines.map { [$0.base[3], $0.overlay[3]] }).count >= 64)
  }

  @Test("ImageMagick's -compose Lighten: its 16 bits are within our rounding and 0.01")
  func magick() throws {
    for line in Self.lines {
      for result in try Self.results(line) {
        try Self.expect(result, near: line.magick, within: 0.51 + 0.01, line)
      }
    }
  }

  /// A number of half precision is good to 1 / 2048 of itself: 0.125 levels. Chromium rounds to it
  /// more than once: layers, result, and straight colours again.
  @Test("Chromium's mix-blend-mode, half-precision canvas: within our rounding and 0.25")
  func canvas() throws {
    for line in Self.lines {
      for result in try Self.results(line) {
        try Self.expect(result, near: line.canvas, within: 0.51 + 0.25, line)
      }
    }
  }

  /// Chromium holds layers premultiplied in bytes: half a level goes with either layer (weighed, at
  /// most 1 together), and half a level with the result. At low opacities that is much of a
  /// straight colour, so premultiplied ones are compared.
  @Test("Chromium's mix-blend-mode, pixels of a page: premultiplied, within our rounding and 1.5")
  func page() throws {
    for line in Self.lines {
      let page = line.page.prefix(3).map { $0 * line.page[3] / 255 } + [line.page[3]]
      for result in try Self.results(line) {
        let premultiplied =
          result.prefix(3).map { Double($0 * result[3]) / 255 } + [Double(result[3])]
        let isNear = zip(premultiplied, page).allSatisfy { abs($0 - $1) <= 0.51 + 1.5 }
        #expect(isNear, "\(line): \(result)")
      }
    }
  }

  static func expect(
    _ result: [Int], near values: [Double], within bound: Double, _ line: Line,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    // Without opacity there is no colour to compare.
    for plane in result[3] == 0 ? 3..<4 : 0..<4
    where abs(Double(result[plane]) - values[plane]) > bound {
      try fail("\(line): \(result)", sourceLocation)
    }
  }
}
