/// Half kernels: the weight of the centre, then those at 1, 2, ... places to either side.
enum GaussianTaps {
  /// Samples of a Gaussian with this standard deviation, above 0, which sum to 1. Weights at the
  /// ends are left out while those left out sum to no more than `tail`.
  ///
  /// Radius 0.5 gives 0.7866, 0.1065, 0.0003.
  static func direct(radius: Double, tail: Double) -> [Double] {
    let count = Int(8 * radius) + 4
    var taps: [Double] = []
    var sum = 0.0
    for k in 0...count {
      let distance = Double(k) / radius
      let weight = Elementary.exp(-distance * distance / 2)
      taps.append(weight)
      sum += k == 0 ? weight : 2 * weight
    }
    for k in 0...count { taps[k] /= sum }
    return cut(taps, tail: tail)
  }

  /// What is left to do between halvings and doublings so that the whole is a Gaussian.
  ///
  /// A halving by a binomial of order m multiplies the frequency theta (in radians a coarse place)
  /// by cos(theta / 4)^m at the coarsest level, cos(theta / 8)^m at the one before, and so on; a
  /// doubling does so again. With P the product over the levels and s the radius in coarse places,
  /// the middle filter M is to make P^2 M the Gaussian exp(-s^2 theta^2 / 2), for theta from 0 to
  /// pi. Its weights are those that come nearest in the least squares: the quotient itself has a
  /// kink at pi, where P is small, and would need many more of them.
  ///
  /// Radius 5 with orders 5 and 7 gives 0.5599, 0.2065, 0.0124, 0.0012.
  ///
  /// - Parameters:
  ///   - radius: of the whole, in fine places; at least 1.25 coarse ones, or the aliases of a
  ///     halving show.
  ///   - orders: of the binomials, the finest level first.
  ///   - tail: how much the whole may be off at any frequency, if 7 radii of weights do that.
  static func middle(radius: Double, orders: [Int], tail: Double) -> [Double] {
    let coarse = radius / Double(1 << orders.count)
    // As many weights as a Gaussian of the variance that is left, or more. A binomial of order m
    // has a variance of m / 4 finer places.
    var variance = coarse * coarse
    for (level, order) in orders.enumerated() {
      variance -= Double(order) / 2 / Double(1 << (2 * (orders.count - level)))
    }
    var reach = direct(radius: variance.squareRoot(), tail: tail).count - 1

    let points = 256
    var shares: [Double] = []
    var aims: [Double] = []
    for i in 0...points {
      let theta = Double.pi * Double(i) / Double(points)
      var product = 1.0
      for (level, order) in orders.enumerated() {
        let cosine = Elementary.cos(theta / Double(2 << (orders.count - level)))
        for _ in 0..<order { product *= cosine }
      }
      shares.append(product * product)
      aims.append(Elementary.exp(-coarse * coarse * theta * theta / 2))
    }
    while true {
      let taps = nearest(to: aims, shares: shares, reach: reach)
      let wholes = zip(response(taps, at: points), shares).map { $0 * $1 }
      let isNear = zip(wholes, aims).allSatisfy { ($0 - $1).magnitude <= tail }
      if isNear || reach > Int(7 * coarse) { return taps }
      reach += 1
    }
  }

  /// The weights whose response, times `shares`, comes nearest to `aims` in the least squares, all
  /// of them at frequencies from 0 to pi at equal distances. They sum to 1.
  private static func nearest(to aims: [Double], shares: [Double], reach: Int) -> [Double] {
    // The response is the sum of a_j cos(j theta). Where the square of what is amiss is least, the
    // sum over k of a_k times the mean of shares^2 cos(j theta) cos(k theta) is the mean of shares
    // aims cos(j theta).
    let squares = cosineMeans(of: shares.map { $0 * $0 }, count: 2 * reach + 1)
    var matrix: [[Double]] = []
    for j in 0...reach {
      matrix.append((0...reach).map { (squares[abs(j - $0)] + squares[j + $0]) / 2 })
    }
    let products = zip(shares, aims).map { $0 * $1 }
    var taps = solved(matrix, cosineMeans(of: products, count: reach + 1))
    var sum = 0.0
    for weight in taps { sum += weight }
    // A cosine is two weights, one to either side.
    for j in 0...reach { taps[j] /= j == 0 ? sum : 2 * sum }
    return taps
  }

  /// What a kernel leaves of `points + 1` frequencies from 0 to pi.
  private static func response(_ half: [Double], at points: Int) -> [Double] {
    (0...points).map { i in
      var sum = half[0]
      forEachCosine(Double.pi * Double(i) / Double(points), half.count) { j, cosine in
        if j > 0 { sum += 2 * half[j] * cosine }
      }
      return sum
    }
  }

  /// The means over 0 to pi of a function times cos(j theta), for j from 0: by the trapezoidal rule
  /// from its values, at equal distances.
  private static func cosineMeans(of values: [Double], count: Int) -> [Double] {
    let last = values.count - 1
    var means = [Double](repeating: 0, count: count)
    for (i, value) in values.enumerated() {
      let share = (i == 0 || i == last ? 0.5 : 1) * value / Double(last)
      forEachCosine(Double.pi * Double(i) / Double(last), count) { means[$0] += share * $1 }
    }
    return means
  }

  /// Calls `body` with cos(j theta) for j from 0 to before `count`, by its recurrence.
  private static func forEachCosine(
    _ theta: Double, _ count: Int, _ body: (_ j: Int, _ cosine: Double) -> Void
  ) {
    let step = 2 * Elementary.cos(theta)
    var (before, here) = (step / 2, 1.0)
    for j in 0..<count {
      body(j, here)
      (before, here) = (here, step * here - before)
    }
  }

  /// The solution of linear equations by elimination, without pivots: the matrix is symmetric and
  /// positive.
  private static func solved(_ matrix: [[Double]], _ aims: [Double]) -> [Double] {
    var (matrix, x) = (matrix, aims)
    for i in x.indices {
      for j in x.indices where j > i {
        let factor = matrix[j][i] / matrix[i][i]
        for k in i..<x.count { matrix[j][k] -= factor * matrix[i][k] }
        x[j] -= factor * x[i]
      }
    }
    for i in x.indices.reversed() {
      for k in x.indices where k > i { x[i] -= matrix[i][k] * x[k] }
      x[i] /= matrix[i][i]
    }
    return x
  }

  private static func cut(_ taps: [Double], tail: Double) -> [Double] {
    var left = taps.count
    var sum = 0.0
    while left > 1 {
      sum += 2 * taps[left - 1].magnitude
      if sum > tail { break }
      left -= 1
    }
    return Array(taps[0..<left])
  }
}
