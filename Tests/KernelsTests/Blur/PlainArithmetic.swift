import TestSupport
import Testing

@testable import Kernels

/// What the vector loops of an arithmetic do for one element, one number after the other.
protocol PlainArithmetic {
  associatedtype A: BlurArithmetic where A.Element: Equatable, A.Finest: Equatable

  /// The weight of the tap `k` places from the centre, as the loops apply it.
  static func weight(_ taps: A.Taps, _ k: Int) -> Double
  static func number(_ element: A.Element) -> Double
  static func element(ofNumber number: Double) -> A.Element
  /// What a sample of 8 bits is multiplied by.
  static var scale: Double { get }
  /// How many levels of 8 bits a whole blur may be from the exact one, before it is rounded.
  static var error: Double { get }

  /// From 2 reach + 1 elements.
  static func filtered(_ elements: [A.Element], _ taps: A.Taps) -> A.Element
  /// From order + 1 elements.
  static func halved(_ elements: [A.Element]) -> A.Element
  /// The even and the odd place from 3 elements, or 5 for an order of 7.
  static func doubled(_ elements: [A.Element], order: Int) -> (A.Element, A.Element)

  static func widened(_ finest: A.Finest) -> A.Element
  static func narrowed(_ element: A.Element, rounding: A.Element) -> A.Finest
  /// From order + 1 finest elements.
  static func halvedFinest(_ elements: [A.Finest]) -> A.Element

  /// Any element, but often one of the extremes.
  static func random(_ source: inout RandomSource) -> A.Element
  static func randomFinest(_ source: inout RandomSource) -> A.Finest
  static func finest(_ sample: Int) -> A.Finest
  static func level(_ finest: A.Finest) -> Double
  /// How many levels an element of the finest level may be rounded by.
  static var lastRounding: Double { get }
}

enum PlainWords: PlainArithmetic {
  typealias A = WordArithmetic

  static func weight(_ taps: WordArithmetic.Taps, _ k: Int) -> Double {
    Double(taps[k][0]) / (k == 0 ? 65536 : 131072)
  }

  static func number(_ element: UInt16) -> Double { Double(element) }
  static func element(ofNumber number: Double) -> UInt16 { UInt16(number) }
  static let scale = 256.0
  static let error = 0.2

  static func average(_ a: UInt16, _ b: UInt16) -> UInt16 { UInt16((Int(a) + Int(b) + 1) / 2) }

  static func filtered(_ elements: [UInt16], _ taps: WordArithmetic.Taps) -> UInt16 {
    let reach = elements.count / 2
    // Each product is cut; half of what that may lose comes first.
    var sum = (reach + 1) / 2 + Int(elements[reach]) * Int(taps[0][0]) / 65536
    for k in 0..<reach {
      let both = average(elements[reach - 1 - k], elements[reach + 1 + k])
      sum += Int(both) * Int(taps[k + 1][0]) / 65536
    }
    // A trap here is an overflow there.
    return UInt16(sum)
  }

  static func halved(_ e: [UInt16]) -> UInt16 {
    weighted((0..<e.count / 2).map { average(e[$0], e[e.count - 1 - $0]) })
  }

  /// The weights of a binomial, applied to the averages of its pairs from the outermost on; or those
  /// of a doubling, to places in the order of their weights.
  static func weighted(_ e: [UInt16]) -> UInt16 {
    switch e.count {
    case 2: return average(average(e[0], e[1]), e[1])
    case 3: return average(average(average(average(e[0], e[1]), e[2]), e[1]), e[2])
    default:
      let outer = average(average(average(e[0], e[1]), e[1]), e[1])
      let inner = average(e[2], average(average(e[2], e[3]), e[3]))
      return average(average(average(outer, inner), e[2]), e[3])
    }
  }

