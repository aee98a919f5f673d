import TestSupport
import Testing

@testable import Kernels

@Suite("Tint")
struct TintTests {
  static func multiplied<S: Sample>(
    _ picture: Picture, _ color: Color, _ strength: Double, _: S.Type
  ) throws -> Picture {
    let tint = try Tint<S>(color: color, strength: strength, raster: picture.raster)
    return picture.withRows(of: S.self) { row, _ in tint.multiply(row) }
  }

  static func check(_ picture: Picture, _ color: Color, _ strength: Double) throws {
    let result =
      picture.hasBytes
      ? try multiplied(picture, color, strength, UInt8.self)
      : try multiplied(picture, color, strength, UInt16.self)
    try expect(
      result,
      near: { x, y in
        let levels = picture.levels(x, y).enumerated().map { plane, level in
          level * (1 - strength + strength * color[plane])
        }
        return levels + (picture.kind.hasOpacity ? [Double(picture.opacity(x, y))] : [])
      }, "\(strength) of \(color)")
    try expectClearTuplesKept(result, from: picture, "\(strength) of \(color)")
  }

  @Test("Every kind, maxval and size is multiplied as the definition says")
  func everyRaster() throws {
    for picture in Rasters.all {
      for color in [Color.red, .orange, .silver, .black, .white] {
        for strength in [0, 0.3, 1] { try Self.check(picture, color, strength) }
      }
    }
  }

  @Test("Every sample of a byte times every 64th of a factor is the product rounded")
  func everyByte() throws {
    let kinds: [Kind] = [.pamGray, .pamColourAlpha]
    for kind in kinds {
      let picture = LampTests.everySample(kind, maxval: 255)
      for i in 0...64 {
        let gray = Double(i) / 64
        try Self.check(picture, Color(red: gray, green: 1 - gray, blue: gray * gray), 1)
        try Self.check(picture, .black, gray)
      }
    }
  }

  @Test("Strength 0 and white change nothing")
  func neutral() throws {
    for picture in Rasters.all where picture.hasBytes {
      #expect(try Self.multiplied(picture, .orange, 0, UInt8.self) == picture)
      #expect(try Self.multiplied(picture, .white, 1, UInt8.self) == picture)
      #expect(try Self.multiplied(picture, .white, 0.37, UInt8.self) == picture)
    }
  }
}
