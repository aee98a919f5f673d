/// Adds light of one colour to rows: every colour sample + light x strength x colour, rounded and
/// clamped. Opacity stays, and so does a colour without any.
///
/// Since a sample is a whole number, it is the light that is rounded, once a tuple; the sum is then
/// one of whole numbers. 1000 tuples of light 0.5, strength 0.6 and maxval 255 each add
/// floor(76.5 + 0.5) = 77.
struct Lamp<S: Sample> {
  private let raster: Raster
  /// Levels that a light of 1 adds to each colour plane, without their sign.
  private let gains: (Float, Float, Float)
  private let isDarkening: Bool
  private let isWhite: Bool
  /// The light that falls on each tuple of the row at hand, 0 up, in units of the strength.
  let light: Storage<Float>
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
    // Words of four samples are stored, the last of them beyond the last tuple.
    addends = try Storage(raster.samplesPerRow + 4)
  }

  /// Adds `light` to the tuples of `row` in `columns`.
  func shine(on row: UnsafeMutablePointer<S>, columns: Range<Int>) {
    if columns.isEmpty { return }
    if raster.hasOpacity { keepClearTuples(of: row, columns) }
    if isWhite { spreadWhite(columns) } else { spreadColored(columns) }
    let first = columns.lowerBound * raster.depth
    let count = columns.count * raster.depth
    let maxval = S(raster.maxval)
    if isDarkening {
      subtract(addends.base + first, from: row + first, count)
    } else {
      add(addends.base + first, to: row + first, count, maxval)
    }
  }

  /// No light on tuples without opacity: they keep the colour that is stored.
  private func keepClearTuples(of row: UnsafePointer<S>, _ columns: Range<Int>) {
    let light = self.light.base
    let depth = raster.depth
    for x in columns where row[x * depth + depth - 1] == 0 { light[x] = 0 }
  }

  @inline(__always)
  private func level(_ light: Float, _ gain: Float) -> S {
    rounded(light * gain, limit: Float(raster.maxval))
  }

  private func spreadWhite(_ columns: Range<Int>) {
    let light = self.light.base
    let addends = self.addends.base
    let gain = gains.0
    if raster.depth == 1 {
      for x in columns { addends[x] = level(light[x], gain) }
      return
    }
    // The light's levels in the low samples of a word, which covers the whole tuple. What a word
    // writes beyond it, the next one overwrites.
    let depth = raster.depth
    let bits = S.Quad(S.bitWidth)
    let copies: S.Quad = raster.isColor ? 1 | 1 << bits | 1 << (bits * 2) : 1
    if depth == 4 {
      let words = UnsafeMutableRawPointer(addends).assumingMemoryBound(to: S.Quad.self)
      for x in columns {
        words[x] = S.Quad(truncatingIfNeeded: level(light[x], gain) as S) &* copies
      }
      return
    }
    for x in columns {
      let word = S.Quad(truncatingIfNeeded: level(light[x], gain) as S) &* copies
      UnsafeMutableRawPointer(addends + x * depth).storeBytes(of: word, as: S.Quad.self)
    }
  }

  private func spreadColored(_ columns: Range<Int>) {
    let light = self.light.base
    let addends = self.addends.base
    let depth = raster.depth
    for x in columns {
      addends[x * depth] = level(light[x], gains.0)
      addends[x * depth + 1] = level(light[x], gains.1)
      addends[x * depth + 2] = level(light[x], gains.2)
    }
  }

  private func add(
    _ addends: UnsafePointer<S>, to row: UnsafeMutablePointer<S>, _ count: Int, _ maxval: S
  ) {
    for i in 0..<count {
      let (sum, overflow) = row[i].addingReportingOverflow(addends[i])
      row[i] = min(overflow ? .max : sum, maxval)
    }
  }

  private func subtract(
    _ addends: UnsafePointer<S>, from row: UnsafeMutablePointer<S>, _ count: Int
  ) {
    for i in 0..<count { row[i] = row[i] &- min(row[i], addends[i]) }
  }
}
