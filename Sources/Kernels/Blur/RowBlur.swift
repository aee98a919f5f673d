/// A blur along rows. Each row is padded by the edge rule, as far as the blur reaches, halved level
/// by level, filtered, and doubled again.
final class RowBlur<A: BlurArithmetic> {
  private let axis: BlurAxis<A>
  private let edge: EdgeMode
  private let planes: Int
  /// Tuples in front of the picture's first one, and in all.
  private let padding: Int
  private let padded: Int
  private let row: Storage<A.Element>
  private let even: Storage<A.Element>
  private let odd: Storage<A.Element>
  private let coarse: Storage<A.Element>

  /// Elements in front of a row that its filters look at.
  private let lead: Int

  /// Rows of `axis.length` tuples of `planes` elements.
  init(_ axis: BlurAxis<A>, edge: EdgeMode, planes: Int) throws(OutOfMemory) {
    self.axis = axis
    self.edge = edge
    self.planes = planes
    let scale = 1 << axis.levels
    // Beside the taps, each level loses two places at its ends to a binomial of order 7, on the way
    // down and up again; as the levels get finer these add up to less than eight of the coarsest.
    padding = axis.levels == 0 ? axis.reach : (axis.reach + 8) * scale
    padded = (axis.length + 2 * padding + scale - 1) / scale * scale
    lead = (max(axis.reach, 2) * planes + 15) / 16 * 16
    let (elements, overflow) = (padded + 32).multipliedReportingOverflow(by: planes)
    if overflow { throw OutOfMemory() }
    let size = elements + 2 * (lead + slack)
    let half = axis.levels == 0 ? 0 : elements / 2 + 2 * (lead + slack)
    row = try Storage(size)
    even = try Storage(half)
    odd = try Storage(half)
    coarse = try Storage(half)
  }

  /// Blurs the row at `source` into the one at `target`; they may be the same.
  func blur(
    _ source: UnsafePointer<A.Element>, into target: UnsafeMutablePointer<A.Element>
  ) {
    let count = axis.length * planes
    if axis.isIdentity {
      target.copyElements(source, count)
      return
    }
    let start = row.base + lead
    (start + padding * planes).copyElements(source, count)
    pad(start)
    if axis.levels == 0 {
      A.filterRow(
        start + padding * planes, axis.taps, reach: axis.reach, step: planes, into: target,
        count: count)
      return
    }
    descend(start)
    ascend(start)
    target.copyElements(start + padding * planes, count)
  }

  /// From the padded row to its coarsest level, filtered, in `coarse`.
  private func descend(_ start: UnsafeMutablePointer<A.Element>) {
    var source = start
    var length = padded
    for order in axis.orders {
      length /= 2
      split(source, length)
      A.halveRow(
        even: even.base + lead, odd: odd.base + lead, order: order, step: planes,
        into: coarse.base + lead, count: length * planes)
      source = coarse.base + lead
    }
    A.filterRow(
      coarse.base + lead, axis.taps, reach: axis.reach, step: planes, into: even.base + lead,
      count: length * planes)
    (coarse.base + lead).copyElements(even.base + lead, length * planes)
  }

  /// From the coarsest level back to the padded row.
  private func ascend(_ start: UnsafeMutablePointer<A.Element>) {
    var source = coarse.base + lead
    var length = padded >> axis.levels
    for order in axis.orders.reversed() {
      A.doubleRow(
        source, order: order, step: planes, even: even.base + lead, odd: odd.base + lead,
        count: length * planes)
      merge(start, length)
      length *= 2
      source = start
    }
  }

  /// Fills the places beside the picture's by the edge rule.
  private func pad(_ start: UnsafeMutablePointer<A.Element>) {
    let first = start + padding * planes
    for i in 0..<padding { fill(start + i * planes, first, i - padding) }
    for i in axis.length..<padded - padding { fill(first + i * planes, first, i) }
  }

  @inline(__always)
  private func fill(
    _ tuple: UnsafeMutablePointer<A.Element>, _ first: UnsafeMutablePointer<A.Element>, _ i: Int
  ) {
    let source =
      edge == .mirror ? mirrored(i, axis.length) : i < 0 ? 0 : i < axis.length ? i : axis.length - 1
    if edge == .transparent {
      tuple.clearElements(planes)
    } else {
      for plane in 0..<planes { tuple[plane] = first[source * planes + plane] }
    }
  }

  // MARK: - Even and odd tuples

  /// Copies the even and the odd tuples of a row apart: `length` of each.
  private func split(_ source: UnsafeMutablePointer<A.Element>, _ length: Int) {
    switch planes * MemoryLayout<A.Element>.size {
    case 2: split(source, length, UInt16.self)
    case 4: split(source, length, UInt32.self)
    case 6, 8: split(source, length, UInt64.self)
    default: split(source, length, SIMD4<UInt32>.self)
    }
  }

  /// A word covers a tuple; what it has beyond, the next one overwrites.
  @inline(__always)
  private func split<Word: BitwiseCopyable>(
    _ source: UnsafeMutablePointer<A.Element>, _ length: Int, _: Word.Type
  ) {
    let size = planes &* MemoryLayout<A.Element>.size
    var from = UnsafeRawPointer(source)
    var toEven = UnsafeMutableRawPointer(even.base + lead)
    var toOdd = UnsafeMutableRawPointer(odd.base + lead)
    for _ in 0..<length {
      toEven.storeBytes(of: from.loadUnaligned(as: Word.self), as: Word.self)
      toOdd.storeBytes(of: (from + size).loadUnaligned(as: Word.self), as: Word.self)
      from += size &* 2
      toEven += size
      toOdd += size
    }
  }

  /// The reverse: a row of twice `length` tuples.
  private func merge(_ target: UnsafeMutablePointer<A.Element>, _ length: Int) {
    switch planes * MemoryLayout<A.Element>.size {
    case 2: merge(target, length, UInt16.self)
    case 4: merge(target, length, UInt32.self)
    case 6, 8: merge(target, length, UInt64.self)
    default: merge(target, length, SIMD4<UInt32>.self)
    }
  }

  @inline(__always)
  private func merge<Word: BitwiseCopyable>(
    _ target: UnsafeMutablePointer<A.Element>, _ length: Int, _: Word.Type
  ) {
    let size = planes &* MemoryLayout<A.Element>.size
    var to = UnsafeMutableRawPointer(target)
    var fromEven = UnsafeRawPointer(even.base + lead)
    var fromOdd = UnsafeRawPointer(odd.base + lead)
    for _ in 0..<length {
      to.storeBytes(of: fromEven.loadUnaligned(as: Word.self), as: Word.self)
      (to + size).storeBytes(of: fromOdd.loadUnaligned(as: Word.self), as: Word.self)
      to += size &* 2
      fromEven += size
      fromOdd += size
    }
  }
}
