/// The outline of a puff of smoke of the classic style: a star of 49 corners, 7.5 degrees apart, so
/// that the last has the angle of the first, each with a radius of its own from -2 to 10 points. A
/// negative one lies across the center. What the outline goes around is inside, however often and
/// whichever way it does (the non-zero rule).
struct ClassicStar {
  static var corners: Int { 49 }
  /// The first draw that is a radius.
  static var firstDraw: UInt32 { 2 }
  /// The greatest radius, in points.
  static var reach: Double { 10 }

  /// `corners` of them, in points from the center, y downwards.
  let points: UnsafeMutablePointer<SIMD2<Float>>

  /// Draws a star's corners. The angle goes from the right downwards.
  func draw(_ particles: ClassicParticles, _ number: Int64) {
    for i in 0..<Self.corners {
      let radius = 4 + 6 * (2 * particles.draw(Self.firstDraw + UInt32(i), of: number) - 1)
      let angle = Double(i) * Double.pi / 24
      points[i] = SIMD2(
        Float(radius * Elementary.cos(angle)), Float(radius * Elementary.sin(angle)))
    }
  }

  /// Where a horizontal line meets the outline.
  struct Crossing: BitwiseCopyable {
    var x: Float
    /// 1 where the outline goes down, -1 where it goes up.
    var turn: Int32
  }

  /// A row of cells of equal size, in points from the center.
  struct Cells {
    let left, top, size: Float
    let count: Int
  }

  /// Sets `cover`, of one element more than there are cells, to how much of each cell is inside.
  /// Along the row that is exact; down the cell it is the mean of so many `lines`. `crossings` has
  /// room for `corners`.
  func cover(
    _ cells: Cells, lines: Int, into cover: UnsafeMutablePointer<Float>,
    _ crossings: UnsafeMutablePointer<Crossing>
  ) {
    cover.clearElements(cells.count + 1)
    let share = 1 / Float(lines)
    let perCell = 1 / cells.size
    // Differences from each cell to the next.
    func step(_ x: Float, _ height: Float) {
      let place = clamped((x - cells.left) * perCell, 0, Float(cells.count))
      let cell = Int(truncated(place))
      let fraction = place - Float(cell)
      cover[cell] += height * (1 - fraction)
      if cell < cells.count { cover[cell + 1] += height * fraction }
    }
    for line in 0..<lines {
      let y = cells.top + (Float(line) + 0.5) * share * cells.size
      let count = cross(y, crossings)
      var winding: Int32 = 0
      for i in 0..<count {
        let next = winding + crossings[i].turn
        if winding == 0 { step(crossings[i].x, share) }
        if next == 0 { step(crossings[i].x, -share) }
        winding = next
      }
    }
    var sum: Float = 0
    for i in 0..<cells.count {
      sum += cover[i]
      cover[i] = clamped(sum, 0, 1)
    }
  }

  /// Puts where the line at height `y` meets the outline into `crossings`, from the left; how many
  /// there are.
  private func cross(_ y: Float, _ crossings: UnsafeMutablePointer<Crossing>) -> Int {
    var count = 0
    var from = points[Self.corners - 1]
    for i in 0..<Self.corners {
      let to = points[i]
      if (from.y <= y) != (to.y <= y) {
        let x = from.x + (y - from.y) * (to.x - from.x) / (to.y - from.y)
        var place = count
        while place > 0 && crossings[place - 1].x > x {
          crossings[place] = crossings[place - 1]
          place -= 1
        }
        crossings[place] = Crossing(x: x, turn: from.y <= y ? 1 : -1)
        count += 1
      }
      from = to
    }
    return count
  }
}
