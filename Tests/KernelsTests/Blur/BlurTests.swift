import TestSupport
import Testing

@testable import Kernels

@Suite("Blur", .timeLimit(.minutes(1)))
struct BlurTests {
  static let radii = [0.3, 0.5, 1, 2, 2.4, 2.5, 3, 3.9, 4, 5, 7.3, 10, 20, 50, 100, 300]
  static let kinds: [Kind] = [.pamGray, .pamGrayAlpha, .pamColour, .pamColourAlpha]
  static let maxvals = [1, 7, 100, 255, 256, 1000, 65535]

  // MARK: - Near the exact Gaussian

  @Test("Every radius, edge and pattern is within a level of the exact Gaussian", arguments: kinds)
  func exact(kind: Kind) throws {
    var i = 0
    for radius in Self.radii {
      for edge in BlurEdge.all(for: kind) {
        // The planes have patterns that follow one another. Large radii take their time.
        let patternStep = radius > 40 ? 4 : kind.depth > 2 ? 2 : 1
        for first in Pattern.allCases where first.rawValue % patternStep == 0 {
          let (width, height) = [(24, 16), (9, 30), (31, 5), (2, 19)][i % 4]
          let picture = Picture.patterns(
            kind, width: width, height: height, maxval: i % 3 == 0 ? Self.maxvals[i % 7] : 255,
            first: first, seed: UInt64(i))
          try BlurCall(radius, edge: edge).check(picture, "from \(first)")
          i += 1
        }
      }
    }
  }

  @Test("So is every maxval")
  func maxvals() throws {
    for maxval in Self.maxvals {
      for (i, kind) in Self.kinds.enumerated() {
        for (j, edge) in BlurEdge.all(for: kind).enumerated() {
          for radius in [0.5, 2, 2.4, 2.5, 3, 4, 7.3, 20] {
            let first = Pattern.allCases[(i + 2 * j + maxval + Int(radius)) % 9]
            let picture = Picture.patterns(
              kind, width: 19, height: 14, maxval: maxval, first: first, seed: UInt64(i + j))
            try BlurCall(radius, edge: edge).check(picture, "from \(first)")
          }
        }
      }
    }
  }

  @Test("So is a picture of one row, one column or one tuple, or smaller than the kernel")
  func thin() throws {
    var i = 0
    for kind in Self.kinds {
      for edge in BlurEdge.all(for: kind) {
        for radius in Self.radii {
          for (width, height) in [(1, 1), (17, 1), (1, 17), (2, 2), (1, 3), (4, 1), (3, 5)] {
            i += 1
            if radius > 40 && i % 5 != 0 { continue }
            let picture = Picture.patterns(
              kind, width: width, height: height, maxval: i % 4 == 0 ? Self.maxvals[i % 7] : 255,
              first: Pattern.allCases[i % 9], seed: UInt64(i))
            try BlurCall(radius, edge: edge).check(picture)
          }
        }
      }
    }
  }

  @Test("So is one with a radius of its own for each direction, or none for one")
  func directions() throws {
    var i = 0
    for (xRadius, yRadius) in [
      (0, 0.5), (0, 5), (0, 300), (0.5, 0), (5, 0), (100, 0), (0.3, 2.4), (2.4, 2.5), (2.5, 2.4),
      (3.9, 4), (4, 3.9), (1, 20), (20, 1), (5, 50), (50, 5), (0.01, 7), (7, 0.01), (2, 300),
    ] {
      for kind in Self.kinds {
        for edge in BlurEdge.all(for: kind) {
          i += 1
          let picture = Picture.patterns(
            kind, width: 21, height: 18, maxval: i % 3 == 0 ? 65535 : 255,
            first: Pattern.allCases[i % 9], seed: UInt64(i))
          try BlurCall(xRadius, yRadius, edge: edge).check(picture)
        }
      }
    }
  }

  @Test("So is one flattened onto a background, with one rounding")
  func background() throws {
    var i = 0
    for kind in Self.kinds {
      for edge in BlurEdge.all(for: kind) {
        for radius in [0.5, 2, 3, 5, 20] {
          for background in kind.isColour ? [Color.black, .orange] : [.white, .silver] {
            i += 1
            let picture = Picture.patterns(
              kind, width: 14, height: 11, maxval: Self.maxvals[i % 7],
              first: Pattern.allCases[i % 9], seed: UInt64(i))
            try BlurCall(radius, edge: edge, background: background).check(picture)
          }
        }
      }
    }
  }

  @Test("In 16-bit integers samples are not raised or lowered on the whole")
  func bias() throws {
    for radius in [0.5, 2, 2.4, 2.5, 3, 5, 7.3, 20] {
      var (sum, count) = (0.0, 0)
      for seed in 1...3 {
        let picture = Picture.random(.pamColour, width: 50, height: 40, seed: UInt64(seed))
        let call = BlurCall(radius, edge: .mirror)
        let result = try call.apply(to: picture)
        let exact = ExactBlur.definition(picture, call)
        for y in 0..<40 {
          for x in 0..<50 {
            for (sample, level) in zip(result.tuple(x, y), exact(x, y)) {
              sum += Double(sample) - level
              count += 1
            }
          }
        }
      }
      #expect(abs(sum / Double(count)) < 0.01, "radius \(radius)")
    }
  }

