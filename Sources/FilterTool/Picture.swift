import CSystem
import Kernels
import Netpbm

/// The picture at hand: its rows come from the input, in the shape that the tool works on, and go
/// to the output.
public final class Picture<S: Sample> {
  /// The shape of the rows as the tool gets them.
  public let raster: Raster
  /// The picture of the second input that goes with this one, where there are two.
  public let second: RowSource?

  private let source: RowSource
  private let writer: ImageWriter
  private let result: Header
  private let reshaping: Reshaping
  private let places: [StripPlace]
  private let progress: Progress?
  /// How many rows have been read ahead, to the first place.
  private var rowsAhead: Int
  /// The row that `nextRow` has handed out, and how many follow it in its strip.
  private var row: UnsafeMutablePointer<S>
  private var rowsWaiting = 0

  /// How many threads may work on the picture. Reading and writing may then be on any.
  public let threads: Int
  /// Whether the picture is worth a second thread, and may have one.
  public let isThreaded: Bool

  /// A second thread takes longer to start than a picture of fewer tuples to be worked on.
  private static var leastThreaded: Int { 1 << 19 }

  /// Reads the first rows, so that what a header promises has begun to come before memory for a
  /// whole row is asked for.
  ///
  /// `places` are where strips are kept.
  init(
    _ source: RowSource, second: RowSource?, working: Header, result: Header, writer: ImageWriter,
    places: [StripPlace], progress: Progress?, threads: Int
  ) throws(ToolError) {
    self.source = source
    self.second = second
    self.writer = writer
    self.result = result
    self.places = places
    self.progress = progress
    raster = Raster(working)
    reshaping = Reshaping(from: source.raster, to: raster)
    self.threads = threads
    isThreaded = threads > 1 && raster.width * raster.height >= Self.leastThreaded
    rowsAhead = try source.readStrip(beside: second, into: places[0].read)
    row = places[0].read.base!.assumingMemoryBound(to: S.self)
    progress?.startPicture(height: result.height)
    try ToolError.netpbm { () throws(NetpbmError) in try writer.writeHeader(result) }
  }

  /// Whether the picture has opacity before the tool gives it one.
  public var hasOwnOpacity: Bool { source.header.hasOpacity }

  /// As messages call this picture.
  public var place: Text { source.place }

  /// Works on each row in place, from the top. A result with fewer planes is left at a row's start.
  ///
  /// One thread at a time is in `body`; meanwhile another one may read and write.
  public func forEachRow(
    _ body: (_ row: UnsafeMutablePointer<S>, _ y: Int) throws(ToolError) -> Void
  ) throws(ToolError) {
    try forEachRow(isOrdered: true, body)
  }

  /// Works on each row in place, in any order: two threads may be in `body` at once, so that it must
  /// not write to anything but the row. (Many kernels have memory for one row, and are for
  /// `forEachRow`.)
  public func forEachRowConcurrently(
    _ body: (_ row: UnsafeMutablePointer<S>, _ y: Int) -> Void
  ) throws(ToolError) {
    try forEachRow(isOrdered: false, body)
  }

  private func forEachRow(
    isOrdered: Bool, _ body: (UnsafeMutablePointer<S>, Int) throws(ToolError) -> Void
  ) throws(ToolError) {
    try forEachStrip(isOrdered: isOrdered) { strip throws(ToolError) in
      for i in 0..<strip.rows {
        try body(strip.base + i * raster.samplesPerRow, strip.top + i)
        close(i, of: strip)
      }
    }
  }

  /// The same beside rows of the second picture, the first of which lies at row `top` of this one.
  /// They come as they were read; nil where there is none.
  public func forEachRowConcurrently(
    besideSecondAt top: Int,
    _ body: (_ row: UnsafeMutablePointer<S>, _ other: UnsafeRawPointer?) -> Void
  ) throws(ToolError) {
    guard let header = second?.header else { return }
    let size = header.samplesPerRow * header.sampleSize
    try forEachStrip(isOrdered: false, secondTop: top) { strip throws(ToolError) in
      for i in 0..<strip.rows {
        let y = strip.top + i
        var other: UnsafeRawPointer?
        if strip.otherRows.contains(y), let others = strip.others {
          other = others + (y - strip.otherRows.lowerBound) * size
        }
        body(strip.base + i * raster.samplesPerRow, other)
        close(i, of: strip)
      }
    }
  }

  /// Moves a row of a result with fewer planes to the one before it.
  private func close(_ row: Int, of strip: Strip) {
    if result.samplesPerRow == raster.samplesPerRow || row == 0 { return }
    CSystem.memmove(
      strip.base + row * result.samplesPerRow, strip.base + row * raster.samplesPerRow,
      result.samplesPerRow * MemoryLayout<S>.stride)
  }

  /// The next rows, which may be changed; nil after the last.
  public func nextStrip() throws(ToolError) -> Strip? {
    try read(to: places[0])
    return places[0].rows == 0 ? nil : try shaped(places[0])
  }

