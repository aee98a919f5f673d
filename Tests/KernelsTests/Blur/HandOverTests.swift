import Foundation
import TestSupport
import Testing

@testable import Kernels

@Suite("Rows handed from one thread to another", .timeLimit(.minutes(1)))
struct HandOverTests {
  static let counts = [0, 1, 2, 3, 15, 16, 17, 31, 32, 33, 63, 64, 65, 100, 1000]

  /// Sends rows of five numbers over, and gives those that arrive.
  static func sent(
    _ count: Int, rowsInBatch: Int, whileWriting: (Int) -> Void = { _ in },
    whileTaking: (Int) -> Void = { _ in }
  ) throws -> [[Int32]] {
    let queue = try HandOver<Int32>(rowsInBatch: rowsInBatch, length: 5)
    var arrived: [[Int32]] = []
    let hasRun = runBeside(
      {
        while let row = queue.next() {
          whileTaking(arrived.count)
          arrived.append((0..<5).map { row[$0] })
        }
      },
      {
        for i in 0..<count {
          let row = queue.target()
          for j in 0..<5 { row[j] = Int32(10 * i + j) }
          whileWriting(i)
          queue.done()
        }
        queue.end()
      })
    #expect(hasRun)
    return arrived
  }

  static func rows(_ count: Int) -> [[Int32]] {
    (0..<count).map { i in (0..<5).map { Int32(10 * i + $0) } }
  }

  @Test("All arrive, in order, whatever their number and the size of a batch")
  func all() throws {
    for rowsInBatch in [1, 2, 3, 16, 100] {
      for count in Self.counts {
        let arrived = try Self.sent(count, rowsInBatch: rowsInBatch)
        #expect(arrived == Self.rows(count), "\(count) rows, \(rowsInBatch) in a batch")
      }
    }
  }

  @Test("Either side may be the slower one")
  func pace() throws {
    for rowsInBatch in [1, 4] {
      let slowly = { (i: Int) in if i % 7 == 0 { usleep(300) } }
      for count in [0, 1, 39, 40, 41] {
        let early = try Self.sent(count, rowsInBatch: rowsInBatch, whileTaking: slowly)
        let late = try Self.sent(count, rowsInBatch: rowsInBatch, whileWriting: slowly)
        #expect(early == Self.rows(count) && late == Self.rows(count), "\(count) rows")
      }
    }
  }

  @Test("The writing side is never more than four batches ahead")
  func room() throws {
    let queue = try HandOver<Int32>(rowsInBatch: 2, length: 1)
    // Four batches of two go in without anyone taking them.
    var places: Set<UnsafeMutablePointer<Int32>> = []
    for i in 0..<8 {
      let row = queue.target()
      places.insert(row)
      row[0] = Int32(i)
      queue.done()
    }
    #expect(places.count == 8)
    var taken: [Int32] = []
    // The third row gives the first batch back.
    for _ in 0..<3 { taken.append(queue.next()![0]) }
    let row = queue.target()
    #expect(places.contains(row))
    row[0] = 8
    queue.done()
    queue.end()
    while let row = queue.next() { taken.append(row[0]) }
    #expect(taken == Array(0...8))
  }

  @Test("Work beside other work has ended when both have")
  func beside() {
    for i in 0..<100 {
      var (other, body) = (0, 0)
      let hasRun = runBeside(
        {
          if i % 2 == 0 { usleep(200) }
          other = i
        },
        {
          if i % 3 == 0 { usleep(200) }
          body = i
        })
      #expect(hasRun && other == i && body == i)
    }
  }

  @Test("Memory that cannot be had throws")
  func refused() {
    #expect(throws: OutOfMemory.self) {
      _ = try HandOver<Float>(rowsInBatch: 16, length: 1 << 58)
    }
  }
}
