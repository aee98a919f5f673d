/// What is the same for all pictures of a run in the flame style: the random numbers, from which
/// the noises are made.
public final class FlameSource {
  let philox: Philox
  private let lattice: NoiseLattice
  let noises: FlameNoises

  /// The run with a seed: each seed has its own fire.
  public init(seed: UInt64) throws(OutOfMemory) {
    philox = Philox(seed: seed)
    lattice = try NoiseLattice(seed: seed)
    noises = FlameNoises(lattice)
  }
}

/// A picture that burns as paper does, at one moment: the burnt edge with its char and ember line,
/// then smoke, flames and embers over it.
///
/// All light is put on by premultiplied source-over with an opacity of its largest channel, the
/// least that a color can have: over black that is the light itself, and over white it is still
/// orange, where light that is added would not be seen.
public final class FlameFrame: BurningFrame {
  private let moment: FlameMoment
  private let feed: Feed
  private let smoke: Smoke
  private let embers: Embers
  private let isOpaque: Bool
  private let flattening: Flattening?
  private let maxval: Int
  private enum State { case whole, burning, gone }
  private let state: State

  /// - Parameters:
  ///   - source: what all frames share.
  ///   - progress: how much is burnt at any time.
  ///   - duration: seconds from whole to gone, above 0.
  ///   - time: the moment, in seconds.
  ///   - canvas: where it burns.
  ///   - charHeight: of the blackened strip, in points.
  ///   - sparks: births of embers a second, 0 up; nil for 0.4 for each point of the picture's width,
  ///     but no more than one for every 16 of its pixels.
  ///   - smoke: births of smoke a second, 0 up; nil for 0.085 and 80 likewise.
  ///   - feed: what there is to burn.
  ///   - isOpaque: whether the picture has no opacity of its own, and the canvas no margin.
  ///   - background: what the frame is flattened onto, if anything.
  ///   - maxval: of the samples.
  public init(
    _ source: FlameSource, progress: BurnProgress, duration: Double, time: Double,
    canvas: BurnCanvas, charHeight: Double, sparks: Double?, smoke: Double?, feed: Feed,
    isOpaque: Bool, background: Color?, maxval: Int
  ) throws(OutOfMemory) {
    let clock = FlameClock(progress: progress, duration: duration, height: canvas.pointsHigh)
    moment = FlameMoment(
      canvas: canvas, noises: source.noises, clock: clock, time: time, charHeight: charHeight)
    self.feed = feed
    self.isOpaque = isOpaque && !canvas.hasMargin
    self.maxval = maxval
    flattening = background.map { Flattening(onto: $0, maxval: maxval) }
    let state: State =
      progress.isClocked
      ? (time <= 0 ? .whole : time >= duration ? .gone : .burning)
      : (clock.burnt(at: time) <= 0 ? .whole : clock.burnt(at: time) >= 1 ? .gone : .burning)
    self.state = state
    func rate(_ given: Double?, aPoint: Double, pixels: Double) -> Double {
      if state != .burning { return 0 }
      let most = Double(canvas.pictureWidth) * Double(canvas.pictureHeight) / pixels
      return given ?? min(aPoint * canvas.pointsWide, most)
    }
    self.smoke = try Smoke(
      moment, feed, source.philox, rate: rate(smoke, aPoint: 0.085, pixels: 80))
    embers = try Embers(
      moment, feed, source.philox, rate: rate(sparks, aPoint: 0.4, pixels: 16))
  }

  /// Memory that a thread works in.
  public final class Workspace {
    fileprivate let row: PremultipliedRow
    fileprivate let paper: BurntPaper
    fileprivate let flames: Flames
    fileprivate let flameRows: LayerRows
    fileprivate let smoke: Smoke.Workspace
    fileprivate let smokeNodes: RowCache
    fileprivate let smokeRows: LayerRows

    fileprivate init(_ moment: FlameMoment, _ feed: Feed) throws(OutOfMemory) {
      let width = moment.canvas.width
      row = try PremultipliedRow(width: width)
      let field = try EdgeField(moment)
      paper = try BurntPaper(moment, field)
      flames = try Flames(moment, field, feed)
      flameRows = try LayerRows(flames.grid, planes: 3, width: width)
      smoke = try Smoke.Workspace(moment)
      smokeNodes = try RowCache(2, rows: 1, length: smoke.grid.columns)
      smokeRows = try LayerRows(smoke.grid, planes: 1, width: width)
    }
  }

  /// Memory for one more thread.
  public func makeWorkspace() throws(OutOfMemory) -> Workspace { try Workspace(moment, feed) }

  // MARK: - Rows

  /// Burns row `y` of the canvas in place: see ``BurningFrame/burn(_:y:in:)``.
  public func burn<S: Sample>(_ row: UnsafeMutablePointer<S>, y: Int, in work: Workspace) {
    let canvas = moment.canvas
    let ahead = moment.edge - canvas.y(row: y)
    let isNear = ahead < EdgeField.ahead && ahead >= -EdgeField.behind
    let isGone = ahead < -EdgeField.behind
    let hasFlames = work.flames.reach(canvas.y(row: y))
    let isTouched =
      state == .burning
      && (isNear || isGone || hasFlames || smoke.reaches(row: y) || embers.reaches(row: y))
    let all = 0..<canvas.width
    if state == .whole && flattening == nil { return }
    if state == .burning && !isTouched && isOpaque && flattening == nil { return }

    let target = work.row
    if state == .gone || (isTouched && isGone) {
      target.clear(all)
    } else {
      target.load(row, all, maxval: maxval)
    }
    if isTouched {
      if isNear { work.paper.burn(target, y: y) }
      if smoke.reaches(row: y) { cover(target, y: y, work) }
      if hasFlames { shine(on: target, y: y, work) }
      embers.draw(on: target, y: y)
    }
    if let flattening {
      target.store(row, all, onto: flattening, maxval: maxval)
    } else {
      target.store(row, all, maxval: maxval)
    }
  }

  /// Puts smoke over a row.
  private func cover(_ row: PremultipliedRow, y: Int, _ work: Workspace) {
    let cover = work.smokeRows.plane(0)
    let planes = row.colors + [row.opacity]
    let shares = [Smoke.color.0, Smoke.color.1, Smoke.color.2, 1]
    work.smokeRows.forEachRun(
      y,
      nodes: { j in
        work.smokeNodes.row(j) { rows, j in smoke.cover(row: j, into: rows[0], work.smoke) }
      },
      { columns in
        for i in 0..<4 {
          let (plane, share) = (planes[i], shares[i])
          for x in columns { plane[x] = plane[x] * (1 - cover[x]) + share * cover[x] }
        }
      })
  }

  /// Puts the light of flames over a row.
  private func shine(on row: PremultipliedRow, y: Int, _ work: Workspace) {
    // Red is never the least: it is the light's opacity.
    let planes = row.colors + [row.opacity]
    let red = work.flameRows.plane(0)
    let light = [red, work.flameRows.plane(1), work.flameRows.plane(2), red]
    work.flameRows.forEachRun(
      y, nodes: { j in work.flames.row(j) },
      { columns in
        for i in 0..<4 {
          let (plane, light) = (planes[i], light[i])
          for x in columns { plane[x] = plane[x] * (1 - red[x]) + light[x] }
        }
      })
  }
}
