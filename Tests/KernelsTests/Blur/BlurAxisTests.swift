import Testing

@testable import Kernels

@Suite("Axes of a blur")
struct BlurAxisTests {
  static let radii = [0, 0.3, 1, 2.4, 2.5, 3, 3.9, 4, 5, 6, 7.3, 8, 12, 20, 31, 50, 100, 300, 1000]
  static let lengths = [1, 2, 3, 4, 5, 7, 8, 16, 31, 100, 1001]

  static let wordOrders: [(radius: Double, orders: [Int])] = [
    (0, []), (0.3, []), (2.4999, []), (2.5, [7]), (4.9999, [7]), (5, [5, 7]), (9.9999, [5, 7]),
    (10, [3, 5, 7]), (20, [3, 3, 5, 7]), (39, [3, 3, 5, 7]), (40, [3, 3, 3, 5, 7]),
    (639, [3, 3, 3, 3, 3, 3, 5, 7]), (640, [3, 3, 3, 3, 3, 3, 3, 5, 7]),
    (1000, [3, 3, 3, 3, 3, 3, 3, 5, 7]),
  ]

  static let floatOrders: [(radius: Double, orders: [Int])] = [
    (0, []), (0.3, []), (3.9999, []), (4, [7]), (7.9999, [7]), (8, [5, 7]), (15.9999, [5, 7]),
    (16, [5, 5, 7]), (32, [5, 5, 5, 7]), (511, [5, 5, 5, 5, 5, 5, 7]),
    (512, [5, 5, 5, 5, 5, 5, 5, 7]), (1000, [5, 5, 5, 5, 5, 5, 5, 7]),
  ]

  @Test("In 16-bit integers a radius of 2.5 is halved once, and once more at each doubling")
  func wordLevels() {
    for (radius, orders) in Self.wordOrders {
      let axis = BlurAxis<WordArithmetic>(radius: radius, length: 100)
      #expect(axis.orders == orders && axis.levels == orders.count, "radius \(radius)")
    }
  }

  @Test("In floating point a radius of 4 is halved once, and once more at each doubling")
  func floatLevels() {
    for (radius, orders) in Self.floatOrders {
      let axis = BlurAxis<FloatArithmetic>(radius: radius, length: 100)
      #expect(axis.orders == orders && axis.levels == orders.count, "radius \(radius)")
    }
  }

  @Test("Whatever the radius, the taps are few")
  func reach() {
    for radius in GaussianTapsTests.largeRadii + [0.2, 0.5, 1, 2] {
      #expect(BlurAxis<WordArithmetic>(radius: radius, length: 1).reach <= 9, "\(radius)")
      #expect(BlurAxis<FloatArithmetic>(radius: radius, length: 1).reach <= 17, "\(radius)")
    }
    #expect(BlurAxis<WordArithmetic>(radius: 1, length: 1).reach == 3)
    #expect(BlurAxis<FloatArithmetic>(radius: 1, length: 1).reach == 4)
  }

  @Test("Only without a radius worth the name it is the identity")
  func identity() {
    for length in [1, 50] {
      for radius in [0, 1e-300, 0.01, 0.2] {
        #expect(BlurAxis<WordArithmetic>(radius: radius, length: length).isIdentity)
      }
      #expect(BlurAxis<FloatArithmetic>(radius: 0, length: length).isIdentity)
      for radius in [0.3, 2.9, 3, 4, 1000] {
        #expect(!BlurAxis<WordArithmetic>(radius: radius, length: length).isIdentity)
        #expect(!BlurAxis<FloatArithmetic>(radius: radius, length: length).isIdentity)
      }
    }
  }

  // MARK: - Places of levels

  /// Finer places that place `k` of a coarse level comes from.
  static func finer(_ k: Int, _ order: Int) -> ClosedRange<Int> {
    2 * k - (order - 1) / 2...2 * k + (order + 1) / 2
  }

  /// Coarse places that a fine place is doubled from: those that come from it themselves.
  static func coarser(_ i: Int, _ order: Int) -> [Int] {
    (i / 2 - order...i / 2 + order).filter { finer($0, order).contains(i) }
  }

