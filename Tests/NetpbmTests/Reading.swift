import Foundation
import TestSupport

@testable import Netpbm

/// What came of reading a stream to its end, or to what is wrong with it.
struct Reading {
  /// The pictures that came whole.
  var pictures: [Picture] = []
  /// Why the stream could not be read on.
  var message: String?

  /// Reads a stream as the tools do: by strips of whole rows where a row has no more samples than
  /// `strip`, by pieces of rows elsewhere. If `isTwice`, each picture is marked, read, rewound to
  /// after one strip of it and again after all of it, and read again.
  init(
    _ bytes: [UInt8], _ delivery: Delivery = .file, strip: Int = 1 << 16, isTwice: Bool = false
  ) throws {
    self = try delivery.with(bytes) { input in
      var reading = Reading()
      do throws(NetpbmError) {
        let reader = try ImageReader(input)
        while try reader.hasNext() {
          if isTwice { reader.mark() }
          try reader.readHeader()
          if isTwice {
            try reader.readStrip(of: strip)
            try reader.rewind()
            let once = try reader.readPicture(strip: strip)
            try reader.rewind()
            let twice = try reader.readPicture(strip: strip)
            guard once == twice else {
              throw NetpbmError("the second reading gave another picture")
            }
            reading.pictures.append(twice)
          } else {
            reading.pictures.append(try reader.readPicture(strip: strip))
          }
        }
      } catch {
        reading.message = String(error.message)
      }
      return reading
    }
  }

  private init() {}

  /// What differs first from the pictures that are expected, or nil.
  func difference(from expected: [Picture]) -> String? {
    for (index, (picture, expected)) in zip(pictures, expected).enumerated() {
      if let difference = picture.difference(from: expected.asRead) {
        return "picture \(index + 1): \(difference)"
      }
    }
    return pictures.count == expected.count
      ? nil : "\(pictures.count) pictures instead of \(expected.count)"
  }
}

extension ImageReader {
  /// Reads the whole raster of the picture at hand, of which nothing has been read.
  func readPicture(strip: Int = 1 << 16) throws(NetpbmError) -> Picture {
    var samples: [Int] = []
    repeat {
      samples += try readStrip(of: strip, from: samples.count)
    } while samples.count / header.samplesPerRow < header.height
    return Picture(
      Kind(header), width: header.width, height: header.height, maxval: header.maxval,
      samples: samples)
  }

  /// Reads what comes next: whole rows of together no more than `strip` samples, or a piece of a
  /// row where a row is larger. `done` samples of the picture have been read.
  @discardableResult
  func readStrip(of strip: Int, from done: Int = 0) throws(NetpbmError) -> [Int] {
    guard header.width > 0, header.height > 0, (1...65535).contains(header.maxval) else {
      throw NetpbmError("a header of \(header.width) x \(header.height) was taken")
    }
    let perRow = header.samplesPerRow
    let rest = perRow - done % perRow
    let piece = max(8, strip / header.depth / 8 * 8) * header.depth
    let count =
      perRow <= strip
      ? min(strip / perRow, header.height - done / perRow) * perRow : min(piece, rest)
    return header.sampleSize == 1
      ? try readSamples(count, as: UInt8.self) : try readSamples(count, as: UInt16.self)
  }

  private func readSamples<Sample: FixedWidthInteger & UnsignedInteger>(
    _ count: Int, as type: Sample.Type
  ) throws(NetpbmError) -> [Int] {
    // Before and after what is to be written, something that must stay.
    let margin = 16
    var room = [Sample](repeating: 0x5A, count: count + 2 * margin)
    var failure: NetpbmError?
    room.withUnsafeMutableBytes { room in
      do throws(NetpbmError) {
        let target = room.baseAddress! + margin * MemoryLayout<Sample>.size
        try readSamples(into: target, count: count)
      } catch {
        failure = error
      }
    }
    guard (room.prefix(margin) + room.suffix(margin)).allSatisfy({ $0 == 0x5A }) else {
      throw NetpbmError("samples were written outside their place")
    }
    if let failure { throw failure }
    return room[margin..<margin + count].map { Int($0) }
  }
}

extension Kind {
  /// The kind as far as a header tells it: plain and raw, and PAM with and without a tuple type,
  /// are the same.
  init(_ header: Header) {
    switch header.container {
    case .pam: self = .pam(String(header.tupleType), depth: header.depth)
    case .pnm: self = header.isBilevel ? .bitmap : header.isColor ? .colour : .gray
    }
  }

  /// What a reader makes of it.
  var asRead: Kind {
    if isPAM {
      return [.pamGray, .pamGrayAlpha, .pamColour, .pamColourAlpha]
        .first { !isBilevel && $0.depth == depth } ?? self
    }
    return isBilevel ? .bitmap : isColour ? .colour : .gray
  }
}

extension Picture {
  var asRead: Picture {
    Picture(kind.asRead, width: width, height: height, maxval: maxval, samples: samples)
  }
}

extension String {
  init(_ text: Text) { self.init(decoding: text.bytes, as: UTF8.self) }

  init(_ text: StaticString) { self = text.description }
}

/// The characters of a text, one byte each: "\u{ff}" is the byte 255.
func latin1(_ text: String) -> [UInt8] { text.unicodeScalars.map { UInt8($0.value) } }
