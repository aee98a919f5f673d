import Foundation
import TestSupport
import Testing

@testable import Netpbm

extension StreamLayer {
  @Suite("Bytes out")
  struct ByteOutputTests {
    private static let sizes = [0, 1, 2, 100, 8191, 8192, 8193, 65535, 65536, 65537, 200_000]

    @Test("Bytes are written in order, whatever the sizes of the parts", arguments: 1...12)
    func order(seed: UInt64) throws {
      var source = RandomSource(seed: seed)
      let file = try NamelessFile([])
      let output = try ByteOutput(path: file.path)
      var expected: [UInt8] = []
      for part in 0..<40 {
        let size = Self.sizes[source.number(upTo: Self.sizes.count - 1)]
        let bytes = [UInt8](repeating: UInt8(part), count: size)
        try output.write(bytes, count: size)
        expected += bytes
        if source.number(upTo: 3) == 0 {
          try output.flush()
          try #require(file.bytes.count == expected.count)
        }
      }
      try output.close()
      #expect(difference(file.bytes, expected) == nil)
    }

    @Test("A reader that is slow gets everything, and so does one of a pipe that does not block")
    func slowReader() throws {
      for isBlocking in [true, false] {
        let pipe = try NamelessPipe()
        let output = try ByteOutput(descriptor: pipe.duplicateOfWritingEnd(), name: "pipe")
        if !isBlocking { BorrowedDescriptor(number: pipe.writingEnd).unblock() }
        pipe.closeWritingEnd()
        let collector = Collector(pipe.readingEnd)
        var expected: [UInt8] = []
        for part in 0..<30 {
          let bytes = [UInt8](repeating: UInt8(part), count: 100_000)
          try output.write(bytes, count: bytes.count)
          expected += bytes
        }
        try output.close()
        #expect(difference(collector.finish(), expected) == nil, "blocking: \(isBlocking)")
      }
    }

    @Test("A signal that comes between is no failure, and nothing is lost or written twice")
    func interrupted() throws {
      let pipe = try NamelessPipe()
      let output = try ByteOutput(descriptor: pipe.duplicateOfWritingEnd(), name: "pipe")
      pipe.closeWritingEnd()
      // More than a pipe holds, so that the write is waiting while the signals come.
      let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 / 1000) }
      let interrupter = Interrupter(times: 20) {}
      let collector = Collector(pipe.readingEnd, after: 0.03)
      try output.write(bytes, count: bytes.count)
      try output.close()
      #expect(interrupter.stop() > 0)
      #expect(difference(collector.finish(), bytes) == nil)
    }

    @Test("What goes wrong with a write is told by whichever call finds out")
    func failures() throws {
      let descriptor = open("/dev/full", O_WRONLY | O_CLOEXEC)
      try #require(descriptor >= 0)
      defer { close(descriptor) }
      func message(_ body: (ByteOutput) throws(NetpbmError) -> Void) -> String? {
        do throws(NetpbmError) {
          let output = try ByteOutput(descriptor: descriptor, name: "card.ppm")
          try output.write([1, 2, 3], count: 3)
          try body(output)
          return nil
        } catch {
          return String(error.message)
        }
      }
      let expected = "cannot write card.ppm: No space left on device"
      let large = [UInt8](repeating: 0, count: 100_000)
      #expect(message { _ in } == nil)
      #expect(message { output throws(NetpbmError) in try output.flush() } == expected)
      #expect(message { output throws(NetpbmError) in try output.close() } == expected)
      #expect(
        message { output throws(NetpbmError) in try output.write(large, count: 100_000) }
          == expected)
      #expect(
        message { output throws(NetpbmError) in
          for _ in 0..<30 { try output.write(large, count: 5000) }
        } == expected)
    }

    @Test("What only shows when the output is closed is told then")
    func closing() throws {
      // There is nothing to write, so closing is the first that fails.
      let output = try ByteOutput(descriptor: -1, name: "card.ppm")
      do throws(NetpbmError) {
        try output.close()
        Issue.record("closing went well")
      } catch {
        #expect(String(error.message) == "cannot write card.ppm: Bad file descriptor")
      }
    }
  }
}

extension ByteOutput {
  /// Writes to a file that is there, from its start.
  convenience init(path: String) throws {
    let descriptor = open(path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemError("opening \(path)") }
    try self.init(descriptor: descriptor, name: Text(path))
  }
}