  /// The next row, which may be changed. There must be one.
  public func nextRow() throws(ToolError) -> UnsafeMutablePointer<S> {
    if rowsWaiting == 0, let strip = try nextStrip() {
      row = strip.base
      rowsWaiting = strip.rows
    } else {
      row += raster.samplesPerRow
    }
    rowsWaiting -= 1
    return row
  }

  /// Reads the rows of the picture before they are worked on, and goes back to the first: for a tool
  /// that `readsTwice`.
  public func preview(_ body: (_ row: UnsafePointer<S>) -> Void) throws(ToolError) {
    while let strip = try nextStrip() {
      for i in 0..<strip.rows { body(strip.base + i * raster.samplesPerRow) }
    }
    try source.rewind()
  }

  /// Writes the result's next rows, which may be changed on the way.
  public func write(_ rows: UnsafeMutablePointer<S>, rows count: Int) throws(ToolError) {
    try ToolError.netpbm { () throws(NetpbmError) in
      try writer.writeSamples(rows, count: count * result.samplesPerRow)
    }
    progress?.add(rows: count)
  }

  /// Runs `body`, which needs memory: if there is none, that is an error about this picture.
  public func memory<Result>(
    _ body: () throws(OutOfMemory) -> Result
  ) throws(ToolError) -> Result {
    try ToolError.memory(for: place, body)
  }

  // MARK: - Strips

  /// Some rows, one after another.
  public struct Strip {
    public let base: UnsafeMutablePointer<S>
    public let rows: Int
    /// Which row of the picture is the first.
    let top: Int
    /// Rows of the second picture, and beside which rows of this one they lie.
    let others: UnsafeRawPointer?
    let otherRows: Range<Int>
  }

  /// Reads strip after strip, works on it, and writes it. Two threads have several on their way.
  ///
  /// With `secondTop`, rows of the second picture are read as well.
  private func forEachStrip(
    isOrdered: Bool, secondTop: Int? = nil, _ work: (Strip) throws(ToolError) -> Void
  ) throws(ToolError) {
    if isThreaded {
      let schedule = try memory { () throws(OutOfMemory) in
        try StripSchedule(capacity: places.count, isOrdered: isOrdered)
      }
      let hasRun = runBeside(
        { run(schedule, secondTop, work) }, { run(schedule, secondTop, work) })
      if let failure = schedule.failure { throw failure }
      if hasRun { return }
    }
    let schedule = try memory { () throws(OutOfMemory) in
      try StripSchedule(capacity: 1, isOrdered: true)
    }
    run(schedule, secondTop, work)
    if let failure = schedule.failure { throw failure }
  }

  /// What one thread does.
  private func run(
    _ schedule: StripSchedule, _ secondTop: Int?, _ work: (Strip) throws(ToolError) -> Void
  ) {
    while var step = schedule.next() {
      let place = places[step.strip % schedule.capacity]
      do throws(ToolError) {
        if step.stage == .reading {
          try read(to: place, secondTop)
          if place.rows == 0 {
            schedule.stop(step)
            continue
          }
          schedule.finish(step)
          if schedule.isOrdered { continue }
          step.stage = .working
        }
        if step.stage == .working {
          try work(try shaped(place))
        } else {
          try write(samples(of: place), rows: place.rows)
        }
        schedule.finish(step)
      } catch {
        schedule.stop(step, error)
      }
    }
  }

  /// Reads the next strip to a place; without rows at the end of the picture.
  private func read(to place: StripPlace, _ secondTop: Int? = nil) throws(ToolError) {
    place.rows = rowsAhead
    if rowsAhead == 0 { place.rows = try source.readStrip(beside: second, into: place.read) }
    rowsAhead = 0
    place.top = source.rowsRead - place.rows
    if let second, let secondTop {
      let first = max(place.top, secondTop)
      let end = max(first, min(source.rowsRead, secondTop + second.header.height))
      place.otherRows = first..<end
      if first == end { return }
      try second.readRows(first - secondTop..<end - secondTop, into: place.others)
    }
  }

  /// The strip that was read to a place, in the shape that the tool works on.
  private func shaped(_ place: StripPlace) throws(ToolError) -> Strip {
    if !reshaping.isIdentity {
      let size = place.rows * raster.samplesPerRow * MemoryLayout<S>.size
      try memory { () throws(OutOfMemory) in try place.shaped.grow(to: size) }
      reshaping.reshape(
        place.read.base!.assumingMemoryBound(to: S.self), into: samples(of: place),
        count: place.rows * raster.width)
    }
    return Strip(
      base: samples(of: place), rows: place.rows, top: place.top,
      others: UnsafeRawPointer(place.others.base), otherRows: place.otherRows)
  }

  private func samples(of place: StripPlace) -> UnsafeMutablePointer<S> {
    (reshaping.isIdentity ? place.read : place.shaped).base!.assumingMemoryBound(to: S.self)
  }
}

/// Where a strip is on its way.
final class StripPlace {
  /// As it was read, and in the shape that the tool works on.
  let read = RowBuffer()
  let shaped = RowBuffer()
  var rows = 0
  var top = 0
  /// Rows of the second picture.
  let others = RowBuffer()
  var otherRows = 0..<0
}
