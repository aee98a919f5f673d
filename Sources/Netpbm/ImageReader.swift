import CNetpbm
import CSystem

/// Reads the pictures of a stream, one after another: headers and plain rasters through libnetpbm,
/// raw rasters straight from the input.
///
/// libnetpbm notes where an error has to return to once for the whole process: readers and writers
/// may be used by one thread at a time, not by two at once.
///
///     while try reader.hasNext() {
///       try reader.readHeader()
///       try reader.readSamples(into: row, count: reader.header.samplesPerRow)   // once a row
///     }
public final class ImageReader {
  private let input: ByteInput
  /// What libnetpbm reads from: the same bytes as `input`.
  private var file: UnsafeMutablePointer<FILE>?
  private let context: UnsafeMutablePointer<InputSource>

  /// The header of the picture at hand.
  public private(set) var header = Header(
    container: .pnm, width: 0, height: 0, maxval: 1, isColor: false)
  /// The number of the picture at hand, from 1.
  public private(set) var number = 0

  private var raster = Raster.raw
  private enum Raster { case raw, plain, packedBits }
  private var pam = CNetpbm.pam()
  /// Where the next sample stands.
  private var row = 0
  private var sampleInRow = 0

  /// A plain raster is read in pieces of this many tuples, since libnetpbm's rows take many times
  /// the memory of their samples.
  private static let tuplesPerPiece = 1024
  private var tuples: UnsafeMutablePointer<tuple?>?

  /// Reads the pictures of an input from where it stands.
  public init(_ input: ByteInput) throws(NetpbmError) {
    self.input = input
    context = .allocate(capacity: 1)
    context.initialize(to: InputSource(input: Unmanaged.passUnretained(input)))
    file = cnetpbm_openReader(
      context,
      { context, bytes, count in
        context!.assumingMemoryBound(to: InputSource.self).pointee.read(bytes!, count)
      },
      { context, count in
        context!.assumingMemoryBound(to: InputSource.self).pointee.unread(count)
      })
    if file == nil { throw .outOfMemory(input.name) }
  }

  deinit {
    if let file { fclose(file) }
    cnetpbm_freeRow(tuples)
    context.deallocate()
  }

  /// As messages call the picture at hand: "card.ppm", or "card.ppm, picture 3".
  public var place: Text { number > 1 ? "\(input.name), picture \(number)" : input.name }

  /// Whether the picture at hand is written in ASCII.
  public var isPlain: Bool { raster == .plain }

  // MARK: - Pictures

  /// Whether another picture follows; waits until that is known. White space before it is skipped.
  public func hasNext() throws(NetpbmError) -> Bool {
    var atEnd: Int32 = 0
    let failure = cnetpbm_nextImage(file, &atEnd)
    settleFile()
    if input.failure != 0 { throw readFailure() }
    if let failure { throw .library(failure, about: input.name) }
    return atEnd == 0
  }

  /// Reads the header that comes next. The raster before it must have been read.
  public func readHeader() throws(NetpbmError) {
    number += 1
    try parseHeader()
  }

  /// Notes the start of the picture that comes next, for `rewind`.
  public func mark() { input.mark() }

  /// Forgets the mark.
  public func unmark() { input.unmark() }

  /// Goes back to the marked picture, which must be the one at hand, and reads its header again.
  public func rewind() throws(NetpbmError) {
    try input.rewind()
    try parseHeader()
  }

  private func parseHeader() throws(NetpbmError) {
    context.pointee.part = .magicNumber
    context.pointee.firstByte = 0
    pam = CNetpbm.pam()
    let failure = cnetpbm_readHeader(file, &pam)
    settleFile()
    context.pointee.part = .other
    if input.failure != 0 { throw readFailure() }
    if let failure { throw .header(failure, of: place, firstByte: context.pointee.firstByte) }
    header = try Header(pam, place: place)
    raster =
      switch pam.format {
      case formatCode("1"), formatCode("2"), formatCode("3"): .plain
      case formatCode("4"): .packedBits
      default: .raw
      }
    row = 0
    sampleInRow = 0
  }

  // MARK: - Rasters

  /// How many bytes the raster of the picture at hand is; nil for ASCII.
  public var rasterSize: Double? {
    let rowSize =
      switch raster {
      case .plain: nil as Int?
      case .packedBits: (header.width + 7) / 8
      case .raw: header.samplesPerRow * header.sampleSize
      }
    // The product may be beyond an Int.
    return rowSize.map { Double($0) * Double(header.height) }
  }

