import TestSupport
import Testing

@testable import Kernels

@Suite("Slopes")
struct SlopeTests {
  @Test("With a rise of 0.5 and -3 at column 0, column 6 is 0 and its neighbours are half a unit")
  func worked() {
    let slope = Slope(rise: 0.5, atStart: -3, width: 10)
    #expect((0..<10).map { slope($0) } == [-3, -2.5, -2, -1.5, -1, -0.5, 0, 0.5, 1, 1.5])
  }

  @Test("It is right to a few 1e-7 of the value, also beside the place where that is 0")
  func precision() {
    var source = RandomSource(seed: 5)
    for width in [1, 2, 100, 65500, 1_000_000] {
      for _ in 0..<40 {
        let rise = source.number(from: -3, to: 3) / Double(width)
        let zero = source.number(from: -0.5, to: 1.5) * Double(width)
        let start = -rise * zero
        let slope = Slope(rise: rise, atStart: start, width: width)
        var columns = (0..<20).map { _ in source.number(upTo: width - 1) }
        columns += (-3...3).map { Int(zero) + $0 }.filter { $0 >= 0 && $0 < width }
        for column in columns {
          let exact = start + rise * Double(column)
          // What doubles themselves lose where two of them cancel.
          let lost = 4e-16 * abs(start)
          let error = abs(Double(slope(Int32(column))) - exact)
          #expect(error <= 5e-7 * abs(exact) + lost, "column \(column) of \(width)")
        }
      }
    }
  }

  @Test("A level slope is the same everywhere")
  func level() {
    for value in [-2.0, 0, 0.25, 1e300, -1e300] {
      let slope = Slope(rise: 0, atStart: value, width: 1000)
      let values = [0, 1, 500, 999].map { slope($0) }
      #expect(values.allSatisfy { $0 == values[0] && $0.isFinite })
      if abs(value) < 1e20 { #expect(values[0] == Float(value)) }
    }
  }

  @Test("However steep, values keep their sign and are as good as infinite beyond a column of 0")
  func steep() {
    for rise in [1e20, 1e28, 1e29, 1e100, 1e300] {
      for zero in [0, 1.5, 2, 2.5, 2.6, 4] {
        for sign in [1.0, -1] {
          let slope = Slope(rise: sign * rise, atStart: -sign * rise * zero, width: 5)
          for column in 0..<5 where Double(column) != zero {
            let value = slope(Int32(column)) * Float(sign)
            let isRight = Double(column) > zero ? value > 1e15 : value < -1e15
            #expect(isRight, "rise \(sign * rise), zero at \(zero), column \(column): \(value)")
          }
        }
      }
    }
  }
}
