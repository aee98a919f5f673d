import Foundation
import TestSupport
import Testing

@testable import Netpbm

extension StreamLayer {
  @Suite("Writing pictures")
  struct ImageWriterTests {
    /// What is written raw: every kind but the plain ones, PBM, and PAM without a tuple type.
    static let rawKinds: [Kind] = [
      .gray, .colour, .pamGray, .pamGrayAlpha, .pamColour, .pamColourAlpha, .pamBilevel,
      .pamBilevelAlpha,
    ]

    @Test(
      "A header is written as the format has it",
      arguments: [
        (Kind.gray, "P5\n3 2\n1000\n"),
        (.colour, "P6\n3 2\n1000\n"),
        (.pamGray, pam(depth: 1, "GRAYSCALE")),
        (.pamGrayAlpha, pam(depth: 2, "GRAYSCALE_ALPHA")),
        (.pamColour, pam(depth: 3, "RGB")),
        (.pamColourAlpha, pam(depth: 4, "RGB_ALPHA")),
        (.pamBilevel, pam(depth: 1, max: 1, "BLACKANDWHITE")),
        (.pamBilevelAlpha, pam(depth: 2, max: 1, "BLACKANDWHITE_ALPHA")),
      ])
    func header(kind: Kind, expected: String) throws {
      let maxval = kind.isBilevel ? 1 : 1000
      let bytes = try written { writer in
        try writer.writeHeader(Header(.random(kind, width: 3, height: 2, maxval: maxval)))
      }
      #expect(String(decoding: bytes, as: UTF8.self) == expected)
    }

    private static func pam(depth: Int, max: Int = 1000, _ tupleType: String) -> String {
      """
      P7
      WIDTH 3
      HEIGHT 2
      DEPTH \(depth)
      MAXVAL \(max)
      TUPLTYPE \(tupleType)
      ENDHDR

      """
    }

    @Test("Raw pictures are written sample by sample, high byte first", arguments: rawKinds)
    func raw(kind: Kind) throws {
      for maxval in kind.isBilevel ? [1] : ImageReaderTests.maxvals {
        let picture = Picture.random(kind, width: 13, height: 7, maxval: maxval)
        for rows in [1, 3, 7] {
          let bytes = try written { try $0.write(picture, rows: rows) }
          try #require(difference(bytes, picture.bytes) == nil, "\(picture), \(rows) rows a time")
        }
      }
    }

    @Test(
      "Plain pictures decode to the samples, and are the same however many rows a write has",
      arguments: [Kind.gray, .colour, .pamGray, .pamColour], [1, 7, 1023, 1024, 1025, 2049])
    func plain(kind: Kind, width: Int) throws {
      for maxval in width > 1000 ? [255, 65535] : ImageReaderTests.maxvals {
        let picture = Picture.random(kind, width: width, height: 5, maxval: maxval)
        let bytes = try written(isPlain: true) { try $0.write(picture, rows: 1) }
        var expected = picture
        expected.kind = kind.isColour ? .plainColour : .plainGray
        // Lines have a space at their end, which is as the format allows it.
        #expect(try decodePlain(bytes).difference(from: expected) == nil, "\(picture)")
        for rows in [2, 5] {
          let again = try written(isPlain: true) { try $0.write(picture, rows: rows) }
          try #require(difference(again, bytes) == nil, "\(picture), \(rows) rows a time")
        }
        #expect(try Reading(bytes).difference(from: [expected]) == nil, "\(picture)")
        #expect(bytes.last == 10)
        #expect(bytes.split(separator: 10).allSatisfy { $0.count <= 160 })
      }
    }

    /// The strict decoder of the tests wants one white space after a number.
    private func decodePlain(_ bytes: [UInt8]) throws -> Picture {
      let words = bytes.split { $0 == 10 || $0 == 32 }
      return try Picture.decodeOne(Array(words.joined(separator: [10])) + [10])
    }

    @Test("A stream of all kinds comes back as it was written", arguments: [Delivery.file, .pipe])
    func stream(delivery: Delivery) throws {
      let pictures = (Self.rawKinds + Self.rawKinds.reversed()).enumerated().map { index, kind in
        Picture.random(
          kind, width: 1 + index, height: 20 - index, maxval: index % 2 == 0 ? 255 : 300,
          seed: UInt64(index))
      }
      let bytes = try written { writer in
        for picture in pictures { try writer.write(picture, rows: 2) }
      }
      #expect(difference(bytes, pictures.flatMap(\.bytes)) == nil)
      #expect(try Reading(bytes, delivery).difference(from: pictures) == nil)
    }

