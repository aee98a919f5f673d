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
  /// the middle filter is exp(-s^2 theta^2 / 2) / P^2, turned to weights by a Fourier integral.
  ///
  /// - Parameters:
  ///   - radius: of the whole, in fine places; at least 1.5 coarse ones, or the aliases of a
  ///     halving show.
  ///   - orders: of the binomials, the finest level first.
  static func middle(radius: Double, orders: [Int], tail: Double) -> [Double] {
    let coarse = radius / Double(1 << orders.count)
    let reach = Int(7 * coarse) + 3
    let points = 256
    var taps = [Double](repeating: 0, count: reach + 1)
    for i in 0...points {
      let theta = Double.pi * Double(i) / Double(points)
      var product = 1.0
      for (level, order) in orders.enumerated() {
        let cosine = Elementary.cos(theta / Double(2 << (orders.count - level)))
        for _ in 0..<order { product *= cosine }
      }
      let response = Elementary.exp(-coarse * coarse * theta * theta / 2) / (product * product)
      // The trapezoidal rule; cos(j theta) by its recurrence.
      let share = (i == 0 || i == points ? 0.5 : 1) * response / Double(points)
      let step = 2 * Elementary.cos(theta)
      var (before, here) = (step / 2, 1.0)
      for j in 0...reach {
        taps[j] += share * here
        (before, here) = (here, step * here - before)
      }
    }
    return cut(taps, tail: tail)
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
