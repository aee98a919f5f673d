/// Hard edges from soft ones: what has an opacity within a range becomes opaque, all else clear.
///
/// A row of opacities 10, 76, 77, 255 of 255 with a range from 0.3 (76.5) becomes 0, 0, 255, 255.
public struct AlphaThreshold<S: Sample> {
  let raster: Raster
  private let threshold: Threshold
  private let looksAtLuminance: Bool
  private let coating: Coating<S>
  /// The samples that are inside, where edges are hard.
  private let levels: (least: Int32, greatest: Int32)
  /// How much of each tuple of the row at hand is inside: the result's opacity.
  let inside: Storage<Float>

  /// - Parameters:
  ///   - threshold: the range.
  ///   - looksAtLuminance: hold the luminance against the range instead of the opacity; the result
  ///     is multiplied by the opacity.
  ///   - color: of what is inside; nil keeps each tuple's own.
  ///   - background: what the result is flattened onto, if anything.
  ///   - raster: of the rows, with opacity.
  public init(
    _ threshold: Threshold, looksAtLuminance: Bool, color: Color?, background: Color?,
    raster: Raster
  ) throws(OutOfMemory) {
    self.raster = raster
    self.threshold = threshold
    self.looksAtLuminance = looksAtLuminance
    levels = threshold.levels(maxval: raster.maxval)
    coating = Coating(color: color, background: background, raster: raster)
    inside = try Storage(raster.width)
  }

  /// Works on a row in place. Flattened, it gets shorter by its opacities.
  public func apply(to row: UnsafeMutablePointer<S>) {
    let inside = self.inside.base
    if !threshold.isHard {
      for x in 0..<raster.width { inside[x] = threshold.soft(value(row, x)) }
    } else if looksAtLuminance {
      for x in 0..<raster.width { inside[x] = threshold.hard(value(row, x)) }
    } else {
      var opacity = UnsafePointer(row) + raster.colors
      let least = levels.least
      let greatest = levels.greatest
      for x in 0..<raster.width {
        let level = Int32(truncatingIfNeeded: opacity.pointee)
        // As numbers, for which there is no branch: opacities may come in any order.
        let reaches: Int32 = level >= least ? 1 : 0
        let exceeds: Int32 = level > greatest ? 1 : 0
        inside[x] = Float(reaches &- (reaches & exceeds))
        opacity += raster.depth
      }
    }
    finish(row)
  }

  /// Turns `inside` and the row's own colors into the result.
  func finish(_ row: UnsafeMutablePointer<S>) {
    if looksAtLuminance {
      var opacity = UnsafePointer(row) + raster.colors
      let maxval = Float(raster.maxval)
      for x in 0..<raster.width {
        inside[x] *= Float(opacity.pointee) / maxval
        opacity += raster.depth
      }
    }
    coating.apply(inside.base, to: row)
  }

  /// What is held against the range, 0 to 1.
  @inline(__always)
  func value(_ row: UnsafePointer<S>, _ x: Int) -> Double {
    let tuple = row + x &* raster.depth
    let maxval = Double(raster.maxval)
    if !looksAtLuminance { return Double(tuple[raster.colors]) / maxval }
    if !raster.isColor { return Double(tuple[0]) / maxval }
    return Luminance.of(tuple, maxval: raster.maxval)
  }
}

/// The same with edges one tuple wide, whatever the blur. A row can be had once the one below it is
/// known: each `push` gives the row before.
public final class AntialiasedThreshold<S: Sample> {
  private let kernel: AlphaThreshold<S>
  private let threshold: Threshold
  /// The values of three rows: above, at and below the one that comes out next.
  private var values: (above: Storage<Double>, here: Storage<Double>, below: Storage<Double>)
  /// The samples of the row that comes out next.
  private let waiting: Storage<S>
  private var pushed = 0

  /// Parameters as those of `AlphaThreshold`.
  public init(
    _ threshold: Threshold, looksAtLuminance: Bool, color: Color?, background: Color?,
    raster: Raster
  ) throws(OutOfMemory) {
    self.threshold = threshold
    kernel = try AlphaThreshold(
      threshold, looksAtLuminance: looksAtLuminance, color: color, background: background,
      raster: raster)
    values = (try Storage(raster.width), try Storage(raster.width), try Storage(raster.width))
    waiting = try Storage(raster.samplesPerRow)
  }

