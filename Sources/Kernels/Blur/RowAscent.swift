/// The way up of a blur along rows: each row that has come down by `RowDescent` is filtered by taps
/// and doubled level by level.
final class RowAscent<A: BlurArithmetic> {
  private let shape: PaddedRow<A>
  private let row: Storage<A.Element>
  private let halves: RowHalves<A>
  private let sources: Storage<A.Row>
  /// Elements in front of a row that its doubling looks at.
  private let lead: Int

  /// Rows of `axis.length` tuples of `planes` elements.
  init(_ axis: BlurAxis<A>, planes: Int) throws(OutOfMemory) {
    shape = PaddedRow(axis, planes: planes)
    let half = axis.levels == 0 ? 0 : shape.length / 2
    halves = try RowHalves(length: half, planes: planes)
    lead = 2 * planes
    let (elements, overflow) = half.multipliedReportingOverflow(by: planes)
    if overflow { throw OutOfMemory() }
    row = try Storage(lead + strideWithSlack(elements))
    sources = try Storage(max(5, 2 * axis.reach + 1))
  }

  /// Takes a coarsest row to one of the picture.
  func ascend(_ coarse: A.Row, into target: A.Row) {
    let axis = shape.axis
    let planes = shape.planes
    if axis.levels == 0 { return filter(coarse, into: target, axis.length) }
    var length = shape.coarseLength - 2 * axis.reach
    let start = row.base + lead
    filter(coarse, into: start, length)
    for (level, order) in axis.orders.enumerated().reversed() {
      let halo = BlurAxis<A>.halo(order)
      for j in 0...2 * halo { sources[j] = start + (j - halo) * planes }
      A.double(
        sources.base, order: order, even: halves.even, odd: halves.odd, count: length * planes)
      if level > 0 {
        halves.merge(from: 0, into: start, length)
        length *= 2
      } else {
        halves.merge(
          from: (shape.margin << axis.levels) / 2, into: target, (axis.length + 1) / 2)
      }
    }
  }

  /// Filters a row: `length` tuples from the first to whose both sides the taps reach.
  private func filter(_ row: A.Row, into target: A.Row, _ length: Int) {
    let reach = shape.axis.reach
    if reach == 0 { return target.copyElements(row, length * shape.planes) }
    for j in 0...2 * reach { sources[j] = row + j * shape.planes }
    A.filter(
      sources.base, shape.axis.taps, reach: reach, into: target, count: length * shape.planes)
  }
}
