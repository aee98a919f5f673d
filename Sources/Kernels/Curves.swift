/// The fraction of `q` in 0..<1; what is within 1e-9 of the next whole number counts as 0, so that
/// a clock that adds up to a whole turn starts the next one.
///
/// 2.25 gives 0.25, -0.25 gives 0.75, 3 - 1e-12 gives 0.
public func wrapped(_ q: Double) -> Double {
  let fraction = q - q.rounded(.down)
  return fraction > 1 - 1e-9 || !fraction.isFinite ? 0 : fraction
}

/// A timing curve: how far a change has come (0 to 1) at a share (0 to 1) of its time. What lies
/// outside is clamped.
public enum Easing: Sendable {
  case linear, easeIn, easeOut, easeInOut
  /// Nothing happens until the end.
  case step

  /// The CSS curves: cubic Beziers with these control points. easeOut at 0.5 is 0.6846.
  public func progress(at share: Double) -> Double {
    switch self {
    case .linear: min(max(share, 0), 1)
    case .easeIn: Self.bezier(0.42, 0, 1, 1, share)
    case .easeOut: Self.bezier(0, 0, 0.58, 1, share)
    case .easeInOut: Self.bezier(0.42, 0, 0.58, 1, share)
    case .step: share >= 1 ? 1 : 0
    }
  }

  /// The ordinate at abscissa `x` of the cubic Bezier from (0, 0) to (1, 1) with control points
  /// (x1, y1) and (x2, y2).
  private static func bezier(
    _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ x: Double
  ) -> Double {
    if x <= 0 { return 0 }
    if x >= 1 { return 1 }
    func cubic(_ m: Double, _ a: Double, _ b: Double) -> Double {
      3 * m * (1 - m) * (1 - m) * a + 3 * m * m * (1 - m) * b + m * m * m
    }
    // The abscissa rises with the parameter: halving finds it to the last bit.
    var low = 0.0
    var high = 1.0
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if cubic(middle, x1, x2) < x { low = middle } else { high = middle }
    }
    return cubic((low + high) / 2, y1, y2)
  }
}

/// How far a damped spring has come from 0 towards 1, `t` seconds after it was let go at rest. It
/// overshoots to 1.0102 and settles at 1.
///
/// Response 0.5 s, damping 0.825. 0.1 s gives 0.3936, 0.25 s gives 0.9082.
public func springProgress(_ t: Double) -> Double {
  let damping = 0.825
  let frequency = 2 * Double.pi / 0.5
  let damped = frequency * (1 - damping * damping).squareRoot()
  let decay = Elementary.exp(-damping * frequency * t)
  if decay == 0 { return 1 }
  let phase = damped * t
  return 1
    - decay * (Elementary.cos(phase) + damping * frequency / damped * Elementary.sin(phase))
}
