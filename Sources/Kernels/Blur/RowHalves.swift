/// The even and the odd tuples of a row, apart, so that vectors of them can be halved and doubled.
final class RowHalves<A: BlurArithmetic> {
  private let planes: Int
  private let memory: Storage<A.Element>
  let even: A.Row
  let odd: A.Row

  /// Room for `length` tuples each, and for two before them.
  init(length: Int, planes: Int) throws(OutOfMemory) {
    self.planes = planes
    let (elements, overflow) = (length + 2).multipliedReportingOverflow(by: planes)
    if overflow { throw OutOfMemory() }
    let stride = strideWithSlack(elements)
    memory = try Storage(2 * stride)
    even = memory.base + 2 * planes
    odd = even + stride
  }

  /// Every second tuple of the row from tuple `place` of it.
  func tuples(from place: Int) -> A.Row {
    (place & 1 == 0 ? even : odd) + (place >> 1) * planes
  }

  /// Copies the even and the odd tuples of a row apart: `length` of each.
  func split(_ row: A.Row, _ length: Int) {
    switch planes * MemoryLayout<A.Element>.size {
    case 2: split(row, length, UInt16.self)
    case 4: split(row, length, UInt32.self)
    case 6, 8: split(row, length, UInt64.self)
    default: split(row, length, SIMD4<UInt32>.self)
    }
  }

  /// The reverse, from the `first` tuples of both on: a row of twice `length` tuples.
  func merge(from first: Int, into row: A.Row, _ length: Int) {
    switch planes * MemoryLayout<A.Element>.size {
    case 2: merge(first, row, length, UInt16.self)
    case 4: merge(first, row, length, UInt32.self)
    case 6, 8: merge(first, row, length, UInt64.self)
    default: merge(first, row, length, SIMD4<UInt32>.self)
    }
  }

  /// A word covers a tuple; what it has beyond, the next one overwrites.
  @inline(__always)
  private func split<Word: BitwiseCopyable>(_ row: A.Row, _ length: Int, _: Word.Type) {
    let size = planes &* MemoryLayout<A.Element>.size
    var from = UnsafeRawPointer(row)
    var toEven = UnsafeMutableRawPointer(even)
    var toOdd = UnsafeMutableRawPointer(odd)
    for _ in 0..<length {
      toEven.storeBytes(of: from.loadUnaligned(as: Word.self), as: Word.self)
      toOdd.storeBytes(of: (from + size).loadUnaligned(as: Word.self), as: Word.self)
      from += size &* 2
      toEven += size
      toOdd += size
    }
  }

  @inline(__always)
  private func merge<Word: BitwiseCopyable>(
    _ first: Int, _ row: A.Row, _ length: Int, _: Word.Type
  ) {
    let size = planes &* MemoryLayout<A.Element>.size
    var to = UnsafeMutableRawPointer(row)
    var fromEven = UnsafeRawPointer(even) + first &* size
    var fromOdd = UnsafeRawPointer(odd) + first &* size
    for _ in 0..<length {
      to.storeBytes(of: fromEven.loadUnaligned(as: Word.self), as: Word.self)
      (to + size).storeBytes(of: fromOdd.loadUnaligned(as: Word.self), as: Word.self)
      to += size &* 2
      fromEven += size
      fromOdd += size
    }
  }
}
