import CSystem

@testable import Netpbm

/// What a reader made of a stream.
struct Stream {
  struct Entry: Equatable {
    let size: [Int]
    let tupleType: String
    /// FNV-1a of the samples.
    var digest: UInt64 = 0xcbf2_9ce4_8422_2325
    var samples = 0
  }
  /// Those that came whole.
  var pictures: [Entry] = []
  /// Why the stream could not be read to its end.
  var message: [UInt8]?

  /// Reads a file; with `isTwice`, each picture again after going back to its start.
  init(path: String, isTwice: Bool = false) {
    do throws(NetpbmError) {
      let reader = try ImageReader(try ByteInput(path: path))
      while try reader.hasNext() {
        if isTwice { reader.mark() }
        try reader.readHeader()
        let picture = try Self.read(reader)
        if isTwice {
          try reader.rewind()
          let again = try Self.read(reader)
          require(again == picture, "the second reading is not like the first")
        }
        pictures.append(picture)
      }
    } catch {
      message = error.message.bytes
    }
  }

  private static func read(_ reader: ImageReader) throws(NetpbmError) -> Entry {
    let header = reader.header
    require(header.isWithinLimits, "a header beyond the limits")
    require((1...65535).contains(header.maxval), "a maxval beyond the limits")
    var picture = Entry(
      size: [header.width, header.height, header.depth, header.maxval],
      tupleType: "\(header.tupleType)")
    let total = header.samplesPerRow * header.height
    while picture.samples < total {
      let count = min(1024 * header.depth, total - picture.samples)
      if header.sampleSize == 1 {
        try read(count, of: reader, UInt8.self, &picture)
      } else {
        try read(count, of: reader, UInt16.self, &picture)
      }
    }
    return picture
  }

  private static func read<S: FixedWidthInteger & UnsignedInteger>(
    _ count: Int, of reader: ImageReader, _: S.Type, _ picture: inout Entry
  ) throws(NetpbmError) {
    let samples = UnsafeMutablePointer<S>.allocate(capacity: count)
    defer { samples.deallocate() }
    try reader.readSamples(into: UnsafeMutableRawPointer(samples), count: count)
    for i in 0..<count {
      require(Int(samples[i]) <= reader.header.maxval, "a sample above the maxval")
      picture.digest = (picture.digest ^ UInt64(samples[i])) &* 0x100_0000_01b3
    }
    picture.samples += count
  }
}

/// A stream, from a file and from a pipe, once and again: the same comes out each time.
func fuzzReader(_ input: UnsafeBufferPointer<UInt8>) {
  if input.count > 1 << 15 { return }  // A pipe holds it.
  let place: CInt = 100
  let path = "/dev/fd/\(place)"
  let file = Files.shared.main
  file.hold(input)
  dup2(file.descriptor, place)
  let expected = Stream(path: path)
  for isTwice in [false, true] {
    for isPipe in [false, true] {
      if isPipe {
        var ends: [CInt] = [0, 0]
        pipe(&ends)
        let sent = write(ends[1], input.baseAddress, input.count)
        require(sent == input.count, "the pipe is too small")
        dup2(ends[0], place)
        close(ends[0])
        close(ends[1])
      } else {
        dup2(file.descriptor, place)
      }
      let stream = Stream(path: path, isTwice: isTwice)
      require(stream.pictures == expected.pictures, "other pictures")
      require(stream.message == expected.message, "another message")
      close(place)
    }
  }
}
