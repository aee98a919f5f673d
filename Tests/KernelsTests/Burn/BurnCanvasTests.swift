import Testing

@testable import Kernels

@Suite("Where a picture burns")
struct BurnCanvasTests {
  static let plain = BurnCanvas(pictureWidth: 40, pictureHeight: 30, scale: 2.5)
  static let wide = BurnCanvas(
    pictureWidth: 40, pictureHeight: 30, scale: 2.5, top: 7, right: 3, bottom: 11, left: 5)

  @Test("A margin is added to the picture's size")
  func size() {
    #expect((Self.plain.width, Self.plain.height) == (40, 30))
    #expect((Self.plain.left, Self.plain.top) == (0, 0))
    #expect((Self.wide.width, Self.wide.height) == (48, 48))
    #expect((Self.wide.left, Self.wide.top) == (5, 7))
    #expect((Self.wide.pictureWidth, Self.wide.pictureHeight) == (40, 30))
    #expect(!Self.plain.hasMargin)
    #expect(Self.wide.hasMargin)
    for side in 0..<4 {
      let margin = (0..<4).map { $0 == side ? 1 : 0 }
      let canvas = BurnCanvas(
        pictureWidth: 1, pictureHeight: 1, scale: 1, top: margin[0], right: margin[1],
        bottom: margin[2], left: margin[3])
      #expect(canvas.hasMargin, "side \(side)")
    }
  }

  @Test("Places are in points from the picture's corner, at the middle of columns and rows")
  func points() {
    for canvas in [Self.plain, Self.wide] {
      #expect((canvas.pointsWide, canvas.pointsHigh) == (16, 12))
      #expect(canvas.x(column: canvas.left) == 0.2)
      #expect(canvas.y(row: canvas.top) == 0.2)
      #expect(canvas.x(column: canvas.left + 39) == 15.8)
      #expect(canvas.y(row: canvas.top + 29) == 11.8)
    }
    #expect(Self.wide.x(column: 0) == -1.8)
    #expect(Self.wide.y(row: 0) == -2.6)
    #expect(Self.wide.y(row: 47) == 16.2)
  }

  @Test("A height lies in the row whose middle is nearest; beyond the canvas it is cut")
  func rows() {
    for canvas in [Self.plain, Self.wide] {
      for row in 0..<canvas.height {
        #expect(canvas.row(canvas.y(row: row)) == row)
        #expect(canvas.row(canvas.y(row: row) - 0.19) == row)
        #expect(canvas.row(canvas.y(row: row) + 0.19) == row)
      }
      for y in [-1e300, -1e9, -1000, -10] { #expect(canvas.row(y) == -1) }
      for y in [1e300, 1e9, 1000] { #expect(canvas.row(y) == canvas.height) }
      #expect(canvas.rows(-1e300, 1e300) == -1...canvas.height)
    }
    #expect(Self.wide.rows(0.2, 1.1) == 7...9)
    #expect(Self.wide.rows(0.2, 0.2) == 7...7)
  }
}
