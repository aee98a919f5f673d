import CNetpbm
import CSystem

/// What libnetpbm reads: the input's bytes, with two gaps of libnetpbm bridged. A number that the
/// input ends with is followed by a line end, and comments in a PAM header, of which libnetpbm
/// takes 255 bytes, are left out.
struct InputSource {
  let input: Unmanaged<ByteInput>
  var part = Part.other
  /// Of the magic number; 0 before it was read.
  var firstByte: UInt8 = 0
  var gaveFinalNewline = false

  /// Where in the stream the next byte stands. Of a magic number, and of the header of a PAM, no
  /// more is handed out than libnetpbm will take.
  enum Part {
    case magicNumber, magicNumberAfterP
    case lineStart, line
    case other
  }

  mutating func read(_ bytes: UnsafeMutablePointer<CChar>, _ limit: Int) -> Int {
    let input = input.takeUnretainedValue()
    return bytes.withMemoryRebound(to: UInt8.self, capacity: limit) { bytes in
      let count: Int
      switch part {
      case .magicNumber, .magicNumberAfterP:
        count = input.readBuffered(into: bytes, atMost: 1)
        advance(past: bytes[0])
      case .lineStart, .line:
        count = readLine(of: input, into: bytes, limit)
      case .other:
        count = input.readBuffered(into: bytes, atMost: limit)
      }
      if count == 0 && !gaveFinalNewline {
        gaveFinalNewline = true
        bytes[0] = UInt8(ascii: "\n")
        return 1
      }
      return count
    }
  }

  func unread(_ count: Int) {
    // The line end that was made up is not the input's.
    input.takeUnretainedValue().unread(gaveFinalNewline ? 0 : count)
  }

  /// What follows a byte of the magic number: "P7" is that of a PAM.
  private mutating func advance(past byte: UInt8) {
    if part == .magicNumber { firstByte = byte }
    if part == .magicNumber && byte == UInt8(ascii: "P") {
      part = .magicNumberAfterP
    } else {
      part = part == .magicNumberAfterP && byte == UInt8(ascii: "7") ? .line : .other
    }
  }

  /// At most one line at a time, so that nothing beyond a PAM header is taken.
  private mutating func readLine(
    of input: ByteInput, into bytes: UnsafeMutablePointer<UInt8>, _ limit: Int
  ) -> Int {
    while part == .lineStart && input.peek() == UInt8(ascii: "#") {
      var byte: UInt8 = 0
      repeat {
        let count = input.read(into: &byte, atMost: 1)
        if count <= 0 { return count }
      } while byte != UInt8(ascii: "\n")
    }
    var count = 0
    while count < limit {
      let taken = input.read(into: bytes + count, atMost: 1)
      if taken < 0 { return taken }
      if taken == 0 { break }
      count += 1
      part = bytes[count - 1] == UInt8(ascii: "\n") ? .lineStart : .line
      if part == .lineStart { break }
    }
    return count
  }
}
