import CSystem

/// What went wrong with a stream: one line, without the program's name.
public struct NetpbmError: Error {
  /// What is wrong: the stream's name, and the row or the value where there is one.
  public let message: Text

  /// An error with a message of its own.
  public init(_ message: Text) { self.message = message }
}

#if !hasFeature(Embedded)
  extension NetpbmError: CustomStringConvertible {
    /// The message as a string.
    public var description: String { message.description }
  }
#endif

/// Every message of this layer.
extension NetpbmError {
  /// libnetpbm's own words about `stream`.
  static func library(_ text: UnsafePointer<CChar>, about stream: Text) -> NetpbmError {
    NetpbmError("\(stream): \(Text(text))")
  }

  /// libnetpbm's own words about a header, and what reads the file if it begins as a PNG or a JPEG
  /// does.
  static func header(
    _ text: UnsafePointer<CChar>, of stream: Text, firstByte: UInt8
  ) -> NetpbmError {
    let message = library(text, about: stream).message
    return switch firstByte {
    case 0x89: NetpbmError("\(message): if it is a PNG, pngtopam -alphapam reads it")
    case 0xFF: NetpbmError("\(message): if it is a JPEG, jpegtopnm reads it")
    default: NetpbmError(message)
    }
  }

  /// The system's reason for a call that failed: "card.ppm: No such file or directory".
  public static func system(_ what: Text, code: Int32 = csystem_errno()) -> NetpbmError {
    NetpbmError("\(what): \(Text(strerror(code)))")
  }

  /// An input without a picture.
  public static func noPicture(_ stream: Text) -> NetpbmError {
    NetpbmError("\(stream): no picture: the input is empty")
  }

  static func cutShort(_ stream: Text, after row: Int, of height: Int) -> NetpbmError {
    NetpbmError(
      "\(stream): the picture ends after \(row) of \(height) rows: the input is cut short")
  }

  static func aboveMaxval(_ stream: Text, sample: Int, maxval: Int, row: Int) -> NetpbmError {
    NetpbmError("\(stream): sample \(sample) in row \(row) is above the maxval \(maxval)")
  }

  static func tupleType(_ stream: Text, _ name: Text) -> NetpbmError {
    NetpbmError(
      """
      \(stream): tuple type \(name) is not known here: give BLACKANDWHITE, GRAYSCALE or RGB, \
      with or without _ALPHA
      """)
  }

  static func depth(_ stream: Text, _ depth: Int, of name: Text) -> NetpbmError {
    NetpbmError("\(stream): depth \(depth) is not that of tuple type \(name)")
  }

  static func depthWithoutType(_ stream: Text, _ depth: Int) -> NetpbmError {
    NetpbmError("\(stream): depth \(depth) without a tuple type: only 1 to 4 can be taken")
  }

  static func bilevelMaxval(_ stream: Text, _ maxval: Int, of name: Text) -> NetpbmError {
    NetpbmError("\(stream): maxval \(maxval) is not that of tuple type \(name), which is 1")
  }

  static func tooLarge(_ stream: Text, width: Int, height: Int) -> NetpbmError {
    NetpbmError("\(stream): a picture of \(width) x \(height) is too large")
  }

  /// Memory for a picture of a stream could not be had.
  public static func outOfMemory(_ stream: Text) -> NetpbmError {
    NetpbmError("\(stream): out of memory")
  }

  static func closedDescriptor(_ stream: Text) -> NetpbmError {
    NetpbmError("\(stream) is closed")
  }
}
