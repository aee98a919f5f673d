import TestSupport
import Testing

@testable import Kernels

@Suite("What comes together of a stream")
struct AccumulationTests {
  /// The results for a stream, the first picture at opacity 1.
  static func results(_ pictures: [Picture], opacities: [Double]) throws -> [Picture] {
    pictures[0].hasBytes
      ? try results(pictures, opacities, UInt8.self)
      : try results(pictures, opacities, UInt16.self)
  }

  private static func results<S: Sample>(
    _ pictures: [Picture], _ opacities: [Double], _: S.Type
  ) throws -> [Picture] {
    let accumulation = Accumulation(pictures[0].raster)
    return try zip(pictures, opacities).map { picture, opacity in
      try picture.withRows(of: S.self) { row, y in
        try accumulation.add(row, y: y, opacity: opacity)
      }
    }
  }

  /// What should have come together after each picture: for each tuple premultiplied colours, 0 to
  /// 1, and the opacity.
  static func exact(_ pictures: [Picture], opacities: [Double]) -> [[[Double]]] {
    let count = pictures[0].width * pictures[0].height
    let width = pictures[0].width
    let colours = pictures[0].kind.isColour ? 3 : 1
    var sums = [[Double]](repeating: Array(repeating: 0, count: colours + 1), count: count)
    return zip(pictures, opacities).map { picture, opacity in
      for i in 0..<count {
        let (x, y) = (i % width, i / width)
        let (s, b) = (picture.alpha(x, y) * opacity, sums[i][colours])
        for plane in 0..<colours {
          let upper = picture.levels(x, y)[plane] / Double(picture.maxval) * s
          let lower = sums[i][plane]
          sums[i][plane] = upper * (1 - b) + lower * (1 - s) + max(upper * b, lower * s)
        }
        sums[i][colours] = s + b * (1 - s)
      }
      return sums
    }
  }

  static func check(_ pictures: [Picture], opacities: [Double]) throws {
    let exact = exact(pictures, opacities: opacities)
    for (number, result) in try results(pictures, opacities: opacities).enumerated() {
      let what = "picture \(number) of \(pictures.count), opacities \(opacities.suffix(3))"
      let maxval = Double(result.maxval)
      try expect(
        result,
        near: { x, y in
          let tuple = exact[number][y * result.width + x]
          let opacity = tuple[tuple.count - 1]
          let colours = tuple.dropLast().map { opacity == 0 ? 0 : $0 / opacity * maxval }
          return result.kind.hasOpacity ? colours + [opacity * maxval] : colours
        }, what)
      try expectNoColourWithoutOpacity(result, what)
    }
  }

  static let kinds = [Kind.pamGray, .pamGrayAlpha, .pamColour, .pamColourAlpha]

  static func stream(
    _ kind: Kind, count: Int, width: Int = 5, height: Int = 3, maxval: Int
  ) -> [Picture] {
    (0..<count).map {
      .random(kind, width: width, height: height, maxval: maxval, seed: UInt64($0 + 1))
    }
  }

  @Test("Each picture is composed with what came together before it", arguments: kinds)
  func definition(kind: Kind) throws {
    for maxval in Rasters.maxvals {
      for (width, height) in [(1, 1), (9, 1), (1, 7), (5, 3)] {
        let pictures = Self.stream(kind, count: 5, width: width, height: height, maxval: maxval)
        try Self.check(pictures, opacities: [1, 1, 1, 1, 1])
        try Self.check(pictures, opacities: [1, 0.5, 0, 1.0 / 3, 0.01])
      }
    }
  }

  @Test("The first picture stays as it is, but for colour without opacity", arguments: kinds)
  func first(kind: Kind) throws {
    for maxval in Rasters.maxvals {
      let picture = Picture.random(kind, width: 40, height: 25, maxval: maxval)
      let result = try Self.results([picture], opacities: [1])[0]
      for y in 0..<picture.height {
        for x in 0..<picture.width {
          let expected = picture.tuple(x, y).map { picture.opacity(x, y) == 0 ? 0 : $0 }
          if result.tuple(x, y) == expected { continue }
          try fail("\(picture): \(result.tuple(x, y)), not \(expected)", #_sourceLocation)
        }
      }
    }
  }

  @Test(
    "Of opaque pictures the greatest of all samples stays, exactly", arguments: [7, 255, 65535])
  func opaque(maxval: Int) throws {
    let pictures = Self.stream(.pamColour, count: 20, maxval: maxval)
    var expected = pictures[0]
    for (number, result) in try Self.results(pictures, opacities: Array(repeating: 1, count: 20))
      .enumerated()
    {
      for i in expected.samples.indices {
        expected.samples[i] = max(expected.samples[i], pictures[number].samples[i])
      }
      #expect(result.difference(from: expected) == nil, "picture \(number)")
    }
  }

  @Test("Nothing is rounded in between: what is below half a level adds up")
  func unrounded() throws {
    let black = Picture(.pamGray, width: 1, height: 1, maxval: 255, samples: [0])
    let white = Picture(.pamGray, width: 1, height: 1, maxval: 255, samples: [255])
    let results = try Self.results(
      [black] + Array(repeating: white, count: 200),
      opacities: [1] + Array(repeating: 0.001, count: 200))
    // 255 (1 - 0.999^k)
    #expect(results[1].samples == [0] && results[2].samples == [1])
    #expect(results[100].samples == [24] && results[200].samples == [46])
  }

  @Test("Opacity comes together too, of many pictures that have little")
  func opacity() throws {
    var pictures = Self.stream(.pamColourAlpha, count: 60, maxval: 255)
    for k in pictures.indices {
      for y in 0..<3 { for x in 0..<5 { pictures[k][x, y, 3] = (x + y + k) % 4 } }
    }
    try Self.check(pictures, opacities: [1] + Array(repeating: 0.25, count: 59))
  }

  @Test("A long stream stays as near as a short one", arguments: [255, 65535])
  func long(maxval: Int) throws {
    for kind in [Kind.pamGray, .pamColourAlpha] {
      let pictures = Self.stream(kind, count: 400, width: 3, height: 1, maxval: maxval)
      try Self.check(pictures, opacities: (0..<400).map { $0 == 0 ? 1 : 0.02 })
      try Self.check(pictures, opacities: Array(repeating: 1, count: 400))
    }
  }

  @Test("Thousands of faint pictures add up to what they should", arguments: [255, 65535])
  func faint(maxval: Int) throws {
    let pictures = [maxval / 5, maxval, maxval * 2 / 3].map { level in
      Picture(.pamGray, width: 1, height: 1, maxval: maxval, samples: [level])
    }
    let stream = [pictures[0]] + Array(repeating: pictures[1], count: 1500)
    let others = Array(repeating: pictures[2], count: 1500)
    try Self.check(stream + others, opacities: (0...3000).map { $0 == 0 ? 1 : 0.001 })
  }

  @Test("A picture once more changes nothing where it is opaque")
  func twice() throws {
    let picture = Picture.random(.pamColour, width: 20, height: 10, maxval: 1000)
    for opacity in [0, 0.3, 1] {
      let results = try Self.results([picture, picture], opacities: [1, opacity])
      #expect(results[1].difference(from: picture) == nil)
    }
  }
}
