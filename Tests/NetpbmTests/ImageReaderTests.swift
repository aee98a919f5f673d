import Foundation
import TestSupport
import Testing

@testable import Netpbm

extension StreamLayer {
  @Suite("Reading pictures")
  struct ImageReaderTests {
    /// One of each class: a sample that is a bit, fills a byte or part of it, two or part of them.
    static let maxvals = [1, 7, 100, 255, 256, 1000, 65535]

    @Test("Every kind is read at every class of maxval", arguments: Kind.all)
    func kinds(kind: Kind) throws {
      for maxval in kind.isBilevel ? [1] : Self.maxvals {
        let picture = Picture.random(kind, width: 13, height: 7, maxval: maxval)
        for (delivery, strip) in [
          (Delivery.file, 1 << 16), (.file, 1), (.file, 100), (.pipe, 1 << 16),
          (.pieces(of: 1), 40),
        ] {
          let reading = try Reading(picture.bytes, delivery, strip: strip, isTwice: strip == 40)
          #expect(reading.message == nil)
          #expect(reading.difference(from: [picture]) == nil, "\(delivery), strips of \(strip)")
        }
      }
    }

    @Test("The header says what a picture is", arguments: Kind.all)
    func header(kind: Kind) throws {
      let maxval = kind.isBilevel ? 1 : 1000
      let picture = Picture.random(kind, width: 3, height: 2, maxval: maxval)
      let file = try NamelessFile(picture.bytes)
      let reader = try ImageReader(ByteInput(path: file.path))
      #expect(reader.number == 0)
      #expect(try reader.hasNext())
      try reader.readHeader()
      let header = reader.header
      #expect(header.container == (kind.isPAM ? .pam : .pnm))
      #expect((header.width, header.height, header.maxval) == (3, 2, maxval))
      #expect(header.isColor == kind.isColour)
      #expect(header.hasOpacity == kind.hasOpacity)
      #expect(header.isBilevel == kind.isBilevel)
      #expect(header.depth == kind.depth)
      #expect(header.sampleSize == (kind.isBilevel ? 1 : 2))
      #expect(header.samplesPerRow == 3 * kind.depth)
      #expect(reader.number == 1)
      if let tupleType = kind.tupleType { #expect(String(header.tupleType) == tupleType) }
    }

    @Test("Bits are unpacked whatever fills their last byte", arguments: 1...17)
    func dirtyBits(width: Int) throws {
      var noise = RandomSource(seed: UInt64(width))
      let picture = Picture.random(.bitmap, width: width, height: 5)
      var bytes = picture.bytes
      let bytesPerRow = (width + 7) / 8
      for row in 0..<5 where width % 8 != 0 {
        let padding = UInt8(0xFF) >> UInt8(width % 8)
        let last = picture.header.count + (row + 1) * bytesPerRow - 1
        bytes[last] |= UInt8(noise.number(upTo: 255)) & padding
      }
      for strip in [1, width, 3 * width, 1 << 16] {
        #expect(try Reading(bytes, strip: strip).difference(from: [picture]) == nil, "\(strip)")
      }
    }

    @Test(
      "Rows of any width are read, whole, many at once and in pieces", arguments: Kind.all,
      [1023, 1024, 1025, 2049, 9000])
    func wideRows(kind: Kind, width: Int) throws {
      let maxval = width % 2 == 0 ? 255 : 300
      let picture = Picture.random(kind, width: width, height: 3, maxval: maxval)
      for strip in [1024, 8 * 1025, picture.samples.count] {
        let reading = try Reading(picture.bytes, strip: strip)
        #expect(reading.message == nil)
        #expect(reading.difference(from: [picture]) == nil, "strips of \(strip)")
      }
    }

    @Test(
      "Rasters are read from a pipe that gives as much as it likes at a time",
      arguments: [Kind.gray, .bitmap, .plainGray, .pamColourAlpha], [1000, 8191, 8192, 8193, 65536])
    func pieces(kind: Kind, size: Int) throws {
      let picture = Picture.random(kind, width: 3001, height: 11, maxval: 1000)
      let bytes = picture.bytes + Picture.gray(1, 1, 7).bytes
      let reading = try Reading(bytes, .pieces(of: size), isTwice: true)
      #expect(reading.message == nil)
      #expect(reading.difference(from: [picture, .gray(1, 1, 7)]) == nil)
    }

    @Test("A stream of all kinds may come in two parts, cut anywhere", arguments: ["", "\n"])
    func cutAnywhere(between: String) throws {
      let pictures = Kind.all.enumerated().map { index, kind in
        Picture.random(
          kind, width: 1 + index % 3, height: 1 + index % 2, maxval: index % 4 == 0 ? 300 : 9,
          seed: UInt64(index))
      }
      let bytes = pictures.flatMap { $0.bytes + latin1(between) }
      for place in 1..<bytes.count {
        let reading = try Reading(bytes, .split(at: place), isTwice: place % 2 == 0)
        let difference = reading.difference(from: pictures)
        try #require(reading.message == nil && difference == nil, "cut at byte \(place)")
      }
    }

    @Test("A picture may start anywhere around the end of a buffer", arguments: Kind.all)
    func aroundBuffers(kind: Kind) throws {
      let second = Picture.random(kind, width: 3, height: 2, maxval: 100)
      for bufferSize in [1 << 13, 1 << 16] {
        for start in bufferSize - 70...bufferSize + 1 {
          let count = start - "P5\n1 00000\n255\n".count
          let first = latin1("P5\n1 \(count < 10000 ? "0" : "")\(count)\n255\n")
          let raster = [UInt8](repeating: 80, count: count)
          #expect(first.count + raster.count == start)
          let file = try NamelessFile(first + raster + second.bytes)
          let reader = try ImageReader(ByteInput(path: file.path))
          try #require(try reader.hasNext())
          try reader.readHeader()
          try withUnsafeTemporaryAllocation(byteCount: count, alignment: 1) { room in
            // Small enough to go through the buffer, all but the last piece.
            for done in stride(from: 0, to: count, by: 4000) {
              let rest = min(4000, count - done)
              try reader.readSamples(into: room.baseAddress! + done, count: rest)
            }
            try #require(
              raster.withUnsafeBytes { memcmp($0.baseAddress!, room.baseAddress!, count) } == 0)
          }
          try #require(try reader.hasNext())
          try reader.readHeader()
          let difference = try reader.readPicture().difference(from: second.asRead)
          try #require(difference == nil, "at byte \(start)")
          try #require(try !reader.hasNext())
        }
      }
    }

