/// What stands for places beyond the border of a picture.
public enum EdgeMode: Sendable {
  /// Nothing: 0, without opacity.
  case transparent
  /// The border, repeated.
  case clamp
  /// The picture, mirrored at its border: d c b a | a b c d.
  case mirror
}

/// How one axis is blurred: halved some times by binomials, filtered by taps, and doubled as often.
///
/// A halving is cheap and leaves half the places, so that the whole costs no more for a radius of
/// 300 than for one of 5. At radius 20 in 16-bit integers: 3 halvings of orders 3, 5, 5, then taps
/// of radius 2.5 coarse places, less what the binomials have blurred already.
///
/// Level 0 is the picture; place k of level l + 1 lies between places 2 k and 2 k + 1 of level l.
struct BlurAxis<A: BlurArithmetic> {
  /// The orders of the binomials, the finest level first. None below the arithmetic's direct limit.
  let orders: [Int]
  let taps: A.Taps
  /// Taps to either side of the centre.
  let reach: Int
  /// How many places there are: the width or height of the picture.
  let length: Int

  /// The places of each level that the result needs, from first to last.
  let firstNeeded: [Int]
  let lastNeeded: [Int]
  /// The places of each level in which there is something of the picture: outside all are as its
  /// edge, where that is repeated. From first to before end.
  let firstMixed: [Int]
  let endMixed: [Int]

  /// A radius of 0 leaves the axis as it is.
  init(radius: Double, length: Int, limits: BlurLimits = A.limits) {
    self.length = length
    var levels = 0
    if radius >= limits.direct {
      while radius / Double(2 << levels) >= limits.coarse { levels += 1 }
    }
    orders = A.orders(levels: levels)
    let half =
      levels > 0
      ? GaussianTaps.middle(radius: radius, orders: orders, tail: limits.tail)
      : radius > 0 ? GaussianTaps.direct(radius: radius, tail: limits.tail) : [1]
    taps = A.taps(half)
    reach = half.count - 1

    var needed = (first: [0], last: [length - 1])
    var mixed = (first: [0], end: [length])
    for (level, order) in orders.enumerated() {
      let halo = Self.halo(order)
      needed.first.append((needed.first[level] >> 1) - halo)
      needed.last.append((needed.last[level] >> 1) + halo)
      // A place depends on order + 1 finer ones: (order - 1) / 2 before 2 k, (order + 1) / 2 behind
      // it.
      mixed.first.append((mixed.first[level] - (order + 1) / 2 + 1) >> 1)
      mixed.end.append((mixed.end[level] + (order - 1) / 2 + 1) >> 1)
    }
    firstNeeded = needed.first
    lastNeeded = needed.last
    firstMixed = mixed.first
    endMixed = mixed.end
  }

  var levels: Int { orders.count }
  var isIdentity: Bool { levels == 0 && reach == 0 }

  /// Coarse places to either side that a doubling looks at.
  static func halo(_ order: Int) -> Int { (order + 1) / 4 }

  /// How many places of the picture, mirrored, follow its last one until the result is complete.
  var mirroredPlaces: Int {
    var last = max(lastNeeded[levels] + reach, reach - 1 - firstNeeded[levels])
    for order in orders.reversed() { last = 2 * last + (order + 1) / 2 }
    return max(0, last - length + 1)
  }
}

/// Where place `i` comes from in a picture that is mirrored at its borders as often as it takes.
///
/// With a length of 3, -1 is 0, 3 is 2, and 6 is 0 again.
func mirrored(_ i: Int, _ length: Int) -> Int {
  let period = 2 * length
  let place = ((i % period) + period) % period
  return place < length ? place : period - 1 - place
}