  static func doubled(_ e: [UInt16], order: Int) -> (UInt16, UInt16) {
    switch order {
    case 3: return (weighted([e[0], e[1]]), weighted([e[2], e[1]]))
    case 5:
      let all = average(average(e[0], e[2]), e[1])
      return (average(average(all, e[0]), e[1]), average(average(all, e[2]), e[1]))
    default: return (weighted([e[0], e[3], e[1], e[2]]), weighted([e[4], e[1], e[3], e[2]]))
    }
  }

  static func widened(_ finest: UInt8) -> UInt16 { UInt16(finest) * 256 }
  static func narrowed(_ element: UInt16, rounding: UInt16) -> UInt8 {
    UInt8((Int(element) + Int(rounding)) / 256 % 256)
  }

  /// Exactly.
  static func halvedFinest(_ e: [UInt8]) -> UInt16 {
    let order = e.count - 1
    var sum = 0
    for (j, value) in e.enumerated() {
      sum += Int(PlainLevels<Self>.binomial(order, j)) * Int(value)
    }
    return UInt16((sum * 256) >> order)
  }

  static func random(_ source: inout RandomSource) -> UInt16 {
    switch source.number(upTo: 5) {
    case 0: 0
    case 1: 65280
    case 2: 65535
    default: UInt16(source.number(upTo: 65535))
    }
  }

  static func randomFinest(_ source: inout RandomSource) -> UInt8 {
    switch source.number(upTo: 5) {
    case 0: 0
    case 1: 255
    default: UInt8(source.number(upTo: 255))
    }
  }

  static func finest(_ sample: Int) -> UInt8 { UInt8(sample) }
  static func level(_ finest: UInt8) -> Double { Double(finest) }
  static let lastRounding = 0.5
}

enum PlainFloats: PlainArithmetic {
  typealias A = FloatArithmetic

  static func weight(_ taps: [Float], _ k: Int) -> Double { Double(taps[k]) }

  static func number(_ element: Float) -> Double { Double(element) }
  static func element(ofNumber number: Double) -> Float { Float(number) }
  static let scale = 1.0
  static let error = 0.02

  static func filtered(_ elements: [Float], _ taps: [Float]) -> Float {
    let reach = elements.count / 2
    var sum = elements[reach] * taps[0]
    for k in 0..<reach {
      sum += (elements[reach - 1 - k] + elements[reach + 1 + k]) * taps[k + 1]
    }
    return sum
  }

  /// The outermost pair first.
  static func halved(_ e: [Float]) -> Float {
    let weights: [Float] =
      e.count == 6
      ? [1.0 / 32, 5.0 / 32, 10.0 / 32] : [1.0 / 128, 7.0 / 128, 21.0 / 128, 35.0 / 128]
    var sum: Float = 0
    for (k, weight) in weights.enumerated() { sum += (e[k] + e[e.count - 1 - k]) * weight }
    return sum
  }

  static func doubled(_ e: [Float], order: Int) -> (Float, Float) {
    if order == 5 {
      let here = e[1] * 0.625
      return (
        e[0] * 0.3125 + here + e[2] * 0.0625, e[0] * 0.0625 + here + e[2] * 0.3125
      )
    }
    let here = e[2] * (35.0 / 64)
    return (
      e[0] * (1.0 / 64) + e[1] * (21.0 / 64) + here + e[3] * (7.0 / 64),
      e[1] * (7.0 / 64) + here + (e[3] * (21.0 / 64) + e[4] * (1.0 / 64))
    )
  }

  static func random(_ source: inout RandomSource) -> Float {
    switch source.number(upTo: 5) {
    case 0: 0
    case 1: 65535
    case 2: Float(source.number(from: 0, to: 1))
    default: Float(source.number(from: 0, to: 65535))
    }
  }

  static func widened(_ finest: Float) -> Float { finest }
  static func narrowed(_ element: Float, rounding: Float) -> Float { element }
  static func halvedFinest(_ elements: [Float]) -> Float { halved(elements) }
  static func randomFinest(_ source: inout RandomSource) -> Float { random(&source) }
  static func finest(_ sample: Int) -> Float { Float(sample) }
  static func level(_ finest: Float) -> Double { Double(finest) }
  static let lastRounding = 0.0
}

