/// The numbers that a blur computes with, and its vector loops over rows of them.
///
/// Every loop goes over `count` elements and may read and write up to `slack` beyond: rows have
/// that much room behind them. `step` is the number of planes: how far a neighbour's element is.
protocol BlurArithmetic {
  associatedtype Element: BitwiseCopyable
  /// Weights as the loops take them.
  associatedtype Taps

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

  /// The weighted sum of `2 reach + 1` rows.
  static func filterColumns(
    _ rows: UnsafePointer<UnsafeMutablePointer<Element>>, _ taps: Taps, reach: Int,
    into output: UnsafeMutablePointer<Element>, count: Int)
  /// The weighted sum of each element and its neighbours to both sides.
  static func filterRow(
    _ row: UnsafePointer<Element>, _ taps: Taps, reach: Int, step: Int,
    into output: UnsafeMutablePointer<Element>, count: Int)

  /// One coarse row from the `order + 1` fine rows around it.
  static func halveColumns(
    _ rows: UnsafePointer<UnsafeMutablePointer<Element>>, order: Int,
    into output: UnsafeMutablePointer<Element>, count: Int)
  /// A coarse row from the even and the odd tuples of a fine one.
  static func halveRow(
    even: UnsafePointer<Element>, odd: UnsafePointer<Element>, order: Int, step: Int,
    into output: UnsafeMutablePointer<Element>, count: Int)

  /// Two fine rows from the coarse one in the middle of `rows` and its neighbours, one to either
  /// side, or two for an order of 7.
  static func doubleColumns(
    _ rows: UnsafePointer<UnsafeMutablePointer<Element>>, order: Int,
    even: UnsafeMutablePointer<Element>, odd: UnsafeMutablePointer<Element>, count: Int)
  /// The even and the odd tuples of a fine row from a coarse one.
  static func doubleRow(
    _ row: UnsafePointer<Element>, order: Int, step: Int,
    even: UnsafeMutablePointer<Element>, odd: UnsafeMutablePointer<Element>, count: Int)
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
