import Testing

@testable import Kernels

@Suite("Regions")
struct RegionTests {
  static func numbers(_ region: Region?) -> [Int]? {
    region.map { [$0.x, $0.y, $0.width, $0.height] }
  }

  @Test("The part within a picture is what both have")
  func within() {
    let worked = Region(x: -2, y: 1, width: 5, height: 9).within(width: 10, height: 6)
    #expect(Self.numbers(worked) == [0, 1, 3, 5])
    for (width, height) in [(1, 1), (4, 3)] {
      for (start, length) in (-6...6).flatMap({ start in (0...9).map { (start, $0) } }) {
        func common(_ limit: Int) -> [Int] {
          (0..<limit).filter { $0 >= start && $0 < start + length }
        }
        let (columns, rows) = (common(width), common(height))
        let whole = 0..<height
        let across = Region(x: start, y: -3, width: length, height: 20)
        let down = Region(x: -3, y: start, width: 20, height: length)
        #expect(
          Self.numbers(across.within(width: width, height: height))
            == columns.first.map { [$0, 0, columns.count, whole.count] }, "\(across)")
        #expect(
          Self.numbers(down.within(width: width, height: height))
            == rows.first.map { [0, $0, width, rows.count] }, "\(down)")
      }
    }
  }

  @Test("Numbers may be as large as they like, and lengths 0 or below leave nothing")
  func extremes() {
    func within(_ x: Int, _ width: Int) -> [Int]? {
      Self.numbers(Region(x: x, y: 0, width: width, height: 2).within(width: 10, height: 2))
    }
    #expect(within(3, Int.max) == [3, 0, 7, 2])
    #expect(within(Int.max, Int.max) == nil)
    #expect(within(Int.min, Int.max) == nil)
    #expect(within(-5, Int.max) == [0, 0, 10, 2])
    #expect(within(Int.min, 5) == nil)
    #expect(within(10, 1) == nil)
    #expect(within(9, 1) == [9, 0, 1, 2])
    #expect(within(-1, 1) == nil)
    for width in [0, -1] {
      for x in [-3, 0, 3, 20] { #expect(within(x, width) == nil, "\(x), \(width)") }
    }
  }
}
