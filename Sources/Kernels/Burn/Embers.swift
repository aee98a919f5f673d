/// An ember at a moment. Lengths are in pixels of the canvas.
struct Ember: BitwiseCopyable {
  /// Where it is, and where it was a thirtieth of a second ago.
  var x, y, tailX, tailY: Float
  var radius: Float
  /// Emission, and heat from 1 down to 0.
  var power, heat: Float
  /// A scrap of paper that tumbles: its direction, how much it is foreshortened, and how much of
  /// its dark body is seen; no scrap where `body` is below 0.
  var cosine, sine, width, body: Float
  /// The scrap's outline: radius = 1 + a sum of cosines and sines of 2, 3 and 5 times the angle.
  var two, three, five: SIMD2<Float>
}

/// Embers: bright bits that are thrown up from the edge, cool, and are carried about by the wind;
/// some of them are scraps of paper that tumble.
///
/// An ember is drawn as a streak from its place to where it was 1/30 s before. With q the squared
/// distance over the squared radius and l the share of the way back, emission is
/// 6 exp(-1.1 q) (1 - 0.75 l) + 0.1 max(0, 1 - q/16)^2, and light 1 - exp(-E (1, 0.16 + 0.36 heat,
/// 0.015 + 0.11 heat^2)).
final class Embers {
  static let longestLife = 1.95

  private let embers: Storage<Ember>
  private var count = 0
  private var bins: RowBins

  /// `rate` is births a second.
  init(_ moment: FlameMoment, _ feed: Feed, _ philox: Philox, rate: Double) throws(OutOfMemory) {
    let births = Births(rate: rate, longest: Self.longestLife, moment)
    embers = try Storage(births.numbers?.count ?? 0)
    bins = try RowBins(0, height: 1) { _ in 0...0 }
    if let numbers = births.numbers {
      for number in numbers {
        guard moment.clock.bears(at: births.birth(number)) else { continue }
        if let ember = Self.ember(number, births, moment, feed, philox) {
          embers[count] = ember
          count += 1
        }
      }
    }
    let embers = self.embers
    let height = moment.canvas.height
    bins = try RowBins(count, height: height) { i in Self.rows(embers[i], height: height) }
  }

  private static func rows(_ ember: Ember, height: Int) -> ClosedRange<Int> {
    let pad = reach(ember)
    func row(_ y: Float) -> Int { Int(min(max(y.rounded(.down), -1), Float(height))) }
    return row(min(ember.y, ember.tailY) - pad)...row(max(ember.y, ember.tailY) + pad)
  }

  /// How far from the streak there is light, in pixels.
  private static func reach(_ ember: Ember) -> Float { 4 * ember.radius + 1 }

  // MARK: - One ember

  /// What an ember is, whatever the moment.
  private struct Life {
    var x0, y0, speed, angle, rise: Double
    var flutter: (Double, Double)
  }

