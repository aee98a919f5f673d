/// A kind of particle of the classic style. Particle n, any whole number, is born at n / rate
/// seconds on a line at the burn edge of that time, 10 points wider than the picture, and flies
/// straight on as fast as it started, until its life is over. One whose lifetime is not above 0 is
/// never seen.
///
/// Its draws are 0 the lifetime, 1 the place on the line and 2 the direction; what follows is the
/// kind's own.
struct ClassicKind {
  /// Of the random numbers.
  let number: UInt32
  /// Lifetimes are uniform from minus that to that, in seconds.
  let longestLife: Double
  /// In points a second.
  let speed: Double
  /// Directions are uniform within that angle of straight up, in radians.
  let spread: Double

  static var fire: ClassicKind {
    ClassicKind(number: 1, longestLife: 0.6, speed: 230, spread: .pi / 2)
  }
  static var smoke: ClassicKind {
    ClassicKind(number: 2, longestLife: 0.5, speed: 200, spread: 0)
  }
}

/// A particle at a moment: its center, in pixels from the canvas' top left corner.
struct ClassicParticle: BitwiseCopyable {
  var number: Int64
  var x, y: Double
}

/// The particles of a kind at a moment.
struct ClassicParticles {
  /// Those that may be alive.
  let births: Births
  private let kind: ClassicKind
  private let canvas: BurnCanvas
  private let progress: BurnProgress
  private let philox: Philox

  /// `rate` in births a second.
  init(
    _ kind: ClassicKind, rate: Double, at time: Double, canvas: BurnCanvas,
    progress: BurnProgress, philox: Philox
  ) {
    births = Births(rate: rate, time: time, from: time - kind.longestLife, to: time)
    self.kind = kind
    self.canvas = canvas
    self.progress = progress
    self.philox = philox
  }

  func draw(_ i: UInt32, of number: Int64) -> Double {
    philox.uniform(kind: kind.number, number: number, draw: i)
  }

  /// Particle `number`; nil if it is not alive.
  func particle(_ number: Int64) -> ClassicParticle? {
    let age = births.age(number)
    let lifetime = kind.longestLife * (2 * draw(0, of: number) - 1)
    if age < 0 || age >= lifetime { return nil }
    let overhang = 5 * canvas.scale
    let x = (Double(canvas.pictureWidth) + 2 * overhang) * draw(1, of: number) - overhang
    let y = Double(canvas.pictureHeight) * (1 - progress.value(at: births.birth(number)))
    let angle = kind.spread * (2 * draw(2, of: number) - 1)
    let way = kind.speed * age * canvas.scale
    return ClassicParticle(
      number: number, x: Double(canvas.left) + x + way * Elementary.sin(angle),
      y: Double(canvas.top) + y - way * Elementary.cos(angle))
  }
}
