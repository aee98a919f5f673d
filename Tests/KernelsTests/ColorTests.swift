import Testing

@testable import Kernels

@Suite("Colours")
struct ColorTests {
  @Test("A colour is gray when red, green and blue agree")
  func gray() {
    #expect(Color.black.isGray)
    #expect(Color.white.isGray)
    #expect(Color.silver.isGray)
    #expect(!Color.red.isGray)
    #expect(!Color(red: 0.5, green: 0.5, blue: 0.4).isGray)
    #expect(!Color(red: 0.4, green: 0.5, blue: 0.5).isGray)
  }

  @Test("Plane 0 is red, 1 green, 2 blue")
  func planes() {
    let color = Color(red: 0.1, green: 0.2, blue: 0.3)
    #expect((0..<3).map { color[$0] } == [0.1, 0.2, 0.3])
  }
}
