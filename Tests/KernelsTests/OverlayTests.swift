import TestSupport
import Testing

@testable import Kernels

extension Overlay {
  /// What a row of `picture` is for the base: as many values as it has tuples times `planes`.
  func values(_ picture: Picture, row: Int) -> [Float] {
    picture.hasBytes
      ? values(picture, row: row, UInt8.self) : values(picture, row: row, UInt16.self)
  }

  private func values<S: Sample>(_ picture: Picture, row: Int, _: S.Type) -> [Float] {
    let count = picture.width * picture.depth
    let samples = picture.samples[row * count..<(row + 1) * count].map { S($0) }
    // What stands in front of a row and behind it is not to be written.
    var values = [Float](repeating: -7, count: picture.width * planes + 2)
    values.withUnsafeMutableBufferPointer { read(samples, into: $0.baseAddress! + 1) }
    #expect(values.first == -7 && values.last == -7, "written outside the row of \(picture)")
    return values.dropFirst().dropLast()
  }
}

@Suite("Pictures as overlays")
struct OverlayTests {
  static func raster(_ kind: Kind, maxval: Int) -> Raster {
    Picture(kind, width: 1, height: 1, maxval: maxval, filledWith: 0).raster
  }

  @Test("Values are premultiplied colours in levels of the base, and the opacity")
  func definition() {
    for picture in Rasters.all where picture.width > 1 {
      for kind in [Kind.pamGray, .pamGrayAlpha, .pamColour, .pamColourAlpha]
      where kind.isColour || !picture.kind.isColour {
        for maxval in [1, 100, 255, 65535] {
          let overlay = Overlay(picture.raster, on: Self.raster(kind, maxval: maxval))
          let colours = kind.isColour ? 3 : 1
          #expect(overlay.planes == colours + 1)
          let values = overlay.values(picture, row: picture.height - 1)
          expectNone(of: values.indices, "\(picture) for \(kind), maxval \(maxval)") { i in
            let (x, plane) = (i / (colours + 1), i % (colours + 1))
            let alpha = picture.alpha(x, picture.height - 1)
            let colour = picture.colour(x, picture.height - 1)
            let share = plane < colours ? Double(colour[plane]) / Double(picture.maxval) : 1
            let exact = alpha * share * (plane < colours ? Double(maxval) : 1)
            return !(abs(Double(values[i]) - exact) <= 3e-7 * exact)
          }
        }
      }
    }
  }

  @Test("Full opacity is 1 and full light is the base's maxval, exactly")
  func extremes() {
    for maxval in Rasters.maxvals {
      for baseMaxval in Rasters.maxvals {
        let picture = Picture(
          .pamColourAlpha, width: 2, height: 1, maxval: maxval,
          samples: [maxval, 0, maxval, maxval, maxval, maxval, 0, 0])
        let base = Self.raster(.pamColour, maxval: baseMaxval)
        let values = Overlay(picture.raster, on: base).values(picture, row: 0)
        let full = Float(baseMaxval)
        #expect(values[3] == 1 && values[1] == 0 && values[4...].allSatisfy { $0 == 0 })
        #expect(abs(values[0] - full) <= full.ulp && values[2] == values[0], "\(maxval)")
        if maxval == baseMaxval { #expect(values[0] == full) }
      }
    }
  }

  @Test("Samples can be composed as they are where planes and maxval are the base's")
  func alike() {
    let kinds = [Kind.pamGray, .pamGrayAlpha, .pamColour, .pamColourAlpha]
    for kind in kinds {
      for baseKind in kinds {
        for (maxval, baseMaxval) in [(255, 255), (100, 255), (255, 256), (65535, 65535)] {
          let overlay = Overlay(
            Self.raster(kind, maxval: maxval), on: Self.raster(baseKind, maxval: baseMaxval))
          #expect(overlay.isAlike == (kind == baseKind && maxval == baseMaxval))
        }
      }
    }
  }
}
