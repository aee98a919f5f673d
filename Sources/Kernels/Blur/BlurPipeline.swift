import CSystem

/// A blur of rows of elements, which come in and go out in order, from the top.
///
/// Along columns the blur goes down to coarse rows and up again, and so does each coarse row along
/// itself: down before taps filter columns, when it is shorter, and up after. What comes before
/// that can be done by one thread, the rest by another: the numbers are the same.
final class BlurPipeline<A: BlurArithmetic> {
  typealias Row = A.FinestRow

  private let columns: BlurAxis<A>
  private let edge: EdgeMode
  private let count: Int
  private let coarseCount: Int
  private let descent: ColumnDescent<A>
  private let rowAscent: RowAscent<A>
  private let ascent: ColumnAscent<A>
  /// The last rows of the picture, where they are needed again, mirrored.
  private let tail: RowRing<A.Finest>
  private let tailLength: Int
  /// A coarse row between the way down and the way up, where one thread does both.
  private let between: Storage<A.Element>

  /// Rows of `width` tuples of `planes` elements.
  init(
    xRadius: Double, yRadius: Double, edge: EdgeMode, width: Int, height: Int, planes: Int,
    limits: BlurLimits = A.limits
  ) throws(OutOfMemory) {
    columns = BlurAxis(radius: yRadius, length: height, limits: limits)
    let rows = BlurAxis<A>(radius: xRadius, length: width, limits: limits)
    self.edge = edge
    count = width * planes
    let rowDescent = try RowDescent(rows, edge: edge, planes: planes)
    coarseCount = rowDescent.coarseCount
    descent = try ColumnDescent(columns, edge: edge, rows: rowDescent, count: count)
    rowAscent = try RowAscent(rows, planes: planes)
    ascent = try ColumnAscent(
      columns, count: count, rounding: A.rounding(steps: 2 * (columns.levels + rows.levels)))
    tailLength = edge == .mirror ? min(height, columns.mirroredPlaces) : 0
    tail = try RowRing(max(1, tailLength), length: count)
    between = try Storage(strideWithSlack(coarseCount))
  }

  /// Blurs all rows.
  ///
  /// - Parameters:
  ///   - isThreaded: `take` is then called on another thread than `load`.
  ///   - load: writes the next row to the place that it gets.
  ///   - place: where row y of the result goes: see `ColumnAscent`.
  ///   - take: gets each row of the result, which it may change.
  func run<Failure: Error>(
    isThreaded: Bool, load: (Row) throws(Failure) -> Void, place: (_ y: Int) -> Row,
    take: (Row) throws(Failure) -> Void
  ) throws(Failure) {
    let outcome = Outcome<Failure>()
    func rise(_ row: A.Row) {
      rowAscent.ascend(row, into: ascent.slot)
      ascent.advance(
        place: place,
        emit: { row in
          if outcome.hasStopped { return }
          do throws(Failure) { try take(row) } catch { outcome.stop(error) }
        })
    }
    if !isThreaded || !fallBeside(outcome, load, rise) {
      fall(outcome, load, target: { between.base }, emit: { rise(between.base) })
    }
    if let failure = outcome.loading ?? outcome.taking { throw failure }
  }

  /// Takes all rows down while another thread takes them up; false if there is none to be had.
  private func fallBeside<Failure: Error>(
    _ outcome: Outcome<Failure>, _ load: (Row) throws(Failure) -> Void, _ rise: (A.Row) -> Void
  ) -> Bool {
    guard let queue = makeQueue() else { return false }
    return runBeside(
      { while let row = queue.next() { rise(row) } },
      {
        fall(outcome, load, target: queue.target, emit: queue.done)
        queue.end()
      })
  }

  /// Takes all rows down.
  private func fall<Failure: Error>(
    _ outcome: Outcome<Failure>, _ load: (Row) throws(Failure) -> Void, target: () -> A.Row,
    emit: () -> Void
  ) {
    for y in 0..<columns.length {
      let slot = descent.slot
      do throws(Failure) { try load(slot) } catch {
        outcome.loading = error
        return
      }
      // A result that cannot be written needs no more rows.
      if outcome.hasStopped { return }
      if y >= columns.length - tailLength { tail[y].copyElements(slot, count) }
      descent.advance(target: target, emit: emit)
    }
    if edge == .mirror {
      for y in columns.length..<columns.length + columns.mirroredPlaces {
        descent.slot.copyElements(tail[mirrored(y, columns.length)], count)
        descent.advance(target: target, emit: emit)
      }
    }
    descent.finish(target: target, emit: emit)
  }

  /// At a time, as many coarse rows as 64 rows of the picture become, or as fill 512 KiB.
  private func makeQueue() -> HandOver<A.Element>? {
    let size = coarseCount * MemoryLayout<A.Element>.size
    let rows = max(1, min(64 >> columns.levels, (1 << 19) / size))
    return try? HandOver(rowsInBatch: rows, length: coarseCount)
  }
}

/// What went wrong on either side.
private final class Outcome<Failure: Error> {
  var loading: Failure?
  private(set) var taking: Failure?
  /// Set once `taking` is; the other thread may look at this one.
  private var isStopped: Int32 = 0

  func stop(_ error: Failure) {
    taking = error
    csystem_set(&isStopped)
  }

  var hasStopped: Bool { csystem_isSet(&isStopped) != 0 }
}
