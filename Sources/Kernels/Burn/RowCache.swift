/// The latest of rows that are computed when they are first asked for.
final class RowCache {
  /// Some rows of Float at one height.
  struct Rows {
    let base: UnsafeMutablePointer<Float>
    let stride: Int
    subscript(i: Int) -> UnsafeMutablePointer<Float> { base + i * stride }
  }

  private let memory: FloatRows
  private let count: Int
  private let rows: Int
  /// Of each place, the row that it holds.
  private let held: Storage<Int>

  /// Holds the latest `count` of heights, at each of which there are some rows.
  init(_ count: Int, rows: Int, length: Int) throws(OutOfMemory) {
    self.count = count
    self.rows = rows
    memory = try FloatRows(count * rows, length: length)
    held = try Storage(count)
    forget()
  }

  func forget() {
    for i in 0..<count { held[i] = .min }
  }

  /// The rows at height `j`; `compute` makes them if they are not there.
  func row(_ j: Int, _ compute: (Rows, Int) -> Void) -> Rows {
    let remainder = j % count
    let place = remainder < 0 ? remainder + count : remainder
    let result = Rows(base: memory[place * rows], stride: memory.stride)
    if held[place] != j {
      held[place] = j
      compute(result, j)
    }
    return result
  }
}
