import Foundation
import TestSupport
import Testing

@testable import Kernels

@Suite("Glint")
struct GlintTests {
  struct Band: CustomStringConvertible {
    var position = 0.5
    var halfWidth = 0.3
    var strength = 0.6
    var color = Color.white

    var description: String { "\(strength) at \(position), half as wide as \(halfWidth)" }

    /// The light on a tuple: the definition, with a and b of smoothstep(a, b, d) subtracted first,
    /// since d - p is all that counts.
    func light(_ x: Int, _ y: Int, _ raster: Raster) -> Double {
      let u = (Double(x) + 0.5) / Double(raster.width)
      let v = (Double(y) + 0.5) / Double(raster.height)
      let d = (u + v) / 2
      func smoothstep(_ share: Double) -> Double {
        let t = min(max(0, share), 1)
        return t * t * (3 - 2 * t)
      }
      return smoothstep((d - position + halfWidth) / halfWidth)
        * (1 - smoothstep((d - position) / halfWidth))
    }
  }

  static func brightened<S: Sample>(
    _ picture: Picture, _ band: Band, _: S.Type
  ) throws -> Picture {
    let glint = try Glint<S>(
      position: band.position, halfWidth: band.halfWidth, strength: band.strength,
      color: band.color, raster: picture.raster)
    return picture.withRows(of: S.self) { row, y in glint.brighten(row, y: y) }
  }

  static func check(_ picture: Picture, _ band: Band) throws {
    let result =
      picture.hasBytes
      ? try brightened(picture, band, UInt8.self) : try brightened(picture, band, UInt16.self)
    let raster = picture.raster
    try expect(
      result,
      near: { x, y in
        let light = band.light(x, y, raster) * band.strength
        let levels = picture.levels(x, y).enumerated().map { plane, level in
          level + light * band.color[plane] * Double(raster.maxval)
        }
        return levels + (raster.hasOpacity ? [Double(picture.opacity(x, y))] : [])
      }, "\(band)")
    try expectClearTuplesKept(result, from: picture, "\(band)")
  }

  @Test("Every kind, maxval and size is lit as the definition says")
  func everyRaster() throws {
    let bands = [
      Band(), Band(position: 0.213, halfWidth: 0.1, strength: 1, color: .orange),
      Band(position: 0.9, halfWidth: 1.7, strength: -0.5, color: .orange),
      Band(position: 1.0417, halfWidth: 0.05, strength: 3.5),
    ]
    for picture in Rasters.all { for band in bands { try Self.check(picture, band) } }
  }

  @Test("Any position, width and strength gives what the definition says, however extreme")
  func extremes() throws {
    let pictures = Rasters.all.filter {
      [7, 255, 65535].contains($0.maxval) && [1, 7, 16].contains($0.width) && $0.height != 6
    }
    let numbers = [-1e300, -1e6, -3, -0.2, 0, 0.4137, 1, 1.3, 20, 1e6, 1e300]
    for picture in pictures {
      for position in numbers {
        for halfWidth in [0.001, 0.27, 10] {
          try Self.check(picture, Band(position: position, halfWidth: halfWidth))
        }
      }
      for strength in [-1e300, -1e6, -1, 0, 1e-9, 1e6, 1e300] {
        for position in [0.4137, 0.93] {
          for color in [Color.white, .black, .orange] {
            try Self.check(
              picture, Band(position: position, halfWidth: 0.27, strength: strength, color: color))
          }
        }
      }
    }
  }

  @Test("Random bands give what the definition says")
  func randomBands() throws {
    var source = RandomSource(seed: 11)
    for picture in Rasters.all where picture.width >= 7 {
      for _ in 0..<4 {
        try Self.check(
          picture,
          Band(
            position: source.number(from: -0.5, to: 1.5),
            halfWidth: source.number(from: 0.001, to: 1),
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
      for (position, halfWidth) in [(0.31, 0.001), (0.5, 0.02), (0.7, 0.3)] {
        try Self.check(picture, Band(position: position, halfWidth: halfWidth, strength: 0.9))
      }
    }
  }

  @Test("The light is 1 where d = p, 0.5 half a half-width away, 0 from a whole one on")
  func profile() throws {
    // In the one row d = (u + 0.5) / 2, and column x of 64 has the u of (2 x + 1) / 128.
    let picture = Picture(.pamGray, width: 64, height: 1, maxval: 65535, filledWith: 0)
    let band = Band(position: 0.5 + 1.0 / 256, halfWidth: 1.0 / 8, strength: 1)
    let result = try Self.brightened(picture, band, UInt16.self)
    #expect(result.samples[32] == 65535)
    #expect(result.samples[24] == 32768 && result.samples[40] == 32768)
    #expect(result.samples[16] == 0 && result.samples[48] == 0)
    #expect(result.samples[17] > 0 && result.samples[47] > 0)
    #expect(result.samples.prefix(16).allSatisfy { $0 == 0 })
    #expect(result.samples.suffix(15).allSatisfy { $0 == 0 })
  }

  @Test("A band as far out as any number lights what its width still reaches")
  func farButWide() throws {
    let picture = Picture(.pamGray, width: 5, height: 5, maxval: 255, filledWith: 0)
    try Self.check(picture, Band(position: 3e6, halfWidth: 1e7, strength: 1))
  }

  @Test("The band springs past the far corner, to 1.1085, and back")
  func sweep() {
    func position(_ sweeps: Double) -> Double { Glint<UInt8>.position(afterSweeps: sweeps) }
    for i in 0..<200 {
      let t = Double(i) / 200
      let exact = 1 - Foundation.exp(-4 * t) * Foundation.cos(5 * t)
      for turn in [0.0, 1, 7, -3] {
        #expect(abs(position(turn + t) - exact) < 1e-12, "\(turn) + \(t)")
      }
    }
    #expect(position(0) == 0)
    #expect(position(5) == 0)
    #expect(position(1 - 1e-12) == 0)
    let farthest = (0..<1000).map { position(Double($0) / 1000) }.max()!
    #expect(abs(farthest - 1.1085) <= 0.00005)
    #expect(position(.infinity) == 0)
  }
}
