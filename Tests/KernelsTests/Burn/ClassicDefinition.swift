import Foundation
import TestSupport

@testable import Kernels

/// The classic style by its definition, in Double, slowly.
struct ClassicDefinition: Sendable {
  let call: ClassicCall
  let canvas: BurnCanvas

  init(_ call: ClassicCall, _ width: Int, _ height: Int) {
    self.call = call
    canvas = call.canvas(width, height)
  }

  /// CSS's ease-out: the cubic Bezier (0, 0, 0.58, 1).
  static func easeOut(_ share: Double) -> Double {
    if share <= 0 { return 0 }
    if share >= 1 { return 1 }
    var (low, high) = (0.0, 1.0)
    for _ in 0..<80 {
      let m = (low + high) / 2
      if 3 * m * m * (1 - m) * 0.58 + m * m * m < share { low = m } else { high = m }
    }
    return 3 * low * low * (1 - low) + low * low * low
  }

  /// The height of the burn edge at a time, in pixels from the picture's top.
  func edge(_ time: Double) -> Double {
    let p = call.burnt?(time) ?? Self.easeOut(time / call.duration)
    return Double(canvas.pictureHeight) * (1 - p)
  }

  // MARK: - Particles

  struct Particle {
    let number: Int64
    let age, lifetime: Double
    /// In pixels from the canvas' top left corner.
    let x, y: Double
    /// From straight up, to the right.
    let angle: Double
  }

  /// A draw, from the words of the counter.
  func draw(_ i: UInt32, _ kind: UInt32, _ number: Int64) -> Double {
    let words = Philox(seed: call.seed).words(
      (
        i / 4, kind, UInt32(truncatingIfNeeded: number),
        UInt32(truncatingIfNeeded: number >> 32)
      ))
    return Double([words.0, words.1, words.2, words.3][Int(i % 4)]) / 4_294_967_296
  }

  /// Particle `number` of kind 1, fire, or 2, smoke, alive or not.
  func particle(_ kind: UInt32, _ number: Int64) -> Particle {
    let (rate, span, speed) =
      kind == 1 ? (call.sparks, 0.6, 230.0) : (call.smoke, 0.5, 200.0)
    let birth = Double(number) / rate
    let age = call.time - birth
    let lifetime = -span + 2 * span * draw(0, kind, number)
    let width = Double(canvas.pictureWidth) / call.scale
    let x0 = width / 2 + (width + 10) * (draw(1, kind, number) - 0.5)
    let angle = kind == 1 ? -Double.pi / 2 + Double.pi * draw(2, kind, number) : 0
    let x = x0 + speed * age * sin(angle)
    let y = edge(birth) / call.scale - speed * age * cos(angle)
    return Particle(
      number: number, age: age, lifetime: lifetime,
      x: Double(canvas.left) + x * call.scale, y: Double(canvas.top) + y * call.scale,
      angle: angle)
  }

  /// Those that are alive, in the order of their numbers.
  func alive(_ kind: UInt32) -> [Particle] {
    let rate = kind == 1 ? call.sparks : call.smoke
    if rate == 0 { return [] }
    let last = Int64((call.time * rate).rounded(.up)) + 2
    let first = Int64(((call.time - 0.6) * rate).rounded(.down)) - 2
    return (first...last).map { particle(kind, $0) }.filter {
      $0.age >= 0 && $0.age < $0.lifetime
    }
  }

  // MARK: - Sprites

  /// A disc of radius 8 points, blurred by a Gaussian of sigma 2: at distance r, in points. Each
  /// line of the disc is blurred along itself exactly, and they are added up.
  static func discShadow(_ r: Double) -> Double {
    var sum = 0.0
    let lines = 800
    for i in 0..<lines {
      let y = 16 * (Double(i) + 0.5) / Double(lines) - 8
      let half = (64 - y * y).squareRoot()
      let along = (erfc((r - half) / 8.0.squareRoot()) - erfc((r + half) / 8.0.squareRoot())) / 2
      sum += exp(-y * y / 8) * along
    }
    return sum * 16 / Double(lines) / (8 * Double.pi).squareRoot()
  }

  /// `discShadow` at each hundredth of a point.
  static let discShadows = (0...2200).map { discShadow(Double($0) / 100) }

  /// How much fire's sprite covers at an offset from its center, in points: the disc has a border
  /// that is `border` points wide.
  static func fire(_ dx: Double, _ dy: Double, border: Double) -> Double {
    let r = (dx * dx + dy * dy).squareRoot()
    let place = min(r * 100, 2198)
    let (low, high) = (discShadows[Int(place)], discShadows[Int(place) + 1])
    let s = low + (place - place.rounded(.down)) * (high - low)
    let d = min(max((8 - r) / border + 0.5, 0), 1)
    func inside(_ offset: Double) -> Double { min(max((12 - abs(offset)) / border + 0.5, 0), 1) }
    return inside(dx) * inside(dy) * (d + s * (1 - d))
  }

  /// The corners of a smoke particle's star, in points from its center.
  func star(_ number: Int64) -> [(x: Double, y: Double)] {
    (0..<49).map { i in
      let radius = 4 - 6 + 12 * draw(UInt32(2 + i), 2, number)
      let angle = Double(i) * 7.5 * Double.pi / 180
      return (radius * cos(angle), radius * sin(angle))
    }
  }

  /// How often a closed line goes around a place.
  static func winding(_ corners: [(x: Double, y: Double)], _ x: Double, _ y: Double) -> Int {
    var winding = 0
    var from = corners[corners.count - 1]
    for to in corners {
      if (from.y <= y) != (to.y <= y) {
        let at = from.x + (y - from.y) * (to.x - from.x) / (to.y - from.y)
        if at > x { winding += to.y > from.y ? 1 : -1 }
      }
      from = to
    }
    return winding
  }

  // MARK: - Pictures

  /// How much fire (kind 1) covers of a pixel, at 1 pixel to a point or more.
  func fireCover(_ column: Int, _ row: Int, _ particles: [Particle]) -> Double {
    particles.map {
      Self.fire(
        (Double(column) + 0.5 - $0.x) / call.scale, (Double(row) + 0.5 - $0.y) / call.scale,
        border: 1 / call.scale)
    }.reduce(0, +)
  }

  /// What is left of a picture's row, as factors of its colors and its opacity.
  func paper(_ row: Int) -> (color: Double, opacity: Double) {
    let edge = edge(call.time)
    let center = Double(row) + 0.5
    let opacity = min(max(edge - Double(row), 0), 1)
    let strip = call.char * call.scale
    var dark = strip > 0 ? 0.5 * min(max(1 - (edge - center) / strip, 0), 1) : 0
    if center > edge { dark = 0.5 }
    return (1 - dark, opacity)
  }
}
