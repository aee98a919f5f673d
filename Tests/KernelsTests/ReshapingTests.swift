import TestSupport
import Testing

@testable import Kernels

@Suite("Reshaping rows")
struct ReshapingTests {
  static func reshaped<S: Sample>(
    _ picture: Picture, to target: Kind, maxval: Int, _: S.Type
  ) -> Picture {
    let result = Picture(
      target, width: picture.width, height: picture.height, maxval: maxval, filledWith: 0)
    let reshaping = Reshaping(from: picture.raster, to: result.raster)
    let input = picture.samples.map { S($0) }
    // Nothing may be written behind the last tuple.
    var output = [S](repeating: 3, count: result.samples.count + 4)
    output.withUnsafeMutableBufferPointer {
      reshaping.reshape(input, into: $0.baseAddress!, count: picture.width * picture.height)
    }
    #expect(output.suffix(4).allSatisfy { $0 == 3 })
    return Picture(
      target, width: picture.width, height: picture.height, maxval: maxval,
      samples: output.dropLast(4).map { Int($0) })
  }

  /// All pairs of kinds in which no plane is lost.
  static let pairs: [(from: Kind, to: Kind)] = [
    (.pamGray, .pamGray), (.pamGray, .pamGrayAlpha), (.pamGray, .pamColour),
    (.pamGray, .pamColourAlpha), (.pamGrayAlpha, .pamGrayAlpha), (.pamGrayAlpha, .pamColourAlpha),
    (.pamColour, .pamColour), (.pamColour, .pamColourAlpha), (.pamColourAlpha, .pamColourAlpha),
  ]

  @Test("Gray becomes three equal planes, and what had no opacity is opaque", arguments: pairs)
  func kinds(from: Kind, to: Kind) {
    for maxval in [1, 7, 255, 256, 65535] {
      for (width, height) in [(1, 1), (1, 5), (9, 2)] {
        let picture = Picture.random(from, width: width, height: height, maxval: maxval)
        let result =
          picture.hasBytes
          ? Self.reshaped(picture, to: to, maxval: maxval, UInt8.self)
          : Self.reshaped(picture, to: to, maxval: maxval, UInt16.self)
        for y in 0..<height {
          for x in 0..<width {
            #expect(result.colour(x, y) == picture.colour(x, y))
            #expect(result.opacity(x, y) == picture.opacity(x, y))
          }
        }
      }
    }
  }

  @Test("Bilevel samples become 0 and 255", arguments: pairs)
  func bilevel(from: Kind, to: Kind) throws {
    let picture = Picture.random(from, width: 20, height: 3, maxval: 1)
    let result = Self.reshaped(picture, to: to, maxval: 255, UInt8.self)
    for y in 0..<3 {
      for x in 0..<20 {
        try #require(result.colour(x, y) == picture.colour(x, y).map { 255 * $0 })
        try #require(result.opacity(x, y) == picture.opacity(x, y) * 255)
      }
    }
  }

  @Test("There is nothing to do where depth and maxval are the same, and only there")
  func identity() {
    for (from, to) in Self.pairs {
      for (maxval, wanted) in [(1, 1), (1, 255), (255, 255)] {
        func raster(_ kind: Kind, _ maxval: Int) -> Raster {
          Picture(kind, width: 2, height: 1, maxval: maxval, filledWith: 0).raster
        }
        let reshaping = Reshaping(from: raster(from, maxval), to: raster(to, wanted))
        #expect(reshaping.isIdentity == (from == to && maxval == wanted))
      }
    }
  }
}
