import Testing

@testable import Kernels

@Suite("Coverage of shapes")
struct ShapeTests {
  /// A shape in a picture of some size, by its definition.
  struct Figure: CustomStringConvertible {
    let shape: Shape
    let width: Int
    let height: Int

    var description: String { "\(shape) in \(width) x \(height)" }

    /// How far from the left side the shape starts at height `y`, and from the right side it ends;
    /// nil where there is nothing of it.
    func inset(_ y: Double) -> Double? {
      let (w, h) = (Double(width), Double(height))
      let shorter = min(w, h)
      switch shape {
      case .ellipse: return Self.arc(y - h / 2, w / 2, h / 2).map { w / 2 - $0 }
      case .circle: return Self.arc(y - h / 2, shorter / 2, shorter / 2).map { w / 2 - $0 }
      case .capsule: return Self.circularCorner(min(y, h - y), shorter / 2)
      case .roundedRectangle(let radius, .circular):
        return Self.circularCorner(min(y, h - y), min(radius, shorter / 2))
      case .roundedRectangle(let radius, .continuous):
        return Self.continuousCorner(min(y, h - y), min(radius, shorter / 2 / 1.52866498))
      }
    }

    /// Half the width of an ellipse at a distance from its centre.
    private static func arc(_ distance: Double, _ radiusX: Double, _ radiusY: Double) -> Double? {
      let share = distance / radiusY
      return abs(share) > 1 ? nil : radiusX * (1 - share * share).squareRoot()
    }

    private static func circularCorner(_ y: Double, _ radius: Double) -> Double {
      y >= radius ? 0 : radius - arc(radius - y, radius, radius)!
    }

    /// By halving: the cubics' ordinates rise all the way.
    private static func continuousCorner(_ y: Double, _ radius: Double) -> Double {
      if y >= 1.52866498 * radius { return 0 }
      let height = y / radius
      let (x, y) =
        height < 0.07491139
        ? ([1.52866498, 1.08849296, 0.86840694, 0.63149379], [0, 0, 0, 0.07491139])
        : height < 0.63149379
          ? (
            [0.63149379, 0.37282383, 0.16905956, 0.07491139],
            [0.07491139, 0.16905956, 0.37282383, 0.63149379]
          ) : ([0.07491139, 0, 0, 0], [0.63149379, 0.86840694, 1.08849296, 1.52866498])
      var (low, high) = (0.0, 1.0)
      for _ in 0..<40 {
        let middle = (low + high) / 2
        if cubic(y, middle) < height { low = middle } else { high = middle }
      }
      return radius * cubic(x, low)
    }

    private static func cubic(_ p: [Double], _ t: Double) -> Double {
      let s = 1 - t
      return s * s * s * p[0] + 3 * s * s * t * p[1] + 3 * s * t * t * p[2] + t * t * t * p[3]
    }

    /// Lines across each row of tuples.
    static let lines = 1000

    /// Coverage of a row: what `lines` lines across it have within the shape, on average.
    ///
    /// As long as that only rises, or only falls, from one line to the next, which it does on
    /// either side of the middle, the average is within 1 / (2 x lines) of the area, 0.0005.
    func coverage(_ row: Int) -> [Double] {
      let w = Double(width)
      let middle = (width + 1) / 2
      var sums = [Double](repeating: 0, count: middle)
      for line in 0..<Self.lines {
        let y = Double(row) + (Double(line) + 0.5) / Double(Self.lines)
        guard let inset = inset(y) else { continue }
        for x in 0..<middle {
          sums[x] += max(0, min(Double(x) + 1, w - inset) - max(Double(x), inset))
        }
      }
      // The other half mirrors this one.
      return (0..<width).map { sums[min($0, width - 1 - $0)] / Double(Self.lines) }
    }
  }

  /// Coverage as the kernel has it, all rows from the top.
  static func rows(_ figure: Figure) throws -> [[Float]] {
    let coverage = try Coverage(figure.shape, width: figure.width, height: figure.height)
    return (0..<figure.height).map { row in
      guard let values = coverage.row(row) else {
        return [Float](repeating: 1, count: figure.width)
      }
      return (0..<figure.width).map { values[$0] }
    }
  }