  static func forEachAxis<A: BlurArithmetic>(_: A.Type, _ body: (BlurAxis<A>, String) -> Void) {
    for radius in radii {
      for length in lengths {
        body(BlurAxis<A>(radius: radius, length: length), "radius \(radius), length \(length)")
      }
    }
  }

  @Test("Of each level those are needed that the finer one's are doubled from")
  func needed() {
    func check<A: BlurArithmetic>(_: A.Type) {
      Self.forEachAxis(A.self) { axis, what in
        #expect(axis.firstNeeded[0] == 0 && axis.lastNeeded[0] == axis.length - 1, "\(what)")
        for (level, order) in axis.orders.enumerated() {
          let (first, last) = (axis.firstNeeded[level], axis.lastNeeded[level])
          // Two fine places are doubled at once, of which one may not be needed itself.
          let pairs = (first >> 1) * 2...(last >> 1) * 2 + 1
          let needed = [pairs.lowerBound, pairs.upperBound].flatMap { Self.coarser($0, order) }
          #expect(axis.firstNeeded[level + 1] == needed.min(), "level \(level + 1), \(what)")
          #expect(axis.lastNeeded[level + 1] == needed.max(), "level \(level + 1), \(what)")
        }
      }
    }
    check(WordArithmetic.self)
    check(FloatArithmetic.self)
  }

  @Test("A doubling looks at the coarse places within its halo")
  func halo() {
    for order in [3, 5, 7] {
      for fine in -20...20 {
        let distances = Self.coarser(fine, order).map { abs($0 - fine >> 1) }
        #expect(distances.max() == BlurAxis<FloatArithmetic>.halo(order), "\(order), \(fine)")
      }
    }
  }

  @Test("Of each level those are mixed that come from a finer one that is")
  func mixed() {
    func check<A: BlurArithmetic>(_: A.Type) {
      Self.forEachAxis(A.self) { axis, what in
        #expect(axis.firstMixed[0] == 0 && axis.endMixed[0] == axis.length, "\(what)")
        for (level, order) in axis.orders.enumerated() {
          let finer = axis.firstMixed[level]..<axis.endMixed[level]
          let around = finer.lowerBound / 2 - 6...finer.upperBound / 2 + 6
          let mixed = around.filter { Self.finer($0, order).contains { finer.contains($0) } }
          #expect(axis.firstMixed[level + 1] == mixed.min(), "level \(level + 1), \(what)")
          #expect(axis.endMixed[level + 1] == mixed.max()! + 1, "level \(level + 1), \(what)")
        }
      }
    }
    check(WordArithmetic.self)
    check(FloatArithmetic.self)
  }

  // MARK: - Mirrors

  @Test("A mirrored place is found by going there and back")
  func mirroring() {
    #expect([-1, 3, 6].map { mirrored($0, 3) } == [0, 2, 0])
    for length in 1...7 {
      var (place, step) = (0, 1)
      for i in 0...100 {
        #expect(mirrored(i, length) == place, "\(i) of \(length)")
        #expect(mirrored(-1 - i, length) == place, "\(-1 - i) of \(length)")
        // The places at the ends come twice.
        if (0..<length).contains(place + step) { place += step } else { step = -step }
      }
    }
  }

  @Test("As many places follow, mirrored, as the last one needed comes from")
  func mirroredPlaces() {
    func check<A: BlurArithmetic>(_: A.Type) {
      Self.forEachAxis(A.self) { axis, what in
        // Places above the picture are those below its first, at every level.
        func below(_ i: Int) -> Int { i < 0 ? -1 - i : i }
        let first = axis.firstNeeded[axis.levels] - axis.reach
        var last = (first...axis.lastNeeded[axis.levels] + axis.reach).map(below).max()!
        for order in axis.orders.reversed() {
          last = (0...last).flatMap { Self.finer($0, order).map(below) }.max()!
        }
        #expect(axis.mirroredPlaces == max(0, last - axis.length + 1), "\(what)")
      }
    }
    check(WordArithmetic.self)
    check(FloatArithmetic.self)
  }
}
