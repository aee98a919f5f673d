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
  private let shaped: RowBuffer
  private let progress: Progress?
  /// The strip that was read ahead.
  private var ahead: (base: UnsafeMutableRawPointer, rows: Int)?
  /// The row that `nextRow` has handed out, and how many follow it in its strip.
  private var row: UnsafeMutablePointer<S>
  private var rowsWaiting = 0

  /// How many threads may work on the picture. Reading and writing may then be on two of them.
  public let threads: Int

  /// Reads the first rows, so that what a header promises has begun to come before memory for a
  /// whole row is asked for.
  init(
    _ source: RowSource, second: RowSource?, working: Header, result: Header, writer: ImageWriter,
    shaped: RowBuffer, progress: Progress?, threads: Int
  ) throws(ToolError) {
    self.threads = threads
    self.source = source
    self.second = second
    self.writer = writer
    self.result = result
    self.shaped = shaped
    self.progress = progress
    raster = Raster(working)
    reshaping = Reshaping(from: source.raster, to: raster)
    let ahead = try source.nextStrip()
    self.ahead = ahead
    row = ahead!.base.assumingMemoryBound(to: S.self)
    progress?.startPicture(height: result.height)
    try ToolError.netpbm { () throws(NetpbmError) in try writer.writeHeader(result) }
  }

  /// Whether the picture has opacity before the tool gives it one.
  public var hasOwnOpacity: Bool { source.header.hasOpacity }

  /// As messages call this picture.
  public var place: Text { source.place }

  /// Works on each row in place, from the top. A result with fewer planes is left at a row's start.
  public func forEachRow(
    _ body: (_ row: UnsafeMutablePointer<S>, _ y: Int) throws(ToolError) -> Void
  ) throws(ToolError) {
    var y = 0
    while let (strip, rows) = try nextStrip() {
      for i in 0..<rows {
        let row = strip + i * raster.samplesPerRow
        try body(row, y)
        if result.samplesPerRow < raster.samplesPerRow && i > 0 {
          let size = result.samplesPerRow * MemoryLayout<S>.stride
          CSystem.memmove(strip + i * result.samplesPerRow, row, size)
        }
        y += 1
      }
      try write(strip, rows: rows)
    }
  }

  /// The next rows, which may be changed; nil after the last.
  public func nextStrip() throws(ToolError) -> (base: UnsafeMutablePointer<S>, rows: Int)? {
    if ahead == nil { ahead = try source.nextStrip() }
    guard let (base, rows) = ahead else { return nil }
    ahead = nil
    let samples = base.assumingMemoryBound(to: S.self)
    if reshaping.isIdentity { return (samples, rows) }
    let size = rows * raster.samplesPerRow * MemoryLayout<S>.size
    try memory { () throws(OutOfMemory) in try shaped.grow(to: size) }
    let target = shaped.base!.assumingMemoryBound(to: S.self)
    reshaping.reshape(samples, into: target, count: rows * raster.width)
    return (target, rows)
  }

  /// The next row, which may be changed. There must be one.
  public func nextRow() throws(ToolError) -> UnsafeMutablePointer<S> {
    if rowsWaiting == 0, let (strip, rows) = try nextStrip() {
      row = strip
      rowsWaiting = rows
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
}
