/// A blur in 16-bit integers: samples of 8 bits times 256.
///
/// Everything is a rounded average, or a product of which the high half is kept: each one
/// instruction for 8 elements. Averages cannot overflow, and weights sum to 1, so nothing can. Each
/// step adds an error of about 1/256 of a level, and later steps average it away: the result is
/// within 0.65 of a level of the exact one, of which 0.5 is the last rounding.
enum WordArithmetic: BlurArithmetic {
  typealias Element = UInt16
  typealias Finest = UInt8
  typealias Vector = SIMD16<UInt16>
  /// A vector for each weight: the weights of 2^16, those beside the centre doubled, since they
  /// multiply averages.
  typealias Taps = [SIMD8<UInt16>]

  static let directLimit = 2.5
  static let coarseLimit = 1.25
  static let tail = 3e-4

  static func orders(levels: Int) -> [Int] {
    // The coarsest binomials have the shortest way to the alias frequencies and must be the
    // steepest.
    var orders = [Int](repeating: 3, count: levels)
    if levels > 0 { orders[levels - 1] = 7 }
    if levels > 1 { orders[levels - 2] = 5 }
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
    return weights.map { SIMD8(repeating: $0) }
  }

  /// A half, less what the averages of halvings and doublings have rounded up.
  static func rounding(steps: Int) -> UInt16 { UInt16(truncatingIfNeeded: 128 - steps / 2) }

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
  private static func doubled(_ half: SIMD8<UInt16>) -> Vector {
    Vector(lowHalf: half, highHalf: half)
  }

  @inline(__always)
  private static func load(_ place: UnsafePointer<UInt16>) -> Vector {
    UnsafeRawPointer(place).loadUnaligned(as: Vector.self)
  }

  @inline(__always)
  private static func load(_ place: UnsafePointer<UInt8>) -> Vector {
    let bytes = UnsafeRawPointer(place).loadUnaligned(as: SIMD16<UInt8>.self)
    var vector = Vector()
    for i in 0..<16 { vector[i] = UInt16(truncatingIfNeeded: bytes[i]) }
    return vector
  }

  @inline(__always)
  private static func store(_ vector: Vector, _ place: UnsafeMutablePointer<UInt16>) {
    UnsafeMutableRawPointer(place).storeBytes(of: vector, as: Vector.self)
  }

  /// The high halves.
  @inline(__always)
  private static func store(_ vector: Vector, _ place: UnsafeMutablePointer<UInt8>) {
    let bytes = SIMD16<UInt8>(truncatingIfNeeded: vector &>> Vector(repeating: 8))
    UnsafeMutableRawPointer(place).storeBytes(of: bytes, as: SIMD16<UInt8>.self)
  }

  /// Calls `body` with the start of each vector of a row.
  @inline(__always)
  private static func forEachVector(_ count: Int, _ body: (_ i: Int) -> Void) {
    var i = 0
    while i < count {
      body(i)
      i &+= 16
    }
  }

  // MARK: - Taps

  @inline(never)
  static func filter(
    _ rows: UnsafePointer<Row>, _ taps: Taps, reach: Int, into output: Row, count: Int
  ) {
    // Half of what is lost by cutting each of `reach + 1` products.
    let compensation = Vector(repeating: UInt16(truncatingIfNeeded: (reach + 1) / 2))
    taps.withUnsafeBufferPointer { taps in
      let weights = taps.baseAddress!
      var i = 0
      while i < count {
        let center = rows[reach] + i
        var weight = doubled(weights[0])
        var low = compensation &+ highProduct(load(center), weight)
        var high = compensation &+ highProduct(load(center + 16), weight)
        var k = 1
        while k <= reach {
          let above = rows[reach &- k] + i
          let below = rows[reach &+ k] + i
          weight = doubled(weights[k])
          low = low &+ highProduct(average(load(above), load(below)), weight)
          high = high &+ highProduct(average(load(above + 16), load(below + 16)), weight)
          k &+= 1
        }
        store(low, output + i)
        store(high, output + i + 16)
        i &+= 32
      }
    }
  }

  // MARK: - Halving

  @inline(never)
  static func halve(_ rows: UnsafePointer<Row>, order: Int, into output: Row, count: Int) {
    let (a, b, y, z) = (rows[0], rows[1], rows[order - 1], rows[order])
    if order == 3 {
      return forEachVector(count) { i in
        let outer = average(load(a + i), load(z + i))
        store(weighted(outer, average(load(b + i), load(y + i))), output + i)
      }
    }
    let (c, x) = (rows[2], rows[order - 2])
    if order == 5 {
      return forEachVector(count) { i in
        let outer = average(load(a + i), load(z + i))
        let middle = average(load(b + i), load(y + i))
        store(weighted(outer, middle, average(load(c + i), load(x + i))), output + i)
      }
    }
    let (d, w) = (rows[3], rows[4])
    forEachVector(count) { i in
      let first = average(load(a + i), load(z + i))
      let second = average(load(b + i), load(y + i))
      let third = average(load(c + i), load(x + i))
      store(weighted(first, second, third, average(load(d + i), load(w + i))), output + i)
    }
  }

