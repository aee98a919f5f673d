import TestSupport
import Testing

/// A stream and what must become of it: a row of the tables in OddStreams.swift and
/// BadStreams.swift.
struct StreamRow: Sendable, CustomTestStringConvertible {
  var name: String
  let bytes: [UInt8]
  /// The pictures that come whole.
  let pictures: [Picture]
  /// What is said of the rest, or a part of it; nil where there is nothing wrong.
  let message: String?
  /// Where libnetpbm and the pages of the formats differ: which is followed, and why.
  let reason: String?

  var testDescription: String { name }

  /// A stream that is taken. Each character of `text` is a byte.
  static func taken(
    _ name: String, _ text: String, _ pictures: Picture..., because reason: String? = nil
  ) -> StreamRow {
    StreamRow(
      name: name, bytes: latin1(text), pictures: pictures, message: nil, reason: reason)
  }

  /// A stream that is refused, once the pictures before the bad one have been read.
  static func refused(
    _ name: String, _ text: String, after pictures: Picture..., saying message: String,
    because reason: String? = nil
  ) -> StreamRow {
    StreamRow(
      name: name, bytes: latin1(text), pictures: pictures, message: message, reason: reason)
  }

  /// The rows with what they are about before their names.
  static func group(_ name: String, _ rows: [StreamRow]) -> [StreamRow] {
    rows.map {
      var row = $0
      row.name = "\(name): \(row.name)"
      return row
    }
  }

  /// What is wrong with what a reader made of the stream, or nil.
  func fault(of reading: Reading) -> String? {
    if let difference = reading.difference(from: pictures) { return difference }
    guard let message else { return reading.message }
    let said = reading.message ?? "no message"
    let place = pictures.isEmpty ? ": " : ", picture \(pictures.count + 1): "
    let isNamed = said.hasPrefix("/dev/fd/") && said.contains(place)
    return isNamed && said.contains(message) ? nil : "\(said) instead of \(message)"
  }
}

extension Picture {
  static func gray(_ width: Int, _ height: Int, max: Int = 255, _ samples: Int...) -> Picture {
    Picture(.gray, width: width, height: height, maxval: max, samples: samples)
  }

  static func colour(_ width: Int, _ height: Int, max: Int = 255, _ samples: Int...) -> Picture {
    Picture(.colour, width: width, height: height, maxval: max, samples: samples)
  }

  /// White is 1.
  static func bits(_ width: Int, _ height: Int, _ samples: Int...) -> Picture {
    Picture(.bitmap, width: width, height: height, maxval: 1, samples: samples)
  }

  static func pam(
    _ kind: Kind, _ width: Int, _ height: Int, max: Int = 255, _ samples: Int...
  ) -> Picture {
    Picture(kind, width: width, height: height, maxval: max, samples: samples)
  }
}
