import Foundation
import TestSupport
import Testing

@testable import Kernels

@Suite("Particles of the classic style")
struct ClassicParticlesTests {
  static let calls = [
    ClassicCall(time: 0),
    ClassicCall(time: 0.7, seed: 5),
    ClassicCall(time: 1.3, duration: 3.7, scale: 3.6, margin: [40, 7, 9, 21], seed: 1 << 40),
    ClassicCall(time: -12.25, scale: 0.1),
    ClassicCall(time: 40, duration: 50, sparks: 30, smoke: 20),
    ClassicCall(time: 1, burnt: { _ in 0.25 }, scale: 2),
    ClassicCall(time: 7, burnt: { min(max($0 / 10, 0), 1) }, scale: 2, seed: 99),
  ]

  static let kinds = [ClassicKind.fire, .smoke]

  @Test("Each is where the definition has it, and alive when it says", arguments: calls)
  func single(call: ClassicCall) throws {
    let exact = ClassicDefinition(call, 480, 300)
    for kind in Self.kinds {
      let particles = call.particles(kind, exact.canvas)
      let rate = kind.number == 1 ? call.sparks : call.smoke
      let middle = Int64(call.time * rate)
      var alive = 0
      for number in middle - Int64(rate) - 2...middle + 10 {
        let expected = exact.particle(kind.number, number)
        let isAlive = expected.age >= 0 && expected.age < expected.lifetime
        let particle = particles.particle(number)
        #expect((particle != nil) == isAlive, "\(number) of \(kind) in \(call)")
        guard let particle else { continue }
        alive += 1
        #expect(particle.number == number)
        #expect(abs(particle.x - expected.x) < 1e-9)
        #expect(abs(particle.y - expected.y) < 1e-9)
        #expect(particles.births.numbers!.contains(number))
      }
      #expect(alive == exact.alive(kind.number).count)
      #expect(alive > 0, "\(kind) in \(call)")
    }
  }

  @Test("One particle, written out")
  func writtenOut() throws {
    // Seed 0, fire number 12 is born at 0.024 s.
    let philox = Philox(seed: 0)
    let words = philox.words((0, 1, 12, 0))
    let lifetime = -0.6 + 1.2 * Double(words.0) / 4_294_967_296
    let time = 0.024 + lifetime / 2
    let call = ClassicCall(time: time, burnt: { $0 / 4 })
    let particles = call.particles(.fire, call.canvas(200, 100))
    try #require(lifetime > 0.01)
    let particle = try #require(particles.particle(12))
    let angle = (Double(words.2) / 4_294_967_296 - 0.5) * Double.pi
    let age = time - 0.024
    let x = -5 + 210 * Double(words.1) / 4_294_967_296 + 230 * age * sin(angle)
    let y = 100 * (1 - 0.006) - 230 * age * cos(angle)
    #expect(abs(particle.x - x) < 1e-9)
    #expect(abs(particle.y - y) < 1e-9)
  }

  @Test("It is seen from its birth on, until its lifetime is over")
  func ends() throws {
    for kind in Self.kinds {
      var call = ClassicCall(time: 0)
      let exact = ClassicDefinition(call, 100, 100)
      var seen = 0
      for number in -200...200 as ClosedRange<Int64> {
        let lifetime = exact.particle(kind.number, number).lifetime
        let birth = Double(number) / (kind.number == 1 ? 500 : 50)
        func isSeen(_ age: Double) -> Bool {
          call.time = birth + age
          return call.particles(kind, exact.canvas).particle(number) != nil
        }
        #expect(!isSeen(-1e-9))
        #expect(isSeen(0) == (lifetime > 0))
        if lifetime > 1e-6 {
          seen += 1
          #expect(isSeen(lifetime - 1e-9))
          #expect(!isSeen(lifetime + 1e-9))
        }
      }
      // Half of them are never seen.
      #expect((160...240).contains(seen), "\(kind)")
    }
  }

  /// How many are alive, at moments that share no particle.
  static func counts(_ kind: ClassicKind, moments: Int) -> [Int] {
    (0..<moments).map { i in
      let call = ClassicCall(time: 0.8 * Double(i) + 0.1234, duration: 1e4)
      let particles = call.particles(kind, call.canvas(300, 300))
      return particles.births.numbers!.filter { particles.particle($0) != nil }.count
    }
  }

