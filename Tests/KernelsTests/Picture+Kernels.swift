import TestSupport
import Testing

@testable import Kernels

extension Picture {
  var raster: Raster {
    Raster(
      width: width, height: height, isColor: kind.isColour, hasOpacity: kind.hasOpacity,
      maxval: maxval)
  }

  /// Whether samples are bytes; else they are words.
  var hasBytes: Bool { maxval < 256 }

  /// The picture with each row changed in place by `change`, from the top. With `flattened` the
  /// rows have lost their opacities by then. Around a row nothing may be written.
  func withRows<S: Sample>(
    of _: S.Type, flattened: Bool = false, change: (UnsafeMutablePointer<S>, Int) throws -> Void
  ) rethrows -> Picture {
    let count = width * depth
    let guardCount = 8
    let guardSample = S.max / 3
    let kept = flattened && kind.hasOpacity ? width * (depth - 1) : count
    var result: [Int] = []
    for y in 0..<height {
      var row = [S](repeating: guardSample, count: count + 2 * guardCount)
      for i in 0..<count { row[guardCount + i] = S(samples[y * count + i]) }
      try row.withUnsafeMutableBufferPointer { try change($0.baseAddress! + guardCount, y) }
      let outside = row.prefix(guardCount) + row.suffix(guardCount)
      #expect(outside.allSatisfy { $0 == guardSample }, "written outside row \(y) of \(self)")
      result += row[guardCount..<guardCount + kept].map { Int($0) }
    }
    let kind = flattened ? Kind.pamOf(isColour: kind.isColour, hasOpacity: false) : kind
    return Picture(kind, width: width, height: height, maxval: maxval, samples: result)
  }

  /// A tuple's samples.
  func tuple(_ x: Int, _ y: Int) -> [Int] {
    let start = (y * width + x) * depth
    return Array(samples[start..<start + depth])
  }

  /// A tuple's colour in levels: one number or three.
  func levels(_ x: Int, _ y: Int) -> [Double] {
    tuple(x, y).prefix(raster.colors).map { Double($0) }
  }

  /// Opacity, 0 to 1.
  func alpha(_ x: Int, _ y: Int) -> Double { Double(opacity(x, y)) / Double(maxval) }
}

extension Kind {
  static func pamOf(isColour: Bool, hasOpacity: Bool) -> Kind {
    isColour
      ? (hasOpacity ? .pamColourAlpha : .pamColour) : (hasOpacity ? .pamGrayAlpha : .pamGray)
  }
}

extension Color {
  static let orange = Color(red: 1, green: 0.6, blue: 0.07)
  static let silver = Color(red: 0.75, green: 0.75, blue: 0.75)
}

/// The rasters that every kernel is held against its oracle with: noise of every kind, at maxvals
/// of one byte and two, from a single tuple up.
enum Rasters {
  static let maxvals = [1, 2, 7, 100, 255, 256, 1000, 65535]
  static let sizes = [(1, 1), (1, 6), (9, 1), (2, 2), (7, 5), (16, 3), (13, 6)]
  static let all = every(of: [.pamGray, .pamGrayAlpha, .pamColour, .pamColourAlpha])
  static let withOpacity = every(of: [.pamGrayAlpha, .pamColourAlpha])

  private static func every(of kinds: [Kind]) -> [Picture] {
    var pictures: [Picture] = []
    for kind in kinds {
      for maxval in maxvals {
        for (width, height) in sizes {
          let seed = UInt64(pictures.count + 1)
          pictures.append(
            .random(kind, width: width, height: height, maxval: maxval, seed: seed))
        }
      }
    }
    return pictures
  }
}

extension RandomSource {
  /// A number from `low` up to `high`.
  mutating func number(from low: Double, to high: Double) -> Double {
    low + (high - low) * Double(number(upTo: 1 << 30)) / Double(1 << 30)
  }
}

/// What an effect is by its definition: the exact levels of the tuple at (x, y), none of them
/// rounded or clamped, the opacity last where there is one.
typealias Definition = (_ x: Int, _ y: Int) -> [Double]

/// Expects every sample of `result` within 0.51 levels of the exact one, or 0.6 for a maxval above
/// 255: half a level is rounding. Under an opacity of 0 the colour does not count. A test ends with
/// the first that is not.
func expect(
  _ result: Picture, near definition: Definition, _ what: @autoclosure () -> String = "",
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let tolerance = result.maxval < 256 ? 0.51 : 0.6
  let maxval = Double(result.maxval)
  for y in 0..<result.height {
    for x in 0..<result.width {
      let exact = definition(x, y)
      try #require(exact.count == result.depth, "\(result)", sourceLocation: sourceLocation)
      let isClear = result.opacity(x, y) == 0
      for plane in isClear ? result.depth - 1..<result.depth : 0..<result.depth {
        let level = min(max(0, exact[plane]), maxval)
        let sample = result[x, y, plane]
        if abs(Double(sample) - level) <= tolerance { continue }
        try fail(
          """
          \(what()): plane \(plane) at column \(x), row \(y) of \(result) is \(sample) instead of \
          \(level)
          """, sourceLocation)
      }
    }
  }
}

/// Expects that tuples without opacity are as they were before, their colour too.
func expectClearTuplesKept(
  _ result: Picture, from source: Picture, _ what: @autoclosure () -> String = "",
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  for y in 0..<source.height {
    for x in 0..<source.width where source.opacity(x, y) == 0 {
      if result.tuple(x, y) == source.tuple(x, y) { continue }
      try fail(
        """
        \(what()): column \(x), row \(y) of \(result) is \(result.tuple(x, y)) instead of \
        \(source.tuple(x, y)) without opacity
        """, sourceLocation)
    }
  }
}

/// Ends the test.
func fail(_ why: String, _ sourceLocation: SourceLocation) throws {
  try #require(Bool(false), "\(why)", sourceLocation: sourceLocation)
}

/// The first of `values` that `isWrong` holds for: one message for a loop over many.
func expectNone<Values: Sequence>(
  of values: Values, _ what: @autoclosure () -> String = "",
  sourceLocation: SourceLocation = #_sourceLocation, where isWrong: (Values.Element) -> Bool
) {
  let wrong = values.first(where: isWrong)
  #expect(wrong == nil, "\(what())", sourceLocation: sourceLocation)
}