  static func check(_ figure: Figure) throws {
    for (y, row) in try rows(figure).enumerated() {
      let exact = figure.coverage(y)
      for x in 0..<figure.width where !(abs(Double(row[x]) - exact[x]) <= 0.001 + 0.0005) {
        Issue.record("\(figure): \(row[x]) instead of \(exact[x]) at column \(x), row \(y)")
        return
      }
    }
  }

  static let tiny = (1...4).flatMap { width in (1...4).map { (width, $0) } }
  static let sizes = [(1, 11), (11, 1), (3, 8), (12, 25), (25, 12), (18, 18), (19, 19), (31, 16)]
  static let radii = [0, 0.3, 1, 2.5, 6, 8.75, 1000]

  @Test("Ellipses, circles and capsules cover the area that lines across them say")
  func ellipses() throws {
    for (width, height) in Self.tiny + Self.sizes {
      for shape in [Shape.ellipse, .circle, .capsule] {
        try Self.check(Figure(shape: shape, width: width, height: height))
      }
    }
  }

  @Test(
    "Rounded rectangles cover the area that lines across them say",
    arguments: [Shape.Corner.circular, .continuous])
  func roundedRectangles(corner: Shape.Corner) throws {
    for (width, height) in Self.sizes {
      for radius in Self.radii {
        let shape = Shape.roundedRectangle(radius: radius, corner: corner)
        try Self.check(Figure(shape: shape, width: width, height: height))
      }
    }
    for (width, height) in Self.tiny {
      for radius in [0.3, 1, 1000] {
        let shape = Shape.roundedRectangle(radius: radius, corner: corner)
        try Self.check(Figure(shape: shape, width: width, height: height))
      }
    }
  }

  static func shapes(_ radii: [Double] = radii) -> [Shape] {
    [.ellipse, .circle, .capsule]
      + radii.flatMap { radius in
        [Shape.Corner.circular, .continuous].map {
          Shape.roundedRectangle(radius: radius, corner: $0)
        }
      }
  }

  @Test("Coverage is the same from the left and the right, from the top and the bottom")
  func symmetry() throws {
    for (width, height) in Self.tiny + Self.sizes {
      for shape in Self.shapes() {
        let figure = Figure(shape: shape, width: width, height: height)
        let rows = try Self.rows(figure)
        for y in 0..<height {
          for x in 0..<width {
            let value = rows[y][x]
            let isSame =
              abs(value - rows[y][width - 1 - x]) < 1e-6
              && abs(value - rows[height - 1 - y][x]) < 1e-6
            #expect(isSame && value >= 0 && value <= 1, "\(figure) at \(x), \(y)")
          }
        }
      }
    }
  }

  @Test("A picture turned over has its coverage turned over")
  func turned() throws {
    for (width, height) in Self.sizes {
      for shape in Self.shapes() {
        let upright = try Self.rows(Figure(shape: shape, width: width, height: height))
        let turned = try Self.rows(Figure(shape: shape, width: height, height: width))
        for y in 0..<height {
          for x in 0..<width {
            let isSame = abs(upright[y][x] - turned[x][y]) <= 0.002
            #expect(isSame, "\(shape) in \(width) x \(height) at \(x), \(y)")
          }
        }
      }
    }
  }

  @Test("Rows may be asked for in any order")
  func order() throws {
    for shape in Self.shapes([5]) {
      let figure = Figure(shape: shape, width: 17, height: 20)
      let rows = try Self.rows(figure)
      let coverage = try Coverage(shape, width: 17, height: 20)
      for y in (0..<20).reversed() + [7, 0, 19, 7] {
        guard let values = coverage.row(y) else {
          #expect(rows[y].allSatisfy { $0 == 1 })
          continue
        }
        #expect((0..<17).map { values[$0] } == rows[y], "row \(y) of \(figure)")
      }
    }
  }

  @Test("Rows that are covered all over are nil, with a radius of 0 all of them")
  func whole() throws {
    for corner in [Shape.Corner.circular, .continuous] {
      let sharp = try Coverage(
        .roundedRectangle(radius: 0, corner: corner), width: 9, height: 5)
      #expect((0..<5).allSatisfy { sharp.row($0) == nil })
      // A continuous corner of 2 pixels takes 3.06 of the side.
      let round = try Coverage(
        .roundedRectangle(radius: 2, corner: corner), width: 30, height: 10)
      let reach = corner == .circular ? 2 : 4
      for y in 0..<10 {
        let isWhole = y >= reach && y < 10 - reach
        #expect((round.row(y) == nil) == isWhole, "\(corner), row \(y)")
      }
    }
  }

