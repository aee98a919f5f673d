/// A layer of light or smoke between nodes: it is read at the columns of the canvas only where there
/// is something.
final class LayerRows {
  private let grid: NodeGrid
  private let planes: Int
  private let width: Int
  /// Below that in its first plane, there is nothing.
  private static var least: Float { 4e-4 }
  private static var blockWidth: Int { 32 }
  private let blocks: Int

  /// By rows of nodes: the planes at each column, and whether there is anything in each block.
  private let wide: RowCache
  private let isFilled: RowCache
  private let result: FloatRows

  init(_ grid: NodeGrid, planes: Int, width: Int) throws(OutOfMemory) {
    self.grid = grid
    self.planes = planes
    self.width = width
    blocks = (width + Self.blockWidth - 1) / Self.blockWidth
    wide = try RowCache(2, rows: planes, length: width)
    isFilled = try RowCache(2, rows: 1, length: blocks)
    result = try FloatRows(planes, length: width)
  }

  /// The planes of the layer at each column of the run at hand.
  func plane(_ i: Int) -> UnsafePointer<Float> { UnsafePointer(result[i]) }

  /// Calls `body` for each run of columns of a row of the canvas in which there is something.
  func forEachRun(
    _ y: Int, nodes: (_ row: Int) -> RowCache.Rows, _ body: (Range<Int>) -> Void
  ) {
    let (j, fraction) = grid.place(row: y)
    let (upper, isUpper) = widened(j, nodes)
    let (lower, isLower) = widened(j + 1, nodes)
    func hasBlock(_ block: Int) -> Bool { isUpper[block] + isLower[block] > 0 }
    var block = 0
    while block < blocks {
      var end = block
      while end < blocks && hasBlock(end) { end += 1 }
      if end > block {
        let columns = block * Self.blockWidth..<min(end * Self.blockWidth, width)
        for plane in 0..<planes {
          let (a, b, result) = (upper[plane], lower[plane], result[plane])
          for x in columns { result[x] = a[x] + fraction * (b[x] - a[x]) }
        }
        body(columns)
      }
      block = end + 1
    }
  }

  private func widened(
    _ j: Int, _ nodes: (Int) -> RowCache.Rows
  ) -> (RowCache.Rows, UnsafePointer<Float>) {
    var isNew = false
    let rows = wide.row(j) { _, _ in isNew = true }
    let isFilled = isFilled.row(j) { _, _ in }[0]
    if isNew {
      let nodes = nodes(j)
      for block in 0..<blocks {
        let columns = block * Self.blockWidth..<min((block + 1) * Self.blockWidth, width)
        var greatest: Float = 0
        for i in grid.nodes(of: columns) { greatest = max(greatest, nodes[0][i]) }
        isFilled[block] = greatest > Self.least ? 1 : 0
        for plane in 0..<planes {
          if greatest > Self.least {
            grid.widen(nodes[plane], into: rows[plane], columns)
          } else {
            (rows[plane] + columns.lowerBound).clearElements(columns.count)
          }
        }
      }
    }
    return (rows, UnsafePointer(isFilled))
  }
}
