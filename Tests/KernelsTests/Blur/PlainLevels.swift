@testable import Kernels

/// Numbers along an axis and what the levels of a blur make of them, place by place, in float64.
final class PlainLevels<P: PlainArithmetic> {
  private let axis: BlurAxis<P.A>
  private let edge: EdgeMode
  private let values: [Double]
  private var known: [[Int: Double]]

  init(_ axis: BlurAxis<P.A>, edge: EdgeMode, _ values: [Double]) {
    self.axis = axis
    self.edge = edge
    self.values = values
    known = Array(repeating: [:], count: axis.levels + 1)
  }

  static func binomial(_ order: Int, _ j: Int) -> Double {
    (0..<j).reduce(1) { $0 * Double(order - $1) / Double($1 + 1) }
  }

  /// On the way down, wherever `i` is.
  func place(_ level: Int, _ i: Int) -> Double {
    if level == 0 {
      return ExactBlur.place(i, values.count, edge.blurEdge).map { values[$0] } ?? 0
    }
    if let value = known[level][i] { return value }
    let order = axis.orders[level - 1]
    var sum = 0.0
    for (j, finer) in BlurAxisTests.finer(i, order).enumerated() {
      sum += Self.binomial(order, j) * place(level - 1, finer)
    }
    let value = sum / Double(1 << order)
    known[level][i] = value
    return value
  }

  /// At the coarsest level, behind the taps.
  func filtered(_ k: Int) -> Double {
    (-axis.reach...axis.reach).reduce(0) {
      $0 + P.weight(axis.taps, abs($1)) * place(axis.levels, k + $1)
    }
  }

  /// Place `i` of a level, on the way up from coarsest places.
  static func risen(
    _ axis: BlurAxis<P.A>, _ coarsest: [Int: Double], _ level: Int, _ i: Int
  ) -> Double {
    if level == axis.levels { return coarsest[i]! }
    let order = axis.orders[level]
    var sum = 0.0
    for k in BlurAxisTests.coarser(i, order) {
      let j = i - BlurAxisTests.finer(k, order).lowerBound
      sum += binomial(order, j) * risen(axis, coarsest, level + 1, k)
    }
    return sum / Double(1 << (order - 1))
  }
}

extension PlainLevels {
  /// The same by an arithmetic's own roundings, to the bit.
  static func risenElement(
    _ axis: BlurAxis<P.A>, _ coarsest: [Int: P.A.Element], _ level: Int, _ i: Int
  ) -> P.A.Element {
    if level == axis.levels { return coarsest[i]! }
    let order = axis.orders[level]
    let (halo, k) = (BlurAxis<P.A>.halo(order), i >> 1)
    let (even, odd) = P.doubled(
      (k - halo...k + halo).map { risenElement(axis, coarsest, level + 1, $0) }, order: order)
    return i & 1 == 0 ? even : odd
  }
}

extension EdgeMode: CaseIterable {
  public static var allCases: [EdgeMode] { [.transparent, .clamp, .mirror] }

  var blurEdge: BlurEdge {
    switch self {
    case .transparent: .transparent
    case .clamp: .clamp
    case .mirror: .mirror
    }
  }
}

extension PlainArithmetic {
  /// A number that stands for a sample of 0 to 255.
  static func element(_ sample: Double) -> A.Element { element(ofNumber: sample * scale) }

  static func sample(_ element: A.Element) -> Double { number(element) / scale }
}
