/// What the fire has to feed on: the opacity of the picture, averaged over cells of 4 points. Outside
/// the picture there is nothing.
public final class Feed {
  private let canvas: BurnCanvas
  /// Pixels of a cell's side.
  private let cell: Int
  private let columns: Int
  private let rows: Int
  /// Opacities of 0 to 255, with a ring of zeros around the picture's cells; nil for a picture that
  /// is opaque everywhere and has no margin.
  private let cells: Storage<UInt8>?

  /// The opacities of the row of cells that is being gathered.
  private let sums: Storage<Double>
  private var rowsGathered = 0

  /// For a picture that is opaque, if `isOpaque`; else its rows must be added.
  public init(_ canvas: BurnCanvas, isOpaque: Bool) throws(OutOfMemory) {
    self.canvas = canvas
    let side = max(1, (4 * canvas.scale).rounded())
    cell = Int(min(side, Double(max(canvas.pictureWidth, canvas.pictureHeight))))
    columns = (canvas.pictureWidth + cell - 1) / cell
    rows = (canvas.pictureHeight + cell - 1) / cell
    sums = try Storage(isOpaque ? 0 : columns)
    if isOpaque && !canvas.hasMargin {
      cells = nil
      return
    }
    let (size, overflow) = (columns + 2).multipliedReportingOverflow(by: rows + 2)
    if overflow { throw OutOfMemory() }
    let cells = try Storage<UInt8>(size)
    self.cells = cells
    if isOpaque {
      // What a cell has beyond the picture's side counts as clear.
      func covered(_ i: Int, of length: Int) -> Double {
        Double(min(cell, length - i * cell)) / Double(cell)
      }
      for j in 0..<rows {
        let high = covered(j, of: canvas.pictureHeight)
        for i in 0..<columns {
          let share = high * covered(i, of: canvas.pictureWidth)
          cells[(j + 1) * (columns + 2) + i + 1] = UInt8(255 * share + 0.5)
        }
      }
    }
  }

  /// Adds the next row of the picture, from the top, in RGBA.
  public func add<S: Sample>(_ row: UnsafePointer<S>, maxval: Int) {
    guard let cells else { return }
    for i in 0..<columns {
      let end = min((i + 1) * cell, canvas.pictureWidth)
      var sum = 0
      for x in i * cell..<end { sum &+= Int(truncatingIfNeeded: row[4 * x + 3]) }
      sums[i] += Double(sum)
    }
    rowsGathered += 1
    if rowsGathered % cell != 0 && rowsGathered < canvas.pictureHeight { return }
    let place = cells.base + ((rowsGathered - 1) / cell + 1) * (columns + 2) + 1
    let whole = Double(cell) * Double(cell) * Double(maxval)
    for i in 0..<columns {
      place[i] = UInt8(min(255, sums[i] / whole * 255 + 0.5))
      sums[i] = 0
    }
  }

  /// How much there is at a place in points, 0 to 1.
  func value(_ x: Double, _ y: Double) -> Double {
    guard let cells else { return 1 }
    let u = min(max(x * canvas.scale / Double(cell) + 0.5, 0), Double(columns + 1))
    let v = min(max(y * canvas.scale / Double(cell) + 0.5, 0), Double(rows + 1))
    let (i, j) = (min(Int(u), columns), min(Int(v), rows))
    let (fu, fv) = (u - Double(i), v - Double(j))
    let place = cells.base + j * (columns + 2) + i
    func between(_ row: UnsafePointer<UInt8>) -> Double {
      Double(row[0]) * (1 - fu) + Double(row[1]) * fu
    }
    let below = UnsafePointer(place + columns + 2)
    return (between(place) * (1 - fv) + between(below) * fv) / 255
  }
}
