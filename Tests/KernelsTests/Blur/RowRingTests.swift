import Testing

@testable import Kernels

@Suite("Rings of rows")
struct RowRingTests {
  @Test("The latest rows are there, each with its slack, from negative numbers up")
  func latest() throws {
    for count in [1, 2, 5, 8] {
      for length in [0, 1, 31, 100] {
        let ring = try RowRing<UInt16>(count, length: length)
        for i in -20...20 {
          for j in 0..<length + slack { ring[i][j] = UInt16(1000 + i) }
          for k in max(-20, i - count + 1)...i {
            #expect(ring[k][0] == UInt16(1000 + k), "\(k) of \(count) up to \(i)")
            #expect(ring[k][length + slack - 1] == UInt16(1000 + k), "\(k) of \(count)")
          }
          #expect(ring[i] == ring[i - count])
        }
      }
    }
  }

  @Test("Rows have their slack behind them, and start alike")
  func strides() {
    for count in 0...200 {
      #expect(strideWithSlack(count) >= count + slack)
      #expect(strideWithSlack(count) < count + slack + 32)
      #expect(strideWithSlack(count) % 32 == 0)
    }
  }

  @Test("A size that overflows is memory that cannot be had")
  func refused() {
    #expect(throws: OutOfMemory.self) { _ = try RowRing<Float>(1 << 40, length: 1 << 40) }
    #expect(throws: OutOfMemory.self) { _ = try RowRing<Float>(8, length: 1 << 58) }
  }
}
