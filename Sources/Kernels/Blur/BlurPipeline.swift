import CSystem

/// A blur of rows of elements, which come in and go out in order, from the top.
///
/// Along columns the blur goes down to coarse rows and up again; in between, each coarse row is
/// blurred along itself. What comes before that can be done by one thread, the rest by another: the
/// numbers are the same.
final class BlurPipeline<A: BlurArithmetic> {
  typealias Row = UnsafeMutablePointer<A.Element>

  private let columns: BlurAxis<A>
  private let edge: EdgeMode
  private let count: Int
  private let descent: Descent<A>
  private let alongRows: RowBlur<A>
  private let ascent: Ascent<A>
  /// The last rows of the picture, where they are needed again, mirrored.
  private let tail: RowRing<A.Element>
  private let tailLength: Int
  /// A coarse row between the way down and the way up, where one thread does both.
  private let between: Storage<A.Element>

  /// Rows of `width` tuples of `planes` elements.
  init(
    xRadius: Double, yRadius: Double, edge: EdgeMode, width: Int, height: Int, planes: Int,
    limits: BlurLimits = A.limits
  ) throws(OutOfMemory) {
    columns = BlurAxis(radius: yRadius, length: height, limits: limits)
    self.edge = edge
    count = width * planes
    descent = try Descent(columns, edge: edge, count: count)
    alongRows = try RowBlur(
      BlurAxis(radius: xRadius, length: width, limits: limits), edge: edge, planes: planes)
    ascent = try Ascent(columns, count: count)
    tailLength = edge == .mirror ? min(height, columns.mirroredPlaces) : 0
    tail = try RowRing(max(1, tailLength), length: count)
    between = try Storage(strideWithSlack(count))
  }

  /// Blurs all rows.
  ///
  /// - Parameters:
  ///   - isThreaded: `take` is then called on another thread than `load`.
  ///   - load: writes the next row to the place that it gets.
  ///   - take: gets each row of the result, which it may change.
  func run<Failure: Error>(
    isThreaded: Bool, load: (Row) throws(Failure) -> Void, take: (Row) throws(Failure) -> Void
  ) throws(Failure) {
    let outcome = Outcome<Failure>()
    func rise(_ row: Row) {
      alongRows.blur(row, into: ascent.slot)
      ascent.advance { row in
        if outcome.hasStopped { return }
        do throws(Failure) { try take(row) } catch { outcome.stop(error) }
      }
    }
    if !isThreaded || !fallBeside(outcome, load, rise) {
      fall(outcome, load, target: { between.base }, emit: { rise(between.base) })
    }
    if let failure = outcome.loading ?? outcome.taking { throw failure }
  }

  /// Takes all rows down while another thread takes them up; false if there is none to be had.
  private func fallBeside<Failure: Error>(
    _ outcome: Outcome<Failure>, _ load: (Row) throws(Failure) -> Void, _ rise: (Row) -> Void
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
    _ outcome: Outcome<Failure>, _ load: (Row) throws(Failure) -> Void, target: () -> Row,
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

  /// Enough coarse rows at a time for 16 rows of the picture.
  private func makeQueue() -> HandOver<A.Element>? {
    try? HandOver(rowsInBatch: max(1, 16 >> columns.levels), length: count)
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
