import TestSupport
import Testing

@testable import Kernels

/// What the vector loops of an arithmetic do for one element, one number after the other.
protocol PlainArithmetic {
  associatedtype A: BlurArithmetic where A.Element: Equatable

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

  /// Any element, but often one of the extremes.
  static func random(_ source: inout RandomSource) -> A.Element
}

enum PlainWords: PlainArithmetic {
  typealias A = WordArithmetic

  static func weight(_ taps: [WordArithmetic.Vector], _ k: Int) -> Double {
    Double(taps[k][0]) / (k == 0 ? 65536 : 131072)
  }

  static func number(_ element: UInt16) -> Double { Double(element) }
  static func element(ofNumber number: Double) -> UInt16 { UInt16(number) }
  static let scale = 256.0
  static let error = 0.2

  static func average(_ a: UInt16, _ b: UInt16) -> UInt16 { UInt16((Int(a) + Int(b) + 1) / 2) }

  static func filtered(_ elements: [UInt16], _ taps: [WordArithmetic.Vector]) -> UInt16 {
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
    if e.count == 4 {
      let inner = average(e[1], e[2])
      return average(average(average(e[0], e[3]), inner), inner)
    }
    let (outer, middle, inner) = (average(e[0], e[5]), average(e[1], e[4]), average(e[2], e[3]))
    return average(average(average(average(outer, middle), inner), middle), inner)
  }

  static func doubled(_ e: [UInt16], order: Int) -> (UInt16, UInt16) {
    if order == 3 {
      return (average(average(e[0], e[1]), e[1]), average(average(e[2], e[1]), e[1]))
    }
    let all = average(average(e[0], e[2]), e[1])
    return (average(average(all, e[0]), e[1]), average(average(all, e[2]), e[1]))
  }

  static func random(_ source: inout RandomSource) -> UInt16 {
    switch source.number(upTo: 5) {
    case 0: 0
    case 1: 65280
    case 2: 65535
    default: UInt16(source.number(upTo: 65535))
    }
  }
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

  static func make(_ source: RandomSource) -> () -> A.Element {
    var source = source
    return { P.random(&source) }
  }

  private static func expect(
    _ output: RoomyRows<A.Element>, from before: [A.Element], _ count: Int, _ what: String,
    _ plain: (Int) -> [A.Element]
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
      let make = make(RandomSource(seed: UInt64(i)))
      let output = RoomyRows(1, length: count, lead: 8, make: make)
      let before = output.contents
      let columns = RoomyRows(2 * reach + 1, length: count, make: make)
      A.filterColumns(columns.rows, taps, reach: reach, into: output.rows[0], count: count)
      expect(output, from: before, count, "columns, radius \(radius), count \(count)") { i in
        [P.filtered(columns.rows.map { $0[i] }, taps)]
      }
      let step = i % 4 + 1
      let row = RoomyRows(1, length: count, lead: reach * step, make: make)
      A.filterRow(
        row.rows[0], taps, reach: reach, step: step, into: output.rows[0], count: count)
      expect(output, from: before, count, "row, radius \(radius), \(step) planes") { i in
        [P.filtered((-reach...reach).map { row.rows[0][i + $0 * step] }, taps)]
      }
    }
  }

  static func checkHalving(orders: [Int]) {
    for order in orders {
      for (i, count) in counts.enumerated() {
        let make = make(RandomSource(seed: UInt64(100 * order + i)))
        let output = RoomyRows(1, length: count, lead: 8, make: make)
        let before = output.contents
        let columns = RoomyRows(order + 1, length: count, make: make)
        A.halveColumns(columns.rows, order: order, into: output.rows[0], count: count)
        expect(output, from: before, count, "columns, order \(order), count \(count)") { i in
          [P.halved(columns.rows.map { $0[i] })]
        }
        for step in 1...4 {
          let halves = RoomyRows(2, length: count, lead: 2 * step, make: make)
          A.halveRow(
            even: halves.rows[0], odd: halves.rows[1], order: order, step: step,
            into: output.rows[0], count: count)
          expect(output, from: before, count, "row, order \(order), \(step) planes") { i in
            [
              P.halved(
                (0...order).map { j in
                  // The centre of the place lies between fine places 0 and 1.
                  let fine = j - (order - 1) / 2
                  return halves.rows[fine & 1][i + (fine >> 1) * step]
                })
            ]
          }
        }
      }
    }
  }

  static func checkDoubling(orders: [Int]) {
    for order in orders {
      let halo = BlurAxis<A>.halo(order)
      for (i, count) in counts.enumerated() {
        let make = make(RandomSource(seed: UInt64(200 * order + i)))
        let output = RoomyRows(2, length: count, lead: 8, make: make)
        let before = output.contents
        let columns = RoomyRows(2 * halo + 1, length: count, make: make)
        A.doubleColumns(
          columns.rows, order: order, even: output.rows[0], odd: output.rows[1], count: count)
        expect(output, from: before, count, "columns, order \(order), count \(count)") { i in
          let (even, odd) = P.doubled(columns.rows.map { $0[i] }, order: order)
          return [even, odd]
        }
        for step in 1...4 {
          let row = RoomyRows(1, length: count, lead: 2 * step, make: make)
          A.doubleRow(
            row.rows[0], order: order, step: step, even: output.rows[0], odd: output.rows[1],
            count: count)
          expect(output, from: before, count, "row, order \(order), \(step) planes") { i in
            let (even, odd) = P.doubled(
              (-halo...halo).map { row.rows[0][i + $0 * step] }, order: order)
            return [even, odd]
          }
        }
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
      let same = [UnsafeMutablePointer<A.Element>](repeating: columns.rows[0], count: order + 1)
      let output = RoomyRows(3, length: count) { constants[0] }
      withExtendedLifetime(columns) {
        A.halveColumns(same, order: order, into: output.rows[0], count: count)
        A.doubleColumns(
          same, order: order, even: output.rows[1], odd: output.rows[2], count: count)
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
    let same = [UnsafeMutablePointer<A.Element>](
      repeating: columns.rows[0], count: 2 * axis.reach + 1)
    A.filterColumns(same, axis.taps, reach: axis.reach, into: columns.rows[1], count: count)
    return (0..<count).map { columns.rows[1][$0] }
  }
}
