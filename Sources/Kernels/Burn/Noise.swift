/// Random directions on a square lattice, from which noise is made: one table serves every noise,
/// each from another place in it.
///
/// The table repeats after 256 nodes each way. That cannot be seen: the noises that are summed
/// repeat after different lengths.
public final class NoiseLattice {
  /// Nodes to a side.
  static var size: Int { 256 }
  /// The first row and column stand again after the last, so that a cell's corners are neighbors.
  static var stride: Int { size + 1 }

  /// Two components of -1..<1 to a node.
  private let gradients: Storage<Float>
  private let philox: Philox

  /// What random numbers are for: kinds of counters.
  private static var nodes: UInt32 { 16 }
  private static var places: UInt32 { 17 }

  /// The table that a seed gives.
  public init(seed: UInt64) throws(OutOfMemory) {
    philox = Philox(seed: seed)
    let count = Self.size
    gradients = try Storage(2 * Self.stride * Self.stride)
    func component(_ word: UInt32) -> Float { Float(word >> 8) * 0x1p-23 - 1 }
    for row in 0...count {
      // Four words make two nodes.
      for pair in 0..<count / 2 {
        let words = philox.words((UInt32(pair), Self.nodes, UInt32(row % count), 0))
        let node = gradients.base + 2 * (row * Self.stride + 2 * pair)
        node[0] = component(words.0)
        node[1] = component(words.1)
        node[2] = component(words.2)
        node[3] = component(words.3)
      }
      let first = gradients.base + 2 * row * Self.stride
      first[2 * count] = first[0]
      first[2 * count + 1] = first[1]
    }
  }

  /// The noise of a key: differing keys make noises that have nothing in common.
  func noise(_ key: UInt32) -> Noise {
    let words = philox.words((key, Self.places, 0, 0))
    return Noise(gradients: UnsafePointer(gradients.base), column: words.0, row: words.1)
  }
}

/// Gradient noise: a smooth random function of the plane that changes over about a unit.
///
/// In a cell of the unit lattice it is a blend of four planes, one through each corner with that
/// corner's random slope, weighted by 6f^5 - 15f^4 + 10f^3 of the place in the cell; the whole
/// times 1.25. Its mean is 0, its root mean square 0.22, one value of a hundred is below -0.51 and
/// one above 0.51, none beyond 1.25. It is 0 at the lattice's nodes.
///
/// Source: K. Perlin, Improving Noise (2002), with slopes uniform in a square.
struct Noise {
  let gradients: UnsafePointer<Float>
  /// Where in the lattice this noise has its origin.
  let column: UInt32
  let row: UInt32

  init(gradients: UnsafePointer<Float>, column: UInt32, row: UInt32) {
    self.gradients = gradients
    self.column = column
    self.row = row
  }

  /// After so many cells all begins again.
  static var period: Double { Double(NoiseLattice.size) }

  /// A coordinate that only time moves: `q`, less whole periods, so that a Float can hold it.
  static func phase(_ q: Double) -> Float {
    q.isFinite ? Float(q.truncatingRemainder(dividingBy: period)) : 0
  }

  /// The noise at `count` places, which is rounded up to a multiple of 4. Coordinates are below
  /// 2^22, either side of 0.
  func values(
    _ x: UnsafePointer<Float>, _ y: UnsafePointer<Float>,
    into result: UnsafeMutablePointer<Float>, count: Int
  ) {
    let noise = self
    var i = 0
    while i < count {
      store(noise.four(load(x + i), load(y + i)), result + i)
      i &+= 4
    }
  }

  /// The noise along a line of constant y.
  func values(
    _ x: UnsafePointer<Float>, y: Float, into result: UnsafeMutablePointer<Float>, count: Int
  ) {
    let noise = self
    let y = SIMD4<Float>(repeating: y)
    var i = 0
    while i < count {
      store(noise.four(load(x + i), y), result + i)
      i &+= 4
    }
  }

