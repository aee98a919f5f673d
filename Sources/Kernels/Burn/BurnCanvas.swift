/// Where a picture burns: the picture, an empty margin around it for what flies, and the measure
/// of lengths. They are in points, from the picture's top left corner, y downwards: the margin has
/// negative coordinates, or some beyond the picture's size.
public struct BurnCanvas: Sendable {
  /// Pixels to a point, 0.001 up: with less, all that burns is well within a pixel.
  public let scale: Double
  /// The picture's columns, 1 up.
  public let pictureWidth: Int
  /// The picture's rows, 1 up.
  public let pictureHeight: Int
  /// The columns of the picture with its margin.
  public let width: Int
  /// The rows of the picture with its margin.
  public let height: Int
  /// Columns of margin left of the picture.
  public let left: Int
  /// Rows of margin above the picture.
  public let top: Int

  /// Margins in pixels, 0 up.
  public init(
    pictureWidth: Int, pictureHeight: Int, scale: Double, top: Int = 0, right: Int = 0,
    bottom: Int = 0, left: Int = 0
  ) {
    self.scale = max(scale, 0.001)
    self.pictureWidth = pictureWidth
    self.pictureHeight = pictureHeight
    width = left + pictureWidth + right
    height = top + pictureHeight + bottom
    self.left = left
    self.top = top
  }

  /// The picture's size in points.
  var pointsWide: Double { Double(pictureWidth) / scale }
  var pointsHigh: Double { Double(pictureHeight) / scale }

  /// Whether there is a margin.
  public var hasMargin: Bool { width > pictureWidth || height > pictureHeight }

  /// The center of a column or row of the canvas, in points.
  func x(column: Int) -> Double { (Double(column - left) + 0.5) / scale }
  func y(row: Int) -> Double { (Double(row - top) + 0.5) / scale }

  /// The row of the canvas, or one beyond it, in which a height in points lies.
  func row(_ y: Double) -> Int {
    let row = (y * scale).rounded(.down) + Double(top)
    return Int(min(max(row, -1), Double(height)))
  }

  /// The rows between two heights in points; what is beyond the canvas is cut.
  func rows(_ y: Double, _ end: Double) -> ClosedRange<Int> { row(y)...max(row(y), row(end)) }
}

/// A picture that burns, at one moment: its rows are burnt one by one, in any order, on as many
/// threads as there are workspaces.
public protocol BurningFrame: AnyObject {
  /// Memory that a thread works in.
  associatedtype Workspace: AnyObject

  /// Memory for one more thread.
  func makeWorkspace() throws(OutOfMemory) -> Workspace

  /// Burns row `y` of the canvas, from 0. The row has straight RGBA, and 0 in the margin; what is
  /// left of it, and the light and smoke over it, take its place: straight RGBA with 0 where the
  /// rounded opacity is 0, or RGB, at the row's start, if the frame is flattened.
  ///
  /// Rows go by fastest from the top, one after another.
  func burn<S: Sample>(_ row: UnsafeMutablePointer<S>, y: Int, in workspace: Workspace)
}
