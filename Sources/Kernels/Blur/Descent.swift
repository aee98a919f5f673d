/// The way down of a blur along columns: takes rows from the top, halves their number level by
/// level, and filters the coarsest by taps.
///
/// Each level keeps the latest 8 rows, as many as a binomial of order 7 looks at; the coarsest as
/// many as the taps. Beyond the picture's first and last row nothing is computed where the edge is
/// repeated: averages of equal rows are that row, so that one row serves every level.
final class Descent<A: BlurArithmetic> {
  typealias Row = UnsafeMutablePointer<A.Element>

  private let axis: BlurAxis<A>
  private let edge: EdgeMode
  private let count: Int
  private var rings: [RowRing<A.Element>] = []
  /// What stands above the first and below the last row.
  private let above: Storage<A.Element>
  private let below: Storage<A.Element>
  /// The latest row of each level, and the next one to be made.
  private var latest: [Int] = []
  private var next: [Int] = []
  private var nextFiltered: Int
  /// The rows that go into the one being made.
  private let sources: Storage<Row>
  private var isComplete = false

  /// Rows have `count` elements.
  init(_ axis: BlurAxis<A>, edge: EdgeMode, count: Int) throws(OutOfMemory) {
    self.axis = axis
    self.edge = edge
    self.count = count
    for level in 0...axis.levels {
      let isCoarsest = level == axis.levels
      rings.append(try RowRing(isCoarsest ? 2 * axis.reach + 8 : 8, length: count))
      let first = edge == .mirror ? 0 : axis.firstMixed[level]
      latest.append(first - 1)
      next.append(first)
    }
    nextFiltered = axis.firstNeeded[axis.levels]
    above = try Storage(strideWithSlack(count))
    below = try Storage(strideWithSlack(count))
    sources = try Storage(max(8, 2 * axis.reach + 1))
  }

  /// Where the picture's next row is to be written before `advance`.
  var slot: Row { rings[0][latest[0] + 1] }

  /// Takes the row in `slot`. Each filtered row, from the first that the result needs, is written
  /// to `target()`, and then `emit` is called.
  func advance(target: () -> Row, emit: () -> Void) {
    if latest[0] < 0 && edge == .clamp { above.copy(slot) }
    if latest[0] == axis.length - 2 && edge == .clamp { below.copy(slot) }
    arrived(0, latest[0] + 1, target, emit)
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
    let order = axis.orders[level]
    while 2 * next[level + 1] + (order + 1) / 2 <= i {
      let k = next[level + 1]
      for j in 0...order { sources[j] = row(level, 2 * k - (order - 1) / 2 + j) }
      A.halveColumns(sources.base, order: order, into: rings[level + 1][k], count: count)
      next[level + 1] += 1
      arrived(level + 1, k, target, emit)
    }
  }

  /// Row `i` of a level, inside or outside the picture.
  private func row(_ level: Int, _ i: Int) -> Row {
    if edge == .mirror { return rings[level][i < 0 ? -1 - i : i] }
    if i < axis.firstMixed[level] { return above.base }
    return i >= axis.endMixed[level] ? below.base : rings[level][i]
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
        target().copyElements(row(level, k), count)
      } else {
        for j in 0...2 * reach { sources[j] = row(level, k - reach + j) }
        A.filterColumns(sources.base, axis.taps, reach: reach, into: target(), count: count)
      }
      nextFiltered += 1
      emit()
    }
  }
}
