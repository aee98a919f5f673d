/// The shadow of the disc that fire shows: the disc, of radius 8 points, blurred by a Gaussian of
/// sigma 2 points. It is 0.997 at the center, 0.449 at the disc's border and 0.018 at 12 points.
///
/// The blurred disc's slope along the radius is an integral over its border:
/// ds/dr = -R / sigma^2 mean(cos v exp(-(R^2 + r^2 - 2 R r cos v) / (2 sigma^2))), v all around;
/// and s(0) = 1 - exp(-R^2 / (2 sigma^2)).
final class ClassicCollar {
  static var radius: Double { 8 }
  static var sigma: Double { 2 }
  /// Between two values there is a straight line, which is at most 3e-5 off.
  static var valuesPerPoint: Int { 16 }
  /// As far as the corner of the sprite's square, and a pixel of a point beyond.
  static var points: Int { 19 }

  /// At radii 0, 1/16, ... 19 points, and once more.
  let values: Storage<Float>

  init() throws(OutOfMemory) {
    let count = Self.points * Self.valuesPerPoint
    let step = 0.5 / Double(Self.valuesPerPoint)
    let variance = Self.sigma * Self.sigma
    let radius = Self.radius
    // The mean, less its factor exp(-(R - r)^2 / (2 sigma^2)), by 24 places on half the border: the
    // part that they miss is below 1e-12. From one radius to the next, a place's part grows by the
    // same factor.
    let places = 24
    let means = try Storage<Double>(2 * count + 1)
    for place in 0..<places {
      let cosine = Elementary.cos((Double(place) + 0.5) * Double.pi / Double(places))
      let growth = Elementary.exp(step * radius / variance * (cosine - 1))
      var part = cosine / Double(places)
      for i in 0..<means.count {
        means[i] += part
        part *= growth
      }
    }
    func slope(_ i: Int) -> Double {
      let inward = radius - step * Double(i)
      return -radius / variance * Elementary.exp(-inward * inward / (2 * variance)) * means[i]
    }
    values = try Storage(count + 2)
    var value = 1 - Elementary.exp(-radius * radius / (2 * variance))
    for i in 0..<count {
      values[i] = Float(value)
      // Simpson's rule.
      value += (slope(2 * i) + 4 * slope(2 * i + 1) + slope(2 * i + 2)) * step / 3
    }
    values[count] = Float(value)
    values[count + 1] = values[count]
  }
}
