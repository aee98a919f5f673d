import Testing

@testable import Kernels

@Suite("How much is burnt")
struct BurnProgressTests {
  @Test("On the clock it is CSS's ease-out, from time 0 on")
  func clock() {
    for seconds in [1e-9, 0.5, 2, 86400] {
      let progress = BurnProgress(seconds: seconds)
      #expect(progress.isClocked)
      for time in [-1e300, -1, -1e-9, 0] { #expect(progress.value(at: time * seconds) == 0) }
      for time in [1, 1.0001, 5, 1e300] { #expect(progress.value(at: time * seconds) == 1) }
      let known = [(0.1, 0.1606), (0.25, 0.3781), (0.5, 0.6846), (0.75, 0.9065), (0.9, 0.9830)]
      for (share, value) in known {
        #expect(abs(progress.value(at: share * seconds) - value) < 5.1e-5, "\(share)")
      }
    }
  }

  @Test("A track tells at any time, within 0 and 1")
  func track() {
    let progress = BurnProgress(seconds: 2, burnt: { $0 / 10 })
    #expect(!progress.isClocked)
    for (time, value) in [(-1e300, 0), (-1, 0), (0, 0), (2.5, 0.25), (9, 0.9), (11, 1)] {
      #expect(progress.value(at: time) == value)
    }
  }
}