  @Test("75 of fire and 6.25 of smoke are alive at once")
  func alive() {
    // The standard deviation of a count is 7.1 and 2.0: four of the mean's.
    let fire = Self.counts(.fire, moments: 400)
    #expect(abs(Double(fire.reduce(0, +)) / 400 - 75) < 1.5)
    #expect(fire.allSatisfy { (45...105).contains($0) })
    let smoke = Self.counts(.smoke, moments: 900)
    #expect(abs(Double(smoke.reduce(0, +)) / 900 - 6.25) < 0.28)
  }

  /// Of numbers 0 to 9999, those that are alive at an age.
  static func alive(_ kind: ClassicKind, age: Double) -> [ClassicParticle] {
    let rate = kind.number == 1 ? 500.0 : 50
    return (0..<10_000 as Range<Int64>).compactMap { number in
      let call = ClassicCall(time: Double(number) / rate + age, burnt: { _ in 0.5 })
      return call.particles(kind, call.canvas(300, 400)).particle(number)
    }
  }

  @Test("Lifetimes are uniform: as time goes on, as many die in each tenth of a second")
  func lifetimes() {
    for (kind, span) in zip(Self.kinds, [0.6, 0.5]) {
      for age in stride(from: 0.0, through: 0.6, by: 0.1) {
        let expected = max(0, 10_000 * (span - age - 1e-9) / (2 * span))
        let count = Self.alive(kind, age: age + 1e-9).count
        #expect(abs(Double(count) - expected) <= 4 * 50, "\(kind) at \(age)")
        if expected == 0 { #expect(count == 0) }
      }
    }
  }

  @Test("Fire flies at 230 points a second to all sides above the edge, smoke at 200 straight up")
  func directions() {
    for kind in Self.kinds {
      let speed = kind.number == 1 ? 230.0 : 200
      let young = Self.alive(kind, age: 0.05)
      let old = Dictionary(
        uniqueKeysWithValues: Self.alive(kind, age: 0.25).map { ($0.number, $0) })
      var angles: [Double] = []
      for start in young {
        guard let end = old[start.number] else { continue }
        let (dx, dy) = (end.x - start.x, end.y - start.y)
        #expect(abs((dx * dx + dy * dy).squareRoot() - speed * 0.2) < 1e-9)
        #expect(dy <= 1e-9)
        angles.append(atan2(dx, -dy))
      }
      if kind.number == 1 {
        #expect(angles.count > 2500)
        let count = Double(angles.count)
        // A ninth of the half circle each.
        for part in 0..<9 {
          let share = angles.filter { Int(($0 / .pi + 0.5) * 9) == part }.count
          #expect(abs(Double(share) / count - 1 / 9.0) < 4 * 0.314 / count.squareRoot(), "\(part)")
        }
      } else {
        #expect(angles.count > 2000)
        #expect(angles.allSatisfy { abs($0) < 1e-9 })
      }
    }
  }

  @Test("They are born along a line 10 points wider than the picture, at the edge of that time")
  func places() {
    for kind in Self.kinds {
      let places = Self.alive(kind, age: 0)
      #expect(abs(places.count - 5000) < 200)
      #expect(places.allSatisfy { $0.x >= -5 && $0.x < 305 && $0.y == 200 })
      #expect(places.map(\.x).min()! < -4.5)
      #expect(places.map(\.x).max()! > 304.5)
      for part in 0..<10 {
        let count = places.filter { Int(($0.x + 5) / 31) == part }.count
        #expect(abs(count - places.count / 10) < 4 * 22, "tenth \(part)")
      }
    }
    // The edge has gone on since: smoke is where it was at its birth, and as far up as it flew.
    let call = ClassicCall(time: 1, duration: 2)
    let particles = call.particles(.smoke, call.canvas(300, 300))
    for number in particles.births.numbers! {
      guard let particle = particles.particle(number) else { continue }
      let birth = Double(number) / 50
      let expected = 300 * (1 - ClassicDefinition.easeOut(birth / 2)) - 200 * (1 - birth)
      #expect(abs(particle.y - expected) < 1e-9)
    }
  }
}
