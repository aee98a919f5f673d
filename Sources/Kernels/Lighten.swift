/// Composes an overlay with rows: blend mode lighten, then source-over, as W3C compositing has
/// them.
///
/// With S and B the premultiplied colors of overlay and base, s and b their opacities:
/// o = s + b (1 - s), result = (S (1 - b) + B (1 - s) + max(S b, B s)) / o. Opaque over opaque is
/// the greater of each pair of samples. A base without opacity stays without.
public struct Lighten<S: Sample> {
  private let raster: Raster
  private let maxval: Float

  /// `raster`: of the rows.
  public init(_ raster: Raster) {
    self.raster = raster
    maxval = Float(raster.maxval)
  }

  /// Composes tuples of a row in place with an overlay that has been placed.
  ///
  /// - Parameters:
  ///   - overlay: for each tuple of the row, premultiplied colors in levels and the opacity from 0
  ///     to 1.
  ///   - columns: the tuples that the overlay reaches.
  public func blend(
    _ overlay: UnsafePointer<Float>, opacity: Float, columns: Range<Int>,
    into row: UnsafeMutablePointer<S>
  ) {
    if raster.hasOpacity {
      clearColors(row, 0..<columns.lowerBound)
      blendTranslucent(overlay, opacity, columns, row)
      clearColors(row, columns.upperBound..<raster.width)
    } else {
      blendOpaque(overlay, opacity, columns, row)
    }
  }

  /// A row that no overlay reaches: where there is no opacity, there is no color.
  public func leave(_ row: UnsafeMutablePointer<S>) {
    if raster.hasOpacity { clearColors(row, 0..<raster.width) }
  }

  /// b = 1: o = 1, result = B (1 - s) + max(S, B s).
  private func blendOpaque(
    _ overlay: UnsafePointer<Float>, _ opacity: Float, _ columns: Range<Int>,
    _ row: UnsafeMutablePointer<S>
  ) {
    let colors = raster.colors
    var tuple = row + columns.lowerBound * colors
    var over = overlay + columns.lowerBound * (colors + 1)
    for _ in columns {
      let s = over[colors] * opacity
      for plane in 0..<colors {
        let base = Float(tuple[plane])
        let result = base * (1 - s) + atLeast(over[plane] * opacity, base * s)
        tuple[plane] = rounded(result, limit: maxval)
      }
      tuple += colors
      over += colors + 1
    }
  }

  private func blendTranslucent(
    _ overlay: UnsafePointer<Float>, _ opacity: Float, _ columns: Range<Int>,
    _ row: UnsafeMutablePointer<S>
  ) {
    let colors = raster.colors
    let unit = 1 / maxval
    var tuple = row + columns.lowerBound * (colors + 1)
    var over = overlay + columns.lowerBound * (colors + 1)
    for _ in columns {
      let s = over[colors] * opacity
      let b = Float(tuple[colors]) * unit
      let o = s + b * (1 - s)
      let result: S = rounded(o * maxval, limit: maxval)
      for plane in 0..<colors {
        let upper = over[plane] * opacity
        let lower = Float(tuple[plane]) * b
        let sum = upper * (1 - b) + lower * (1 - s) + atLeast(upper * b, lower * s)
        let sample: S = rounded(sum / o, limit: maxval)
        tuple[plane] = result == 0 ? 0 : sample
      }
      tuple[colors] = result
      tuple += colors + 1
      over += colors + 1
    }
  }

  private func clearColors(_ row: UnsafeMutablePointer<S>, _ columns: Range<Int>) {
    let colors = raster.colors
    var tuple = row + columns.lowerBound * (colors + 1)
    for _ in columns {
      for plane in 0..<colors { tuple[plane] = tuple[colors] == 0 ? 0 : tuple[plane] }
      tuple += colors + 1
    }
  }
}

// MARK: - Overlays that need no placing

extension Lighten {
  /// The same for an overlay whose samples are as those of the row, from column `first` on.
  ///
  /// Opacities are in levels here, and nothing is divided until the end: errors are a few 1e-7 of a
  /// sample. (RGB_ALPHA of 8 bits has its own arithmetic, with 16 samples at once: a quarter of the
  /// time less, and none of these errors.)
  public func blend(
    _ overlay: UnsafePointer<S>, columns: Range<Int>, into row: UnsafeMutablePointer<S>
  ) {
    let depth = raster.depth
    if !raster.hasOpacity {
      let tuples = row + columns.lowerBound * depth
      for i in 0..<columns.count * depth { tuples[i] = max(tuples[i], overlay[i]) }
    } else {
      clearColors(row, 0..<columns.lowerBound)
      if depth == 2 {
        blendPairs(overlay, columns, row)
      } else if MemoryLayout<S>.size == 1 {
        LightenBytes(maxval: maxval).blend(
          overlay, into: row + columns.lowerBound * depth, count: columns.count)
      } else {
        blendWords(overlay, columns, row)
      }
      clearColors(row, columns.upperBound..<raster.width)
    }
  }

