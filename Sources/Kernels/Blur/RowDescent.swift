/// How rows lie that are blurred along themselves: tuples are added at both ends, as many as the
/// blur reaches, so that no level ends within what the result needs.
struct PaddedRow<A: BlurArithmetic> {
  let axis: BlurAxis<A>
  let planes: Int
  /// Coarsest tuples before the picture's first one, besides those that the taps reach.
  let margin: Int
  /// Coarsest tuples in all.
  let coarseLength: Int

  init(_ axis: BlurAxis<A>, planes: Int) {
    self.axis = axis
    self.planes = planes
    // Each level loses two places at its ends to a binomial of order 7, on the way down and up
    // again; as the levels get finer these add up to less than eight of the coarsest.
    margin = axis.levels == 0 ? 0 : 8
    let scale = 1 << axis.levels
    coarseLength = (axis.length + scale - 1) / scale + 2 * (margin + axis.reach)
  }

  /// Tuples in front of the picture's first one, at the finest level.
  var padding: Int { (margin + axis.reach) << axis.levels }
  /// Tuples in all, at the finest level.
  var length: Int { coarseLength << axis.levels }
}

/// The way down of a blur along rows: each row is padded by the edge rule and halved level by level.
/// Taps and doublings follow in `RowAscent`.
final class RowDescent<A: BlurArithmetic> {
  private let shape: PaddedRow<A>
  private let edge: EdgeMode
  private let row: Storage<A.Element>
  private let halves: RowHalves<A>
  private let coarser: Storage<A.Element>
  private let sources: Storage<A.Row>

  /// Rows of `axis.length` tuples of `planes` elements.
  init(_ axis: BlurAxis<A>, edge: EdgeMode, planes: Int) throws(OutOfMemory) {
    shape = PaddedRow(axis, planes: planes)
    self.edge = edge
    let (elements, overflow) = shape.length.multipliedReportingOverflow(by: planes)
    if overflow { throw OutOfMemory() }
    row = try Storage(axis.levels == 0 ? 0 : strideWithSlack(elements))
    halves = try RowHalves(length: axis.levels == 0 ? 0 : shape.length / 2, planes: planes)
    coarser = try Storage(axis.levels < 2 ? 0 : strideWithSlack(elements / 2))
    sources = try Storage(8)
  }

  /// Elements in a row that has come down.
  var coarseCount: Int { shape.coarseLength * shape.planes }

  /// Where the row that will come down into `target` is to be written: without halvings, there.
  func slot(for target: A.Row) -> A.Row {
    (shape.axis.levels == 0 ? target : row.base) + shape.padding * shape.planes
  }

  /// Takes the row in its slot to its coarsest level.
  func descend(into target: A.Row) {
    pad(slot(for: target))
    let axis = shape.axis
    var source = row.base
    var length = shape.length
    for (level, order) in axis.orders.enumerated() {
      length /= 2
      halves.split(source, length)
      for j in 0...order { sources[j] = halves.tuples(from: j - (order - 1) / 2) }
      source = level + 1 == axis.levels ? target : coarser.base
      A.halve(sources.base, order: order, into: source, count: length * shape.planes)
    }
  }

  /// Fills the places beside the picture's by the edge rule.
  private func pad(_ row: A.Row) {
    for i in -shape.padding..<0 { fill(row, i) }
    for i in shape.axis.length..<shape.length - shape.padding { fill(row, i) }
  }

  @inline(__always)
  private func fill(_ row: A.Row, _ i: Int) {
    let planes = shape.planes
    let length = shape.axis.length
    let tuple = row + i * planes
    if edge == .transparent { return tuple.clearElements(planes) }
    let place = edge == .mirror ? mirrored(i, length) : i < 0 ? 0 : length - 1
    for plane in 0..<planes { tuple[plane] = row[place * planes + plane] }
  }
}
