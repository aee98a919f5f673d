/// What each particle of a kind shows is cut at a square around it, the sprite. This is how sprites
/// meet pixels.
struct SpriteGrid {
  /// Half the square's side, in pixels.
  let half: Double
  /// A pixel is the mean of so many by so many parts, none of them larger than a point: of what is
  /// smaller than a pixel, its center alone would tell nothing. (Below 1/32 pixels to a point,
  /// parts are larger.)
  let parts: Int

  /// `half` is in points.
  init(half: Double, scale: Double) {
    self.half = half * scale
    parts = Int(min(max((1 / scale).rounded(.up), 1), 32))
  }

  /// Of `count` pixels in a row or column, those that the square around `center` touches.
  func pixels(around center: Double, of count: Int) -> Range<Int> {
    func pixel(_ place: Double) -> Int {
      Int(min(max(place.rounded(.down), 0), Double(count)))
    }
    let first = pixel(center - half)
    return first..<max(first, pixel(center + half + 1))
  }

  /// How far the middle of part `part` of a pixel is from `center`, in pixels.
  func offset(_ pixel: Int, _ part: Int, from center: Double) -> Double {
    Double(pixel) - center + (Double(part) + 0.5) / Double(parts)
  }

  /// How much of a part the square covers in one direction, for an offset.
  func inside(_ offset: Double) -> Double {
    min(max((half - offset.magnitude) * Double(parts) + 0.5, 0), 1)
  }
}

/// The particles of a kind whose sprites are seen on the canvas at a moment.
struct ClassicSprites {
  let grid: SpriteGrid
  let count: Int
  private let particles: Storage<ClassicParticle>
  private let bins: RowBins

  init(
    _ all: ClassicParticles, _ grid: SpriteGrid, _ canvas: BurnCanvas
  ) throws(OutOfMemory) {
    self.grid = grid
    let particles = try Storage<ClassicParticle>(all.births.numbers?.count ?? 0)
    var count = 0
    func rows(_ particle: ClassicParticle) -> Range<Int> {
      grid.pixels(around: particle.y, of: canvas.height)
    }
    if let numbers = all.births.numbers {
      for number in numbers {
        guard let particle = all.particle(number), !rows(particle).isEmpty,
          !grid.pixels(around: particle.x, of: canvas.width).isEmpty
        else { continue }
        particles[count] = particle
        count += 1
      }
    }
    self.particles = particles
    self.count = count
    bins = try RowBins(count, height: canvas.height) { i in ClosedRange(rows(particles[i])) }
  }

  subscript(i: Int) -> ClassicParticle { particles[i] }

  /// Calls `body` for each sprite that touches row `y`, in the order of their numbers, with the
  /// columns that it touches, of `width`. The columns between the first and the last of them all.
  func forEach(
    at y: Int, width: Int, _ body: (_ i: Int, ClassicParticle, _ columns: Range<Int>) -> Void
  ) -> Range<Int> {
    var touched = 0..<0
    for i in bins.things(at: y) {
      let particle = particles[Int(i)]
      if (Double(y) + 0.5 - particle.y).magnitude > grid.half + 0.5 { continue }
      let columns = grid.pixels(around: particle.x, of: width)
      touched = touched.united(with: columns)
      body(Int(i), particle, columns)
    }
    return touched
  }
}

extension Range<Int> {
  /// From the first to the last of both.
  func united(with other: Range<Int>) -> Range<Int> {
    if isEmpty { return other }
    if other.isEmpty { return self }
    return Swift.min(lowerBound, other.lowerBound)..<Swift.max(upperBound, other.upperBound)
  }
}
