import TestSupport
import Testing

@testable import FilterTool

@Suite("The clock", .libnetpbm)
struct CommonOptionsTests {
  static func clock(_ arguments: String...) throws -> (UInt64) -> Double {
    let common = try Options(arguments).common
    return { common.clock(of: $0, resting: nil) }
  }

  @Test("Picture k of a run is at k thirtieths of a second")
  func thirtieths() throws {
    let clock = try Self.clock()
    for k in 0..<1000 as Range<UInt64> { #expect(clock(k) == Double(k) / 30) }
  }

  @Test("It is T + (N + k) / F, in double")
  func definition() throws {
    for (rate, value) in [("25", 25), ("30000/1001", 30000.0 / 1001), ("0.1", 0.1)] {
      let clock = try Self.clock("-fps", rate, "-time", "-1.25", "-first", "100")
      for k in [0, 1, 2, 899, 1_000_000] as [UInt64] {
        #expect(clock(k) == -1.25 + Double(100 + k) / value)
      }
    }
    // 30000 pictures at 30000/1001 a second take 1001 seconds.
    let clock = try Self.clock("-fps", "30000/1001")
    #expect(abs(clock(30_000) - 1001) < 1e-9)
    #expect(abs(clock(1) - 0.0333666666666667) < 1e-15)
  }

  @Test("A run in parts has the clock of the whole, to the last bit")
  func parts() throws {
    for rate in ["30", "30000/1001", "7", "0.3"] {
      let whole = try Self.clock("-fps", rate, "-time", "0.1")
      for first in [1, 7, 100, 4999] as [UInt64] {
        let part = try Self.clock("-fps", rate, "-time", "0.1", "-first", "\(first)")
        for k in 0..<50 as Range<UInt64> { #expect(part(k) == whole(first + k)) }
      }
    }
  }

  @Test("The farthest pictures have a time too")
  func farthest() throws {
    let clock = try Self.clock("-first", "9007199254740992", "-fps", "1e-300", "-time", "1e308")
    #expect(clock(0) >= 1e308)
    #expect(try Self.clock("-first", "9007199254740992")(9_007_199_254_740_992) > 6e14)
    expectWrongCall(["-first", "9007199254740993"], naming: ["-first"])
  }
}
