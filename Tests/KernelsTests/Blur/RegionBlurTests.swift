import TestSupport
import Testing

@testable import Kernels

@Suite("A blur of a region")
struct RegionBlurTests {
  static let width = 13
  static let height = 17

  static let regions = [
    Region(x: 4, y: 5, width: 6, height: 7), Region(x: 0, y: 3, width: 5, height: 4),
    Region(x: 9, y: 3, width: 4, height: 6), Region(x: 3, y: 0, width: 5, height: 6),
    Region(x: 3, y: 12, width: 5, height: 5), Region(x: 0, y: 0, width: 13, height: 17),
    Region(x: 6, y: 8, width: 1, height: 1), Region(x: 12, y: 16, width: 1, height: 1),
    Region(x: 0, y: 0, width: 1, height: 1), Region(x: 0, y: 8, width: 13, height: 1),
    Region(x: 6, y: 0, width: 1, height: 17),
  ]

  /// A call without an edge: a region has its own.
  static func blurred<S: Sample>(
    _ picture: Picture, _ region: Region, _ call: BlurCall, _: S.Type
  ) throws -> Picture {
    let blur = try RegionBlur<S>(
      region, xRadius: call.xRadius, yRadius: call.yRadius, glass: call.glass?.glass,
      background: call.background, raster: picture.raster)
    let source = RowsInMemory<S>(picture)
    let kind = call.resultKind(picture)
    var samples: [Int] = []
    try blur.run(
      read: { () throws(OutOfMemory) in source.next() },
      write: { (row: UnsafeMutablePointer<S>) throws(OutOfMemory) in
        for i in 0..<picture.width * kind.depth { samples.append(Int(row[i])) }
        // Whoever gets a row may change it.
        for i in 0..<picture.width * kind.depth { row[i] = 1 }
      }, outOfMemory: OutOfMemory())
    #expect(source.rowsRead == picture.height, "\(region)")
    guard samples.count == picture.width * picture.height * kind.depth else {
      throw WrongSize(description: "\(region): \(samples.count) samples for \(picture)")
    }
    return Picture(
      kind, width: picture.width, height: picture.height, maxval: picture.maxval, samples: samples)
  }

  static func blurred(_ picture: Picture, _ region: Region, _ call: BlurCall) throws -> Picture {
    picture.hasBytes
      ? try blurred(picture, region, call, UInt8.self)
      : try blurred(picture, region, call, UInt16.self)
  }

  static func cropped(_ picture: Picture, _ region: Region) -> Picture {
    Picture(
      picture.kind, width: region.width, height: region.height, maxval: picture.maxval,
      samples: (region.y..<region.y + region.height).flatMap { y in
        (region.x..<region.x + region.width).flatMap { picture.tuple($0, y) }
      })
  }

  static func contains(_ region: Region, _ x: Int, _ y: Int) -> Bool {
    (region.x..<region.x + region.width).contains(x)
      && (region.y..<region.y + region.height).contains(y)
  }

  @Test("Inside it is a picture of its own whose border is repeated; outside nothing changes")
  func definition() throws {
    var i = 0
    for kind in BlurTests.kinds {
      for region in Self.regions {
        for (xRadius, yRadius) in [(0.0, 0.0), (0.7, 0.7), (2, 9), (30, 3)] {
          for glass in [nil, ExactGlass()] {
            i += 1
            let picture = Picture.random(
              kind, width: Self.width, height: Self.height, maxval: BlurTests.maxvals[i % 7],
              seed: UInt64(i))
            let call = BlurCall(xRadius, yRadius, edge: .clamp, glass: glass)
            let inside = try call.apply(to: Self.cropped(picture, region))
            var expected = picture
            for y in 0..<region.height {
              for x in 0..<region.width {
                for plane in 0..<kind.depth {
                  expected[region.x + x, region.y + y, plane] = inside[x, y, plane]
                }
              }
            }
            let result = try Self.blurred(picture, region, call)
            #expect(result.samples == expected.samples, "\(region), \(call), \(picture)")
          }
        }
      }
    }
  }

