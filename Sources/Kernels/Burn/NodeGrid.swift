/// Nodes at equal distances over a canvas, on which what is smooth is computed, to be read between
/// them. Node 0 stands on the center of the picture's first pixel, whatever part of the canvas is
/// rendered, so that all parts see the same nodes.
final class NodeGrid {
  /// Pixels from node to node, 1 up.
  let cell: Double
  /// Nodes of a row: they reach one beyond the canvas on either side.
  let columns: Int
  /// The number of the row's first node, which may be negative.
  private let firstColumn: Int
  private let canvas: BurnCanvas

  /// Of each column of the canvas, the node before it, counted from the row's first one, and how
  /// far it is from there to the next, 0 to 1.
  private let before: Storage<Int32>
  private let fraction: Storage<Float>

  /// Nodes at least a pixel and otherwise `step` points apart.
  init(step: Double, canvas: BurnCanvas) throws(OutOfMemory) {
    self.canvas = canvas
    cell = max(1, step * canvas.scale)
    firstColumn = Int((Double(-canvas.left) / cell).rounded(.down)) - 1
    let last = Int((Double(canvas.width - 1 - canvas.left) / cell).rounded(.down)) + 2
    columns = last - firstColumn + 1
    before = try Storage(canvas.width)
    fraction = try Storage(canvas.width)
    for column in 0..<canvas.width {
      let place = Double(column - canvas.left) / cell
      let node = place.rounded(.down)
      before[column] = Int32(Int(node) - firstColumn)
      fraction[column] = Float(place - node)
    }
  }

  /// The row of nodes above a row of the canvas, and how far it is from there to the next, 0 to 1.
  func place(row: Int) -> (node: Int, fraction: Float) {
    let place = Double(row - canvas.top) / cell
    let node = place.rounded(.down)
    return (Int(node), Float(place - node))
  }

  /// Where nodes are, in points.
  func x(node: Int) -> Double { (0.5 + Double(node + firstColumn) * cell) / canvas.scale }
  func y(row: Int) -> Double { (0.5 + Double(row) * cell) / canvas.scale }

  /// The row of nodes above a height in points, and how far it is from there to the next.
  func place(y: Double) -> (node: Int, fraction: Float) {
    let place = (y * canvas.scale - 0.5) / cell
    let node = place.rounded(.down)
    return (Int(node), Float(place - node))
  }

  /// The node left of a place in points, and how far it is from there to the next.
  func place(x: Double) -> (node: Int, fraction: Float) {
    let place = (x * canvas.scale - 0.5) / cell
    let node = place.rounded(.down)
    let index = min(max(Int(node) - firstColumn, 0), columns - 2)
    return (index, Float(min(max(place - Double(index + firstColumn), 0), 1)))
  }

  /// The nodes that `columns` of the canvas lie between.
  func nodes(of columns: Range<Int>) -> ClosedRange<Int> {
    Int(before[columns.lowerBound])...Int(before[columns.upperBound - 1]) + 1
  }

  /// Reads a row of nodes at columns of the canvas.
  func widen(
    _ nodes: UnsafePointer<Float>, into row: UnsafeMutablePointer<Float>, _ columns: Range<Int>
  ) {
    let before = before.base
    let fraction = fraction.base
    for x in columns {
      let node = nodes + Int(before[x])
      row[x] = node[0] + fraction[x] * (node[1] - node[0])
    }
  }
}