    @Test("Asking for a next picture takes nothing", arguments: [Delivery.file, .pieces(of: 1)])
    func asking(delivery: Delivery) throws {
      let pictures = [Picture.gray(2, 1, 3, 4), .bits(3, 1, 0, 1, 0), .colour(1, 1, 7, 8, 9)]
      try delivery.with(pictures.flatMap { $0.bytes + [10, 10] }) { input in
        let reader = try ImageReader(input)
        for (index, expected) in pictures.enumerated() {
          for _ in 0..<3 { #expect(try reader.hasNext()) }
          try reader.readHeader()
          #expect(reader.number == index + 1)
          let place = index == 0 ? "" : ", picture \(index + 1)"
          #expect(String(reader.place) == String(input.name) + place)
          #expect(try reader.readPicture().difference(from: expected) == nil)
        }
        for _ in 0..<3 { #expect(try !reader.hasNext()) }
        #expect(reader.number == 3)
      }
    }

    @Test("A picture can be read before any byte after it has come", arguments: Kind.all)
    func live(kind: Kind) throws {
      let pipe = try NamelessPipe()
      let reader = try ImageReader(ByteInput(path: pipe.path))
      // A reader that waits for more gets the end, after a long while, and fails.
      let guardian = Guardian(seconds: 20) { pipe.closeWritingEnd() }
      for maxval in [9, 1000] {
        let picture = Picture.random(kind, width: 5, height: 3, maxval: maxval)
        pipe.send(picture.bytes)
        #expect(try reader.hasNext())
        try reader.readHeader()
        #expect(try reader.readPicture().difference(from: picture.asRead) == nil)
      }
      #expect(!guardian.stop())
    }

    @Test("A reader is not disturbed by the failure of another")
    func independence() throws {
      for kind in Kind.all {
        let picture = Picture.random(kind, width: 4, height: 4, maxval: 9)
        let file = try NamelessFile(picture.bytes)
        let reader = try ImageReader(ByteInput(path: file.path))
        #expect(try reader.hasNext())
        try reader.readHeader()
        for text in ["P2 1 1 9 x", "P5 0 0 0\n", "P7\nX\n", "P1 2 1 0", "GIF"] {
          #expect(try Reading(latin1(text)).message != nil)
        }
        #expect(try reader.readPicture().difference(from: picture.asRead) == nil)
      }
    }
  }

  @Suite("Damaged pictures")
  struct DamagedPictureTests {
    @Test("A stream that ends early anywhere is an error", arguments: Kind.all)
    func truncated(kind: Kind) throws {
      for maxval in [9, 1000] {
        var picture = Picture.random(kind, width: 9, height: 2, maxval: maxval)
        // Else the digits that are left of the last sample would be another sample.
        picture.samples[picture.samples.count - 1] = 1
        let bytes = picture.bytes.prefix(picture.bytes.count - (kind.isPlain ? 1 : 0))
        for length in 1..<bytes.count {
          for delivery in [Delivery.file, .pipe] {
            let reading = try Reading(Array(bytes.prefix(length)), delivery, strip: 8)
            try #require(reading.pictures == [], "\(length) bytes \(delivery)")
            try #require(
              reading.message?.hasPrefix("/dev/fd/") == true, "\(length) bytes \(delivery)")
          }
        }
        #expect(try Reading(Array(bytes)).difference(from: [picture]) == nil)
      }
    }

    @Test("A second picture that ends early anywhere leaves the first whole", arguments: Kind.all)
    func secondTruncated(kind: Kind) throws {
      let first = Picture.random(kind, width: 3, height: 3, maxval: 9)
      var second = Picture.random(kind, width: 5, height: 2, maxval: 300, seed: 2)
      second.samples[second.samples.count - 1] = 1
      let bytes = second.bytes.prefix(second.bytes.count - (kind.isPlain ? 1 : 0))
      for length in 1..<bytes.count {
        for delivery in [Delivery.file, .pipe] {
          let reading = try Reading(first.bytes + bytes.prefix(length), delivery)
          try #require(reading.difference(from: [first]) == nil, "\(length) bytes \(delivery)")
          try #require(
            reading.message?.contains(", picture 2: ") == true,
            "\(length) bytes \(delivery): \(reading.message ?? "no message")")
        }
      }
    }

