/// A rectangle of whole pixels, which may lie partly or wholly outside a picture.
public struct Region: Sendable {
  /// The column of its left side; any number.
  public let x: Int
  /// The row of its top side; any number.
  public let y: Int
  /// Columns. With 0 or less there is nothing of it in any picture.
  public let width: Int
  /// Rows. With 0 or less there is nothing of it in any picture.
  public let height: Int

  /// The rectangle whose top left pixel is (`x`, `y`).
  public init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The part of it that lies within a picture of this size; nil if there is none.
  ///
  /// -2,1 and 5 x 9 within 10 x 6 is 0,1 and 3 x 5.
  public func within(width: Int, height: Int) -> Region? {
    func cut(_ start: Int, _ length: Int, _ limit: Int) -> Range<Int>? {
      if length <= 0 { return nil }
      let (end, overflow) = start.addingReportingOverflow(length)
      let last = overflow ? limit : min(end, limit)
      return max(0, start) < last ? max(0, start)..<last : nil
    }
    guard let columns = cut(x, self.width, width), let rows = cut(y, self.height, height) else {
      return nil
    }
    return Region(
      x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
  }
}
