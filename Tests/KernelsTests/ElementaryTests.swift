import Foundation
import TestSupport
import Testing

@testable import Kernels

@Suite("exp, cos and sin")
struct ElementaryTests {
  /// Evenly spread numbers, and random ones.
  static func numbers(from low: Double, to high: Double) -> [Double] {
    var source = RandomSource(seed: 7)
    let count = 20_000
    let even = (0...count).map { low + (high - low) * Double($0) / Double(count) }
    return even + (0..<count).map { _ in source.number(from: low, to: high) }
  }

  @Test("exp differs from libm's by less than 1e-15 of the result")
  func exponential() {
    for (low, high) in [(-708.0, 709.7), (-20, 20), (-1, 1), (-1e-9, 1e-9)] {
      expectNone(of: Self.numbers(from: low, to: high), "exp") { x in
        let exact = Foundation.exp(x)
        return !(abs(Elementary.exp(x) - exact) <= 1e-15 * exact)
      }
    }
  }

  @Test("exp of a very negative number is within the smallest number above 0")
  func tinyExponential() {
    expectNone(of: Self.numbers(from: -745, to: -708)) { x in
      abs(Elementary.exp(x) - Foundation.exp(x)) > Double.leastNonzeroMagnitude
    }
  }

  @Test("exp is 1 at 0, 0 below -745 and infinity above 709.8")
  func ends() {
    #expect(Elementary.exp(0) == 1)
    #expect(Elementary.exp(-0.0) == 1)
    #expect(abs(Elementary.exp(1) - 2.718281828459045) < 1e-15)
    #expect(Elementary.exp(.leastNonzeroMagnitude) == 1)
    for x in [-745.01, -746, -1e9, -1e300, -Double.infinity] {
      #expect(Elementary.exp(x) == 0, "\(x)")
    }
    for x in [709.8, 710, 1e9, 1e300, Double.infinity] {
      #expect(Elementary.exp(x) == .infinity, "\(x)")
    }
  }

  @Test("exp is exact enough up to the greatest number that has a finite one")
  func greatest() {
    for x in [709.6, 709.69, 709.71, 709.75, 709.78] {
      let exact = Foundation.exp(x)
      #expect(abs(Elementary.exp(x) - exact) <= 1e-15 * exact, "exp(\(x))")
    }
  }

  @Test("cos and sin differ from libm's by less than 1e-15, for angles up to 1e5")
  func circle() {
    for limit in [1e-9, 1, 10, 1000, 1e5] {
      let angles = Self.numbers(from: -limit, to: limit)
      expectNone(of: angles, "cos") { abs(Elementary.cos($0) - Foundation.cos($0)) > 1e-15 }
      expectNone(of: angles, "sin") { abs(Elementary.sin($0) - Foundation.sin($0)) > 1e-15 }
    }
  }

  @Test("cos and sin are right at and beside every right angle")
  func rightAngles() {
    for turn in -1000...1000 {
      for angle in [-1, 0, 1].map({ Double(turn) * .pi / 2 + $0 * 1e-12 }) {
        let wrong =
          abs(Elementary.cos(angle) - Foundation.cos(angle)) > 1e-15
          || abs(Elementary.sin(angle) - Foundation.sin(angle)) > 1e-15
        if wrong { Issue.record("angle \(angle)") }
      }
    }
    #expect(Elementary.cos(0) == 1)
    #expect(Elementary.sin(0) == 0)
  }

  @Test("Between angles 45 degrees apart, where the series change, there is no jump")
  func seams() {
    for eighth in -64...64 {
      let angle = Double(eighth) * .pi / 4
      for function in [Elementary.cos, Elementary.sin] {
        let step = abs(function(angle.nextDown) - function(angle.nextUp))
        #expect(step <= 2 * angle.ulp + 2e-15, "\(eighth)")
      }
    }
  }
}
