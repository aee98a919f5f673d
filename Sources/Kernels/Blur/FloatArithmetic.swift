/// A blur in 32-bit floating point: for samples of 16 bits, and for all with opacity.
///
/// In order, without fused multiplication: the same bits on every machine. The result is within
/// 0.02 of a level of 255 of the exact one, before it is rounded.
enum FloatArithmetic: BlurArithmetic {
  typealias Element = Float
  typealias Finest = Float
  typealias Vector = SIMD8<Float>
  typealias Taps = [Float]

  static let directLimit = 4.0
  static let coarseLimit = 2.0
  static let tail = 1.5e-5

  /// Those that serve where colors are divided by opacities of a few of 65535 levels: errors must
  /// be small beside them. Aliases of order 7 are below 7e-5 s^-7 of what is opaque nearby, s being
  /// the radius in coarse places: 2.5e-10 at 6.
  static let faintLimits = BlurLimits(direct: 12, coarse: 6, tail: 1e-10)

  static func orders(levels: Int) -> [Int] {
    var orders = [Int](repeating: 5, count: levels)
    if levels > 0 { orders[levels - 1] = 7 }
    return orders
  }

  static func taps(_ half: [Double]) -> Taps {
    var sum = half[0]
    for weight in half.dropFirst() { sum += 2 * weight }
    var weights = [Float](repeating: 0, count: half.count)
    var rest = 1.0
    for k in half.indices.dropFirst() {
      weights[k] = Float(half[k] / sum)
      rest -= 2 * Double(weights[k])
    }
    weights[0] = Float(rest)
    return weights
  }

  /// Floats are not cut.
  static func rounding(steps: Int) -> Float { 0 }

  // MARK: - Vectors

  @inline(__always)
  private static func load(_ place: UnsafePointer<Float>) -> Vector {
    UnsafeRawPointer(place).loadUnaligned(as: Vector.self)
  }

  @inline(__always)
  private static func store(_ vector: Vector, _ place: UnsafeMutablePointer<Float>) {
    UnsafeMutableRawPointer(place).storeBytes(of: vector, as: Vector.self)
  }

  // MARK: - Taps

  @inline(never)
  static func filter(
    _ rows: UnsafePointer<Row>, _ taps: Taps, reach: Int, into output: Row, count: Int
  ) {
    taps.withUnsafeBufferPointer { taps in
      let weights = taps.baseAddress!
      var i = 0
      while i < count {
        let center = rows[reach] + i
        var low = load(center) * weights[0]
        var high = load(center + 8) * weights[0]
        var k = 1
        while k <= reach {
          let above = rows[reach &- k] + i
          let below = rows[reach &+ k] + i
          let weight = Vector(repeating: weights[k])
          low = low + (load(above) + load(below)) * weight
          high = high + (load(above + 8) + load(below + 8)) * weight
          k &+= 1
        }
        store(low, output + i)
        store(high, output + i + 8)
        i &+= 16
      }
    }
  }

  // MARK: - Halving

  @inline(never)
  static func halve(_ rows: UnsafePointer<Row>, order: Int, into output: Row, count: Int) {
    let (a, b, c, d, e, f) = (rows[0], rows[1], rows[2], rows[3], rows[4], rows[5])
    var i = 0
    if order == 5 {
      while i < count {
        store(
          binomial(
            load(a + i), load(b + i), load(c + i), load(d + i), load(e + i), load(f + i)),
          output + i)
        i &+= 8
      }
    } else {
      let (g, h) = (rows[6], rows[7])
      while i < count {
        store(
          binomial(
            load(a + i), load(b + i), load(c + i), load(d + i), load(e + i), load(f + i),
            load(g + i), load(h + i)),
          output + i)
        i &+= 8
      }
    }
  }

  /// [1 5 10 10 5 1] / 32.
  @inline(__always)
  private static func binomial(
    _ a: Vector, _ b: Vector, _ c: Vector, _ d: Vector, _ e: Vector, _ f: Vector
  ) -> Vector {
    (a + f) * Float(1.0 / 32) + (b + e) * Float(5.0 / 32) + (c + d) * Float(10.0 / 32)
  }

  /// [1 7 21 35 35 21 7 1] / 128.
  @inline(__always)
  private static func binomial(
    _ a: Vector, _ b: Vector, _ c: Vector, _ d: Vector, _ e: Vector, _ f: Vector, _ g: Vector,
    _ h: Vector
  ) -> Vector {
    let outer = (a + h) * Float(1.0 / 128) + (b + g) * Float(7.0 / 128)
    return outer + (c + f) * Float(21.0 / 128) + (d + e) * Float(35.0 / 128)
  }

  // MARK: - Doubling

  /// Goes from the end to the start: see `doubleToFinest`.
  @inline(never)
  static func double(
    _ rows: UnsafePointer<Row>, order: Int, even: Row, odd: Row, count: Int
  ) {
    let halo = BlurAxis<Self>.halo(order)
    let (b, c, d) = (rows[halo - 1], rows[halo], rows[halo + 1])
    var i = (count - 1) / 8 * 8
    if order == 5 {
      while i >= 0 {
        let (first, second) = interpolated(load(b + i), load(c + i), load(d + i))
        store(first, even + i)
        store(second, odd + i)
        i &-= 8
      }
    } else {
      let (a, e) = (rows[0], rows[4])
      while i >= 0 {
        let (first, second) = interpolated(
          load(a + i), load(b + i), load(c + i), load(d + i), load(e + i))
        store(first, even + i)
        store(second, odd + i)
        i &-= 8
      }
    }
  }

  /// [5 10 1] / 16 and [1 10 5] / 16.
  @inline(__always)
  private static func interpolated(_ a: Vector, _ b: Vector, _ c: Vector) -> (Vector, Vector) {
    let here = b * Float(10.0 / 16)
    return (
      a * Float(5.0 / 16) + here + c * Float(1.0 / 16),
      a * Float(1.0 / 16) + here + c * Float(5.0 / 16)
    )
  }

  /// [1 21 35 7 0] / 64 and [0 7 35 21 1] / 64.
  @inline(__always)
  private static func interpolated(
    _ a: Vector, _ b: Vector, _ c: Vector, _ d: Vector, _ e: Vector
  ) -> (Vector, Vector) {
    let here = c * Float(35.0 / 64)
    let first = a * Float(1.0 / 64) + b * Float(21.0 / 64)
    let last = d * Float(21.0 / 64) + e * Float(1.0 / 64)
    return (first + here + d * Float(7.0 / 64), b * Float(7.0 / 64) + here + last)
  }

  // MARK: - To and from the finest level

  static func widen(_ row: FinestRow, into output: Row, count: Int) {
    output.copyElements(row, count)
  }

  static func narrow(_ row: Row, rounding: Float, into output: FinestRow, count: Int) {
    output.copyElements(row, count)
  }

  static func halveFinest(
    _ rows: UnsafePointer<FinestRow>, order: Int, into output: Row, count: Int
  ) {
    halve(rows, order: order, into: output, count: count)
  }

  static func doubleToFinest(
    _ rows: UnsafePointer<Row>, order: Int, rounding: Float, even: FinestRow, odd: FinestRow,
    count: Int
  ) {
    double(rows, order: order, even: even, odd: odd, count: count)
  }
}
