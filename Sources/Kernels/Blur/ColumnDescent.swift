/// The way down of a blur along columns: takes rows from the top, halves their number level by
/// level, sends the coarsest down along themselves, and filters these by taps.
///
/// Each level keeps as many of its latest rows as a binomial looks at; the coarsest as many as the
/// taps. Beyond the picture's first and last row nothing is computed where the edge is repeated.
final class ColumnDescent<A: BlurArithmetic> {
  typealias Row = A.Row

  private let axis: BlurAxis<A>
  private let edge: EdgeMode
  /// Elements in a row of the picture.
  private let count: Int
  private let rows: RowDescent<A>

  private let finest: DescentLevel<A.Finest>
  /// Levels from 1 to the one before the coarsest.
  private var between: [DescentLevel<A.Element>] = []
  /// Its rows have come down along themselves.
  private let coarsest: DescentLevel<A.Element>
  private let above: RowBeyond<A>
  private let below: RowBeyond<A>

  /// The latest row of each level, and the next one to be made.
  private var latest: [Int] = []
  private var next: [Int] = []
  private var nextFiltered: Int
  /// The rows that go into the one being made.
  private let finestSources: Storage<A.FinestRow>
  private let sources: Storage<Row>
  private var isComplete = false

  /// Rows have `count` elements before they go down as `rows` takes them.
  init(
    _ axis: BlurAxis<A>, edge: EdgeMode, rows: RowDescent<A>, count: Int
  ) throws(OutOfMemory) {
    self.axis = axis
    self.edge = edge
    self.rows = rows
    self.count = count
    let levels = axis.levels
    above = try RowBeyond(count: count, coarseCount: rows.coarseCount)
    below = try RowBeyond(count: count, coarseCount: rows.coarseCount)
    finest = try DescentLevel(
      axis, 0, edge, kept: levels == 0 ? 1 : axis.orders[0] + 1, length: count,
      above: above.finest, below: below.finest)
    for level in 1..<max(1, levels) {
      between.append(
        try DescentLevel(
          axis, level, edge, kept: axis.orders[level] + 1, length: count,
          above: above.between, below: below.between))
    }
    // Mirrored at the top, the first row that is needed looks at some that are farther down than
    // the taps reach.
    coarsest = try DescentLevel(
      axis, levels, edge,
      kept: max(2 * axis.reach + 1, axis.reach - axis.firstNeeded[levels]),
      length: rows.coarseCount, above: above.coarsest, below: below.coarsest)
    for level in 0...levels {
      let first = edge == .mirror ? 0 : axis.firstMixed[level]
      latest.append(first - 1)
      next.append(first)
    }
    nextFiltered = axis.firstNeeded[levels]
    finestSources = try Storage(8)
    sources = try Storage(max(8, 2 * axis.reach + 1))
  }

  /// Where the picture's next row is to be written before `advance`.
  var slot: A.FinestRow { finest.ring[latest[0] + 1] }

  /// Takes the row in `slot`. Each filtered row, from the first that the result needs, is written
  /// to `target()`, and then `emit` is called.
  func advance(target: () -> Row, emit: () -> Void) {
    let i = latest[0] + 1
    let row = slot
    if i == 0 && edge == .clamp { above.fill(row, count, rows) }
    if i == axis.length - 1 && edge == .clamp { below.fill(row, count, rows) }
    if axis.levels == 0 {
      A.widen(row, into: rows.slot(for: coarsest.ring[i]), count: count)
      rows.descend(into: coarsest.ring[i])
    }
    arrived(0, i, target, emit)
  }

  /// Makes what is left once all rows have been taken; where the edge is mirrored, those that
  /// `BlurAxis` asks for too.
  func finish(target: () -> Row, emit: () -> Void) {
    if edge != .mirror {
      for level in 0..<axis.levels {
        let last = 2 * (axis.endMixed[level + 1] - 1) + (axis.orders[level] + 1) / 2
        arrived(level, max(latest[level], last), target, emit)
      }
      isComplete = true
    }
    filter(target, emit)
  }

