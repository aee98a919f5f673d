import TestSupport
import Testing

@testable import Netpbm

extension StreamLayer {
  @Suite("Going back in a stream")
  struct RewindTests {
    private static let deliveries: [Delivery] = [.file, .pipe, .pieces(of: 1), .pieces(of: 7)]

    @Test(
      "A picture is the same after a rewind from any place in it, and so is what follows",
      arguments: Kind.all, deliveries)
    func anyPlace(kind: Kind, delivery: Delivery) throws {
      for maxval in [9, 1000] {
        let picture = Picture.random(kind, width: 17, height: 3, maxval: maxval)
        let others = [Picture.gray(2, 1, 80, 53), .bits(3, 1, 0, 1, 1)]
        let bytes = others[0].bytes + picture.bytes + others[1].bytes
        try delivery.with(bytes) { input in
          let reader = try ImageReader(input)
          try reader.expectNext(others[0])
          try #require(try reader.hasNext())
          reader.mark()
          try reader.readHeader()
          for rows in [0, 1, 2, 3, 3, 1, 0] {
            for _ in 0..<rows { try reader.readStrip(of: 17 * kind.depth) }
            try reader.rewind()
            #expect(reader.number == 2)
          }
          #expect(try reader.readPicture() == picture.asRead)
          try reader.expectNext(others[1])
          #expect(try !reader.hasNext())
        }
      }
    }

    @Test(
      "The last picture is held, after the end of the stream was seen", arguments: Kind.all,
      deliveries)
    func held(kind: Kind, delivery: Delivery) throws {
      let pictures = (0..<3).map {
        Picture.random(kind, width: 5, height: 2 + $0, maxval: 9, seed: UInt64($0))
      }
      try delivery.with(pictures.flatMap(\.bytes)) { input in
        let reader = try ImageReader(input)
        for picture in pictures { try reader.expectNext(picture, isMarked: true) }
        for _ in 0..<3 {
          #expect(try !reader.hasNext())
          try reader.rewind()
          #expect(reader.number == 3)
          #expect(try reader.readPicture() == pictures[2].asRead)
        }
      }
    }

    @Test("Pictures are marked, rewound to and forgotten in any order", arguments: 1...20)
    func anyOrder(seed: UInt64) throws {
      var source = RandomSource(seed: seed)
      let pictures = (0..<40).map { index in
        Picture.random(
          Kind.all[source.number(upTo: Kind.all.count - 1)],
          width: 1 + source.number(upTo: 40), height: 1 + source.number(upTo: 4),
          maxval: [1, 9, 255, 1000][source.number(upTo: 3)], seed: UInt64(index))
      }
      let delivery = Self.deliveries[source.number(upTo: 3)]
      try delivery.with(pictures.flatMap(\.bytes)) { input in
        let reader = try ImageReader(input)
        for picture in pictures {
          try #require(try reader.hasNext())
          let isMarked = source.number(upTo: 2) > 0
          if isMarked { reader.mark() } else { reader.unmark() }
          try reader.readHeader()
          for _ in 0..<(isMarked ? source.number(upTo: 3) : 0) {
            for _ in 0..<source.number(upTo: picture.height) {
              try reader.readStrip(of: picture.width * picture.depth)
            }
            try reader.rewind()
          }
          // To forget a mark while it is read from is no error.
          if source.number(upTo: 3) == 0 { reader.unmark() }
          let difference = try reader.readPicture().difference(from: picture.asRead)
          try #require(difference == nil, "picture \(reader.number) \(delivery)")
        }
        #expect(try !reader.hasNext())
      }
    }

    @Test(
      "What is wrong with a picture is the same after a rewind",
      arguments: [
        "P2 2 1 9\n3 x\n", "P2 2 1 9\n3", "P5 2 1 9\n\u{3}", "P5 2 1 9\n\u{3}\u{a}",
        "P4 9 1\n\u{0}",
        "P1 2 1\n0", "P3 1 1 9\n3 4 10\n", "P5 0 1 9\n", "P7\nWIDTH 1\nX\n",
        StreamRow.pam(depth: 4, type: "CMYK", ""),
      ], deliveries)
    func errors(text: String, delivery: Delivery) throws {
      // Once the picture is the first, once the second.
      for before in ["", "P5 1 1 255\n\u{7}"] {
        try delivery.with(latin1(before + text)) { input in
          let reader = try ImageReader(input)
          if before != "" { try reader.expectNext(.gray(1, 1, 7)) }
          try #require(try reader.hasNext())
          reader.mark()
          var messages: [String] = []
          for attempt in 0..<4 {
            do throws(NetpbmError) {
              if attempt == 0 { try reader.readHeader() } else { try reader.rewind() }
              _ = try reader.readPicture()
              messages.append("no error")
            } catch {
              messages.append(String(error.message))
            }
          }
          #expect(Set(messages).count == 1 && messages[0] != "no error", "\(messages)")
        }
      }
    }

    @Test(
      "A stream that is settled is left behind the picture that was read last", arguments: Kind.all,
      [1, 2, 3])
    func settled(kind: Kind, count: Int) throws {
      for maxval in [9, 1000] {
        let pictures = (0..<3).map {
          Picture.random(kind, width: 7, height: 4, maxval: maxval, seed: UInt64($0))
        }
        let file = try NamelessFile(pictures.flatMap(\.bytes))
        let input = try ByteInput(path: file.path)
        let descriptor = try #require(BorrowedDescriptor.all(on: file.descriptor).first)
        let reader = try ImageReader(input)
        for picture in pictures.prefix(count) {
          try reader.expectNext(picture, isMarked: count > 1)
        }
        if count == 2 {
          try reader.rewind()
          _ = try reader.readPicture()
        }
        input.settle()
        // libnetpbm takes the line end after the last number of a plain raster, but not after a bit.
        let end = pictures.prefix(count).reduce(0) { $0 + $1.bytes.count }
        #expect(descriptor.offset == end - (kind == .plainBitmap ? 1 : 0))
        withExtendedLifetime((file, input)) {}
      }
    }
  }
}

extension ImageReader {
  /// Reads the picture that comes next, which must be this one.
  fileprivate func expectNext(_ picture: Picture, isMarked: Bool = false) throws {
    try #require(try hasNext())
    if isMarked { mark() } else { unmark() }
    try readHeader()
    try #require(try readPicture() == picture.asRead)
  }
}
