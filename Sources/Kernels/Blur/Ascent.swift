/// The way up of a blur along columns: takes the coarsest rows, from the first that the result
/// needs, doubles their number level by level, and gives the rows of the picture.
final class Ascent<A: BlurArithmetic> {
  typealias Row = UnsafeMutablePointer<A.Element>

  private let axis: BlurAxis<A>
  private let count: Int
  /// The latest rows of each level; of level 0, the two that a doubling makes at once.
  private var rings: [RowRing<A.Element>] = []
  private var nextCoarsest: Int
  private let sources: Storage<Row>

  /// Rows have `count` elements.
  init(_ axis: BlurAxis<A>, count: Int) throws(OutOfMemory) {
    self.axis = axis
    self.count = count
    for level in 0...axis.levels { rings.append(try RowRing(level == 0 ? 2 : 8, length: count)) }
    nextCoarsest = axis.firstNeeded[axis.levels]
    sources = try Storage(5)
  }

  /// Where the next of the coarsest rows is to be written before `advance`.
  var slot: Row { rings[axis.levels][nextCoarsest] }

  /// Takes the row in `slot`, and hands out the rows of the picture that it completes.
  func advance(emit: (Row) -> Void) {
    nextCoarsest += 1
    arrived(axis.levels, nextCoarsest - 1, emit)
  }

  private func arrived(_ level: Int, _ i: Int, _ emit: (Row) -> Void) {
    if level == 0 { return emit(rings[0][i]) }
    let order = axis.orders[level - 1]
    let halo = BlurAxis<A>.halo(order)
    let k = i - halo
    let first = axis.firstNeeded[level - 1]
    let last = axis.lastNeeded[level - 1]
    if k < first >> 1 || k > last >> 1 { return }
    for j in 0...2 * halo { sources[j] = rings[level][k - halo + j] }
    A.doubleColumns(
      sources.base, order: order, even: rings[level - 1][2 * k], odd: rings[level - 1][2 * k + 1],
      count: count)
    for fine in 2 * k...2 * k + 1 where fine >= first && fine <= last {
      arrived(level - 1, fine, emit)
    }
  }
}
