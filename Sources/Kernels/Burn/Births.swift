/// The particles of a kind that may be alive at a moment: particle n, any whole number, is born at
/// n / rate seconds.
struct Births {
  /// Kinds of particles, for random numbers.
  static var ember: UInt32 { 1 }
  static var puff: UInt32 { 2 }

  let numbers: ClosedRange<Int64>?
  private let rate: Double
  private let time: Double

  /// Those born from `first` to `last`, in seconds, as they are at `time`; `rate` in births a second.
  /// One more at either end is there, in case that rounding would leave it out: the age tells.
  init(rate: Double, time: Double, from first: Double, to last: Double) {
    self.rate = rate
    self.time = time
    let low = (first * rate).rounded(.up) - 1
    let high = (last * rate).rounded(.down) + 1
    // Beyond that, doubles cannot tell one birth from the next.
    let most = 0x1p53
    numbers =
      rate > 0 && low <= high && low > -most && high < most ? Int64(low)...Int64(high) : nil
  }

  /// In the flame style; `longest` is the longest life in seconds.
  init(rate: Double, longest: Double, _ moment: FlameMoment) {
    let time = moment.time
    let clock = moment.clock
    let isClocked = clock.progress.isClocked
    self.init(
      rate: rate, time: time, from: isClocked ? max(0, time - longest) : time - longest,
      to: isClocked ? min(time, 0.8 * clock.duration) : time)
  }

  /// Seconds since the birth of a particle.
  func age(_ number: Int64) -> Double { time - Double(number) / rate }

  func birth(_ number: Int64) -> Double { Double(number) / rate }
}

/// Which things touch which rows: for each block of rows a list, so that a row looks at few.
final class RowBins {
  private static var blockHeight: Int { 16 }
  private let starts: Storage<Int32>
  private let entries: Storage<Int32>
  private let blocks: Int

  /// For `count` things and rows 0..<height; `rows` gives the rows that a thing touches, which may
  /// lie outside.
  init(_ count: Int, height: Int, rows: (Int) -> ClosedRange<Int>) throws(OutOfMemory) {
    blocks = (height + Self.blockHeight - 1) / Self.blockHeight
    starts = try Storage(count == 0 ? 0 : blocks + 1)
    if count == 0 {
      entries = try Storage(0)
      return
    }
    func touched(_ i: Int) -> ClosedRange<Int>? {
      let rows = rows(i)
      if rows.upperBound < 0 || rows.lowerBound >= height { return nil }
      return max(0, rows.lowerBound) / Self.blockHeight...min(height - 1, rows.upperBound)
        / Self.blockHeight
    }
    // Counting sort: how many there are of each block, where they begin, and then who they are.
    var total = 0
    for i in 0..<count {
      guard let touched = touched(i) else { continue }
      for block in touched { starts[block] += 1 }
      total += touched.count
    }
    if total > Int(Int32.max) { throw OutOfMemory() }
    entries = try Storage(total)
    var start: Int32 = 0
    for block in 0...blocks {
      let size = starts[block]
      starts[block] = start
      start += size
    }
    for i in 0..<count {
      guard let touched = touched(i) else { continue }
      for block in touched {
        entries[Int(starts[block])] = Int32(i)
        starts[block] += 1
      }
    }
    // Each start has moved to the next one's place.
    for block in stride(from: blocks, to: 0, by: -1) { starts[block] = starts[block - 1] }
    starts[0] = 0
  }

  /// The things that may touch a row, in the order of their numbers.
  func things(at row: Int) -> UnsafeBufferPointer<Int32> {
    if starts.count == 0 { return UnsafeBufferPointer(start: nil, count: 0) }
    let block = min(max(row / Self.blockHeight, 0), blocks - 1)
    let start = Int(starts[block])
    return UnsafeBufferPointer(
      start: entries.base + start, count: Int(starts[block + 1]) - start)
  }
}
