/// Adds light of one color to rows: every color sample + light x strength x color, rounded and
/// clamped. Opacity stays, and so does a color without any.
///
/// Since a sample is a whole number, it is the light that is rounded, once a tuple; the sum is then
/// one of whole numbers. 1000 tuples of light 0.5, strength 0.6 and maxval 255 each add
/// floor(76.5 + 0.5) = 77.
struct Lamp<S: Sample> {
  private let raster: Raster
  /// Levels that a light of 1 adds to each color plane, without their sign.
  private let gains: (Float, Float, Float)
  private let isDarkening: Bool
  private let isWhite: Bool
  /// The light that falls on each tuple of the row at hand, 0 up, in units of the strength.
  let light: Storage<Float>
  /// The same in levels of a color plane.
  private let levels: (Storage<S>, Storage<S>, Storage<S>)
  /// What is added to each sample of the row at hand.
  private let addends: Storage<S>

  /// `strength` may be any finite number; below 0 it darkens.
  init(color: Color, strength: Double, raster: Raster) throws(OutOfMemory) {
    self.raster = raster
    func gain(_ plane: Int) -> Float {
      Float(min(strength.magnitude * color[plane] * Double(raster.maxval), 1e30))
    }
    gains = (gain(0), gain(1), gain(2))
    isDarkening = strength < 0
    isWhite = !raster.isColor || color.isGray
    light = try Storage(raster.width)
    let others = isWhite ? 0 : raster.width
    levels = (try Storage(raster.width), try Storage(others), try Storage(others))
    // Words of four samples are stored, the last of them beyond the last tuple.
    addends = try Storage(raster.samplesPerRow + 4)
  }

  /// Adds `light` to the tuples of `row` in `columns`.
  func shine(on row: UnsafeMutablePointer<S>, columns: Range<Int>) {
    if columns.isEmpty { return }
    if raster.hasOpacity { keepClearTuples(of: row, columns) }
    measure(gains.0, columns, into: levels.0.base)
    if !isWhite {
      measure(gains.1, columns, into: levels.1.base)
      measure(gains.2, columns, into: levels.2.base)
    }
    let addends = spread(columns)
    let first = columns.lowerBound * raster.depth
    let count = columns.count * raster.depth
    if isDarkening {
      subtract(addends + first, from: row + first, count)
    } else {
      add(addends + first, to: row + first, count)
    }
  }

  /// No light on tuples without opacity: they keep the color that is stored.
  private func keepClearTuples(of row: UnsafePointer<S>, _ columns: Range<Int>) {
    let light = self.light.base
    let depth = raster.depth
    var opacity = row + (columns.lowerBound * depth + depth - 1)
    for x in columns {
      light[x] = opacity.pointee == 0 ? 0 : light[x]
      opacity += depth
    }
  }

  /// Rounds light to levels.
  private func measure(
    _ gain: Float, _ columns: Range<Int>, into levels: UnsafeMutablePointer<S>
  ) {
    let light = self.light.base
    let limit = Float(raster.maxval)
    for x in columns { levels[x] = rounded(light[x] * gain, limit: limit) }
  }

  /// Puts the levels where the samples stand, with 0 for opacity.
  private func spread(_ columns: Range<Int>) -> UnsafePointer<S> {
    if raster.depth == 1 { return UnsafePointer(levels.0.base) }
    let addends = self.addends.base
    let red = levels.0.base
    let green = isWhite ? red : levels.1.base
    let blue = isWhite ? red : levels.2.base
    let bits = S.Quad(S.bitWidth)
    let stride = raster.depth
    // A word of four samples covers the whole tuple. What it writes beyond, the next one
    // overwrites.
    var tuple = addends + columns.lowerBound * stride
    if !raster.isColor {
      for x in columns {
        UnsafeMutableRawPointer(tuple).storeBytes(of: S.Quad(red[x]), as: S.Quad.self)
        tuple += stride
      }
    } else if isWhite {
      let copies: S.Quad = 1 | 1 << bits | 1 << (bits * 2)
      for x in columns {
        UnsafeMutableRawPointer(tuple).storeBytes(of: S.Quad(red[x]) &* copies, as: S.Quad.self)
        tuple += stride
      }
    } else {
      for x in columns {
        let word = S.Quad(red[x]) | S.Quad(green[x]) &<< bits | S.Quad(blue[x]) &<< (bits &* 2)
        UnsafeMutableRawPointer(tuple).storeBytes(of: word, as: S.Quad.self)
        tuple += stride
      }
    }
    return UnsafePointer(addends)
  }

  private func add(_ addends: UnsafePointer<S>, to row: UnsafeMutablePointer<S>, _ count: Int) {
    let maxval = S(raster.maxval)
    // Neither a sample nor an addend is above the maxval: this is their sum, clamped to it.
    for i in 0..<count { row[i] = min(row[i], maxval &- addends[i]) &+ addends[i] }
  }

  private func subtract(
    _ addends: UnsafePointer<S>, from row: UnsafeMutablePointer<S>, _ count: Int
  ) {
    for i in 0..<count { row[i] = row[i] &- min(row[i], addends[i]) }
  }
}