/// Rows with the room in front of them and behind that loops may read.
final class RoomyRows<Element: BitwiseCopyable & Equatable> {
  private let length: Int
  private let lead: Int
  private let memory: UnsafeMutableBufferPointer<Element>
  /// The starts of the rows.
  let rows: [UnsafeMutablePointer<Element>]

  /// Rows of `length` elements, with `lead` before them, all by `make`.
  init(_ count: Int, length: Int, lead: Int = 0, make: () -> Element) {
    self.length = length
    self.lead = lead
    let stride = lead + length + slack + lead
    memory = .allocate(capacity: count * stride)
    for i in memory.indices { memory.initializeElement(at: i, to: make()) }
    let base = memory.baseAddress!
    rows = (0..<count).map { base + $0 * stride + lead }
  }

  deinit { memory.deallocate() }

  var contents: [Element] { Array(memory) }

  /// Whether nothing has been written but the rows' elements and the slack behind them.
  func isKept(from before: [Element]) -> Bool {
    memory.indices.allSatisfy { i in
      let place = i % (memory.count / rows.count) - lead
      return (0..<length + slack).contains(place) || memory[i] == before[i]
    }
  }
}

/// Holds an arithmetic's loops against what they do for one element, exactly.
enum LoopCheck<P: PlainArithmetic> {
  typealias A = P.A

  /// Around the sizes of the vectors.
  static var counts: [Int] { [1, 2, 7, 8, 9, 15, 16, 17, 31, 32, 33, 50, 100] }

  static func make(_ seed: Int) -> () -> A.Element {
    var source = RandomSource(seed: UInt64(seed))
    return { P.random(&source) }
  }

  static func makeFinest(_ seed: Int) -> () -> A.Finest {
    var source = RandomSource(seed: UInt64(seed))
    return { P.randomFinest(&source) }
  }

  /// Expects the elements of `output` to be those that `plain` gives, one of each row, and nothing
  /// else to have been written.
  private static func expect<Element: Equatable>(
    _ output: RoomyRows<Element>, from before: [Element], _ count: Int, _ what: String,
    _ plain: (Int) -> [Element]
  ) {
    #expect(output.isKept(from: before), "\(what): written outside its row")
    expectNone(of: 0..<count, "\(what), element") { i in
      plain(i) != output.rows.map { $0[i] }
    }
  }

  static func checkFilters(radii: [Double]) {
    for (i, radius) in radii.enumerated() {
      let axis = BlurAxis<A>(radius: radius, length: 1)
      let (taps, reach) = (axis.taps, axis.reach)
      let count = counts[i % counts.count]
      let output = RoomyRows(1, length: count, lead: 8, make: make(i))
      let before = output.contents
      let columns = RoomyRows(2 * reach + 1, length: count, make: make(i + 1))
      A.filter(columns.rows, taps, reach: reach, into: output.rows[0], count: count)
      expect(output, from: before, count, "radius \(radius), count \(count)") { i in
        [P.filtered(columns.rows.map { $0[i] }, taps)]
      }
    }
  }

  static func checkHalving(orders: [Int]) {
    for order in orders {
      for (i, count) in counts.enumerated() {
        let seed = 100 * order + i
        let output = RoomyRows(1, length: count, lead: 8, make: make(seed))
        let before = output.contents
        let fine = RoomyRows(order + 1, length: count, make: make(seed + 1))
        A.halve(fine.rows, order: order, into: output.rows[0], count: count)
        expect(output, from: before, count, "order \(order), count \(count)") { i in
          [P.halved(fine.rows.map { $0[i] })]
        }
        let finest = RoomyRows(order + 1, length: count, make: makeFinest(seed + 2))
        A.halveFinest(finest.rows, order: order, into: output.rows[0], count: count)
        expect(output, from: before, count, "order \(order), count \(count), finest") { i in
          [P.halvedFinest(finest.rows.map { $0[i] })]
        }
      }
    }
  }

