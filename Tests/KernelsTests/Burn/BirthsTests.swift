import TestSupport
import Testing

@testable import Kernels

@Suite("Births of particles, and the rows that they touch")
struct BirthsTests {
  @Test("Of what was born from one time to another, none is missing")
  func numbers() throws {
    for rate in [0.1, 1, 7.3, 50, 500, 99_999.9] {
      for time in [-1000.7, -1, -0.1, 0, 0.07, 0.29, 1, 12.34, 1e6] {
        let births = Births(rate: rate, time: time, from: time - 0.6, to: time)
        let numbers = try #require(births.numbers)
        // Rounding of time x rate must not lose one that was born just now: 29 at 0.29 s.
        let nearest = Int64((time * rate).rounded())
        for number in nearest - 3...nearest + 3 where Double(number) / rate <= time {
          guard Double(number) / rate >= time - 0.6 else { continue }
          #expect(numbers.contains(number), "\(number) at rate \(rate), time \(time)")
        }
        let first = Int64(((time - 0.6) * rate).rounded(.up))
        #expect(numbers.contains(first) || Double(first) / rate > time)
        #expect(Double(numbers.count) <= 0.6 * rate + 4)
        for number in [numbers.lowerBound, numbers.upperBound] {
          #expect(births.birth(number) == Double(number) / rate)
          #expect(births.age(number) == time - Double(number) / rate)
        }
      }
    }
  }

  @Test("There are none at rate 0, nor where doubles cannot tell them apart")
  func none() {
    #expect(Births(rate: 0, time: 1, from: 0, to: 1).numbers == nil)
    for time in [1e300, -1e300, 1e17, -1e17, Double.greatestFiniteMagnitude] {
      #expect(Births(rate: 500, time: time, from: time - 0.6, to: time).numbers == nil)
    }
    let last = Double(1 << 53) / 500 - 1
    #expect(Births(rate: 500, time: last, from: last - 0.6, to: last).numbers != nil)
  }

  @Test("A row finds all things that touch it, in their order")
  func bins() throws {
    var source = RandomSource(seed: 3)
    for height in [1, 15, 16, 17, 100, 1000] {
      for count in [0, 1, 50] {
        let rows = (0..<count).map { _ in
          let first = source.number(upTo: height + 100) - 50
          return first...first + source.number(upTo: 40)
        }
        let bins = try RowBins(count, height: height) { rows[$0] }
        for y in 0..<height {
          let things = bins.things(at: y).map { Int($0) }
          #expect(things == things.sorted())
          #expect(Set(things).count == things.count)
          for i in 0..<count where rows[i].contains(y) { #expect(things.contains(i)) }
          // What is far from the row would be looked at in vain.
          for i in things {
            #expect(rows[i].lowerBound < y + 16 && rows[i].upperBound > y - 16, "row \(y)")
          }
        }
      }
    }
  }
}
