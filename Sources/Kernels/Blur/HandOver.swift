/// Rows on their way from one thread to another, some at a time: waking a thread for each would
/// cost more than the rows.
///
/// One thread writes rows to `target` and calls `done` for each, then `end`; the other takes them
/// by `next`.
final class HandOver<Element: BitwiseCopyable> {
  private static var batches: Int { 4 }
  private let rowsInBatch: Int
  private let rows: RowRing<Element>
  /// Of each batch, how many rows it has; fewer than a whole one only at the end.
  private let filled: Storage<Int>
  private let free: Semaphore
  private let full: Semaphore

  private var written = 0
  private var sent = 0
  private var taken = 0
  private var holdsBatch = false

  init(rowsInBatch: Int, length: Int) throws(OutOfMemory) {
    self.rowsInBatch = rowsInBatch
    rows = try RowRing(Self.batches * rowsInBatch, length: length)
    filled = try Storage(Self.batches)
    free = try Semaphore(UInt32(Self.batches))
    full = try Semaphore(0)
  }

  // MARK: - The writing side

  /// Where the next row goes; waits until there is room.
  func target() -> UnsafeMutablePointer<Element> {
    if written % rowsInBatch == 0 { free.wait() }
    return rows[written]
  }

  /// The row in `target` is there.
  func done() {
    written += 1
    if written % rowsInBatch == 0 { send(rowsInBatch) }
  }

  /// No more rows come.
  func end() {
    if written % rowsInBatch == 0 { free.wait() }
    send(written % rowsInBatch)
  }

  /// Sends the batch at hand, of `count` rows.
  private func send(_ count: Int) {
    filled[sent % Self.batches] = count
    sent += 1
    full.post()
  }

  // MARK: - The taking side

  /// The next row, valid until the next call; nil once all have been taken.
  func next() -> UnsafeMutablePointer<Element>? {
    if taken % rowsInBatch == 0 {
      if holdsBatch { free.post() }
      full.wait()
      holdsBatch = true
    }
    let batch = taken / rowsInBatch % Self.batches
    if taken % rowsInBatch == filled[batch] { return nil }
    taken += 1
    return rows[taken - 1]
  }
}
