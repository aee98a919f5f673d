import TestSupport
import Testing

@testable import Kernels

@Suite("Flattening onto a background")
struct FlatteningTests {
  @Test("Colour and background share a tuple by its opacity, with one rounding")
  func definition() {
    for maxval in [1, 7, 100, 255, 256, 1000, 65535] {
      let flattening = Flattening(onto: .orange, maxval: maxval)
      let tolerance = maxval < 256 ? 0.51 : 0.6
      for plane in 0..<3 {
        for i in 0...50 {
          for j in 0...20 {
            let level = Double(i) / 50 * Double(maxval)
            let opacity = Double(j) / 20
            let exact = level * opacity + Color.orange[plane] * Double(maxval) * (1 - opacity)
            let sample: UInt16 = flattening(Float(level), plane: plane, opacity: Float(opacity))
            #expect(abs(Double(sample) - exact) <= tolerance)
          }
        }
      }
    }
  }

  @Test("An opaque tuple keeps its colour to the level, a clear one shows the background")
  func ends() {
    for maxval in [1, 255, 65535] {
      let flattening = Flattening(onto: .red, maxval: maxval)
      for sample in stride(from: 0, through: maxval, by: max(1, maxval / 100)) {
        for plane in 0..<3 {
          let opaque: UInt16 = flattening(Float(sample), plane: plane, opacity: 1)
          let clear: UInt16 = flattening(Float(sample), plane: plane, opacity: 0)
          #expect(Int(opaque) == sample)
          #expect(Int(clear) == (plane == 0 ? maxval : 0))
        }
      }
    }
  }

  @Test("A row of any kind gets shorter by its opacities, and one without stays as it is")
  func rows() throws {
    for picture in Rasters.all {
      for color in [Color.white, .orange] {
        let flattening = Flattening(onto: color, maxval: picture.maxval)
        func flat<S: Sample>(_: S.Type) -> Picture {
          picture.withRows(of: S.self, flattened: true) { row, _ in
            flattening.flatten(row, picture.raster)
          }
        }
        let result = picture.hasBytes ? flat(UInt8.self) : flat(UInt16.self)
        if !picture.kind.hasOpacity { #expect(result == picture) }
        try expect(
          result,
          near: { x, y in
            let alpha = picture.alpha(x, y)
            return picture.levels(x, y).enumerated().map { plane, level in
              level * alpha + color[plane] * Double(picture.maxval) * (1 - alpha)
            }
          })
      }
    }
  }
}
