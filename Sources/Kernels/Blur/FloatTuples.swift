/// Turns samples to the tuples that a blur in floating point works on, and back.
///
/// They are in levels. With opacity, colors are premultiplied: c o / maxval. A picture without
/// opacity whose edges are normalized gets a plane of ones for it, so that blurred color divided
/// by the blurred ones is what the rest of the kernel gives.
final class FloatTuples<S: Sample> {
  private let raster: Raster
  private let glass: FrostedGlass?
  private let flattening: Flattening?
  private let maxval: Float
  /// Whether opacity comes with the rows, or is there to divide by only.
  private let hasOnes: Bool
  /// How much of the kernel lies within the picture, where opacity is to be divided by it.
  private let coverage: KernelCoverage?

  /// How many elements a tuple has.
  let planes: Int
  /// How many samples a tuple of the result has.
  let resultPlanes: Int

  init(
    _ raster: Raster, glass: FrostedGlass?, background: Color?, isNormalized: Bool,
    xRadius: Double, yRadius: Double
  ) throws(OutOfMemory) {
    self.raster = raster
    self.glass = glass
    maxval = Float(raster.maxval)
    flattening = background.map { Flattening(onto: $0, maxval: raster.maxval) }
    hasOnes = isNormalized && !raster.hasOpacity
    planes = raster.depth + (hasOnes ? 1 : 0)
    resultPlanes = background == nil ? raster.depth : raster.colors
    coverage =
      isNormalized && raster.hasOpacity
      ? try KernelCoverage(
        xRadius: xRadius, yRadius: yRadius, width: raster.width, height: raster.height,
        limits: Self.limits(raster)) : nil
  }

  /// How a blur of such tuples has to be done.
  static func limits(_ raster: Raster) -> BlurLimits {
    raster.hasOpacity && raster.maxval > 255
      ? FloatArithmetic.faintLimits : FloatArithmetic.limits
  }

  // MARK: - From samples

  func load(_ samples: UnsafePointer<S>, into row: UnsafeMutablePointer<Float>) {
    if let glass {
      loadSeen(through: glass, samples, row)
    } else if planes == raster.depth && !raster.hasOpacity {
      for i in 0..<raster.samplesPerRow { row[i] = Float(samples[i]) }
    } else {
      loadStraight(samples, row)
    }
  }

  private func loadStraight(_ samples: UnsafePointer<S>, _ row: UnsafeMutablePointer<Float>) {
    let colors = raster.colors
    var source = samples
    var target = row
    let unit = 1 / maxval
    for _ in 0..<raster.width {
      let opacity = hasOnes ? maxval : Float(source[colors])
      for plane in 0..<colors { target[plane] = Float(source[plane]) * (opacity * unit) }
      target[colors] = opacity
      source += raster.depth
      target += planes
    }
  }

  private func loadSeen(
    through glass: FrostedGlass, _ samples: UnsafePointer<S>, _ row: UnsafeMutablePointer<Float>
  ) {
    let colors = raster.colors
    var source = samples
    var target = row
    for _ in 0..<raster.width {
      let opacity = raster.hasOpacity ? Float(source[colors]) : maxval
      if raster.isColor {
        let (r, g, b) = glass.seen(
          Float(source[0]) / maxval, Float(source[1]) / maxval, Float(source[2]) / maxval)
        target[0] = r * opacity
        target[1] = g * opacity
        target[2] = b * opacity
      } else {
        target[0] = glass.seen(gray: Float(source[0]) / maxval) * opacity
      }
      if planes > colors { target[colors] = opacity }
      source += raster.depth
      target += planes
    }
  }

  // MARK: - To samples

  func store(_ row: UnsafePointer<Float>, into samples: UnsafeMutablePointer<S>) {
    if planes == raster.colors {
      for i in 0..<raster.samplesPerRow { samples[i] = rounded(row[i], limit: maxval) }
    } else if hasOnes {
      storeColors(row, samples)
    } else if let flattening {
      storeFlat(row, samples, flattening)
    } else {
      storeStraight(row, samples)
    }
  }

