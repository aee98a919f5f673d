/// The way up of a blur along columns: takes the coarsest rows, from the first that the result
/// needs, doubles their number level by level, and gives the rows of the picture.
final class ColumnAscent<A: BlurArithmetic> {
  private let axis: BlurAxis<A>
  private let count: Int
  private let rounding: A.Element
  /// The latest rows of each level from 1; without halvings, of level 0.
  private var rings: [RowRing<A.Element>] = []
  private var nextCoarsest: Int
  private let sources: Storage<A.Row>

  /// Rows have `count` elements, to which `rounding` is added at the end.
  init(_ axis: BlurAxis<A>, count: Int, rounding: A.Element) throws(OutOfMemory) {
    self.axis = axis
    self.count = count
    self.rounding = rounding
    if axis.levels == 0 { rings.append(try RowRing(1, length: count)) }
    // Rows come in pairs, and the first looks at as many as its doubling.
    for order in axis.orders {
      rings.append(try RowRing(2 * BlurAxis<A>.halo(order) + 2, length: count))
    }
    nextCoarsest = axis.firstNeeded[axis.levels]
    sources = try Storage(5)
  }

  /// Where the next of the coarsest rows is to be written before `advance`.
  var slot: A.Row { rings[rings.count - 1][nextCoarsest] }

  /// Takes the row in `slot`, and hands out the rows of the picture that it completes.
  ///
  /// - Parameters:
  ///   - place: where a row of the picture goes. Rows 2 k and 2 k + 1 are made at once, the last
  ///     one beyond the picture if its height is odd; they may lie one directly behind the other.
  ///   - emit: gets each row of the picture once it is there.
  func advance(place: (_ y: Int) -> A.FinestRow, emit: (A.FinestRow) -> Void) {
    nextCoarsest += 1
    if axis.levels > 0 { return arrived(axis.levels, nextCoarsest - 1, place, emit) }
    let y = nextCoarsest - 1
    A.narrow(rings[0][y], rounding: rounding, into: place(y), count: count)
    emit(place(y))
  }

  private func arrived(
    _ level: Int, _ i: Int, _ place: (Int) -> A.FinestRow, _ emit: (A.FinestRow) -> Void
  ) {
    let order = axis.orders[level - 1]
    let halo = BlurAxis<A>.halo(order)
    let k = i - halo
    let first = axis.firstNeeded[level - 1]
    let last = axis.lastNeeded[level - 1]
    if k < first >> 1 || k > last >> 1 { return }
    for j in 0...2 * halo { sources[j] = rings[level - 1][k - halo + j] }
    if level == 1 {
      A.doubleToFinest(
        sources.base, order: order, rounding: rounding, even: place(2 * k),
        odd: place(2 * k + 1), count: count)
    } else {
      let finer = rings[level - 2]
      A.double(
        sources.base, order: order, even: finer[2 * k], odd: finer[2 * k + 1], count: count)
    }
    for fine in 2 * k...2 * k + 1 where fine >= first && fine <= last {
      if level == 1 { emit(place(fine)) } else { arrived(level - 1, fine, place, emit) }
    }
  }
}
