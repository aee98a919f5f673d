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
    rowsAhead = try source.readStrip(into: places[0].read)
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
    var y = 0
    try forEachStrip { strip throws(ToolError) in
      for i in 0..<strip.rows {
        let row = strip.base + i * raster.samplesPerRow
        try body(row, y)
        if result.samplesPerRow < raster.samplesPerRow && i > 0 {
          let size = result.samplesPerRow * MemoryLayout<S>.stride
          CSystem.memmove(strip.base + i * result.samplesPerRow, row, size)
        }
        y += 1
      }
    }
  }

  /// The next rows, which may be changed; nil after the last.
  public func nextStrip() throws(ToolError) -> Strip? {
    places[0].rows = try read(to: places[0])
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
    while let (strip, rows) = try nextStrip() {
      for i in 0..<rows { body(strip + i * raster.samplesPerRow) }
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
  public typealias Strip = (base: UnsafeMutablePointer<S>, rows: Int)

  /// Reads strip after strip, works on it, and writes it. Two threads have several on their way.
  private func forEachStrip(_ work: (Strip) throws(ToolError) -> Void) throws(ToolError) {
    if isThreaded {
      let schedule = try memory { () throws(OutOfMemory) in
        try StripSchedule(capacity: places.count)
      }
      let hasRun = runBeside({ run(schedule, work) }, { run(schedule, work) })
      if let failure = schedule.failure { throw failure }
      if hasRun { return }
    }
    let schedule = try memory { () throws(OutOfMemory) in try StripSchedule(capacity: 1) }
    run(schedule, work)
    if let failure = schedule.failure { throw failure }
  }

  /// What one thread does.
  private func run(_ schedule: StripSchedule, _ work: (Strip) throws(ToolError) -> Void) {
    while let step = schedule.next() {
      let place = places[step.strip % schedule.capacity]
      do throws(ToolError) {
        switch step.stage {
        case .reading:
          place.rows = try read(to: place)
          if isThreaded { second?.readAhead() }
        case .working:
          try work(try shaped(place))
        case .writing:
          try write(samples(of: place), rows: place.rows)
        }
        if place.rows > 0 { schedule.finish(step) } else { schedule.stop(step) }
      } catch {
        schedule.stop(step, error)
      }
    }
  }

  /// Reads the next strip to a place: how many rows, 0 at the end of the picture.
  private func read(to place: StripPlace) throws(ToolError) -> Int {
    if rowsAhead > 0 {
      defer { rowsAhead = 0 }
      return rowsAhead
    }
    return try source.readStrip(into: place.read)
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
    return (samples(of: place), place.rows)
  }

  private func samples(of place: StripPlace) -> UnsafeMutablePointer<S> {
    (reshaping.isIdentity ? place.read : place.shaped).base!.assumingMemoryBound(to: S.self)
  }
}

/// Where a strip is on its way: as it was read, and in the shape that the tool works on.
final class StripPlace {
  let read = RowBuffer()
  let shaped = RowBuffer()
  var rows = 0
}