  private func storeColors(_ row: UnsafePointer<Float>, _ samples: UnsafeMutablePointer<S>) {
    let colors = raster.colors
    var source = row
    var target = samples
    for _ in 0..<raster.width {
      let scale = maxval / source[colors]
      for plane in 0..<colors { target[plane] = rounded(source[plane] * scale, limit: maxval) }
      source += planes
      target += colors
    }
  }

  private func storeStraight(_ row: UnsafePointer<Float>, _ samples: UnsafeMutablePointer<S>) {
    let colors = raster.colors
    let within = coverage?.nextRow()
    var source = row
    var target = samples
    for x in 0..<raster.width {
      let blurred = source[colors]
      let opacity: S = rounded(within.map { blurred / $0[x] } ?? blurred, limit: maxval)
      let scale = maxval / blurred
      for plane in 0..<colors {
        let sample: S = rounded(source[plane] * scale, limit: maxval)
        target[plane] = opacity == 0 ? 0 : sample
      }
      target[colors] = opacity
      source += planes
      target += planes
    }
  }

  private func storeFlat(
    _ row: UnsafePointer<Float>, _ samples: UnsafeMutablePointer<S>, _ flattening: Flattening
  ) {
    let colors = raster.colors
    let within = coverage?.nextRow()
    var source = row
    var target = samples
    for x in 0..<raster.width {
      let share = within.map { 1 / $0[x] } ?? 1
      let opacity = atMost(1, source[colors] * share / maxval)
      for plane in 0..<colors {
        target[plane] = flattening(premultiplied: source[plane] * share, plane, opacity)
      }
      source += planes
      target += colors
    }
  }
}

/// How much of a kernel lies within a picture around each place: the blur of a picture of ones,
/// without anything outside. By the same steps as the picture itself, so that errors are the same
/// and cancel.
final class KernelCoverage {
  private let width: Int
  private let across: Storage<Float>
  private let row: Storage<Float>
  private let descent: ColumnDescent<FloatArithmetic>
  private let ascent: ColumnAscent<FloatArithmetic>
  private let height: Int
  private var pushed = 0
  /// Shares of rows that have been made and not been handed out.
  private var down: [Float] = []
  /// Two rows of one share.
  private let shares: RowRing<Float>

  init(
    xRadius: Double, yRadius: Double, width: Int, height: Int,
    limits: BlurLimits = FloatArithmetic.limits
  ) throws(OutOfMemory) {
    self.width = width
    self.height = height
    across = try Storage(strideWithSlack(width))
    row = try Storage(width)
    let rows = BlurAxis<FloatArithmetic>(radius: xRadius, length: width, limits: limits)
    let rowDescent = try RowDescent(rows, edge: .transparent, planes: 1)
    let coarse = try Storage<Float>(strideWithSlack(rowDescent.coarseCount))
    let slot = rowDescent.slot(for: coarse.base)
    for x in 0..<width { slot[x] = 1 }
    rowDescent.descend(into: coarse.base)
    try RowAscent(rows, planes: 1).ascend(coarse.base, into: across.base)

    let columns = BlurAxis<FloatArithmetic>(radius: yRadius, length: height, limits: limits)
    descent = try ColumnDescent(
      columns, edge: .transparent,
      rows: RowDescent(BlurAxis(radius: 0, length: 1), edge: .transparent, planes: 1), count: 1)
    ascent = try ColumnAscent(columns, count: 1, rounding: 0)
    shares = try RowRing(2, length: 1)
  }

  /// The shares of the next row, from the top; valid until the next call.
  func nextRow() -> UnsafePointer<Float> {
    while down.isEmpty {
      let target = { self.ascent.slot }
      let emit = {
        self.ascent.advance(
          place: { self.shares[$0] }, emit: { self.down.append($0[0]) })
      }
      if pushed < height {
        descent.slot[0] = 1
        descent.advance(target: target, emit: emit)
        pushed += 1
      } else {
        descent.finish(target: target, emit: emit)
      }
    }
    let share = down.removeFirst()
    for x in 0..<width { row[x] = across[x] * share }
    return UnsafePointer(row.base)
  }
}