    @Test("A finished picture is out before the next is begun", arguments: [false, true])
    func finished(isPlain: Bool) throws {
      let file = try NamelessFile([])
      let output = try ByteOutput(path: file.path)
      let writer = try ImageWriter(output, isPlain: isPlain)
      for width in 1...5 {
        let picture = Picture.random(.gray, width: width, height: 2)
        try writer.write(picture, rows: 1)
        let reading = try Reading(file.bytes)
        #expect(reading.message == nil)
        #expect(reading.pictures.count == width)
        #expect(reading.pictures.last == picture)
      }
      try output.close()
    }

    @Test(
      "A full disk is an error with the system's reason, in every part of a picture",
      arguments: rawKinds, [false, true])
    func fullDisk(kind: Kind, isPlain: Bool) throws {
      if isPlain && kind.hasOpacity { return }
      // The failure shows at the end of a small picture, and in the midst of a large one.
      for (width, height) in [(1, 1), (90, 1), (100, 900), (50_000, 3)] {
        let picture = Picture(
          kind, width: width, height: height, maxval: kind.isBilevel ? 1 : 200, filledWith: 1)
        let message = try failure(writing: picture, to: "/dev/full", isPlain: isPlain)
        #expect(message == "cannot write /dev/full: No space left on device", "\(picture)")
      }
    }

    @Test(
      "A pipe that nobody reads is an error with the system's reason", arguments: [false, true])
    func brokenPipe(isPlain: Bool) throws {
      signal(SIGPIPE, SIG_IGN)
      for width in [1, 100_000] {
        let descriptor = try NamelessPipe().duplicateOfWritingEnd()
        defer { close(descriptor) }
        let picture = Picture(.gray, width: width, height: 3, maxval: 255, filledWith: 1)
        let message = failure(writing: picture, to: descriptor, isPlain: isPlain)
        #expect(message == "cannot write card: Broken pipe")
      }
    }

    private func failure(
      writing picture: Picture, to path: String, isPlain: Bool
    ) throws -> String? {
      let descriptor = open(path, O_WRONLY | O_CLOEXEC)
      try #require(descriptor >= 0)
      defer { close(descriptor) }
      return failure(writing: picture, to: descriptor, named: Text(path), isPlain: isPlain)
    }

    private func failure(
      writing picture: Picture, to descriptor: Int32, named name: Text = "card", isPlain: Bool
    ) -> String? {
      do throws(NetpbmError) {
        let writer = try ImageWriter(
          ByteOutput(descriptor: descriptor, name: name), isPlain: isPlain)
        try writer.write(picture, rows: 1)
        return nil
      } catch {
        return String(error.message)
      }
    }

    /// What comes of writing.
    private func written(
      isPlain: Bool = false, _ body: (ImageWriter) throws -> Void
    ) throws -> [UInt8] {
      let file = try NamelessFile([])
      let output = try ByteOutput(path: file.path)
      try body(ImageWriter(output, isPlain: isPlain))
      try output.close()
      return file.bytes
    }
  }
}

extension Header {
  fileprivate init(_ picture: Picture) {
    self.init(
      container: picture.kind.isPAM ? .pam : .pnm, width: picture.width, height: picture.height,
      maxval: picture.maxval, isColor: picture.kind.isColour, hasOpacity: picture.kind.hasOpacity,
      isBilevel: picture.kind.isBilevel)
  }
}

extension ImageWriter {
  /// Writes a picture, so many rows at a time.
  fileprivate func write(_ picture: Picture, rows: Int) throws(NetpbmError) {
    let header = Header(picture)
    try writeHeader(header)
    var done = 0
    while done < picture.samples.count {
      let count = min(rows * header.samplesPerRow, picture.samples.count - done)
      let samples = picture.samples[done..<done + count]
      if header.sampleSize == 1 {
        try write(samples.map { UInt8($0) })
      } else {
        try write(samples.map { UInt16($0) })
      }
      done += count
    }
    try finishPicture()
  }

  private func write<Sample: FixedWidthInteger & UnsignedInteger>(
    _ samples: [Sample]
  ) throws(NetpbmError) {
    let room = UnsafeMutablePointer<Sample>.allocate(capacity: samples.count)
    defer { room.deallocate() }
    room.initialize(from: samples, count: samples.count)
    try writeSamples(room, count: samples.count)
  }
}