  @Test("A radius that does not fit is the largest that does")
  func largest() throws {
    for (width, height) in Self.sizes {
      let shorter = Double(min(width, height))
      for (corner, fitting) in [
        (Shape.Corner.circular, shorter / 2), (.continuous, shorter / (2 * 1.52866498)),
      ] {
        func rows(_ radius: Double) throws -> [[Float]] {
          try Self.rows(
            Figure(
              shape: .roundedRectangle(radius: radius, corner: corner), width: width,
              height: height))
        }
        let largest = try rows(fitting)
        for radius in [fitting + 0.001, fitting * 2, 1000, 1e300] {
          #expect(try rows(radius) == largest, "\(radius) in \(width) x \(height)")
        }
        #expect(try rows(fitting * 0.9) != largest)
      }
    }
  }

  @Test("A capsule has the largest circular corners, a circle in a square is an ellipse")
  func relations() throws {
    for (width, height) in Self.sizes {
      let capsule = try Self.rows(Figure(shape: .capsule, width: width, height: height))
      let corners = Shape.roundedRectangle(radius: 1e6, corner: .circular)
      #expect(
        try capsule == Self.rows(Figure(shape: corners, width: width, height: height)))
    }
    for size in [1, 2, 5, 16, 31] {
      let circle = try Self.rows(Figure(shape: .circle, width: size, height: size))
      #expect(try circle == Self.rows(Figure(shape: .ellipse, width: size, height: size)))
    }
  }

  @Test("A large circle covers pi r squared, an ellipse pi a b")
  func area() throws {
    func area(_ shape: Shape, _ width: Int, _ height: Int) throws -> Double {
      try Self.rows(Figure(shape: shape, width: width, height: height))
        .reduce(0) { $0 + $1.reduce(0) { $0 + Double($1) } }
    }
    // The outline is up to 0.0005 pixels off, all around.
    #expect(abs(try area(.circle, 400, 401) - .pi * 200 * 200) < 0.0005 * 2 * .pi * 200)
    #expect(abs(try area(.ellipse, 501, 100) - .pi * 250.5 * 50) < 0.0005 * 4 * 250.5)
    // Two half circles and a rectangle; a rectangle less four corners of (1 - pi / 4) r squared.
    let capsule = Double.pi * 50 * 50 + 200.0 * 100
    #expect(abs(try area(.capsule, 300, 100) - capsule) < 0.0005 * 800)
    let rectangle = 120.0 * 90 - (4 - Double.pi) * 20 * 20
    let round = Shape.roundedRectangle(radius: 20, corner: .circular)
    #expect(abs(try area(round, 120, 90) - rectangle) < 0.0005 * 420)
  }

  @Test("A continuous corner covers what Green's formula says of its cubics")
  func continuousArea() throws {
    // The area between the cubics and the corner, in squares of the radius: half the sum of
    // x dy - y dx over many short steps.
    let cubics: [([Double], [Double])] = [
      ([1.52866498, 1.08849296, 0.86840694, 0.63149379], [0, 0, 0, 0.07491139]),
      (
        [0.63149379, 0.37282383, 0.16905956, 0.07491139],
        [0.07491139, 0.16905956, 0.37282383, 0.63149379]
      ),
      ([0.07491139, 0, 0, 0], [0.63149379, 0.86840694, 1.08849296, 1.52866498]),
    ]
    func point(_ p: [Double], _ t: Double) -> Double {
      let s = 1 - t
      return s * s * s * p[0] + 3 * s * s * t * p[1] + 3 * s * t * t * p[2] + t * t * t * p[3]
    }
    var corner = 0.0
    for (x, y) in cubics {
      for i in 0..<1000 {
        let (from, to) = (Double(i) / 1000, Double(i + 1) / 1000)
        corner += (point(x, from) * point(y, to) - point(x, to) * point(y, from)) / 2
      }
    }
    let radius = 30.0
    let shape = Shape.roundedRectangle(radius: radius, corner: .continuous)
    let sum = try Self.rows(Figure(shape: shape, width: 130, height: 111))
      .reduce(0) { $0 + $1.reduce(0) { $0 + Double($1) } }
    #expect(abs(sum - (130 * 111 - 4 * corner * radius * radius)) < 0.0005 * 4 * 2 * radius)
  }
}