  /// Reads the next `count` samples in the order of the raster, in the machine's byte order: one
  /// byte each, or two for a maxval above 255.
  ///
  /// They must not go beyond the end of a row, unless both ends are ends of rows. A piece of a row
  /// of a PBM picture must start at a multiple of 8.
  public func readSamples(into target: UnsafeMutableRawPointer, count: Int) throws(NetpbmError) {
    switch raster {
    case .raw:
      let bytes = target.assumingMemoryBound(to: UInt8.self)
      try readBytes(into: bytes, count: count * header.sampleSize)
      if header.sampleSize == 2 {
        try finish(target.assumingMemoryBound(to: UInt16.self), count)
      } else {
        try finish(bytes, count)
      }
    case .packedBits:
      try unpackBits(into: target.assumingMemoryBound(to: UInt8.self), count: count)
    case .plain:
      if header.sampleSize == 2 {
        try readPlain(into: target.assumingMemoryBound(to: UInt16.self), count: count)
      } else {
        try readPlain(into: target.assumingMemoryBound(to: UInt8.self), count: count)
      }
    }
    sampleInRow += count
    row += sampleInRow / header.samplesPerRow
    sampleInRow %= header.samplesPerRow
  }

  private func readBytes(
    into target: UnsafeMutablePointer<UInt8>, count: Int, rowsDone: Int? = nil
  ) throws(NetpbmError) {
    var got = 0
    while got < count {
      let taken = input.read(into: target + got, atMost: count - got)
      if taken < 0 { throw readFailure() }
      if taken == 0 {
        let cut = rowsDone ?? (sampleInRow + got / header.sampleSize) / header.samplesPerRow
        throw .cutShort(place, after: row + cut, of: header.height)
      }
      got += taken
    }
  }

  /// Turns big-endian samples to the machine's order and holds them against the maxval.
  private func finish<Sample: FixedWidthInteger & UnsignedInteger>(
    _ samples: UnsafeMutablePointer<Sample>, _ count: Int
  ) throws(NetpbmError) {
    if MemoryLayout<Sample>.size == 2 {
      for i in 0..<count { samples[i] = Sample(bigEndian: samples[i]) }
    }
    let maxval = Sample(header.maxval)
    if maxval == .max { return }
    var greatest: Sample = 0
    for i in 0..<count { greatest = max(greatest, samples[i]) }
    if greatest <= maxval { return }
    var i = 0
    while samples[i] <= maxval { i += 1 }
    throw .aboveMaxval(
      place, sample: Int(samples[i]), maxval: header.maxval,
      row: row + (sampleInRow + i) / header.samplesPerRow)
  }

  /// Raw PBM: rows of bits, 1 for black, the first the highest of its byte, filled up to a byte.
  private func unpackBits(
    into target: UnsafeMutablePointer<UInt8>, count: Int
  ) throws(NetpbmError) {
    var done = 0
    while done < count {
      let piece = min(count - done, header.width - (sampleInRow + done) % header.width)
      // The packed bytes are read to the end of the place that they are unpacked to, from its
      // start on: no sample is written before its bit has been read.
      let packed = (piece + 7) / 8
      let bits = target + done + piece - packed
      try readBytes(into: bits, count: packed, rowsDone: (sampleInRow + done) / header.width)
      for i in 0..<piece {
        let byte = bits[i >> 3]
        target[done + i] = 1 - (byte >> UInt8(7 - i & 7)) & 1
      }
      done += piece
    }
  }

  private func readPlain<Sample: FixedWidthInteger & UnsignedInteger>(
    into target: UnsafeMutablePointer<Sample>, count: Int
  ) throws(NetpbmError) {
    let depth = header.depth
    var piece = pam
    if tuples == nil {
      piece.width = Int32(Self.tuplesPerPiece)
      piece.depth = 3
      if cnetpbm_allocateRow(&piece, &tuples) != nil { throw .outOfMemory(place) }
      piece.depth = pam.depth
    }
    var done = 0
    while done < count {
      let width = min(Self.tuplesPerPiece, (count - done) / depth)
      piece.width = Int32(width)
      piece.maxval = .max  // Our own message names the row.
      if let failure = cnetpbm_readRow(&piece, tuples) {
        settleFile()
        if input.failure != 0 { throw readFailure() }
        throw .library(failure, about: place)
      }
      for x in 0..<width {
        for plane in 0..<depth {
          let value = tuples![x]![plane]
          if value > UInt(header.maxval) {
            throw .aboveMaxval(
              place, sample: Int(value), maxval: header.maxval,
              row: row + (sampleInRow + done + x * depth) / header.samplesPerRow)
          }
          target[done + x * depth + plane] = Sample(truncatingIfNeeded: value)
        }
      }
      done += width * depth
    }
    settleFile()
  }

  // MARK: - libnetpbm's view

  /// Gives back to `input` what libnetpbm's file holds and has not used.
  private func settleFile() {
    fflush(file)
    clearerr(file)
    context.pointee.gaveFinalNewline = false
  }

  private func readFailure() -> NetpbmError {
    input.failure == ENOMEM ? .outOfMemory(input.name) : .system(input.name, code: input.failure)
  }
}
