import CSystem
import Kernels
import Netpbm

/// Memory for rows, which grows as it is needed and keeps what is in it.
final class RowBuffer {
  private(set) var base: UnsafeMutableRawPointer?
  private(set) var capacity = 0

  deinit { free(base) }

  func grow(to size: Int) throws(OutOfMemory) {
    if size <= capacity { return }
    guard let grown = realloc(base, size) else { throw OutOfMemory() }
    base = grown
    capacity = size
  }
}

/// The pictures of one input, each read by strips of rows.
///
/// Rows are taken by strips, or one by one; then another thread may read ahead.
public final class RowSource {
  let reader: ImageReader
  private let input: ByteInput
  /// Rows of the picture at hand that have been read.
  private var rowsRead = 0
  /// Strips for `nextRow`; the one at hand, and how many of its rows have not been handed out.
  private let queue: StripQueue
  private var strip: (buffer: RowBuffer, rows: Int)
  private var rowsWaiting = 0

  private static let stripSize = 1 << 17
  /// Rows above this size are read by pieces, into memory that grows with them: the header of a
  /// picture is a promise only.
  private static let largestPiece = 1 << 20

  init(path: CText?) throws(ToolError) {
    input = try ToolError.netpbm { () throws(NetpbmError) in try ByteInput(path: path) }
    let input = self.input
    reader = try ToolError.netpbm { () throws(NetpbmError) in try ImageReader(input) }
    queue = try ToolError.memory(for: input.name) { () throws(OutOfMemory) in try StripQueue() }
    strip = (RowBuffer(), 0)
  }

  public var header: Header { reader.header }

  /// Whether rows come through libnetpbm, which one thread at a time may use.
  var isPlain: Bool { reader.isPlain }

  /// As messages call the input: a file's name, or "standard input".
  public var name: Text { input.name }

  /// As messages call the picture at hand.
  public var place: Text { reader.place }

  /// How many bytes there are still to be read; nil where nobody knows, as of a pipe.
  var bytesLeft: Double? { input.bytesLeft }

  /// Leaves the input where the next picture starts, for whoever reads it after us.
  func settle() { input.settle() }

  // MARK: - Pictures

  func hasNext() throws(ToolError) -> Bool {
    try ToolError.netpbm { () throws(NetpbmError) in try reader.hasNext() }
  }

  /// Goes on to the next picture. With `isMarked`, or where `isNeeded` says so of its header,
  /// `rewind` can come back to it.
  func readHeader(
    isMarked: Bool, orIf isNeeded: ((Header) -> Bool)? = nil
  ) throws(ToolError) {
    if isMarked || isNeeded != nil { reader.mark() } else { reader.unmark() }
    try ToolError.netpbm { () throws(NetpbmError) in try reader.readHeader() }
    if !isMarked, let isNeeded, !isNeeded(header) { reader.unmark() }
    startPicture()
  }

  /// Goes back to the start of the marked picture.
  func rewind() throws(ToolError) {
    try ToolError.netpbm { () throws(NetpbmError) in try reader.rewind() }
    startPicture()
  }

  private func startPicture() {
    rowsRead = 0
    rowsWaiting = 0
    queue.clear()
  }

  // MARK: - Rows

  /// Reads the next strip to the start of `buffer`: how many rows, 0 at the end of the picture.
  func readStrip(into buffer: RowBuffer) throws(ToolError) -> Int {
    if rowsRead == header.height { return 0 }
    let samples = header.samplesPerRow
    let rowSize = samples * header.sampleSize
    let rows = min(max(1, Self.stripSize / rowSize), header.height - rowsRead)
    // The buffer may have grown for an earlier picture, or an earlier row.
    let piece =
      rowSize <= max(Self.largestPiece, buffer.capacity)
      ? rows * samples : Self.largestPiece / header.sampleSize / 16 * header.depth
    var done = 0
    while done < rows * samples {
      let count = min(piece, rows * samples - done)
      let needed = (done + count) * header.sampleSize
      let room = done == 0 ? needed : min(max(needed, 2 * buffer.capacity), rows * rowSize)
      try ToolError.memory(for: place) { () throws(OutOfMemory) in try buffer.grow(to: room) }
      try ToolError.netpbm { () throws(NetpbmError) in
        try reader.readSamples(
          into: buffer.base! + done * reader.header.sampleSize, count: count)
      }
      done += count
    }
    rowsRead += rows
    return rows
  }

  /// Reads the first rows, so that what a header promises has begun to come.
  func readFirstRows() throws(ToolError) { try takeStrip() }

  /// Reads a strip more than `nextRow` has asked for, if it is not too far ahead. Another thread
  /// may be in `nextRow`, which tells what goes wrong.
  func readAhead() { queue.fill(readStrip) }

  /// The samples of the next row, of one or two bytes; nil at the end of the picture.
  public func nextRow() throws(ToolError) -> UnsafeRawPointer? {
    if rowsWaiting == 0 { try takeStrip() }
    if rowsWaiting == 0 { return nil }
    let row = strip.rows - rowsWaiting
    rowsWaiting -= 1
    return UnsafeRawPointer(strip.buffer.base! + row * header.samplesPerRow * header.sampleSize)
  }

  /// Goes on to the next strip; the last one is followed by one without rows.
  private func takeStrip() throws(ToolError) {
    strip = try queue.take(readStrip)
    rowsWaiting = strip.rows
  }

  /// Reads the rest of the picture.
  func skipRows() throws(ToolError) {
    repeat { try takeStrip() } while rowsWaiting > 0
  }
}

extension RowSource {
  /// The shape of the picture at hand, as kernels take it.
  public var raster: Raster { Raster(header) }

  /// Hands the samples of the next row to one of two functions, by their size. There must be a row.
  public func nextRow(
    bytes: (UnsafePointer<UInt8>) -> Void, words: (UnsafePointer<UInt16>) -> Void
  ) throws(ToolError) {
    guard let row = try nextRow() else { return }
    if header.sampleSize == 1 {
      bytes(row.assumingMemoryBound(to: UInt8.self))
    } else {
      words(row.assumingMemoryBound(to: UInt16.self))
    }
  }
}

extension Raster {
  init(_ header: Header) {
    self.init(
      width: header.width, height: header.height, isColor: header.isColor,
      hasOpacity: header.hasOpacity, maxval: header.maxval)
  }
}
