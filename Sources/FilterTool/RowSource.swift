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
public final class RowSource {
  let reader: ImageReader
  private let input: ByteInput
  /// Rows of the picture at hand that have been read.
  private(set) var rowsRead = 0
  /// The strip of `nextRow`.
  private let buffer = RowBuffer()
  private var rowsInStrip = 0
  /// Of it, rows that `nextRow` has not handed out.
  private var rowsWaiting = 0

  private static let stripSize = 1 << 17
  /// Rows above this size are read by pieces, into memory that grows with them: the header of a
  /// picture is a promise only.
  private static let largestPiece = 1 << 20

  init(path: CText?) throws(ToolError) {
    input = try ToolError.netpbm { () throws(NetpbmError) in try ByteInput(path: path) }
    let input = self.input
    reader = try ToolError.netpbm { () throws(NetpbmError) in try ImageReader(input) }
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
    if !isMarked { forget(unless: isNeeded) }
    startPicture()
  }

  /// Keeps the picture at hand for `rewind` no longer, unless it is needed.
  func forget(unless isNeeded: ((Header) -> Bool)?) {
    if isNeeded?(header) != true { reader.unmark() }
  }

  /// Whether it is known that no picture follows the one whose header was just read.
  var isLast: Bool {
    guard let left = input.bytesLeft, let size = reader.rasterSize else { return false }
    return left == size
  }

  /// Goes back to the start of the marked picture.
  func rewind() throws(ToolError) {
    try ToolError.netpbm { () throws(NetpbmError) in try reader.rewind() }
    startPicture()
  }

  private func startPicture() {
    rowsRead = 0
    rowsWaiting = 0
    rowsInStrip = 0
  }

  // MARK: - Rows

  /// How many bytes a row of the picture at hand is.
  private var rowSize: Int { header.samplesPerRow * header.sampleSize }

  /// How many rows make a strip, of this picture and of one that is read beside it.
  func rowsPerStrip(beside other: RowSource? = nil) -> Int {
    max(1, Self.stripSize / max(rowSize, other?.rowSize ?? 0))
  }

  /// Reads the next strip to the start of a buffer: how many rows, 0 at the end of the picture.
  func readStrip(beside other: RowSource? = nil, into target: RowBuffer) throws(ToolError) -> Int {
    let rows = min(rowsPerStrip(beside: other), header.height - rowsRead)
    try read(rows, into: target, at: 0)
    return rows
  }

  /// Reads the rows of a range, before which none may lie that were read already, to the start of a
  /// buffer.
  func readRows(_ rows: Range<Int>, into target: RowBuffer) throws(ToolError) {
    while rowsRead - rowsWaiting < rows.lowerBound { _ = try nextRow() }
    let waiting = min(rowsWaiting, rows.count)
    if waiting > 0, let row = try nextRow() {
      try ToolError.memory(for: place) { () throws(OutOfMemory) in
        try target.grow(to: waiting * rowSize)
      }
      memcpy(target.base!, row, waiting * rowSize)
      rowsWaiting -= waiting - 1
    }
    try read(rows.count - waiting, into: target, at: waiting * rowSize)
  }

  /// Reads rows to a place of a buffer. Long ones come by pieces, so that memory is asked for when
  /// what a header promises has come so far.
  private func read(_ rows: Int, into target: RowBuffer, at offset: Int) throws(ToolError) {
    let samples = rows * header.samplesPerRow
    // The buffer may have grown for an earlier picture, or an earlier row.
    let piece =
      rowSize <= max(Self.largestPiece, target.capacity)
      ? samples : Self.largestPiece / header.sampleSize / 16 * header.depth
    var done = 0
    while done < samples {
      let count = min(piece, samples - done)
      let needed = offset + (done + count) * header.sampleSize
      let room =
        done == 0 ? needed : min(max(needed, 2 * target.capacity), offset + rows * rowSize)
      try ToolError.memory(for: place) { () throws(OutOfMemory) in try target.grow(to: room) }
      try ToolError.netpbm { () throws(NetpbmError) in
        try reader.readSamples(
          into: target.base! + offset + done * header.sampleSize, count: count)
      }
      done += count
    }
    rowsRead += rows
  }

  /// Reads the first rows, so that what a header promises has begun to come.
  func readFirstRows() throws(ToolError) { try takeStrip() }

  /// The samples of the next row, of one or two bytes; nil at the end of the picture.
  public func nextRow() throws(ToolError) -> UnsafeRawPointer? {
    if rowsWaiting == 0 { try takeStrip() }
    if rowsWaiting == 0 { return nil }
    let row = rowsInStrip - rowsWaiting
    rowsWaiting -= 1
    return UnsafeRawPointer(buffer.base! + row * rowSize)
  }

  /// Goes on to the next strip; the last one is followed by one without rows.
  private func takeStrip() throws(ToolError) {
    rowsWaiting = 0
    rowsInStrip = try readStrip(into: buffer)
    rowsWaiting = rowsInStrip
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
