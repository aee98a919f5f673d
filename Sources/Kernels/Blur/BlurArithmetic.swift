/// The numbers that a blur computes with, and its vector loops over rows of them.
///
/// Every loop goes over `count` elements and may read and write up to `slack` beyond: rows have
/// that much room behind them. The same loops serve along columns and along rows: there the rows
/// that they get are one row, or its even and its odd tuples, shifted by tuples.
protocol BlurArithmetic {
  associatedtype Element: BitwiseCopyable
  /// Elements of the picture itself, the finest level.
  associatedtype Finest: BitwiseCopyable
  /// Weights as the loops take them.
  associatedtype Taps

  typealias Row = UnsafeMutablePointer<Element>
  typealias FinestRow = UnsafeMutablePointer<Finest>

  /// Below this radius a blur is done by taps alone, without halving.
  static var directLimit: Double { get }
  /// How small the radius may become, in coarse places, by halving.
  static var coarseLimit: Double { get }
  /// How much of a kernel's weight may be left out at its ends.
  static var tail: Double { get }
  /// The orders of the binomials for a number of levels, the finest first: odd, so that a coarse
  /// place lies between two fine ones.
  static func orders(levels: Int) -> [Int]

  static func taps(_ half: [Double]) -> Taps

  /// What is added to elements before they become finest ones again, after a number of halvings or
  /// doublings.
  static func rounding(steps: Int) -> Element

  /// The weighted sum of `2 reach + 1` rows.
  static func filter(
    _ rows: UnsafePointer<Row>, _ taps: Taps, reach: Int, into output: Row, count: Int)
  /// One coarse row from the `order + 1` fine rows around it.
  static func halve(_ rows: UnsafePointer<Row>, order: Int, into output: Row, count: Int)
  /// Two fine rows from the coarse one in the middle of `rows` and its neighbours, one to either
  /// side, or two for an order of 7.
  static func double(
    _ rows: UnsafePointer<Row>, order: Int, even: Row, odd: Row, count: Int)

  // MARK: - To and from the finest level

  static func widen(_ row: FinestRow, into output: Row, count: Int)
  /// As `halve`, from finest rows.
  static func halveFinest(
    _ rows: UnsafePointer<FinestRow>, order: Int, into output: Row, count: Int)
  static func narrow(_ row: Row, rounding: Element, into output: FinestRow, count: Int)
  /// As `double`, to finest rows, which may lie one directly behind the other.
  static func doubleToFinest(
    _ rows: UnsafePointer<Row>, order: Int, rounding: Element, even: FinestRow, odd: FinestRow,
    count: Int)
}

/// When a blur halves, and what it leaves out.
struct BlurLimits: Sendable {
  /// Below this radius taps alone do it.
  let direct: Double
  /// How small the radius may become, in coarse places, by halving.
  let coarse: Double
  /// How much of a kernel's weight may be left out at its ends.
  let tail: Double
}

extension BlurArithmetic {
  /// Those that serve where errors are to be small beside a level.
  static var limits: BlurLimits {
    BlurLimits(direct: directLimit, coarse: coarseLimit, tail: tail)
  }
}

/// Elements behind the end of a row that loops may touch.
let slack = 64

/// Rows from one to the other, slack included, rounded up so that all start alike.
func strideWithSlack(_ count: Int) -> Int { (count + slack + 31) / 32 * 32 }
