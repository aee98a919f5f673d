/// The fire of the classic style: each particle is a white disc of radius 8 points with a soft
/// collar, cut at 24 points square.
///
/// At distance r from the center it covers d + s (1 - d): d is the disc, with a border that is one
/// pixel wide, and s its shadow.
final class ClassicFire {
  static var half: Double { 12 }

  private let sprites: ClassicSprites
  private let collar: ClassicCollar
  private let disc: Disc

  /// What the innermost loop needs. Lengths are in pixels.
  private struct Disc {
    let radius, half: Float
    /// Parts of a pixel, and values of the collar.
    let partsPerPixel, valuesPerPixel: Float
    /// The last value that has one after it.
    let last: Float
    let collar: UnsafePointer<Float>
  }

  init(_ particles: ClassicParticles, _ canvas: BurnCanvas) throws(OutOfMemory) {
    let grid = SpriteGrid(half: Self.half, scale: canvas.scale)
    sprites = try ClassicSprites(particles, grid, canvas)
    collar = try ClassicCollar()
    disc = Disc(
      radius: Float(ClassicCollar.radius * canvas.scale), half: Float(grid.half),
      partsPerPixel: Float(grid.parts),
      valuesPerPixel: Float(Double(ClassicCollar.valuesPerPoint) / canvas.scale),
      last: Float(ClassicCollar.points * ClassicCollar.valuesPerPoint),
      collar: UnsafePointer(collar.values.base))
  }

  /// Adds to `cover`, of `width` columns, how much the particles cover of row `y`; the columns
  /// that may have changed.
  func add(to cover: UnsafeMutablePointer<Float>, width: Int, y: Int) -> Range<Int> {
    let grid = sprites.grid
    let share = 1 / Double(grid.parts * grid.parts)
    return sprites.forEach(at: y, width: width) { _, particle, columns in
      for row in 0..<grid.parts {
        let dy = grid.offset(y, row, from: particle.y)
        let weight = Float(grid.inside(dy) * share)
        for part in 0..<grid.parts {
          let dx = grid.offset(columns.lowerBound, part, from: particle.x)
          Self.add(
            disc, to: cover + columns.lowerBound, count: columns.count, dx: Float(dx),
            dy: Float(dy), weight: weight)
        }
      }
    }
  }

  /// Adds a row of parts, one in each pixel: the first is at (dx, dy) from the center.
  private static func add(
    _ disc: Disc, to cover: UnsafeMutablePointer<Float>, count: Int, dx: Float, dy: Float,
    weight: Float
  ) {
    let square = dy * dy
    for i in 0..<count {
      let across = dx + Float(Int32(truncatingIfNeeded: i))
      let r = (across * across + square).squareRoot()
      let d = clamped((disc.radius - r) * disc.partsPerPixel + 0.5, 0, 1)
      let place = atMost(disc.last, r * disc.valuesPerPixel)
      let before = truncated(place)
      let values = disc.collar + Int(before)
      let s = values[0] + (place - Float(before)) * (values[1] - values[0])
      let inside = clamped((disc.half - across.magnitude) * disc.partsPerPixel + 0.5, 0, 1)
      cover[i] += weight * inside * (d + s * (1 - d))
    }
  }
}