  /// Rows of a level have come in, up to row `i`: makes the coarser ones that this completes.
  private func arrived(_ level: Int, _ i: Int, _ target: () -> Row, _ emit: () -> Void) {
    latest[level] = i
    if level == axis.levels { return filter(target, emit) }
    while 2 * next[level + 1] + (axis.orders[level] + 1) / 2 <= i {
      let k = next[level + 1]
      halve(level, k)
      next[level + 1] += 1
      arrived(level + 1, k, target, emit)
    }
  }

  /// Makes row `k` of the level above `level`.
  private func halve(_ level: Int, _ k: Int) {
    let order = axis.orders[level]
    let isLast = level + 1 == axis.levels
    let target = isLast ? rows.slot(for: coarsest.ring[k]) : between[level].ring[k]
    let first = 2 * k - (order - 1) / 2
    if level == 0 {
      for j in 0...order { finestSources[j] = finest[first + j] }
      A.halveFinest(finestSources.base, order: order, into: target, count: count)
    } else {
      for j in 0...order { sources[j] = between[level - 1][first + j] }
      A.halve(sources.base, order: order, into: target, count: count)
    }
    if isLast { rows.descend(into: coarsest.ring[k]) }
  }

  /// Filters the coarsest rows as far as they are there.
  private func filter(_ target: () -> Row, _ emit: () -> Void) {
    let level = axis.levels
    let reach = axis.reach
    while nextFiltered <= axis.lastNeeded[level] {
      let k = nextFiltered
      // Mirrored at the top, a row above looks at one that may be farther down than the taps reach.
      let last = edge == .mirror ? max(k + reach, reach - 1 - k) : k + reach
      if last > latest[level] && !isComplete { return }
      if reach == 0 {
        target().copyElements(coarsest[k], rows.coarseCount)
      } else {
        for j in 0...2 * reach { sources[j] = coarsest[k - reach + j] }
        A.filter(
          sources.base, axis.taps, reach: reach, into: target(), count: rows.coarseCount)
      }
      nextFiltered += 1
      emit()
    }
  }
}

/// A level on the way down along columns: its latest rows, and what stands beyond its first and
/// last.
private struct DescentLevel<Element: BitwiseCopyable> {
  let ring: RowRing<Element>
  private let isMirrored: Bool
  private let mixed: Range<Int>
  private let above: Storage<Element>
  private let below: Storage<Element>

  /// Keeps `kept` rows of `length` elements each.
  init<A: BlurArithmetic>(
    _ axis: BlurAxis<A>, _ level: Int, _ edge: EdgeMode, kept: Int, length: Int,
    above: Storage<Element>, below: Storage<Element>
  ) throws(OutOfMemory) {
    ring = try RowRing(kept, length: length)
    isMirrored = edge == .mirror
    mixed = axis.firstMixed[level]..<axis.endMixed[level]
    self.above = above
    self.below = below
  }

  /// Row `i`, inside or outside the picture.
  subscript(i: Int) -> UnsafeMutablePointer<Element> {
    if isMirrored { return ring[i < 0 ? -1 - i : i] }
    if i < mixed.lowerBound { return above.base }
    return i >= mixed.upperBound ? below.base : ring[i]
  }
}

/// The row that stands everywhere above or below a picture, zero at first. At every level it is the
/// same, since averages of equal rows are that row: only its elements differ, and at the coarsest it
/// has come down along itself.
private struct RowBeyond<A: BlurArithmetic> {
  let finest: Storage<A.Finest>
  let between: Storage<A.Element>
  let coarsest: Storage<A.Element>

  init(count: Int, coarseCount: Int) throws(OutOfMemory) {
    finest = try Storage(strideWithSlack(count))
    between = try Storage(strideWithSlack(count))
    coarsest = try Storage(strideWithSlack(coarseCount))
  }

  func fill(_ row: A.FinestRow, _ count: Int, _ rows: RowDescent<A>) {
    finest.base.copyElements(row, count)
    A.widen(row, into: between.base, count: count)
    rows.slot(for: coarsest.base).copyElements(between.base, count)
    rows.descend(into: coarsest.base)
  }
}
