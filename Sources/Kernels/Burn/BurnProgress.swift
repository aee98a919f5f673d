/// How much of a picture is burnt at any time: by the clock, or as a track says.
public struct BurnProgress {
  /// Seconds in which the edge runs through, on the clock.
  private let seconds: Double
  private let burnt: ((Double) -> Double)?

  /// `seconds` is how long the edge takes from 0 to all, above 0; `burnt` gives how much is burnt at
  /// a time, 0 to 1, instead of the clock.
  public init(seconds: Double, burnt: ((Double) -> Double)? = nil) {
    self.seconds = seconds
    self.burnt = burnt
  }

  /// Whether the clock drives the fire.
  var isClocked: Bool { burnt == nil }

  /// How much is burnt, 0 to 1: fast at first, then slower (CSS's ease-out).
  func value(at time: Double) -> Double {
    if let burnt { return min(max(burnt(time), 0), 1) }
    return Easing.easeOut.progress(at: time / seconds)
  }
}