  static func checkDoubling(orders: [Int]) {
    for order in orders {
      let halo = BlurAxis<A>.halo(order)
      for (i, count) in counts.enumerated() {
        let seed = 200 * order + i
        let coarse = RoomyRows(2 * halo + 1, length: count, make: make(seed))
        let plain = (0..<count).map { i in P.doubled(coarse.rows.map { $0[i] }, order: order) }
        let output = RoomyRows(2, length: count, lead: 8, make: make(seed + 1))
        let before = output.contents
        A.double(
          coarse.rows, order: order, even: output.rows[0], odd: output.rows[1], count: count)
        expect(output, from: before, count, "order \(order), count \(count)") { i in
          [plain[i].0, plain[i].1]
        }
        // To finest rows, one directly behind the other.
        let rounding = A.rounding(steps: i)
        let finest = RoomyRows(1, length: 2 * count, lead: 8, make: makeFinest(seed + 2))
        let finestBefore = finest.contents
        let (even, odd) = (finest.rows[0], finest.rows[0] + count)
        A.doubleToFinest(
          coarse.rows, order: order, rounding: rounding, even: even, odd: odd, count: count)
        expect(finest, from: finestBefore, 2 * count, "order \(order), \(count), finest") { i in
          let (first, second) = plain[i % count]
          return [P.narrowed(i < count ? first : second, rounding: rounding)]
        }
      }
    }
  }

  /// Between the finest level and its elements without a halving.
  static func checkEnds() {
    for (i, count) in counts.enumerated() {
      let finest = RoomyRows(1, length: count, make: makeFinest(i))
      let output = RoomyRows(1, length: count, lead: 8, make: make(i + 1))
      let before = output.contents
      A.widen(finest.rows[0], into: output.rows[0], count: count)
      expect(output, from: before, count, "widened, count \(count)") { i in
        [P.widened(finest.rows[0][i])]
      }
      let rounding = A.rounding(steps: i)
      let coarse = RoomyRows(1, length: count, make: make(i + 2))
      let narrow = RoomyRows(1, length: count, lead: 8, make: makeFinest(i + 3))
      let narrowBefore = narrow.contents
      A.narrow(coarse.rows[0], rounding: rounding, into: narrow.rows[0], count: count)
      expect(narrow, from: narrowBefore, count, "narrowed, count \(count)") { i in
        [P.narrowed(coarse.rows[0][i], rounding: rounding)]
      }
    }
  }

  /// What halving and doubling make of `count` constants side by side, by all `orders`.
  static func halvedAndDoubled(_ constants: [A.Element], orders: [Int]) -> [[A.Element]] {
    var results: [[A.Element]] = []
    let count = constants.count
    for order in orders {
      let columns = RoomyRows(1, length: count) { constants[0] }
      for (i, constant) in constants.enumerated() { columns.rows[0][i] = constant }
      let same = [A.Row](repeating: columns.rows[0], count: order + 1)
      let output = RoomyRows(3, length: count) { constants[0] }
      withExtendedLifetime(columns) {
        A.halve(same, order: order, into: output.rows[0], count: count)
        A.double(same, order: order, even: output.rows[1], odd: output.rows[2], count: count)
      }
      for row in output.rows { results.append((0..<count).map { row[$0] }) }
    }
    return results
  }

  /// What taps make of `count` constants side by side.
  static func filtered(_ constants: [A.Element], _ axis: BlurAxis<A>) -> [A.Element] {
    let count = constants.count
    let columns = RoomyRows(2, length: count) { constants[0] }
    for (i, constant) in constants.enumerated() { columns.rows[0][i] = constant }
    let same = [A.Row](repeating: columns.rows[0], count: 2 * axis.reach + 1)
    A.filter(same, axis.taps, reach: axis.reach, into: columns.rows[1], count: count)
    return (0..<count).map { columns.rows[1][$0] }
  }
}