    @Test(
      "The row in which a picture ends is told, however many are read at once",
      arguments: [Kind.bitmap, .gray, .colour, .pamGrayAlpha, .pamColourAlpha])
    func rowOfEnd(kind: Kind) throws {
      for maxval in [100, 1000] {
        let picture = Picture.random(kind, width: 19, height: 6, maxval: maxval)
        let rowSize = picture.raster.count / 6
        for length in 0..<picture.raster.count {
          let bytes = picture.header + picture.raster.prefix(length)
          for strip in [1, 3 * 19 * kind.depth, 1 << 16] {
            let message = try Reading(bytes, strip: strip).message
            try #require(
              message?.contains("after \(length / rowSize) of 6 rows") == true,
              "\(length) bytes, strips of \(strip): \(message ?? "no message")")
          }
        }
      }
    }

    @Test(
      "A sample above maxval is told with its row, however many are read at once",
      arguments: [Kind.plainGray, .plainColour, .gray, .colour, .pamGray, .pamColourAlpha])
    func aboveMaxval(kind: Kind) throws {
      for maxval in [1, 7, 100, 254, 256, 1000, 65534] {
        let picture = Picture.random(kind, width: 5, height: 4, maxval: maxval)
        for place in stride(from: 0, to: picture.samples.count, by: 7) {
          var bad = picture
          bad.samples[place] = maxval + 1
          for strip in [1, 2 * 5 * kind.depth, 1 << 16] {
            let message = try Reading(bad.bytes, strip: strip).message
            let row = place / (5 * kind.depth)
            try #require(
              message?.contains("sample \(maxval + 1) in row \(row) is above the maxval \(maxval)")
                == true, "\(bad), sample \(place), strips of \(strip): \(message ?? "no message")")
          }
        }
      }
    }

    @Test("Any byte may be any other: no stream makes the reader stumble")
    func anyByte() throws {
      var source = RandomSource(seed: 1)
      for kind in Kind.all {
        let picture = Picture.random(kind, width: 3, height: 2, maxval: 9)
        for place in picture.bytes.indices {
          for _ in 0..<8 {
            var bytes = picture.bytes + picture.bytes
            bytes[place] = UInt8(source.number(upTo: 255))
            let reading = try Reading(bytes, isTwice: true)
            #expect(reading.message != "the second reading gave another picture")
            #expect(reading.message?.contains("written outside") != true)
            #expect(reading.message?.contains("was taken") != true)
          }
        }
      }
    }

    @Test("What cannot be opened, and what cannot be read, is an error with the system's reason")
    func systemErrors() throws {
      func message(_ path: String) -> String? {
        do throws(NetpbmError) {
          let reader = try ImageReader(ByteInput(path: path))
          let isThere = try reader.hasNext()
          return isThere ? "a picture" : "no picture"
        } catch {
          return String(error.message)
        }
      }
      #expect(message("/nowhere/card.ppm") == "/nowhere/card.ppm: No such file or directory")
      #expect(message("/dev/null/card.ppm") == "/dev/null/card.ppm: Not a directory")
      #expect(message("/usr") == "/usr: Is a directory")
      // A file of Linux whose first byte is there for nobody.
      #expect(message("/proc/self/mem") == "/proc/self/mem: Input/output error")
      #expect(message("/dev/null") == "no picture")
    }
  }
}
