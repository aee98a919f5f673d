import CSystem
import Kernels
import TestSupport
import Testing

@testable import FilterTool

@Suite("Strips that are read ahead")
struct StripQueueTests {
  /// Something to read: strip n has n + 1 rows, the first byte of each being n.
  final class Source {
    let count: Int
    var read = 0
    var isBusy = false

    init(_ count: Int) { self.count = count }

    func next(_ buffer: RowBuffer) throws(ToolError) -> Int {
      #expect(!isBusy)
      isBusy = true
      defer { isBusy = false }
      if read % 5 == 2 { usleep(50) }
      if read == count { return 0 }
      try ToolError.memory(for: "memory") { () throws(OutOfMemory) in try buffer.grow(to: 1) }
      buffer.base!.storeBytes(of: UInt8(truncatingIfNeeded: read), as: UInt8.self)
      read += 1
      return read
    }
  }

  /// Takes a strip and holds it against what it should be.
  static func take(_ number: Int, _ queue: StripQueue, _ source: Source) throws {
    let strip = try queue.take(source.next)
    #expect(strip.rows == number + 1)
    #expect(strip.buffer.base!.load(as: UInt8.self) == UInt8(truncatingIfNeeded: number))
  }

  @Test("They come in order, however many have been read ahead", arguments: 0...5)
  func ahead(fills: Int) throws {
    let queue = try StripQueue()
    let source = Source(40)
    for number in 0..<40 {
      for _ in 0..<fills { queue.fill(source.next) }
      // Three at most, and the one that is taken stays as it is.
      #expect(source.read <= number + 3)
      #expect(source.read >= min(40, number + min(fills, 2)))
      try Self.take(number, queue, source)
    }
    #expect(try queue.take(source.next).rows == 0)
    #expect(try queue.take(source.next).rows == 0)
  }

  @Test("A strip stays while others are read ahead")
  func stays() throws {
    let queue = try StripQueue()
    let source = Source(9)
    for number in 0..<9 {
      let strip = try queue.take(source.next)
      for _ in 0..<4 { queue.fill(source.next) }
      #expect(strip.buffer.base!.load(as: UInt8.self) == UInt8(number))
    }
  }

  @Test("One thread may read ahead while another one takes")
  func beside() throws {
    for round in 0..<20 {
      let queue = try StripQueue()
      let source = Source(200)
      let hasRun = runBeside(
        {
          for i in 0..<150 {
            if (i + round) % 9 == 0 { usleep(30) }
            queue.fill(source.next)
          }
        },
        {
          for number in 0..<200 {
            if (number + round) % 7 == 0 { usleep(30) }
            #expect(throws: Never.self) { try Self.take(number, queue, source) }
          }
        })
      #expect(hasRun)
      #expect(try queue.take(source.next).rows == 0)
    }
  }

  @Test("What could not be read ahead is told in its place")
  func failure() throws {
    let queue = try StripQueue()
    let source = Source(9)
    queue.fill(source.next)
    queue.fill { _ throws(ToolError) in throw .failure("torn") }
    try Self.take(0, queue, source)
    #expect(throws: ToolError.self) { try queue.take(source.next) }
  }

  @Test("What has been read ahead can be forgotten, again and again")
  func clear() throws {
    let queue = try StripQueue()
    for fills in 0..<5 {
      for takes in 0..<3 {
        let forgotten = Source(9)
        for _ in 0..<fills { queue.fill(forgotten.next) }
        for number in 0..<takes { try Self.take(number, queue, forgotten) }
        queue.clear()
        let source = Source(3)
        for number in 0..<3 { try Self.take(number, queue, source) }
        queue.clear()
      }
    }
  }
}
