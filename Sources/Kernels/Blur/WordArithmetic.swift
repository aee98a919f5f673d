/// A blur in 16-bit integers: samples of 8 bits times 256.
///
/// Everything is a rounded average, or a product of which the high half is kept: each one
/// instruction for 8 elements. Averages cannot overflow, and weights sum to 1, so nothing can. Each
/// step adds an error of about 1/256 of a level, and later steps average it away: the result is
/// within 0.65 of a level of the exact one, of which 0.5 is the last rounding.
enum WordArithmetic: BlurArithmetic {
  typealias Element = UInt16
  typealias Vector = SIMD16<UInt16>
  /// A vector for each weight: the weights of 2^16, those beside the centre doubled, since they
  /// multiply averages.
  typealias Taps = [Vector]

  static let directLimit = 3.0
  static let coarseLimit = 1.5
  static let tail = 3e-4

  static func orders(levels: Int) -> [Int] {
    // The coarsest binomials have the shortest way to the alias frequencies and must be the
    // steepest.
    var orders = [Int](repeating: 3, count: levels)
    if levels > 0 { orders[levels - 1] = 5 }
    if levels > 2 { orders[levels - 2] = 5 }
    return orders
  }

  static func taps(_ half: [Double]) -> Taps {
    var sum = half[0]
    for weight in half.dropFirst() { sum += 2 * weight }
    var weights = [UInt16](repeating: 0, count: half.count)
    var rest = 65536
    for k in half.indices.dropFirst() {
      let weight = Int((2 * half[k] / sum * 65536).rounded())
      weights[k] = UInt16(min(max(0, weight), 65535))
      rest -= Int(weights[k])
    }
    // The centre takes what is left: the sum is exact.
    weights[0] = UInt16(min(max(0, rest), 65535))
    return weights.map { Vector(repeating: $0) }
  }

  // MARK: - Vectors

  /// (a + b + 1) / 2, written so that it becomes one instruction.
  @inline(__always)
  private static func average(_ a: Vector, _ b: Vector) -> Vector {
    (a | b) &- ((a ^ b) &>> Vector(repeating: 1))
  }

  /// a w / 2^16, cut to a whole number.
  @inline(__always)
  private static func highProduct(_ a: Vector, _ w: Vector) -> Vector {
    var product = Vector()
    for i in 0..<16 {
      product[i] = UInt16(truncatingIfNeeded: (UInt32(a[i]) &* UInt32(w[i])) &>> 16)
    }
    return product
  }

  @inline(__always)
  private static func load(_ place: UnsafePointer<UInt16>) -> Vector {
    UnsafeRawPointer(place).loadUnaligned(as: Vector.self)
  }

  @inline(__always)
  private static func store(_ vector: Vector, _ place: UnsafeMutablePointer<UInt16>) {
    UnsafeMutableRawPointer(place).storeBytes(of: vector, as: Vector.self)
  }

  /// Half of what is lost by cutting each of `reach + 1` products.
  @inline(__always)
  private static func compensation(_ reach: Int) -> Vector {
    Vector(repeating: UInt16(truncatingIfNeeded: (reach + 1) / 2))
  }

  // MARK: - Taps

  @inline(never)
  static func filterColumns(
    _ rows: UnsafePointer<UnsafeMutablePointer<UInt16>>, _ taps: Taps, reach: Int,
    into output: UnsafeMutablePointer<UInt16>, count: Int
  ) {
    taps.withUnsafeBufferPointer { taps in
      let weights = taps.baseAddress!
      let start = compensation(reach)
      var i = 0
      while i < count {
        let center = rows[reach] + i
        var low = start &+ highProduct(load(center), weights[0])
        var high = start &+ highProduct(load(center + 16), weights[0])
        var k = 1
        while k <= reach {
          let above = rows[reach &- k] + i
          let below = rows[reach &+ k] + i
          low = low &+ highProduct(average(load(above), load(below)), weights[k])
          high = high &+ highProduct(average(load(above + 16), load(below + 16)), weights[k])
          k &+= 1
        }
        store(low, output + i)
        store(high, output + i + 16)
        i &+= 32
      }
    }
  }

  @inline(never)
  static func filterRow(
    _ row: UnsafePointer<UInt16>, _ taps: Taps, reach: Int, step: Int,
    into output: UnsafeMutablePointer<UInt16>, count: Int
  ) {
    taps.withUnsafeBufferPointer { taps in
      let weights = taps.baseAddress!
      let start = compensation(reach)
      var i = 0
      while i < count {
        var before = row + i
        var behind = row + i
        var low = start &+ highProduct(load(before), weights[0])
        var high = start &+ highProduct(load(before + 16), weights[0])
        var k = 1
        while k <= reach {
          before -= step
          behind += step
          low = low &+ highProduct(average(load(before), load(behind)), weights[k])
          high = high &+ highProduct(average(load(before + 16), load(behind + 16)), weights[k])
          k &+= 1
        }
        store(low, output + i)
        store(high, output + i + 16)
        i &+= 32
      }
    }
  }