  /// RGB_ALPHA of 16 bits: tuples as words of four samples.
  private func blendWords(
    _ overlay: UnsafePointer<S>, _ columns: Range<Int>, _ row: UnsafeMutablePointer<S>
  ) {
    let levels = Levels<S>(maxval: maxval)
    let tuples = UnsafeMutableRawPointer(row).assumingMemoryBound(to: S.Quad.self)
    let lowers = tuples + columns.lowerBound
    let uppers = UnsafeRawPointer(overlay).assumingMemoryBound(to: S.Quad.self)
    for x in 0..<columns.count {
      let upper = uppers[x]
      let lower = lowers[x]
      let s = levels.plane(upper, 3)
      let b = levels.plane(lower, 3)
      let o = levels.union(s, b)
      // Where there is no opacity, colors are cleared below: the division must only be possible.
      let inverse = 1 / atLeast(1, o)
      let red = levels.composite(levels.plane(upper, 0), levels.plane(lower, 0), s, b) * inverse
      let green = levels.composite(levels.plane(upper, 1), levels.plane(lower, 1), s, b) * inverse
      let blue = levels.composite(levels.plane(upper, 2), levels.plane(lower, 2), s, b) * inverse
      let opacity = levels.word(o * levels.unit, 0)
      let colors = levels.word(red, 0) | levels.word(green, 1) | levels.word(blue, 2)
      lowers[x] = levels.allOnes(where: opacity) & colors | levels.placed(opacity, 3)
    }
  }

  /// GRAYSCALE_ALPHA.
  private func blendPairs(
    _ overlay: UnsafePointer<S>, _ columns: Range<Int>, _ row: UnsafeMutablePointer<S>
  ) {
    let levels = Levels<S>(maxval: maxval)
    var over = overlay
    var tuple = row + columns.lowerBound * 2
    for _ in columns {
      let s = Float(over[1])
      let b = Float(tuple[1])
      let o = levels.union(s, b)
      let opacity: S = rounded(o * levels.unit, limit: levels.maxval)
      let level = levels.composite(Float(over[0]), Float(tuple[0]), s, b) / atLeast(1, o)
      tuple[0] = opacity == 0 ? 0 : rounded(level, limit: levels.maxval)
      tuple[1] = opacity
      over += 2
      tuple += 2
    }
  }
}

/// Composition with everything in levels, opacities too. A value of its own: what a loop would read
/// again from the kernel, it could not do for several tuples at once.
private struct Levels<S: Sample> {
  let maxval: Float
  let unit: Float

  init(maxval: Float) {
    self.maxval = maxval
    unit = 1 / maxval
  }

  /// Opacity times maxval: s + b (1 - s).
  @inline(__always)
  func union(_ s: Float, _ b: Float) -> Float { s * maxval + b * (maxval - s) }

  /// One color, times the same, in the form S + B - min(S b, B s).
  @inline(__always)
  func composite(_ over: Float, _ base: Float, _ s: Float, _ b: Float) -> Float {
    let upper = over * s
    let lower = base * b
    return (upper + lower) * maxval - atMost(upper * b, lower * s)
  }

  /// One sample of a word, by way of 2^23 + sample. (A plain conversion lets the compiler multiply
  /// before it converts, in integers of 32 bits, for which baseline processors have no vectors.)
  @inline(__always)
  func plane(_ word: S.Quad, _ plane: S.Quad) -> Float {
    let sample = (word &>> (plane &* S.Quad(S.bitWidth))) & S.Quad(S.max)
    return Float(bitPattern: 0x4B00_0000 | UInt32(truncatingIfNeeded: sample)) - 8_388_608
  }

  /// A level, rounded, in the place of one sample of a word. It is at most the maxval, but for an
  /// error far below a half.
  @inline(__always)
  func word(_ level: Float, _ plane: S.Quad) -> S.Quad {
    placed(S.Quad(truncatingIfNeeded: truncated(level + 0.5)), plane)
  }

  @inline(__always)
  func placed(_ sample: S.Quad, _ plane: S.Quad) -> S.Quad {
    sample &<< (plane &* S.Quad(S.bitWidth))
  }

  /// All bits set, or none if the sample is 0. (A condition would split the loop.)
  @inline(__always)
  func allOnes(where sample: S.Quad) -> S.Quad {
    0 &- ((0 &- sample) &>> S.Quad(S.Quad.bitWidth - 1))
  }
}