  /// One ember; nil before its birth, after its life, and where there was nothing to burn.
  static func ember(
    _ number: Int64, _ births: Births, _ moment: FlameMoment, _ feed: Feed, _ philox: Philox
  ) -> Ember? {
    func draw(_ i: UInt32) -> Double { philox.uniform(kind: Births.ember, number: number, draw: i) }
    let age = births.age(number)
    let life = 0.35 + 1.6 * draw(0) * draw(0)
    if age < 0 || age >= life { return nil }
    let f = age / life
    let (clock, noises, scale) = (moment.clock, moment.noises, moment.canvas.scale)

    let x0 = -5 + (moment.canvas.pointsWide + 10) * draw(1)
    let edge = max(4, clock.edge(at: births.birth(number)))
    let ragged =
      clock.raggedness(at: births.birth(number)) * 30 * noises.broad.value(x0 / 95, edge / 110)
    if feed.value(x0, min(max(edge + ragged - 6, 3), clock.height - 3)) <= draw(11) { return nil }

    let isScrap = draw(5) < 0.16
    // The last strip collapses, and its crumbs fall.
    let drop = min(max(1 - edge / 45, 0), 1)
    let own = Life(
      x0: x0,
      y0: edge + 0.7 * draw(10) * draw(10) * (max(4, moment.edge) - edge) + ragged - 4
        + 8 * draw(2),
      speed: (30 + 110 * draw(3) * draw(3).squareRoot()) * (1 - 0.7 * drop),
      angle: (draw(4) - 0.5) * 1.5,
      rise: (isScrap ? 15 - 45 * draw(6) : -35 + 150 * draw(6)) - 120 * drop * draw(12),
      flutter: (draw(7), draw(8)))
    let now = place(own, at: age, moment)
    let before = place(own, at: max(0, age - 1 / 30.0), moment)

    let size = draw(9)
    // Scraps burn up at the end.
    let radius =
      isScrap
      ? (1.1 + 1.7 * size * size) * (1 - 0.35 * f) * min(1, 4 * (1 - f))
      : (0.3 + 0.6 * size * size * size) * (1 - 0.35 * f)
    let seen = max(radius * scale, 0.55)
    let twinkle = noises.twinkle.value(11 * age, 0.37 * Double(number))
    let power =
      min(max(0.65 + 0.8 * twinkle, 0.1), 1.3) * (1 - f * f) * min(1, age / 0.03) * moment.tail
      * (isScrap ? 0.5 : 1) * (radius * scale / seen)
    let turn = 6.3 * draw(13) + 2.5 * age
    let width = 0.3 + 0.6 * Elementary.cos(5 * age + 6.3 * draw(14)).magnitude
    let body = isScrap ? 0.85 * min(1, 20 * (1 - f)) * moment.tail : -1
    func wave(_ i: UInt32, _ height: Double) -> SIMD2<Float> {
      let phase = 2 * Double.pi * draw(i)
      return SIMD2(Float(height * Elementary.cos(phase)), Float(height * Elementary.sin(phase)))
    }
    func column(_ x: Double) -> Float { Float(x * scale + Double(moment.canvas.left)) }
    func row(_ y: Double) -> Float { Float(y * scale + Double(moment.canvas.top)) }
    return Ember(
      x: column(now.x), y: row(now.y), tailX: column(before.x), tailY: row(before.y),
      radius: Float(seen), power: Float(power), heat: Float(1 - f),
      cosine: Float(Elementary.cos(turn)), sine: Float(Elementary.sin(turn)), width: Float(width),
      body: Float(body), two: wave(15, 0.28), three: wave(16, 0.22), five: wave(17, 0.12))
  }

  /// Where an ember of an age is, in points: thrown, slowed down by the air, lifted by the heat,
  /// and carried about by the wind.
  private static func place(
    _ own: Life, at age: Double, _ moment: FlameMoment
  ) -> (x: Double, y: Double) {
    let noises = moment.noises
    let time = moment.time
    let slowed = (1 - Elementary.exp(-2.2 * age)) / 2.2
    var x = own.x0 + own.speed * Elementary.sin(own.angle) * slowed
    var y = own.y0 - own.speed * Elementary.cos(own.angle) * slowed
    y -= own.rise * (age - 0.8 * slowed)
    let k = min(age / 0.5, 1.5)
    x +=
      k
      * (22 * noises.windX.value(x / 55, y / 55 + 0.5 * time)
        + 6 * noises.flutterX.value(x / 14 + 7 * own.flutter.0, 3 * age + 50 * own.flutter.1))
    y +=
      k
      * (14 * noises.windY.value(x / 55 + 40, y / 55)
        + 5 * noises.flutterY.value(x / 14, 3 * age + 50 * own.flutter.0))
    return (x, y)
  }

  // MARK: - Drawing

  /// Whether there may be embers at a row of the canvas.
  func reaches(row: Int) -> Bool { bins.things(at: row).count > 0 }

  /// Draws the embers' light at a row of the canvas, in the order of their numbers.
  func draw(on row: PremultipliedRow, y: Int) {
    let height = Float(y) + 0.5
    for i in bins.things(at: y) {
      let ember = embers[Int(i)]
      let pad = Self.reach(ember)
      if height < min(ember.y, ember.tailY) - pad || height > max(ember.y, ember.tailY) + pad {
        continue
      }
      let left = max(0, min(ember.x, ember.tailX) - pad)
      let right = min(Float(row.width), max(ember.x, ember.tailX) + pad)
      if !(left < right) { continue }
      let columns = Int(left)..<min(row.width, Int(right) + 1)
      if ember.body >= 0 {
        drawScrap(ember, on: row, height: height, columns)
      } else {
        drawStreak(ember, on: row, height: height, columns)
      }
    }
  }