  @Test("Colour beside what is clear or faint stays its own: there are no dark fringes")
  func fringes() throws {
    for maxval in [255, 256, 65535] {
      for first in [Pattern.step, .noise, .extremes, .sparse] {
        var picture = Picture.patterns(
          .pamGrayAlpha, width: 20, height: 15, maxval: maxval, first: first, seed: 7)
        let opacities = first.values(width: 20, height: 15, seed: 9)
        for (i, opacity) in opacities.enumerated() {
          picture.samples[2 * i] = maxval - 3
          picture.samples[2 * i + 1] = Int(opacity * Double(maxval))
        }
        for edge in BlurEdge.allCases {
          for radius in [0.5, 2, 5, 30] {
            let result = try BlurCall(radius, edge: edge).apply(to: picture)
            for y in 0..<15 {
              for x in 0..<20 where result.opacity(x, y) > 0 {
                #expect(result[x, y, 0] == maxval - 3, "radius \(radius), \(edge), \(first)")
              }
            }
          }
        }
      }
    }
  }

  @Test("Colour holds where opacity is a few of 65535 levels, beside what is opaque")
  func faint() throws {
    // Faint black on the left, opaque white on the right, more than four radii away.
    var picture = Picture(.pamGrayAlpha, width: 60, height: 1, maxval: 65535, filledWith: 0)
    for x in 0..<60 {
      picture[x, 0, 0] = x < 10 ? 0 : 65535
      picture[x, 0, 1] = x < 10 ? 1 - x % 2 : 65535
    }
    let call = BlurCall(1.75, 0, edge: .clamp)
    let exact = ExactBlur.definition(picture, call)
    let result = try call.apply(to: picture)
    for x in 0..<60 where result.opacity(x, 0) > 0 && exact(x, 0)[1] >= 0.5 {
      let error = abs(Double(result[x, 0, 0]) - exact(x, 0)[0])
      #expect(error <= 4, "column \(x): \(result.tuple(x, 0)) instead of \(exact(x, 0))")
    }
  }

  // MARK: - Exactly

  @Test("A constant picture stays as it is, to the bit, wherever the edge has no end")
  func constant() throws {
    for kind in Self.kinds {
      for edge in [BlurEdge.clamp, .mirror, .normalize] {
        for (j, maxval) in Self.maxvals.enumerated() {
          for (i, radius) in (Self.radii + [1000]).enumerated() {
            if (i + j) % (radius > 40 ? 7 : 2) != 0 { continue }
            var source = RandomSource(seed: UInt64(maxval + i))
            var tuple = (0..<kind.depth).map { _ in source.number(upTo: maxval) }
            if kind.hasOpacity { tuple[kind.depth - 1] = max(1, tuple.last!) }
            let (width, height) = [(7, 6), (1, 9), (8, 1), (1, 1), (3, 13)][i % 5]
            let picture = Picture(
              kind, width: width, height: height, maxval: maxval,
              samples: (0..<width * height).flatMap { _ in tuple })
            let result = try BlurCall(radius, edge: edge).apply(to: picture)
            #expect(result.samples == picture.samples, "radius \(radius), \(edge), \(picture)")
          }
        }
      }
    }
  }

  @Test("So does each of the 256 constants of a byte")
  func everyByte() throws {
    for value in stride(from: 0, through: 255, by: 3) {
      let tuple = [value, value + 1, value + 2].map { min($0, 255) }
      let picture = Picture(
        .pamColour, width: 3, height: 2, maxval: 255,
        samples: [[Int]](repeating: tuple, count: 6).flatMap { $0 })
      for radius in [0.5, 2.4, 2.5, 5, 12, 40] {
        let edge: BlurEdge = value % 2 == 0 ? .clamp : .mirror
        let result = try BlurCall(radius, edge: edge).apply(to: picture)
        #expect(result.samples == picture.samples, "\(value), radius \(radius)")
      }
    }
  }

  @Test("A radius of 0, or next to it, changes nothing but colours without opacity")
  func nothing() throws {
    for picture in Rasters.all {
      var expected = picture
      for y in 0..<picture.height {
        for x in 0..<picture.width where picture.opacity(x, y) == 0 {
          for plane in 0..<picture.depth { expected[x, y, plane] = 0 }
        }
      }
      for edge in BlurEdge.all(for: picture.kind) {
        for radius in [0, 1e-300, 0.1] {
          let result = try BlurCall(radius, edge: edge).apply(to: picture)
          #expect(result.samples == expected.samples, "radius \(radius), \(edge), \(picture)")
        }
      }
    }
  }