  /// The noise at places that are multiplied by factors first. `scratch` are two rows to work in.
  func values(
    _ x: UnsafePointer<Float>, _ y: UnsafePointer<Float>, by factor: (x: Float, y: Float),
    _ scratch: (UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>),
    into result: UnsafeMutablePointer<Float>, count: Int
  ) {
    let (u, v) = scratch
    for i in 0..<count {
      u[i] = x[i] * factor.x
      v[i] = y[i] * factor.y
    }
    values(u, v, into: result, count: count)
  }

  /// The noise at one place.
  func value(_ x: Double, _ y: Double) -> Double {
    Double(
      four(SIMD4(repeating: Self.phase(x)), SIMD4(repeating: Self.phase(y)))[0])
  }

  /// The noise at four places.
  @inline(__always)
  func four(_ x: SIMD4<Float>, _ y: SIMD4<Float>) -> SIMD4<Float> {
    let (cellX, fx) = split(x)
    let (cellY, fy) = split(y)
    let mask = SIMD4<UInt32>(repeating: UInt32(NoiseLattice.size - 1))
    let columns = (cellX &+ SIMD4(repeating: column)) & mask
    let rows = (cellY &+ SIMD4(repeating: row)) & mask
    // Rows of 257 nodes.
    let nodes = (rows &<< 8) &+ rows &+ columns

    let u = fx * fx * fx * (fx * (fx * 6 - 15) + 10)
    let v = fy * fy * fy * (fy * (fy * 6 - 15) + 10)
    let a = slopes(nodes[0], fx[0], fy[0], v[0])
    let b = slopes(nodes[1], fx[1], fy[1], v[1])
    let c = slopes(nodes[2], fx[2], fy[2], v[2])
    let d = slopes(nodes[3], fx[3], fy[3], v[3])
    // Of each: x and y part on the cell's left side, then on its right.
    let low1 = SIMD4(a[0], b[0], c[0], d[0])
    let low2 = SIMD4(a[1], b[1], c[1], d[1])
    let high1 = SIMD4(a[2], b[2], c[2], d[2])
    let high2 = SIMD4(a[3], b[3], c[3], d[3])
    let left = low1 + low2
    let right = high1 + high2
    return (left + u * (right - left)) * 1.25
  }

  /// The planes of a cell's corners at a place, the upper and lower ones blended.
  @inline(__always)
  private func slopes(_ node: UInt32, _ fx: Float, _ fy: Float, _ v: Float) -> SIMD4<Float> {
    let upper = load(gradients + 2 &* Int(node))
    let lower = load(gradients + 2 &* (Int(node) &+ NoiseLattice.stride))
    let place = SIMD4(fx, fy, fx - 1, fy)
    let a = upper * place
    let b = lower * (place - SIMD4(0, 1, 0, 1))
    return a + (b - a) * v
  }

  /// A coordinate's cell, as the lowest bits of a word, and its place in it.
  @inline(__always)
  private func split(_ q: SIMD4<Float>) -> (SIMD4<UInt32>, SIMD4<Float>) {
    // Adding 1.5 x 2^23 leaves the nearest whole number in the lowest bits.
    let shift = SIMD4<Float>(repeating: 12_582_912)
    var whole = (q + shift) - shift
    whole.replace(with: whole - 1, where: whole .> q)
    return (unsafeBitCast(whole + shift, to: SIMD4<UInt32>.self), q - whole)
  }
}

@inline(__always)
private func load(_ place: UnsafePointer<Float>) -> SIMD4<Float> {
  UnsafeRawPointer(place).loadUnaligned(as: SIMD4<Float>.self)
}

@inline(__always)
private func store(_ value: SIMD4<Float>, _ place: UnsafeMutablePointer<Float>) {
  UnsafeMutableRawPointer(place).storeBytes(of: value, as: SIMD4<Float>.self)
}