  private func drawStreak(
    _ ember: Ember, on row: PremultipliedRow, height: Float, _ columns: Range<Int>
  ) {
    let (red, green, blue, opacity) = (row.red, row.green, row.blue, row.opacity)
    let (vx, vy) = (ember.tailX - ember.x, ember.tailY - ember.y)
    let perLength = 1 / (vx * vx + vy * vy + 1e-6)
    let perSquare = 1 / (ember.radius * ember.radius)
    let dy = height - ember.y
    let (greenShare, blueShare) = Self.color(ember.heat)
    let power = ember.power
    for x in columns {
      let dx = Float(Int32(truncatingIfNeeded: x)) + 0.5 - ember.x
      let along = clamped((dx * vx + dy * vy) * perLength, 0, 1)
      let (ex, ey) = (dx - along * vx, dy - along * vy)
      let q = (ex * ex + ey * ey) * perSquare
      let far = atLeast(0, 1 - q * (1 / 16))
      let emission = power * (6 * exponential(-1.1 * q) * (1 - 0.75 * along) + 0.1 * far * far)
      let r = 1 - exponential(-emission)
      red[x] = r + red[x] * (1 - r)
      green[x] = 1 - exponential(-emission * greenShare) + green[x] * (1 - r)
      blue[x] = 1 - exponential(-emission * blueShare) + blue[x] * (1 - r)
      opacity[x] = r + opacity[x] * (1 - r)
    }
  }

  private func drawScrap(
    _ ember: Ember, on row: PremultipliedRow, height: Float, _ columns: Range<Int>
  ) {
    let (red, green, blue, opacity) = (row.red, row.green, row.blue, row.opacity)
    let perRadius = 1 / ember.radius
    let dy = height - ember.y
    let (greenShare, blueShare) = Self.color(ember.heat)
    let (power, body, sharpness) = (ember.power, ember.body, ember.radius * ember.width)
    let (cosine, sine) = (ember.cosine * (1 / 1.25), ember.sine * (1 / 1.25))
    let (across, along) = (ember.cosine / ember.width, ember.sine / ember.width)
    let (two, three, five) = (ember.two, ember.three, ember.five)
    for x in columns {
      let dx = Float(Int32(truncatingIfNeeded: x)) + 0.5 - ember.x
      let u = (dx * cosine + dy * sine) * perRadius
      let v = (dy * across - dx * along) * perRadius
      // Cosine and sine of the angle, and of its multiples.
      let distance = (u * u + v * v + 1e-6).squareRoot()
      let (c1, s1) = (u / distance, v / distance)
      let (c2, s2) = (c1 * c1 - s1 * s1, 2 * c1 * s1)
      let (c3, s3) = (c1 * c2 - s1 * s2, s1 * c2 + c1 * s2)
      let (c5, s5) = (c2 * c3 - s2 * s3, s2 * c3 + c2 * s3)
      let outline =
        1 + two.x * c2 + two.y * s2 + three.x * c3 + three.y * s3 + five.x * c5 + five.y * s5
      let q = distance / outline
      // The rim glows on one side; the rest of it is ash.
      let rim = (q - 0.85) * 3.3
      let side = clamped(0.45 + 3 * (two.x * c1 + two.y * s1), 0, 1)
      let far = atLeast(0, 1 - q * q * (1 / 9))
      let emission = power * (7 * side * exponential(-rim * rim) + 0.12 * far * far)
      let dark = body * clamped((1 - q) * sharpness + 0.5, 0, 1)
      let r = 1 - exponential(-emission)
      let g = 1 - exponential(-emission * greenShare)
      let b = 1 - exponential(-emission * blueShare)
      red[x] = r + (red[x] * (1 - dark) + dark * 0.05) * (1 - r)
      green[x] = g + (green[x] * (1 - dark) + dark * 0.045) * (1 - r)
      blue[x] = b + (blue[x] * (1 - dark) + dark * 0.04) * (1 - r)
      opacity[x] = r + (opacity[x] * (1 - dark) + dark) * (1 - r)
    }
  }

  private static func color(_ heat: Float) -> (green: Float, blue: Float) {
    (0.16 + 0.36 * heat, 0.015 + 0.11 * heat * heat)
  }
}
