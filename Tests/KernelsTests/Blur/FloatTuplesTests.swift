import TestSupport
import Testing

@testable import Kernels

@Suite("Tuples of a blur in floating point")
struct FloatTuplesTests {
  /// What becomes of a picture's samples.
  struct Shape {
    var glass: ExactGlass?
    var background: Color?
    var isNormalized = false

    func tuples<S: Sample>(_ picture: Picture, _: S.Type) throws -> FloatTuples<S> {
      try FloatTuples(
        picture.raster, glass: glass?.glass, background: background, isNormalized: isNormalized,
        xRadius: 0, yRadius: 0)
    }

    /// The picture's tuples, all rows one after the other, and the picture that is made of them
    /// once `change` has been done to each row.
    func passed<S: Sample>(
      _ picture: Picture, _: S.Type, change: (UnsafeMutableBufferPointer<Float>) -> Void = { _ in }
    ) throws -> (tuples: [Float], result: Picture) {
      let tuples = try tuples(picture, S.self)
      let count = picture.width * tuples.planes
      var numbers: [Float] = []
      var samples: [Int] = []
      let source = RowsInMemory<S>(picture)
      for _ in 0..<picture.height {
        var row = [Float](repeating: -1, count: count + 1)
        tuples.load(source.next(), into: &row)
        #expect(row.last == -1)
        numbers += row.dropLast()
        row.withUnsafeMutableBufferPointer { change(.init(rebasing: $0[..<count])) }
        var result = [S](repeating: 77, count: picture.width * tuples.resultPlanes + 1)
        tuples.store(row, into: &result)
        #expect(result.last == 77)
        samples += result.dropLast().map { Int($0) }
      }
      let hasOpacity = picture.kind.hasOpacity && background == nil
      let kind = Kind.pamOf(isColour: picture.kind.isColour, hasOpacity: hasOpacity)
      return (
        numbers,
        Picture(
          kind, width: picture.width, height: picture.height, maxval: picture.maxval,
          samples: samples)
      )
    }

    func passed(
      _ picture: Picture, change: (UnsafeMutableBufferPointer<Float>) -> Void = { _ in }
    ) throws -> (tuples: [Float], result: Picture) {
      picture.hasBytes
        ? try passed(picture, UInt8.self, change: change)
        : try passed(picture, UInt16.self, change: change)
    }
  }

  @Test("They are premultiplied levels, with ones for an opacity where edges are normalized")
  func loading() throws {
    for picture in Rasters.all {
      for isNormalized in [false, true] {
        for glass in [nil, ExactGlass()] {
          let shape = Shape(glass: glass, isNormalized: isNormalized)
          let numbers = try shape.passed(picture).tuples
          let maxval = Double(picture.maxval)
          var exact: [Double] = []
          for y in 0..<picture.height {
            for x in 0..<picture.width {
              let colour = picture.levels(x, y).map { $0 / maxval }
              let alpha = picture.alpha(x, y)
              exact += (glass?.seen(colour) ?? colour).map { $0 * alpha * maxval }
              if picture.kind.hasOpacity || isNormalized { exact.append(alpha * maxval) }
            }
          }
          #expect(numbers.count == exact.count)
          expectNone(of: exact.indices, "\(picture)") {
            !(abs(Double(numbers[$0]) - exact[$0]) <= 2e-6 * maxval)
          }
        }
      }
    }
  }

  @Test("Samples come back as they were, but for colours without opacity")
  func identity() throws {
    for picture in Rasters.all {
      var expected = picture
      for i in 0..<picture.width * picture.height where picture.kind.hasOpacity {
        let tuple = i * picture.depth..<(i + 1) * picture.depth
        if picture.samples[tuple.last!] != 0 { continue }
        for j in tuple { expected.samples[j] = 0 }
      }
      for isNormalized in [false, true] {
        let result = try Shape(isNormalized: isNormalized).passed(picture).result
        #expect(result.samples == expected.samples, "\(picture)")
      }
    }
  }

  @Test("Where the kernel is cut, colour is what is left of it divided by what is left of ones")
  func normalized() throws {
    for picture in Rasters.all where !picture.kind.hasOpacity {
      for share: Float in [1, 0.25, 1e-7] {
        let result = try Shape(isNormalized: true).passed(picture) { row in
          for i in row.indices { row[i] *= share }
        }.result
        #expect(result.samples == picture.samples, "\(picture)")
      }
    }
  }

  @Test("Flattened, they are on the background by their opacity before it is rounded")
  func flattened() throws {
    for picture in Rasters.all {
      for background in picture.kind.isColour ? [Color.white, .orange] : [.white, .silver] {
        for share in [1, 0.3] {
          let result = try Shape(background: background).passed(picture) { row in
            if !picture.kind.hasOpacity { return }
            for i in row.indices { row[i] *= Float(share) }
          }.result
          try expect(
            result,
            near: { x, y in
              let opacity = picture.alpha(x, y) * (picture.kind.hasOpacity ? share : 1)
              return picture.levels(x, y).enumerated().map { plane, level in
                level * opacity + background[plane] * Double(picture.maxval) * (1 - opacity)
              }
            }, "\(share) on \(background)")
        }
      }
    }
  }

  @Test("What is above the maxval or below 0 by rounding errors is clamped")
  func clamped() throws {
    for picture in Rasters.all {
      let maxval = picture.maxval
      for (number, sample) in [(Float(maxval) * 1.00001, maxval), (-1e-5, 0)] {
        let result = try Shape().passed(picture) { row in
          for i in row.indices { row[i] = number }
        }.result
        #expect(result.samples.allSatisfy { $0 == sample }, "\(number) in \(picture)")
      }
    }
  }
}

@Suite("How much of a kernel lies within a picture")
struct KernelCoverageTests {
  static func sums(_ radius: Double, _ length: Int) -> [Double] {
    let matrix = ExactBlur.matrix(radius: radius, length: length, edge: .transparent)
    return (0..<length).map { i in
      matrix[i * length..<(i + 1) * length].reduce(0, +)
    }
  }

  @Test("It is the sum of the weights there, to a part in ten thousand")
  func definition() throws {
    let radii = [0, 0.3, 1, 2.9, 3.9, 4, 7.3, 8, 20, 100, 300]
    for (i, xRadius) in radii.enumerated() {
      for yRadius in [xRadius, radii[(3 * i + 4) % radii.count]] {
        for (width, height) in [(1, 1), (9, 2), (3, 20), (30, 25)] {
          let coverage = try KernelCoverage(
            xRadius: xRadius, yRadius: yRadius, width: width, height: height)
          let (across, down) = (Self.sums(xRadius, width), Self.sums(yRadius, height))
          for y in 0..<height {
            let row = coverage.nextRow()
            expectNone(of: 0..<width, "radius \(xRadius) x \(yRadius), \(width) x \(height)") {
              let exact = across[$0] * down[y]
              return !(abs(Double(row[$0]) - exact) <= 1e-4 * exact)
            }
          }
        }
      }
    }
  }
}
