import Foundation
import Testing

@testable import Kernels

@Suite("Curves")
struct CurvesTests {
  @Test("wrapped is the fraction, of negative numbers too")
  func wrapping() {
    for (q, fraction) in [
      (0, 0), (0.25, 0.25), (1, 0), (2.25, 0.25), (-0.25, 0.75), (-1, 0), (-2.75, 0.25),
      (1e15 + 0.5, 0.5),
    ] {
      #expect(wrapped(q) == fraction, "\(q)")
    }
  }

  @Test("What is within 1e-9 of the next whole number counts as 0, and no more")
  func nearlyWhole() {
    for q in [3 - 1e-12, 1 - 0.9e-9, -1e-12, -1e-300, 1.0.nextDown, -0.9e-9] {
      #expect(wrapped(q) == 0, "\(q)")
    }
    for q in [1 - 1.1e-9, -1.1e-9] { #expect(abs(wrapped(q) - (1 - 1.1e-9)) < 1e-15, "\(q)") }
    #expect(wrapped(1e-12) == 1e-12)
  }

  @Test("A clock that adds up tenths starts the next turn after ten of them")
  func tenths() {
    var clock = 0.0
    for k in 1...1000 {
      clock += 0.1
      if k % 10 == 0 { #expect(wrapped(clock) < 1e-9, "after \(k) tenths") }
    }
  }

  @Test("wrapped is 0 for what has no fraction")
  func withoutFraction() {
    for q in [Double.infinity, -.infinity, .nan, 1e300, -1e300] { #expect(wrapped(q) == 0, "\(q)") }
  }

  static let table: [(easing: Easing, share: Double, progress: Double)] = [
    (.easeOut, 0.1, 0.1606), (.easeOut, 0.25, 0.3781), (.easeOut, 0.5, 0.6846),
    (.easeOut, 0.75, 0.9065), (.easeInOut, 0.1, 0.0197), (.easeInOut, 0.25, 0.1292),
    (.easeInOut, 0.5, 0.5), (.easeInOut, 0.75, 0.8708), (.easeIn, 0.25, 1 - 0.9065),
    (.easeIn, 0.5, 1 - 0.6846), (.easeIn, 0.75, 1 - 0.3781), (.easeIn, 0.9, 1 - 0.1606),
    (.linear, 0.25, 0.25), (.linear, 0.7, 0.7), (.step, 0.001, 0), (.step, 0.999, 0),
  ]

  @Test("The curves have the values that CSS's have", arguments: table)
  func values(easing: Easing, share: Double, progress: Double) {
    #expect(abs(easing.progress(at: share) - progress) <= 0.00005)
  }

  static let all: [Easing] = [.linear, .easeIn, .easeOut, .easeInOut, .step]

  @Test("Every curve starts at 0, ends at 1, never falls, and is clamped", arguments: all)
  func ends(easing: Easing) {
    for share in [-1e300, -1, -1e-9, 0] { #expect(easing.progress(at: share) == 0, "\(share)") }
    for share in [1, 1.0.nextUp, 2, 1e300] { #expect(easing.progress(at: share) == 1, "\(share)") }
    var before = 0.0
    for i in 0...500 {
      let progress = easing.progress(at: Double(i) / 500)
      #expect(progress >= before && progress <= 1)
      before = progress
    }
  }

  @Test("A curve passes through the points of its Bezier, found by the parameter")
  func points() {
    let curves: [(Easing, Double, Double, Double, Double)] = [
      (.easeIn, 0.42, 0, 1, 1), (.easeOut, 0, 0, 0.58, 1), (.easeInOut, 0.42, 0, 0.58, 1),
    ]
    for (easing, x1, y1, x2, y2) in curves {
      for i in 0...100 {
        let t = Double(i) / 100
        func cubic(_ a: Double, _ b: Double) -> Double {
          3 * t * pow(1 - t, 2) * a + 3 * t * t * (1 - t) * b + pow(t, 3)
        }
        let progress = easing.progress(at: cubic(x1, x2))
        #expect(abs(progress - cubic(y1, y2)) < 1e-12, "\(easing) at \(t)")
      }
    }
  }

  @Test("springProgress is the motion of a damped spring, worked out step by step")
  func spring() {
    // x'' = w^2 (1 - x) - 2 z w x', by Runge and Kutta's method.
    let (frequency, damping, step) = (2 * Double.pi / 0.5, 0.825, 0.0005)
    func acceleration(_ x: Double, _ v: Double) -> Double {
      frequency * frequency * (1 - x) - 2 * damping * frequency * v
    }
    var (x, v) = (0.0, 0.0)
    for i in 0...4000 {
      let t = Double(i) * step
      if i % 20 == 0 { #expect(abs(springProgress(t) - x) < 1e-8, "after \(t) s") }
      let (x1, v1) = (v, acceleration(x, v))
      let (x2, v2) = (v + step / 2 * v1, acceleration(x + step / 2 * x1, v + step / 2 * v1))
      let (x3, v3) = (v + step / 2 * v2, acceleration(x + step / 2 * x2, v + step / 2 * v2))
      let (x4, v4) = (v + step * v3, acceleration(x + step * x3, v + step * v3))
      x += step / 6 * (x1 + 2 * x2 + 2 * x3 + x4)
      v += step / 6 * (v1 + 2 * v2 + 2 * v3 + v4)
    }
  }

  @Test("springProgress has the values of its formula, and overshoots to 1.0102")
  func springValues() {
    #expect(springProgress(0) == 0)
    #expect(abs(springProgress(0.1) - 0.3936) <= 0.00005)
    #expect(abs(springProgress(0.25) - 0.9082) <= 0.00005)
    let peak = (0...2000).map { springProgress(Double($0) / 1000) }.max()!
    #expect(abs(peak - 1.0102) <= 0.00005)
  }

  @Test("A spring has settled at 1 long after, however long")
  func settled() {
    for t in [10, 60, 71.9, 72, 100, 1e9, 1e300, Double.infinity] {
      #expect(abs(springProgress(t) - 1) < 1e-15, "after \(t) s")
    }
  }
}
