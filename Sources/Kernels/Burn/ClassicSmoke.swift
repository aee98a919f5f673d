/// The smoke of the classic style: each particle is a star of its own with the collar that fire
/// has, cut at 16 points square.
///
/// A place that the star covers by d and its shadow by s is covered by d + s (1 - d).
final class ClassicSmoke {
  static var half: Double { 8 }

  private let sprites: ClassicSprites
  private let points: Storage<SIMD2<Float>>
  private let shadows: Storage<Float>
  private let scale: Double

  init(_ particles: ClassicParticles, _ canvas: BurnCanvas) throws(OutOfMemory) {
    scale = canvas.scale
    sprites = try ClassicSprites(
      particles, SpriteGrid(half: Self.half, scale: canvas.scale), canvas)
    points = try Storage(sprites.count * ClassicStar.corners)
    shadows = try Storage(sprites.count * ClassicShadow.count)
    let shadow = try ClassicShadow()
    for i in 0..<sprites.count {
      star(i).draw(particles, sprites[i].number)
      shadow.cast(star(i), into: shadows.base + i * ClassicShadow.count)
    }
  }

  private func star(_ i: Int) -> ClassicStar {
    ClassicStar(points: points.base + i * ClassicStar.corners)
  }

  /// Memory that a thread works in.
  final class Workspace {
    /// How much of each part of a row the star at hand covers.
    fileprivate let parts: Storage<Float>
    fileprivate let crossings: Storage<ClassicStar.Crossing>
    /// The star's shadow at the height at hand.
    fileprivate let shadow: Storage<Float>

    fileprivate init(_ grid: SpriteGrid, width: Int) throws(OutOfMemory) {
      let pixels = Int(min(2 * grid.half + 2, Double(width)))
      parts = try Storage(pixels * grid.parts + 1)
      crossings = try Storage(ClassicStar.corners)
      shadow = try Storage(ClassicShadow.side)
    }
  }

  func makeWorkspace(width: Int) throws(OutOfMemory) -> Workspace {
    try Workspace(sprites.grid, width: width)
  }

  /// Adds to `cover`, of `width` columns, how much the particles cover of row `y`; the columns
  /// that may have changed.
  func add(
    to cover: UnsafeMutablePointer<Float>, width: Int, y: Int, _ work: Workspace
  ) -> Range<Int> {
    let grid = sprites.grid
    let size = 1 / (Double(grid.parts) * scale)
    return sprites.forEach(at: y, width: width) { i, particle, columns in
      for row in 0..<grid.parts {
        let dy = grid.offset(y, row, from: particle.y)
        let weight = grid.inside(dy)
        if weight == 0 { continue }
        let left = (Double(columns.lowerBound) - particle.x) / scale
        let cells = ClassicStar.Cells(
          left: Float(left), top: Float(dy / scale - size / 2), size: Float(size),
          count: columns.count * grid.parts)
        // In all, a pixel has 16 lines or more.
        star(i).cover(
          cells, lines: max(1, 16 / grid.parts), into: work.parts.base, work.crossings.base)
        ClassicShadow.row(
          shadows.base + i * ClassicShadow.count, y: dy / scale, into: work.shadow.base)
        add(cells, to: cover, columns, center: particle.x, weight: Float(weight), work)
      }
    }
  }

  /// Adds a row of parts, which `work` has.
  private func add(
    _ cells: ClassicStar.Cells, to cover: UnsafeMutablePointer<Float>, _ columns: Range<Int>,
    center: Double, weight: Float, _ work: Workspace
  ) {
    let parts = sprites.grid.parts
    let share = weight / Float(parts * parts)
    let half = Float(Self.half)
    let perPart = 1 / cells.size
    let (covered, shadow) = (work.parts.base, work.shadow.base)
    for part in 0..<cells.count {
      let across = cells.left + (Float(Int32(truncatingIfNeeded: part)) + 0.5) * cells.size
      let place = ClassicShadow.place(across)
      let before = truncated(place)
      let values = shadow + Int(before)
      let s = values[0] + (place - Float(before)) * (values[1] - values[0])
      let d = covered[part]
      let inside = clamped((half - across.magnitude) * perPart + 0.5, 0, 1)
      cover[columns.lowerBound + part / parts] += share * inside * (d + s * (1 - d))
    }
  }
}