  @Test("With a background all of it is flattened, inside and outside, with one rounding")
  func background() throws {
    var i = 0
    for kind in BlurTests.kinds {
      for region in Self.regions {
        for background in kind.isColour ? [Color.white, .orange] : [.white, .silver] {
          i += 1
          let picture = Picture.random(
            kind, width: Self.width, height: Self.height, maxval: BlurTests.maxvals[i % 7],
            seed: UInt64(i))
          let call = BlurCall(2, edge: .clamp, background: background)
          let result = try Self.blurred(picture, region, call)
          let inside = ExactBlur.definition(Self.cropped(picture, region), call)
          try expect(Self.cropped(result, region), nearBlur: inside, "\(region), \(call)")
          try expect(
            result,
            near: { x, y in
              // What is inside has just been looked at.
              if Self.contains(region, x, y) { return result.levels(x, y) }
              let alpha = picture.alpha(x, y)
              return picture.levels(x, y).enumerated().map { plane, level in
                level * alpha + background[plane] * Double(picture.maxval) * (1 - alpha)
              }
            }, "\(region), \(call)")
        }
      }
    }
  }

  @Test("Colour and opacity are not rounded before they are flattened")
  func exactBackground() throws {
    let picture = Picture(
      .pamGrayAlpha, width: 2, height: 1, maxval: 255, samples: [90, 175, 255, 255])
    let call = BlurCall(0.5, 0, edge: .clamp, background: .black)
    let result = try Self.blurred(picture, Region(x: 0, y: 0, width: 2, height: 1), call)
    // Exactly 234.379; rounded twice it would be 233.
    #expect(result.tuple(1, 0) == [234])
    try expect(result, nearBlur: ExactBlur.definition(picture, call))
  }

  @Test("Rows above it are written before more are read, all others once they are there")
  func order() throws {
    let region = Region(x: 3, y: 5, width: 5, height: 6)
    let picture = Picture.random(.pamGray, width: Self.width, height: Self.height)
    let blur = try RegionBlur<UInt8>(region, xRadius: 1, yRadius: 1, raster: picture.raster)
    let source = RowsInMemory<UInt8>(picture)
    var rowsWritten = 0
    try blur.run(
      read: { () throws(OutOfMemory) in source.next() },
      write: { (_: UnsafeMutablePointer<UInt8>) throws(OutOfMemory) in
        rowsWritten += 1
        let isOutside = rowsWritten <= 5 || rowsWritten > 11
        #expect(source.rowsRead >= rowsWritten && (source.rowsRead == rowsWritten || !isOutside))
      }, outOfMemory: OutOfMemory())
    #expect(rowsWritten == Self.height)
  }

  @Test("What goes wrong with any row comes out")
  func failures() throws {
    let region = Region(x: 3, y: 5, width: 5, height: 6)
    let raster = Raster(width: 13, height: 17, isColor: true, hasOpacity: true, maxval: 255)
    let row = try Storage<UInt8>(raster.samplesPerRow)
    for radius in [0.0, 1, 20] {
      for failing in 0..<17 {
        for side in [RowFailure.Side.reading, .writing] {
          let failure = RowFailure(side: side, row: failing)
          let blur = try RegionBlur<UInt8>(
            region, xRadius: radius, yRadius: radius, raster: raster)
          var rowsRead = 0
          var rowsWritten = 0
          #expect(throws: failure, "radius \(radius)") {
            try blur.run(
              read: { () throws(RowFailure) in
                rowsRead += 1
                if side == .reading && rowsRead == failing + 1 { throw failure }
                return row.base
              },
              write: { (_: UnsafeMutablePointer<UInt8>) throws(RowFailure) in
                rowsWritten += 1
                if side == .writing && rowsWritten == failing + 1 { throw failure }
              }, outOfMemory: RowFailure(side: .reading, row: -1))
          }
          let last = side == .reading ? rowsRead : rowsWritten
          #expect(last == failing + 1, "\(failure), radius \(radius)")
        }
      }
    }
  }
}
