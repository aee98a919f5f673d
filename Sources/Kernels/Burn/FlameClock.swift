/// How far a fire has come at any moment: the curves over time that all its parts follow.
///
/// The edge runs through in the first 3/4 of the duration D; then what is alight dies down, and is
/// gone at D. Where a track says how much is burnt, that is what ends the fire.
struct FlameClock {
  let progress: BurnProgress
  /// Seconds from whole to gone.
  let duration: Double
  /// The picture's height in points.
  let height: Double

  /// How much is burnt, 0 to 1.
  func burnt(at time: Double) -> Double { progress.value(at: time) }

  /// The height that the burnt edge has on average, in points from the top. It runs past the top
  /// so far that nothing of the raggedness, at most 42 points, is left.
  func edge(at time: Double) -> Double {
    let p = burnt(at: time)
    return height * (1 - p) - Self.overshoot * smoothstep(0.9, 1, p)
  }
  static var overshoot: Double { 42 }

  /// How ragged the edge has become, 0 to 1.
  func raggedness(at time: Double) -> Double { smoothstep(0, 0.12, burnt(at: time)) }

  /// How much of char and glow there is, 0 to 1: none at the start, so that it is the picture.
  func growth(at time: Double) -> Double { min(1, burnt(at: time) / 0.05) }

  /// The strength of the flames, 0 to 1.
  func fuel(at time: Double) -> Double {
    let p = burnt(at: time)
    let end =
      progress.isClocked
      ? smoothstep(0.66 * duration, 0.93 * duration, time) : smoothstep(0.97, 1, p)
    return kindling(at: time) * (1 - end)
  }

  /// How far the fire has caught, 0 to 1.
  func kindling(at time: Double) -> Double { smoothstep(0, 0.10, burnt(at: time)) }

  /// What is left of that which flies, 0 to 1.
  func tail(at time: Double) -> Double {
    progress.isClocked
      ? 1 - smoothstep(0.86 * duration, 0.998 * duration, time)
      : 1 - smoothstep(0.94, 1, burnt(at: time))
  }

  /// Whether particles are born at a moment.
  func bears(at time: Double) -> Bool {
    let p = burnt(at: time)
    if progress.isClocked { return time >= 0 && time <= 0.8 * duration && p > 0 }
    return p > 0 && p < 1
  }
}