  @Test("What is clear all over is 0 all over")
  func clear() throws {
    for kind in [Kind.pamGrayAlpha, .pamColourAlpha] {
      for maxval in Self.maxvals {
        var picture = Picture.random(kind, width: 9, height: 7, maxval: maxval)
        for y in 0..<7 { for x in 0..<9 { picture[x, y, kind.depth - 1] = 0 } }
        for edge in BlurEdge.allCases {
          for radius in [0.0, 1, 3, 20] {
            let result = try BlurCall(radius, edge: edge).apply(to: picture)
            #expect(result.samples.allSatisfy { $0 == 0 }, "radius \(radius), \(edge)")
          }
        }
      }
    }
  }

  @Test("Two threads give the same samples as one")
  func threads() throws {
    for kind in Self.kinds {
      for edge in BlurEdge.all(for: kind) {
        for maxval in [255, 65535] {
          for radius in [0.0, 1, 3, 12, 60] {
            let picture = Picture.patterns(
              kind, width: 6, height: Int(radius) * 3 + 50, maxval: maxval, first: .noise)
            let call = BlurCall(2, radius, edge: edge)
            let one = try call.apply(to: picture)
            let two = try call.apply(to: picture, isThreaded: true)
            #expect(one == two, "\(call), \(picture)")
          }
        }
      }
    }
  }

  // MARK: - Rows in and out

  @Test("Rows are written some at a time, those of great width two by two")
  func batches() throws {
    for (width, height) in [(10, 20), (10, 1), (70000, 5), (200_000, 4)] {
      let picture = Picture(.pamGray, width: width, height: height, maxval: 255, filledWith: 9)
      let blur = try Blur<UInt8>(xRadius: 0, yRadius: 0, edge: .clamp, raster: picture.raster)
      let row = [UInt8](repeating: 9, count: width)
      var counts: [Int] = []
      row.withUnsafeBufferPointer { row in
        blur.run(
          isThreaded: false, read: { row.baseAddress! },
          write: { rows, count in
            counts.append(count)
            #expect(rows[0] == 9 && rows[count * width - 1] == 9)
          })
      }
      #expect(counts.reduce(0, +) == height)
      #expect(counts.count == (width < 100 ? 1 : (height + 1) / 2))
    }
  }

  /// Expects that what goes wrong in reading or writing the `row`th row comes out.
  static func expectFailure<S: Sample>(
    _ side: RowFailure.Side, _ row: Int, _ picture: Picture, _ call: BlurCall,
    isThreaded: Bool, _: S.Type
  ) throws {
    let blur = try Blur<S>(
      xRadius: call.xRadius, yRadius: call.yRadius, edge: call.edge, raster: picture.raster)
    let samples = try Storage<S>(picture.width * picture.depth)
    let failure = RowFailure(side: side, row: row)
    var rowsRead = 0
    var rowsWritten = 0
    var isAfterwards = false
    #expect(throws: failure, "\(call), \(picture), \(isThreaded)") {
      try blur.run(
        isThreaded: isThreaded,
        read: { () throws(RowFailure) in
          rowsRead += 1
          if side == .reading && rowsRead > row + 1 { isAfterwards = true }
          if side == .reading && rowsRead == row + 1 { throw failure }
          return UnsafePointer(samples.base)
        },
        write: { (_: UnsafeMutablePointer<S>, count: Int) throws(RowFailure) in
          if side == .writing && rowsWritten > row { isAfterwards = true }
          rowsWritten += count
          if side == .writing && rowsWritten > row { throw failure }
        })
    }
    #expect(!isAfterwards, "\(failure): \(call), \(picture)")
  }

  @Test("What goes wrong with any row comes out, and nothing waits", arguments: [false, true])
  func failures(isThreaded: Bool) throws {
    for (kind, maxval) in [(Kind.pamGray, 255), (.pamColourAlpha, 255), (.pamColour, 65535)] {
      for edge in [BlurEdge.clamp, .mirror, .normalize] {
        for radius in [0.0, 2, 5, 40] {
          for (width, height) in [(3, 1), (3, 100), (5000, 12)] {
            // The great width is for rows written some at a time.
            if width > 3 && (edge != .clamp || radius > 2 || kind != .pamColourAlpha) { continue }
            let picture = Picture(
              kind, width: width, height: height, maxval: maxval, filledWith: 0)
            let call = BlurCall(0, radius, edge: edge)
            for row in Set([0, height / 2, height - 1]) {
              for side in [RowFailure.Side.reading, .writing] {
                if maxval > 255 {
                  try Self.expectFailure(
                    side, row, picture, call, isThreaded: isThreaded, UInt16.self)
                } else {
                  try Self.expectFailure(
                    side, row, picture, call, isThreaded: isThreaded, UInt8.self)
                }
              }
            }
          }
        }
      }
    }
  }

  @Test("Memory that cannot be had throws")
  func refused() {
    let raster = Raster(
      width: 1 << 50, height: 1 << 20, isColor: true, hasOpacity: true, maxval: 255)
    for edge in BlurEdge.allCases {
      for radius in [0, 1, 1000.0] {
        #expect(throws: OutOfMemory.self) {
          _ = try Blur<UInt8>(xRadius: radius, yRadius: radius, edge: edge, raster: raster)
        }
      }
    }
  }
}
