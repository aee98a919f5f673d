import Testing

@testable import Kernels

@Suite("Rasters")
struct RasterTests {
  @Test("Depth counts colours and opacity")
  func depth() {
    for (isColor, hasOpacity, depth) in [
      (false, false, 1), (false, true, 2), (true, false, 3), (true, true, 4),
    ] {
      let raster = Raster(
        width: 5, height: 2, isColor: isColor, hasOpacity: hasOpacity, maxval: 255)
      #expect(raster.depth == depth)
      #expect(raster.colors == (isColor ? 3 : 1))
      #expect(raster.samplesPerRow == 5 * depth)
    }
  }

  @Test("Rasters are alike where size, planes and maxval are")
  func alike() {
    let raster = Raster(width: 5, height: 2, isColor: true, hasOpacity: false, maxval: 255)
    #expect(raster.isAlike(raster))
    for i in 0..<5 {
      var other = raster
      switch i {
      case 0: other.width = 6
      case 1: other.height = 3
      case 2: other.isColor = false
      case 3: other.hasOpacity = true
      default: other.maxval = 256
      }
      #expect(!raster.isAlike(other) && !other.isAlike(raster))
    }
  }
}
