/// The latest of the rows of one level, each in the place of one `count` rows before it.
struct RowRing<Element: BitwiseCopyable> {
  private let memory: Storage<Element>
  private let stride: Int
  private let count: Int

  /// Room for `count` rows of `length` elements each.
  init(_ count: Int, length: Int) throws(OutOfMemory) {
    self.count = count
    stride = strideWithSlack(length)
    let (size, overflow) = stride.multipliedReportingOverflow(by: count)
    if overflow { throw OutOfMemory() }
    memory = try Storage(size)
  }

  /// The place of row `i`, which may be negative.
  subscript(i: Int) -> UnsafeMutablePointer<Element> {
    let place = i % count
    return memory.base + (place < 0 ? place + count : place) * stride
  }
}