  /// (a + 3 b) / 4: with pairs of rows a binomial, with rows a place between them.
  @inline(__always)
  private static func weighted(_ a: Vector, _ b: Vector) -> Vector {
    average(average(a, b), b)
  }

  /// (a + 5 b + 10 c) / 16.
  @inline(__always)
  private static func weighted(_ a: Vector, _ b: Vector, _ c: Vector) -> Vector {
    average(average(average(average(a, b), c), b), c)
  }

  /// (a + 7 b + 21 c + 35 d) / 64.
  @inline(__always)
  private static func weighted(_ a: Vector, _ b: Vector, _ c: Vector, _ d: Vector) -> Vector {
    // (a + 7 b) / 8 and (5 c + 3 d) / 8; averaged, 16 of 64 are left to c and 32 to d.
    let outer = average(average(average(a, b), b), b)
    let inner = average(c, average(average(c, d), d))
    return average(average(average(outer, inner), c), d)
  }

  // MARK: - Doubling

  @inline(never)
  static func double(
    _ rows: UnsafePointer<Row>, order: Int, even: Row, odd: Row, count: Int
  ) {
    double(rows, order, count) { first, second, i in
      store(first, even + i)
      store(second, odd + i)
    }
  }

  @inline(never)
  static func doubleToFinest(
    _ rows: UnsafePointer<Row>, order: Int, rounding: UInt16, even: FinestRow, odd: FinestRow,
    count: Int
  ) {
    let rounding = Vector(repeating: rounding)
    double(rows, order, count) { first, second, i in
      store(first &+ rounding, even + i)
      store(second &+ rounding, odd + i)
    }
  }

  /// Goes from the end to the start, so that what is written beyond an even row is written again
  /// where the odd one follows.
  @inline(__always)
  private static func double(
    _ rows: UnsafePointer<Row>, _ order: Int, _ count: Int,
    _ put: (_ even: Vector, _ odd: Vector, _ i: Int) -> Void
  ) {
    let halo = BlurAxis<Self>.halo(order)
    let (b, c, d) = (rows[halo - 1], rows[halo], rows[halo + 1])
    let last = (count - 1) / 16 * 16
    if order == 3 {
      return forEachVector(last + 1) { i in
        let i = last &- i
        let here = load(c + i)
        put(weighted(load(b + i), here), weighted(load(d + i), here), i)
      }
    }
    if order == 5 {
      return forEachVector(last + 1) { i in
        let i = last &- i
        let (before, here, behind) = (load(b + i), load(c + i), load(d + i))
        // (5 a + 10 b + c) / 16 and (a + 10 b + 5 c) / 16 are halfway between this and others.
        let both = average(average(before, behind), here)
        put(average(average(both, before), here), average(average(both, behind), here), i)
      }
    }
    let (a, e) = (rows[0], rows[4])
    forEachVector(last + 1) { i in
      let i = last &- i
      let (before, here, behind) = (load(b + i), load(c + i), load(d + i))
      put(
        weighted(load(a + i), behind, before, here), weighted(load(e + i), before, behind, here), i)
    }
  }

  // MARK: - To and from the finest level

  @inline(never)
  static func widen(_ row: FinestRow, into output: Row, count: Int) {
    var i = 0
    while i < count {
      store(load(row + i) &<< 8, output + i)
      i &+= 16
    }
  }

  @inline(never)
  static func narrow(_ row: Row, rounding: UInt16, into output: FinestRow, count: Int) {
    let rounding = Vector(repeating: rounding)
    forEachVector(count) { i in store(load(row + i) &+ rounding, output + i) }
  }

  /// Sums of bytes by a binomial of order 7 are below 2^15: these are exact.
  @inline(never)
  static func halveFinest(
    _ rows: UnsafePointer<FinestRow>, order: Int, into output: Row, count: Int
  ) {
    let (a, b, y, z) = (rows[0], rows[1], rows[order - 1], rows[order])
    if order == 3 {
      return forEachVector(count) { i in
        let outer = load(a + i) &+ load(z + i)
        let inner = load(b + i) &+ load(y + i)
        store((outer &+ inner &* 3) &<< 5, output + i)
      }
    }
    let (c, x) = (rows[2], rows[order - 2])
    if order == 5 {
      return forEachVector(count) { i in
        let outer = load(a + i) &+ load(z + i)
        let middle = load(b + i) &+ load(y + i)
        let inner = load(c + i) &+ load(x + i)
        store((outer &+ middle &* 5 &+ inner &* 10) &<< 3, output + i)
      }
    }
    let (d, w) = (rows[3], rows[4])
    forEachVector(count) { i in
      let first = load(a + i) &+ load(z + i)
      let second = load(b + i) &+ load(y + i)
      let third = load(c + i) &+ load(x + i)
      let fourth = load(d + i) &+ load(w + i)
      store((first &+ second &* 7 &+ third &* 21 &+ fourth &* 35) &<< 1, output + i)
    }
  }
}
