import Netpbm
import TestSupport
import Testing

@testable import FilterTool

@Suite("Rows of an input", .libnetpbm)
struct RowSourceTests {
  /// The samples of the next row.
  static func row(_ source: RowSource) throws -> [Int] {
    var samples: [Int] = []
    let count = source.header.samplesPerRow
    try source.nextRow(
      bytes: { row in samples = (0..<count).map { Int(row[$0]) } },
      words: { row in samples = (0..<count).map { Int(row[$0]) } })
    return samples
  }

  @Test("Rows come in order, of bytes and of words, in strips of one and of many")
  func rows() throws {
    try TemporaryFolder.with { folder in
      for (kind, maxval) in [
        (Kind.gray, 255), (.colour, 100), (.pamColourAlpha, 65535), (.plainGray, 1000),
        (.bitmap, 1), (.pamGrayAlpha, 256),
      ] {
        for (width, height) in [(1, 1), (3, 700), (40_000, 3)] {
          let picture = TestSupport.Picture.random(
            kind, width: width, height: height, maxval: maxval)
          let source = try RowSource(path: try folder.write(picture.bytes, to: "in"))
          #expect(try source.hasNext())
          try source.readHeader(isMarked: false)
          #expect(source.raster.width == width && source.raster.depth == kind.depth)
          let count = width * kind.depth
          for y in 0..<height {
            let isSame = try Self.row(source) == Array(picture.samples[y * count..<(y + 1) * count])
            try #require(isSame, "row \(y) of \(picture)")
          }
          #expect(try source.nextRow() == nil)
          #expect(try source.readStrip(into: RowBuffer()) == 0)
          #expect(try !source.hasNext())
        }
      }
    }
  }

  @Test("Ranges of rows come whole, also after rows one by one", arguments: [3, 40_000])
  func ranges(width: Int) throws {
    try TemporaryFolder.with { folder in
      let picture = TestSupport.Picture.random(.pamGray, width: width, height: 30, maxval: 1000)
      let path = try folder.write(picture.bytes, to: "in")
      for first in [0, 1, 5] {
        let source = try RowSource(path: path)
        try source.readHeader(isMarked: false)
        for _ in 0..<first { _ = try source.nextRow() }
        let buffer = RowBuffer()
        for rows in [first..<first + 3, 8..<9, 9..<9, 9..<25, 29..<30] {
          try source.readRows(rows, into: buffer)
          let samples = buffer.base!.assumingMemoryBound(to: UInt16.self)
          let expected = picture.samples[rows.lowerBound * width..<rows.upperBound * width]
          let isSame = zip(UnsafeBufferPointer(start: samples, count: expected.count), expected)
            .allSatisfy { Int($0) == $1 }
          try #require(isSame, "\(rows) after \(first)")
        }
        #expect(try source.nextRow() == nil)
      }
    }
  }

  @Test("A row that is read by pieces comes whole")
  func wide() throws {
    try TemporaryFolder.with { folder in
      // Of more than 1 MiB.
      let width = 530_000
      let picture = TestSupport.Picture.random(.pamGray, width: width, height: 2, maxval: 1000)
      let source = try RowSource(path: try folder.write(picture.bytes, to: "in"))
      try source.readHeader(isMarked: true)
      for _ in 0..<2 {
        for y in 0..<2 {
          let isSame =
            try Self.row(source) == Array(picture.samples[y * width..<(y + 1) * width])
          #expect(isSame, "row \(y)")
        }
        try source.rewind()
        let buffer = RowBuffer()
        try source.readRows(1..<2, into: buffer)
        let samples = buffer.base!.assumingMemoryBound(to: UInt16.self)
        let isSame = (0..<width).allSatisfy { Int(samples[$0]) == picture.samples[width + $0] }
        #expect(isSame, "row 1 of a range")
        try source.rewind()
      }
    }
  }

  @Test("A file that is not there is told by name")
  func missing() throws {
    do {
      _ = try RowSource(path: "/nowhere/at all.ppm")
      Issue.record("it was opened")
    } catch {
      #expect(error.status == 1)
      #expect(error.message.string.contains("/nowhere/at all.ppm"))
    }
  }
}

@Suite("Memory for rows")
struct RowBufferTests {
  @Test("It grows, keeps what is in it, and never shrinks")
  func growth() throws {
    let buffer = RowBuffer()
    #expect(buffer.capacity == 0)
    try buffer.grow(to: 10)
    for i in 0..<10 { buffer.base!.storeBytes(of: UInt8(i), toByteOffset: i, as: UInt8.self) }
    try buffer.grow(to: 1 << 20)
    #expect(buffer.capacity == 1 << 20)
    let kept = buffer.base!.assumingMemoryBound(to: UInt8.self)
    #expect((0..<10).allSatisfy { kept[$0] == UInt8($0) })
    try buffer.grow(to: 5)
    #expect(buffer.capacity == 1 << 20)
  }
}
