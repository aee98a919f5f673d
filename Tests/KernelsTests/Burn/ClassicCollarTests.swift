import Testing

@testable import Kernels

@Suite("The shadow of a disc")
struct ClassicCollarTests {
  /// Read linearly.
  static func value(_ collar: ClassicCollar, _ r: Double) -> Double {
    let place = r * Double(ClassicCollar.valuesPerPoint)
    let i = Int(place)
    let (low, high) = (Double(collar.values[i]), Double(collar.values[i + 1]))
    return low + (place - Double(i)) * (high - low)
  }

  @Test("It has the values of a table that was computed apart")
  func table() throws {
    let collar = try ClassicCollar()
    let known = [
      (8, 0.449), (8.5, 0.354), (9, 0.267), (9.5, 0.193), (10, 0.132), (10.5, 0.087),
      (11, 0.054), (11.5, 0.032), (12, 0.018),
    ]
    for (r, value) in known {
      #expect(abs(Self.value(collar, r) - value) < 1.1e-3, "\(r)")
    }
    #expect(abs(Self.value(collar, 0) - 0.999664) < 1e-6)
  }

  @Test("It is the disc, blurred")
  func definition() throws {
    let collar = try ClassicCollar()
    for i in 0...Int(ClassicCollar.points) * ClassicCollar.valuesPerPoint {
      let r = Double(i) / Double(ClassicCollar.valuesPerPoint)
      #expect(abs(Double(collar.values[i]) - ClassicDefinition.discShadow(r)) < 2e-6, "\(r)")
    }
    for r in stride(from: 0.0, to: 19, by: 0.013) {
      let exact = ClassicDefinition.discShadow(r)
      #expect(abs(Self.value(collar, r) - exact) < 3.5e-5, "\(r)")
    }
  }

  @Test("It falls all the way, and goes on beyond its end")
  func falls() throws {
    let values = try ClassicCollar().values
    for i in 1..<values.count { #expect(values[i] <= values[i - 1]) }
    #expect(values.count == ClassicCollar.points * ClassicCollar.valuesPerPoint + 2)
    #expect(values[values.count - 1] >= -1e-7)
  }
}