  // MARK: - Halving

  /// [1 3 3 1] / 8.
  @inline(__always)
  private static func binomial(_ a: Vector, _ b: Vector, _ c: Vector, _ d: Vector) -> Vector {
    let inner = average(b, c)
    return average(average(average(a, d), inner), inner)
  }

  /// [1 5 10 10 5 1] / 32.
  @inline(__always)
  private static func binomial(
    _ a: Vector, _ b: Vector, _ c: Vector, _ d: Vector, _ e: Vector, _ f: Vector
  ) -> Vector {
    let middle = average(b, e)
    let inner = average(c, d)
    return average(average(average(average(average(a, f), middle), inner), middle), inner)
  }

  @inline(never)
  static func halveColumns(
    _ rows: UnsafePointer<UnsafeMutablePointer<UInt16>>, order: Int,
    into output: UnsafeMutablePointer<UInt16>, count: Int
  ) {
    let (a, b, c, d) = (rows[0], rows[1], rows[2], rows[3])
    var i = 0
    if order == 3 {
      while i < count {
        store(binomial(load(a + i), load(b + i), load(c + i), load(d + i)), output + i)
        i &+= 16
      }
    } else {
      let (e, f) = (rows[4], rows[5])
      while i < count {
        store(
          binomial(
            load(a + i), load(b + i), load(c + i), load(d + i), load(e + i), load(f + i)),
          output + i)
        i &+= 16
      }
    }
  }

  @inline(never)
  static func halveRow(
    even: UnsafePointer<UInt16>, odd: UnsafePointer<UInt16>, order: Int, step: Int,
    into output: UnsafeMutablePointer<UInt16>, count: Int
  ) {
    var i = 0
    if order == 3 {
      while i < count {
        store(
          binomial(
            load(odd + i - step), load(even + i), load(odd + i), load(even + i + step)),
          output + i)
        i &+= 16
      }
    } else {
      while i < count {
        store(
          binomial(
            load(even + i - step), load(odd + i - step), load(even + i), load(odd + i),
            load(even + i + step), load(odd + i + step)),
          output + i)
        i &+= 16
      }
    }
  }

  // MARK: - Doubling

  /// [1 3] / 4: the fine place beside `near`, on the side of `far`.
  @inline(__always)
  private static func interpolated(_ far: Vector, _ near: Vector) -> Vector {
    average(average(far, near), near)
  }

  /// [5 10 1] / 16 and [1 10 5] / 16.
  @inline(__always)
  private static func interpolated(_ a: Vector, _ b: Vector, _ c: Vector) -> (Vector, Vector) {
    let both = average(average(a, c), b)
    return (average(average(both, a), b), average(average(both, c), b))
  }

  @inline(never)
  static func doubleColumns(
    _ rows: UnsafePointer<UnsafeMutablePointer<UInt16>>, order: Int,
    even: UnsafeMutablePointer<UInt16>, odd: UnsafeMutablePointer<UInt16>, count: Int
  ) {
    double(rows[0], rows[1], rows[2], order, even, odd, count)
  }

  @inline(never)
  static func doubleRow(
    _ row: UnsafePointer<UInt16>, order: Int, step: Int,
    even: UnsafeMutablePointer<UInt16>, odd: UnsafeMutablePointer<UInt16>, count: Int
  ) {
    double(row - step, row, row + step, order, even, odd, count)
  }

  @inline(__always)
  private static func double(
    _ before: UnsafePointer<UInt16>, _ here: UnsafePointer<UInt16>,
    _ behind: UnsafePointer<UInt16>, _ order: Int, _ even: UnsafeMutablePointer<UInt16>,
    _ odd: UnsafeMutablePointer<UInt16>, _ count: Int
  ) {
    var i = 0
    if order == 3 {
      while i < count {
        let near = load(here + i)
        store(interpolated(load(before + i), near), even + i)
        store(interpolated(load(behind + i), near), odd + i)
        i &+= 16
      }
    } else {
      while i < count {
        let (first, second) = interpolated(load(before + i), load(here + i), load(behind + i))
        store(first, even + i)
        store(second, odd + i)
        i &+= 16
      }
    }
  }
}
