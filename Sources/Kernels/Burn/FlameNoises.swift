/// The noises of the flame style. Those of the edge do not move; the others are read at places that
/// move with time.
struct FlameNoises {
  // The edge: two octaves that warp the plane, and the octaves of its raggedness from broad to fine.
  let warpX, warpY, fineWarpX, fineWarpY: Noise
  let broad, wide, pits, middle, small, finest: Noise
  // The char: how wide it is, its grain, its soot, where it glows, and sparkles in it.
  let charWidth, grain, soot, glow, fineGlow, sparkle: Noise
  // The light of the fire: on the picture, and its flicker along the ember line.
  let light, flicker: Noise
  // Flames: where they hold on at the top, sway, gather, and their four octaves and folds.
  let hold, sway, wave, curl, clump, fineClump: Noise
  let tongues, licks, wisps, threads, folds: Noise
  // Embers: the wind, their own flutter, their flicker.
  let windX, flutterX, windY, flutterY, twinkle: Noise
  // Smoke: drift, the warp that tears it, and its body, veins and fine parts.
  let drift, tearX, fineTearX, tearY, veins, fineSmoke, body: Noise

  init(_ lattice: NoiseLattice) {
    var key: UInt32 = 0
    func next() -> Noise {
      key += 1
      return lattice.noise(key)
    }
    (warpX, warpY, fineWarpX, fineWarpY) = (next(), next(), next(), next())
    (broad, wide, pits, middle, small, finest) = (next(), next(), next(), next(), next(), next())
    (charWidth, grain, soot, glow, fineGlow, sparkle) = (
      next(), next(), next(), next(), next(), next()
    )
    (light, flicker) = (next(), next())
    (hold, sway, wave, curl, clump, fineClump) = (next(), next(), next(), next(), next(), next())
    (tongues, licks, wisps, threads, folds) = (next(), next(), next(), next(), next())
    (windX, flutterX, windY, flutterY, twinkle) = (next(), next(), next(), next(), next())
    (drift, tearX, fineTearX, tearY) = (next(), next(), next(), next())
    (veins, fineSmoke, body) = (next(), next(), next())
  }
}

/// A fire at one moment: the values of its curves, and where it burns.
struct FlameMoment {
  let canvas: BurnCanvas
  let noises: FlameNoises
  let clock: FlameClock
  let time: Double
  /// The height of the edge in points from the picture's top.
  let edge: Double
  let raggedness: Double
  let growth: Double
  let fuel: Double
  let tail: Double
  /// The height of the blackened strip in points.
  let charHeight: Double

  init(
    canvas: BurnCanvas, noises: FlameNoises, clock: FlameClock, time: Double, charHeight: Double
  ) {
    self.canvas = canvas
    self.noises = noises
    self.clock = clock
    self.time = time
    self.charHeight = charHeight
    edge = clock.edge(at: time)
    raggedness = clock.raggedness(at: time)
    growth = clock.growth(at: time)
    fuel = clock.fuel(at: time)
    tail = clock.tail(at: time)
  }

  /// A coordinate of a noise that moves by `rate` cells a second.
  func phase(_ rate: Double) -> Float { Noise.phase(rate * time) }
}
