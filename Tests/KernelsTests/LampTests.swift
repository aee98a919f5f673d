import TestSupport
import Testing

@testable import Kernels

@Suite("Light added to rows")
struct LampTests {
  /// The row `picture` with light on it.
  static func lit<S: Sample>(
    _ picture: Picture, _ light: [Double], strength: Double, color: Color,
    columns: Range<Int>? = nil, _: S.Type
  ) throws -> Picture {
    let lamp = try Lamp<S>(color: color, strength: strength, raster: picture.raster)
    return picture.withRows(of: S.self) { row, _ in
      for x in 0..<picture.width { lamp.light[x] = Float(light[x]) }
      lamp.shine(on: row, columns: columns ?? 0..<picture.width)
    }
  }

  /// One tuple of each sample value, the same in every colour plane, and opaque.
  static func everySample(_ kind: Kind, maxval: Int) -> Picture {
    let samples = (0...maxval).flatMap { sample in
      (0..<kind.depth).map { kind.hasOpacity && $0 == kind.depth - 1 ? maxval : sample }
    }
    return Picture(kind, width: maxval + 1, height: 1, maxval: maxval, samples: samples)
  }

  @Test(
    "Every sample of a byte under every light, of every colour, is the sum rounded and clamped",
    arguments: [Kind.pamGray, .pamGrayAlpha, .pamColour, .pamColourAlpha])
  func everyByte(kind: Kind) throws {
    let picture = Self.everySample(kind, maxval: 255)
    for color in kind.isColour ? [Color.white, .silver, .orange] : [.white, .silver] {
      for strength in [1, 0.6, -0.75] {
        for light in (0...32).map({ Double($0) / 32 }) {
          let result = try Self.lit(
            picture, [Double](repeating: light, count: 256), strength: strength, color: color,
            UInt8.self)
          try expect(
            result,
            near: { x, y in
              (0..<picture.raster.colors).map {
                Double(x) + light * strength * color[$0] * 255
              } + (kind.hasOpacity ? [255] : [])
            }, "\(strength) x \(light) of \(color)")
        }
      }
    }
  }

  @Test("1000 tuples of light 0.5, strength 0.6 and maxval 255 each get 77 more")
  func worked() throws {
    let picture = Picture(.pamColour, width: 1000, height: 1, maxval: 255, filledWith: 100)
    let light = [Double](repeating: 0.5, count: 1000)
    let result = try Self.lit(picture, light, strength: 0.6, color: .white, UInt8.self)
    #expect(result.samples.allSatisfy { $0 == 177 })
  }

  @Test("It shines on the given columns and leaves the others alone", arguments: [1, 2, 3, 4])
  func columns(depth: Int) throws {
    let kind = Kind.pamOf(isColour: depth > 2, hasOpacity: depth % 2 == 0)
    var picture = Picture(kind, width: 9, height: 1, maxval: 200, filledWith: 50)
    if kind.hasOpacity { for x in 0..<9 { picture[x, 0, depth - 1] = 200 } }
    let light = [Double](repeating: 1, count: 9)
    for columns in [0..<9, 0..<1, 8..<9, 3..<6, 4..<4] {
      for color in depth > 2 ? [Color.white, .orange] : [.white] {
        let result = try Self.lit(
          picture, light, strength: 0.5, color: color, columns: columns, UInt8.self)
        try expect(
          result,
          near: { x, _ in
            (0..<picture.raster.colors).map {
              50 + (columns.contains(x) ? 100 * color[$0] : 0)
            } + (kind.hasOpacity ? [200] : [])
          }, "columns \(columns)")
      }
    }
  }

  @Test("Sums stop at the maxval and at 0, also where a byte or two would overflow")
  func ends() throws {
    for maxval in [1, 7, 200, 255] {
      let picture = Self.everySample(.pamColourAlpha, maxval: maxval)
      for (strength, end) in [(1e6, maxval), (-1e6, 0), (1e300, maxval), (-1e300, 0), (1, maxval)] {
        let result = try Self.lit(
          picture, [Double](repeating: 1, count: maxval + 1), strength: strength, color: .white,
          UInt8.self)
        expectNone(of: 0...maxval, "strength \(strength) of \(maxval)") {
          result.tuple($0, 0) != [end, end, end, maxval]
        }
      }
    }
    let picture = Picture.random(.pamColour, width: 50, height: 1, maxval: 65535)
    let light = [Double](repeating: 1, count: 50)
    for (strength, end) in [(1e300, 65535), (-1e300, 0)] {
      let result = try Self.lit(picture, light, strength: strength, color: .white, UInt16.self)
      #expect(result.samples.allSatisfy { $0 == end })
    }
  }
}
