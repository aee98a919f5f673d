import TestSupport
import Testing

@testable import Kernels

@Suite("Tiltlight")
struct TiltlightTests {
  struct Light: CustomStringConvertible {
    var x = 0.0
    var y = -1.0
    var strength = 1.0
    var color = Color.white

    var description: String { "\(strength) at tilt (\(x), \(y))" }

    /// The light on a tuple: -(2u - 1) x + (2v - 1) y over the common denominator, so that it is 0
    /// to the last bit where it is 0.
    func amount(_ column: Int, _ row: Int, _ raster: Raster) -> Double {
      let (w, h) = (raster.width, raster.height)
      let across = Double((2 * column + 1 - w) * h)
      let down = Double((2 * row + 1 - h) * w)
      return max(0, (-across * x + down * y) / Double(w * h))
    }
  }

  static func brightened<S: Sample>(
    _ picture: Picture, _ light: Light, _: S.Type
  ) throws -> Picture {
    let tiltlight = try Tiltlight<S>(
      x: light.x, y: light.y, strength: light.strength, color: light.color, raster: picture.raster)
    return picture.withRows(of: S.self) { row, y in tiltlight.brighten(row, y: y) }
  }

  static func check(
    _ picture: Picture, _ light: Light, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let result =
      picture.hasBytes
      ? try brightened(picture, light, UInt8.self) : try brightened(picture, light, UInt16.self)
    let raster = picture.raster
    try expect(
      result,
      near: { x, y in
        let amount = light.amount(x, y, raster) * light.strength
        let levels = picture.levels(x, y).enumerated().map { plane, level in
          // No light is no light, however strong.
          amount == 0 ? level : level + amount * light.color[plane] * Double(raster.maxval)
        }
        return levels + (raster.hasOpacity ? [Double(picture.opacity(x, y))] : [])
      }, "\(light)", sourceLocation: sourceLocation)
    try expectClearTuplesKept(result, from: picture, "\(light)", sourceLocation: sourceLocation)
  }

  @Test("Every kind, maxval and size is lit as the definition says")
  func everyRaster() throws {
    let lights = [
      Light(), Light(x: -0.5, y: -0.3, strength: 0.8, color: .orange),
      Light(x: 0.713, y: 0.41, strength: -0.7, color: .orange),
      Light(x: 1, y: 1, strength: 2.5), Light(x: -0.3, y: 0),
    ]
    for picture in Rasters.all { for light in lights { try Self.check(picture, light) } }
  }

  static let some = Rasters.all.filter {
    [7, 255, 65535].contains($0.maxval) && [1, 7, 16].contains($0.width) && $0.height != 6
  }

  @Test("Any strength gives what the definition says, however extreme")
  func strengths() throws {
    for picture in Self.some {
      for strength in [-1e300, -1e15, -1e6, 0, 1e-9, 1e6, 1e15, 1e300] {
        for color in [Color.white, .black, .orange] {
          try Self.check(picture, Light(x: 0.2371, y: -0.8, strength: strength, color: color))
        }
      }
    }
  }

  @Test("Any tilt gives what the definition says, however extreme")
  func tilts() throws {
    let numbers = [-1e300, -1e20, -1e6, -0.7, 0, 1e-300, 0.31, 1e6, 1e20, 1e300]
    for picture in Self.some {
      for x in numbers { for y in numbers { try Self.check(picture, Light(x: x, y: y)) } }
    }
  }

  @Test("Where the light is exactly 0 not even the greatest strength shows")
  func exactlyDark() throws {
    for (width, height) in [(1, 1), (3, 3), (5, 5), (7, 7), (7, 5), (49, 49), (6, 3), (10, 1)] {
      let picture = Picture.random(.pamGray, width: width, height: height, maxval: 65535)
      for (x, y) in [(1.0, 0.0), (1, -1), (-1, 1), (1, 1), (0.5, 0.25), (-4, 1), (0, 1)] {
        for strength in [1e12, 1e300, -1e300] {
          try Self.check(picture, Light(x: x, y: y, strength: strength))
        }
      }
    }
  }

  @Test("Random tilts give what the definition says")
  func randomTilts() throws {
    var source = RandomSource(seed: 13)
    for picture in Rasters.all where picture.width >= 7 {
      for _ in 0..<4 {
        try Self.check(
          picture,
          Light(
            x: source.number(from: -2, to: 2), y: source.number(from: -2, to: 2),
            strength: source.number(from: -2, to: 2),
            color: Color(
              red: source.number(from: 0, to: 1), green: source.number(from: 0, to: 1),
              blue: source.number(from: 0, to: 1))))
      }
    }
  }

  @Test("A row of tens of thousands of columns is as exact as a short one")
  func wide() throws {
    for maxval in [255, 65535] {
      let picture = Picture.random(.pamGray, width: 30_011, height: 1, maxval: maxval)
      for x in [1, -0.37, 25.5] { try Self.check(picture, Light(x: x, y: 0)) }
    }
  }

  @Test("An upright device lights the top edge: nearly 1 there, 0 from the middle down")
  func upright() throws {
    let picture = Picture(.pamGray, width: 3, height: 100, maxval: 1000, filledWith: 0)
    let result = try Self.brightened(picture, Light(), UInt16.self)
    #expect(result.tuple(1, 0) == [990])
    #expect(result.tuple(1, 25) == [490])
    #expect((50..<100).allSatisfy { result.tuple(1, $0) == [0] })
  }
}
