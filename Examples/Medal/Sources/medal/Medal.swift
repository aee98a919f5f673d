import Foundation
import Kernels
import Netpbm

/// Cuts round medals with a band of golden light out of a stream of Netpbm pictures:
///
///     medal <card.ppm >medal.pam
///
/// It writes what `glint -position 0.4 -color '#fd0' | mask -shape circle` writes, in one pass over
/// the rows.
@main
struct Medal {
  static func main() {
    StandardStreams.prepare()
    do {
      try run()
    } catch let error as NetpbmError {
      stop(error.message)
    } catch {
      stop("out of memory")
    }
  }

  static func stop(_ message: Text) -> Never {
    writeError("medal: \(message)\n")
    exit(1)
  }

  static func run() throws {
    let reader = try ImageReader(ByteInput(path: nil))
    let output = try ByteOutput()
    let writer = try ImageWriter(output)
    while try reader.hasNext() {
      try reader.readHeader()
      // The one switch on the size of samples: all below is generic.
      if reader.header.sampleSize == 1 {
        try cut(reader, writer, UInt8.self)
      } else {
        try cut(reader, writer, UInt16.self)
      }
      try writer.finishPicture()
    }
    if reader.number == 0 { throw NetpbmError.noPicture("standard input") }
    try output.close()
  }

  static func cut<S: Sample>(_ reader: ImageReader, _ writer: ImageWriter, _: S.Type) throws {
    let source = Raster(reader.header)
    var header = reader.header
    header.container = .pam
    header.isColor = true
    header.hasOpacity = true
    if header.isBilevel {
      header.isBilevel = false
      header.maxval = 255
    }
    let raster = Raster(header)
    let reshaping = Reshaping(from: source, to: raster)
    let gold = Color(red: 1, green: 13.0 / 15, blue: 0)
    let glint = try Glint<S>(
      position: 0.4, halfWidth: 0.3, strength: 0.6, color: gold, raster: raster)
    let circle = try Coverage(.circle, width: raster.width, height: raster.height)
    let mask = Mask<S>(isInverted: false, background: nil, raster: raster)

    let given = try Storage<S>(source.samplesPerRow)
    let row = try Storage<S>(raster.samplesPerRow)
    try writer.writeHeader(header)
    for y in 0..<raster.height {
      try reader.readSamples(into: given.base, count: given.count)
      reshaping.reshape(given.base, into: row.base, count: raster.width)
      glint.brighten(row.base, y: y)
      mask.apply(circle.row(y), to: row.base)
      try writer.writeSamples(row.base, count: row.count)
    }
  }
}

extension Raster {
  /// The shape of the rows that follow a header.
  init(_ header: Header) {
    self.init(
      width: header.width, height: header.height, isColor: header.isColor,
      hasOpacity: header.hasOpacity, maxval: header.maxval)
  }
}
