import TestSupport
import Testing

@testable import Kernels

@Suite("Masks")
struct MaskTests {
  struct Call: CustomStringConvertible {
    var isInverted = false
    var background: Color?
    /// A row of the mask for each of the picture's; nil is 1 everywhere.
    var values: [[Float]]?

    var description: String {
      """
      \(values == nil ? "full" : "random") mask\(isInverted ? ", inverted" : "")\
      \(background.map { " on \($0)" } ?? "")
      """
    }

    func definition(_ picture: Picture) -> Definition {
      { x, y in
        let maxval = Double(picture.maxval)
        let mask = values.map { Double($0[y][x]) } ?? 1
        let opacity = picture.alpha(x, y) * (isInverted ? 1 - mask : mask)
        let levels = picture.levels(x, y)
        guard let background else { return levels + [opacity * maxval] }
        return levels.indices.map {
          levels[$0] * opacity + background[$0] * maxval * (1 - opacity)
        }
      }
    }
  }

  static func masked<S: Sample>(_ picture: Picture, _ call: Call, _: S.Type) -> Picture {
    let mask = Mask<S>(
      isInverted: call.isInverted, background: call.background, raster: picture.raster)
    return picture.withRows(of: S.self, flattened: call.background != nil) { row, y in
      mask.apply(call.values?[y], to: row)
    }
  }

  static func check(_ picture: Picture, _ call: Call) throws {
    let result =
      picture.hasBytes
      ? masked(picture, call, UInt8.self) : masked(picture, call, UInt16.self)
    try expect(result, near: call.definition(picture), "\(call)")
    if call.background != nil { return }
    for y in 0..<picture.height {
      for x in 0..<picture.width where result.colour(x, y) != picture.colour(x, y) {
        Issue.record("\(call): a colour of \(picture) changed")
        return
      }
    }
  }

  static func values(for picture: Picture) -> [[Float]] {
    var source = RandomSource(seed: 23)
    return (0..<picture.height).map { _ in
      (0..<picture.width).map { _ in
        switch source.number(upTo: 4) {
        case 0: 0
        case 1: 1
        default: Float(source.number(from: 0, to: 1))
        }
      }
    }
  }

  @Test("Every kind, maxval and size is masked as the definition says, and colour stays")
  func everyRaster() throws {
    for picture in Rasters.withOpacity {
      let backgrounds: [Color?] = picture.kind.isColour ? [nil, .white, .orange] : [nil, .silver]
      for background in backgrounds {
        for isInverted in [false, true] {
          for values in [nil, Self.values(for: picture)] {
            try Self.check(
              picture, Call(isInverted: isInverted, background: background, values: values))
          }
        }
      }
    }
  }

  @Test("Every opacity of a byte times every value of one is the product rounded")
  func everyByte() {
    let picture = Picture(
      .pamGrayAlpha, width: 256, height: 256, maxval: 255,
      samples: (0..<65536).flatMap { [$0 >> 8, $0 & 255] })
    let values = (0..<256).map { [Float](repeating: Float($0) / 255, count: 256) }
    for isInverted in [false, true] {
      let result = Self.masked(
        picture, Call(isInverted: isInverted, values: values), UInt8.self)
      expectNone(of: 0..<65536, isInverted ? "inverted" : "") { i in
        let (opacity, value) = (i & 255, isInverted ? 255 - i >> 8 : i >> 8)
        // The nearest whole number; opacity x value / 255 is never half-way, 255 being odd.
        let product = (2 * opacity * value + 255) / 510
        return result.samples[2 * i] != i >> 8 || result.samples[2 * i + 1] != product
      }
    }
  }

  @Test("A full mask changes nothing, an inverted full one leaves no opacity")
  func full() {
    let picture = Picture.random(.pamColourAlpha, width: 9, height: 4)
    #expect(Self.masked(picture, Call(), UInt8.self) == picture)
    let inverted = Self.masked(picture, Call(isInverted: true), UInt8.self)
    for y in 0..<4 { for x in 0..<9 { #expect(inverted.opacity(x, y) == 0) } }
  }
}

@Suite("Values of mask pictures")
struct MaskValuesTests {
  static func values<S: Sample>(_ picture: Picture, _: S.Type) -> [Float] {
    var values = [Float](repeating: -1, count: picture.width + 1)
    MaskValues(picture.raster).read(picture.samples.map { S($0) }, into: &values)
    #expect(values.last == -1)
    return values.dropLast()
  }

  @Test("They are opacity where the mask has it, else luminance")
  func definition() {
    for picture in Rasters.all where picture.height == 1 || picture.width == 1 {
      let row = Picture(
        picture.kind, width: picture.width * picture.height, height: 1, maxval: picture.maxval,
        samples: picture.samples)
      let values =
        row.hasBytes ? Self.values(row, UInt8.self) : Self.values(row, UInt16.self)
      for x in 0..<row.width {
        let colour = row.colour(x, 0).map { Double($0) }
        let luminance =
          (0.2989 * colour[0] + 0.5866 * colour[1] + 0.1145 * colour[2]) / Double(row.maxval)
        let exact = row.kind.hasOpacity ? row.alpha(x, 0) : luminance
        #expect(abs(Double(values[x]) - exact) < 1e-7, "\(row)")
      }
    }
  }

  @Test("Gray in three planes has the values of gray in one", arguments: [1, 7, 255, 65535])
  func gray(maxval: Int) {
    let gray = LampTests.everySample(.pamGray, maxval: maxval)
    let colour = LampTests.everySample(.pamColour, maxval: maxval)
    let isSame =
      gray.hasBytes
      ? Self.values(gray, UInt8.self) == Self.values(colour, UInt8.self)
      : Self.values(gray, UInt16.self) == Self.values(colour, UInt16.self)
    #expect(isSame)
  }
}
