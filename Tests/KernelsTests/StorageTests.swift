import Testing

@testable import Kernels

@Suite("Storage")
struct StorageTests {
  @Test("It is zero at first, holds what is written, and may be empty")
  func contents() throws {
    let storage = try Storage<Double>(1000)
    #expect(storage.count == 1000)
    #expect((0..<1000).allSatisfy { storage[$0] == 0 })
    storage[0] = 1
    storage[999] = 2
    #expect(storage.base[0] == 1 && storage.base[999] == 2 && storage[1] == 0)
    #expect(try Storage<UInt8>(0).count == 0)
  }

  @Test("It copies as many elements as it has, and clears them all")
  func copying() throws {
    let storage = try Storage<UInt16>(5)
    storage.copy([1, 2, 3, 4, 5, 6])
    #expect((0..<5).map { storage[$0] } == [1, 2, 3, 4, 5])
    storage.clear()
    #expect((0..<5).allSatisfy { storage[$0] == 0 })
  }

  @Test("Elements may be copied over themselves")
  func overlapping() throws {
    let storage = try Storage<Int32>(10)
    for i in 0..<10 { storage[i] = Int32(i) }
    (storage.base + 1).copyElements(storage.base, 5)
    #expect((0..<10).map { storage[$0] } == [0, 0, 1, 2, 3, 4, 6, 7, 8, 9])
    (storage.base + 8).clearElements(1)
    #expect(storage[8] == 0 && storage[7] == 7 && storage[9] == 9)
  }

  @Test("Memory that cannot be had throws, and so does a size that overflows or is negative")
  func refused() {
    for count in [-1, Int.min, Int.max, Int.max / 4, 1 << 60] {
      #expect(throws: OutOfMemory.self, "\(count)") { _ = try Storage<Double>(count) }
    }
  }
}