  /// Takes the next row. The row before it, worked on, is handed to `take`.
  public func push<Failure: Error>(
    _ row: UnsafePointer<S>, take: (UnsafeMutablePointer<S>) throws(Failure) -> Void
  ) throws(Failure) {
    values = (values.here, values.below, values.above)
    for x in 0..<kernel.raster.width { values.below[x] = kernel.value(row, x) }
    if pushed == 0 {
      // The border repeated: the row above the first is the first.
      values.here.copy(values.below.base)
    } else {
      settle()
      try take(waiting.base)
    }
    waiting.copy(row)
    pushed += 1
  }

  /// Hands out the last row. There must have been one.
  public func finish<Failure: Error>(
    take: (UnsafeMutablePointer<S>) throws(Failure) -> Void
  ) throws(Failure) {
    values.above.copy(values.below.base)
    values = (values.here, values.below, values.above)
    settle()
    try take(waiting.base)
    pushed = 0
  }

  private func settle() {
    let last = kernel.raster.width - 1
    for x in 0...last {
      let across = (values.here[min(x + 1, last)] - values.here[max(x - 1, 0)]) / 2
      let down = (values.below[x] - values.above[x]) / 2
      let slope = (across * across + down * down).squareRoot()
      kernel.inside[x] = threshold.antialiased(values.here[x], slope: slope)
    }
    kernel.finish(waiting.base)
  }
}

/// Gives rows a new opacity, and a color where that is above 0; all else becomes 0.
private struct Coating<S: Sample> {
  private let raster: Raster
  private let flattening: Flattening?
  private let color: Color?
  private let limit: Float

  init(color: Color?, background: Color?, raster: Raster) {
    self.raster = raster
    self.color = color
    flattening = background.map { Flattening(onto: $0, maxval: raster.maxval) }
    limit = Float(raster.maxval)
  }

  func apply(_ opacity: UnsafePointer<Float>, to row: UnsafeMutablePointer<S>) {
    if let flattening {
      flatten(opacity, row, flattening)
    } else if let color {
      if raster.isColor { paint(color, opacity, row) } else { paintGray(color, opacity, row) }
    } else {
      keep(opacity, row)
    }
  }

  private func level(_ color: Color, _ plane: Int) -> Float { Float(color[plane]) * limit }

  /// Whole tuples as words of four samples.
  private func paint(
    _ color: Color, _ opacity: UnsafePointer<Float>, _ row: UnsafeMutablePointer<S>
  ) {
    let bits = S.Quad(S.bitWidth)
    func sample(_ plane: Int) -> S.Quad {
      S.Quad(rounded(level(color, plane), limit: limit) as S) << (S.Quad(plane) * bits)
    }
    let color = sample(0) | sample(1) | sample(2)
    var tuple = UnsafeMutableRawPointer(row)
    for x in 0..<raster.width {
      let sample: S = rounded(opacity[x] * limit, limit: limit)
      let word = color | S.Quad(truncatingIfNeeded: sample) &<< (bits &* 3)
      tuple.storeBytes(of: sample == 0 ? 0 : word, as: S.Quad.self)
      tuple += MemoryLayout<S.Quad>.size
    }
  }

  private func paintGray(
    _ color: Color, _ opacity: UnsafePointer<Float>, _ row: UnsafeMutablePointer<S>
  ) {
    let gray: S = rounded(level(color, 0), limit: limit)
    var tuple = row
    for x in 0..<raster.width {
      let sample: S = rounded(opacity[x] * limit, limit: limit)
      tuple[0] = sample == 0 ? 0 : gray
      tuple[1] = sample
      tuple += 2
    }
  }

  private func keep(_ opacity: UnsafePointer<Float>, _ row: UnsafeMutablePointer<S>) {
    let colors = raster.colors
    var tuple = row
    for x in 0..<raster.width {
      let sample: S = rounded(opacity[x] * limit, limit: limit)
      for plane in 0..<colors { tuple[plane] = sample == 0 ? 0 : tuple[plane] }
      tuple[colors] = sample
      tuple += raster.depth
    }
  }

  private func flatten(
    _ opacity: UnsafePointer<Float>, _ row: UnsafeMutablePointer<S>, _ flattening: Flattening
  ) {
    let colors = raster.colors
    var tuple = UnsafePointer(row)
    var flat = row
    for x in 0..<raster.width {
      for plane in 0..<colors {
        let level = color.map { self.level($0, plane) } ?? Float(tuple[plane])
        flat[plane] = flattening(level, plane: plane, opacity: opacity[x])
      }
      tuple += raster.depth
      flat += colors
    }
  }
}
