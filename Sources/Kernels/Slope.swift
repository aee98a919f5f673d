/// A value that rises evenly along a row of columns, in single precision.
///
/// Its error is a few 1e-7 of the value itself, also where the value passes through 0: columns are
/// counted from the one nearest to that place, not from the row's start. With a rise of 0.5 and -3
/// at column 0, the origin is column 6, where the value is 0.
struct Slope {
  private let origin: Int32
  private let rise: Float
  private let atOrigin: Float

  /// Values beyond this serve as well as infinity, and stay finite when multiplied by a column.
  private static let largest = 1e28

  init(rise: Double, atStart: Double, width: Int) {
    self.init(rise: rise, atStart: atStart, width: width) { atStart + rise * $0 }
  }

  /// The same with the value at a column given by `value`, which may be exact where the sum of a
  /// start and so many rises is not: 0 where it is 0.
  init(rise: Double, atStart: Double, width: Int, value: (Double) -> Double) {
    let zero = rise == 0 ? 0 : -atStart / rise
    let column = min(max(0, zero.rounded(.toNearestOrAwayFromZero)), Double(width - 1))
    origin = Int32(truncatingIfNeeded: Int(column))
    self.rise = Float(min(max(-Self.largest, rise), Self.largest))
    // Less than half a rise, however steep: the next column has its sign.
    let limit = Self.largest / 4
    atOrigin = Float(min(max(-limit, value(column)), limit))
  }

  @inline(__always)
  func callAsFunction(_ column: Int32) -> Float { Float(column &- origin) * rise + atOrigin }
}
