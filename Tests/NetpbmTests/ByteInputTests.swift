import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Netpbm

extension StreamLayer {
  @Suite("Bytes in")
  struct ByteInputTests {
    private static let bytes: [UInt8] = {
      var source = RandomSource(seed: 3)
      return (0..<300_000).map { _ in UInt8(truncatingIfNeeded: source.next()) }
    }()

    /// Ends of the buffer and of what is read past it, and some in between.
    private static let limits = [
      1, 2, 3, 100, 4095, 8191, 8192, 8193, 65535, 65536, 65537, 100_000,
    ]

    @Test(
      "Bytes come in order, however many are asked for",
      arguments: [Delivery.file, .pipe, .pieces(of: 4096), .pieces(of: 10_007)], limits)
    func order(delivery: Delivery, limit: Int) throws {
      let bytes = limit < 100 ? Array(Self.bytes.prefix(70_000)) : Self.bytes
      try delivery.with(bytes) { input in
        var got: [UInt8] = []
        while case let next = input.take(limit), !next.isEmpty { got += next }
        #expect(difference(got, bytes) == nil)
        #expect(input.take(limit) == [])
        #expect(input.failure == 0)
      }
    }

    @Test(
      "Reads, peeks, marks and rewinds in any order agree with an array of bytes",
      arguments: 1...24,
      [Delivery.file, .pipe, .pieces(of: 1000), .pieces(of: 8192), .pieces(of: 10_007)])
    func model(seed: UInt64, delivery: Delivery) throws {
      var source = RandomSource(seed: seed)
      try delivery.with(Self.bytes) { input in
        var place = 0
        var mark: Int?
        func expect(_ got: [UInt8], _ what: String) throws {
          let isSame = got.withUnsafeBytes { got in
            Self.bytes.withUnsafeBytes {
              place + got.count <= $0.count
                && (got.isEmpty
                  || memcmp(got.baseAddress!, $0.baseAddress! + place, got.count) == 0)
            }
          }
          try #require(isSame, "\(what) at byte \(place)")
          place += got.count
        }
        for _ in 0..<400 {
          let limit = Self.limits[source.number(upTo: Self.limits.count - 1)]
          switch source.number(upTo: 11) {
          case 0...3:
            let got = input.take(limit)
            try #require(!got.isEmpty || place == Self.bytes.count)
            try expect(got, "read of \(limit)")
          case 4...6:
            // Some of it is given back, in two parts.
            let got = input.takeBuffered(limit)
            try #require(!got.isEmpty || place == Self.bytes.count)
            try expect(got, "buffered read of \(limit)")
            let first = source.number(upTo: got.count)
            let second = source.number(upTo: got.count - first)
            input.unread(first)
            input.unread(second)
            place -= first + second
          case 7:
            let next = input.peek()
            try #require(next == (place < Self.bytes.count ? Self.bytes[place] : nil))
          case 8:
            input.mark()
            mark = place
          case 9 where source.number(upTo: 3) == 0:
            input.unmark()
            mark = nil
          default:
            guard let mark else { break }
            try input.rewind()
            place = mark
          }
        }
        #expect(input.failure == 0)
      }
    }

    @Test(
      "A byte that was peeked at, or given back, comes again at every seam",
      arguments: [Delivery.file, .pipe, .pieces(of: 1), .pieces(of: 3)])
    func seams(delivery: Delivery) throws {
      let bytes = Array(Self.bytes.prefix(200))
      // The end of what a rewind replays is a seam as well.
      for end in 0...40 {
        try delivery.with(bytes) { input in
          input.mark()
          for _ in 0..<end { _ = input.take(1) }
          try input.rewind()
          for place in 0..<60 {
            try #require(input.peek() == bytes[place])
            try #require(input.takeBuffered(1) == [bytes[place]])
            input.unread(1)
            let pair = input.takeBuffered(2)
            try #require(!pair.isEmpty && pair.elementsEqual(bytes[place..<place + pair.count]))
            input.unread(pair.count - 1)
          }
          if end % 2 == 0 { input.mark() } else { try input.rewind() }
          try #require(input.peek() == bytes[end % 2 == 0 ? 60 : 0])
        }
      }
    }

    @Test(
      "At its end an input gives nothing, and can still be rewound",
      arguments: [Delivery.file, .pipe])
    func end(delivery: Delivery) throws {
      for count in [0, 1, 8192, 65536, 65537] {
        let bytes = Array(Self.bytes.prefix(count))
        try delivery.with(bytes) { input in
          input.mark()
          for _ in 0..<3 {
            var got: [UInt8] = []
            while case let next = input.take(10_000), !next.isEmpty { got += next }
            #expect(difference(got, bytes) == nil)
            #expect(input.peek() == nil)
            #expect(input.takeBuffered(1) == [])
            try input.rewind()
          }
        }
      }
    }

    @Test("A file is left at the first byte that was not taken", arguments: limits)
    func settled(limit: Int) throws {
      let file = try NamelessFile(Self.bytes)
      for count in 1...3 {
        let input = try ByteInput(path: file.path)
        let descriptor = try #require(BorrowedDescriptor.all(on: file.descriptor).first)
        var taken = 0
        for _ in 0..<count { taken += input.take(limit).count }
        _ = input.peek()
        input.settle()
        #expect(descriptor.offset == taken)
        withExtendedLifetime(input) {}
      }
    }

    @Test("Bytes are waited for, though another process has made the pipe non-blocking")
    func nonBlocking() throws {
      let pipe = try NamelessPipe()
      let input = try ByteInput(path: pipe.path)
      let descriptor = try #require(
        BorrowedDescriptor.all(on: pipe.readingEnd, pipe.writingEnd).first)
      descriptor.unblock()
      let sender = Guardian(seconds: 0.05) {
        pipe.send([1, 2, 3])
        pipe.closeWritingEnd()
      }
      #expect(input.take(10) == [1, 2, 3])
      #expect(input.take(10) == [])
      #expect(input.failure == 0)
      #expect(sender.stop())
    }

    @Test("A signal that comes between is no failure")
    func interrupted() throws {
      let pipe = try NamelessPipe()
      let input = try ByteInput(path: pipe.path)
      let interrupter = Interrupter(times: 20) {
        pipe.send([1, 2, 3])
        pipe.closeWritingEnd()
      }
      #expect(input.take(10) == [1, 2, 3])
      #expect(input.take(10) == [])
      #expect(input.failure == 0)
      #expect(interrupter.stop() > 0)
    }

    @Test("An input is called what its path is, and opened anew each time")
    func names() throws {
      let file = try NamelessFile([1, 2, 3])
      let inputs = [try ByteInput(path: file.path), try ByteInput(path: file.path)]
      for input in inputs {
        #expect(String(input.name) == file.path)
        #expect(input.take(10) == [1, 2, 3])
      }
    }

    @Test("An input closes its descriptor when it is done with")
    func closing() throws {
      let file = try NamelessFile([1, 2, 3])
      for _ in 0..<3 {
        let input = try ByteInput(path: file.path)
        #expect(BorrowedDescriptor.all(on: file.descriptor).count == 1)
        _ = input.peek()
      }
      #expect(BorrowedDescriptor.all(on: file.descriptor).isEmpty)
    }
  }
}

extension ByteInput {
  fileprivate func take(_ limit: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: limit) { room, count in
      count = max(0, read(into: room.baseAddress!, atMost: limit))
    }
  }

  fileprivate func takeBuffered(_ limit: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: limit) { room, count in
      count = max(0, readBuffered(into: room.baseAddress!, atMost: limit))
    }
  }
}
