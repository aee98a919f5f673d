/// A picture that burns in the classic style, at one moment.
///
/// The rows above the burn edge are kept, the one that it crosses in part; the last of them are
/// blackened, by half at the edge and less above. Fire and smoke are added: premultiplied colors and
/// opacity are sums, each at most 1 (W3C compositing, plus-lighter).
public final class ClassicFrame: BurningFrame {
  /// What a particle adds where it covers all: white multiplied by (0.89, 0.56, 0.36) at half
  /// opacity, and black at a tenth.
  static var fireColor: (red: Float, green: Float, blue: Float) { (0.445, 0.28, 0.18) }
  static var fireOpacity: Float { 0.5 }
  static var smokeOpacity: Float { 0.1 }

  private let canvas: BurnCanvas
  private let paper: ClassicPaper
  /// Nothing is left, and nothing flies.
  private let isOver: Bool
  private let fire: ClassicFire
  private let smoke: ClassicSmoke
  private let flattening: Flattening?
  private let maxval: Int

  /// - Parameters:
  ///   - progress: how much is burnt at any time.
  ///   - duration: seconds from whole to gone, above 0: on the clock, not by a track.
  ///   - time: the moment, in seconds.
  ///   - canvas: where it burns.
  ///   - charHeight: of the blackened strip, in points, 0 up.
  ///   - sparks: births of fire a second, 0 up.
  ///   - smoke: births of smoke a second, 0 up.
  ///   - seed: of the random numbers.
  ///   - background: what the frame is flattened onto, if anything.
  ///   - maxval: of the samples.
  public init(
    progress: BurnProgress, duration: Double, time: Double, canvas: BurnCanvas,
    charHeight: Double, sparks: Double, smoke: Double, seed: UInt64, background: Color?,
    maxval: Int
  ) throws(OutOfMemory) {
    self.canvas = canvas
    self.maxval = maxval
    paper = ClassicPaper(canvas, burnt: progress.value(at: time), charHeight: charHeight)
    flattening = background.map { Flattening(onto: $0, maxval: maxval) }
    let isOver = progress.isClocked && time >= duration
    self.isOver = isOver
    let philox = Philox(seed: seed)
    func particles(_ kind: ClassicKind, _ rate: Double) -> ClassicParticles {
      ClassicParticles(
        kind, rate: isOver ? 0 : rate, at: time, canvas: canvas, progress: progress,
        philox: philox)
    }
    fire = try ClassicFire(particles(.fire, sparks), canvas)
    self.smoke = try ClassicSmoke(particles(.smoke, smoke), canvas)
  }

  /// Memory that a thread works in.
  public final class Workspace {
    fileprivate let row: PremultipliedRow
    /// How much fire and smoke there is in each column: 0 between rows.
    fileprivate let fire: Storage<Float>
    fileprivate let smoke: Storage<Float>
    fileprivate let stars: ClassicSmoke.Workspace

    fileprivate init(width: Int, _ smoke: ClassicSmoke) throws(OutOfMemory) {
      row = try PremultipliedRow(width: width)
      fire = try Storage(width)
      self.smoke = try Storage(width)
      stars = try smoke.makeWorkspace(width: width)
    }
  }

  /// Memory for one more thread.
  public func makeWorkspace() throws(OutOfMemory) -> Workspace {
    try Workspace(width: canvas.width, smoke)
  }

  /// Burns row `y` of the canvas in place: see ``BurningFrame/burn(_:y:in:)``.
  public func burn<S: Sample>(_ row: UnsafeMutablePointer<S>, y: Int, in work: Workspace) {
    let width = canvas.width
    let rest = isOver ? .nothing : paper.rest(row: y)
    let fire = self.fire.add(to: work.fire.base, width: width, y: y)
    let smoke = self.smoke.add(to: work.smoke.base, width: width, y: y, work.stars)
    let lit = fire.united(with: smoke)
    let changed = flattening != nil || rest.isPartial ? 0..<width : lit

    compose(row, changed, rest, work)
    (work.fire.base + lit.lowerBound).clearElements(lit.count)
    (work.smoke.base + lit.lowerBound).clearElements(lit.count)
    if let flattening {
      work.row.store(row, changed, onto: flattening, maxval: maxval)
      return
    }
    work.row.store(row, changed, maxval: maxval)
    settle(row, 0..<changed.lowerBound, rest)
    settle(row, changed.upperBound..<width, rest)
  }

  /// Finishes tuples that nothing is added to, and that are left whole or not at all.
  private func settle<S: Sample>(
    _ row: UnsafeMutablePointer<S>, _ columns: Range<Int>, _ rest: ClassicPaper.Rest
  ) {
    let tuples = row + 4 * columns.lowerBound
    if rest.opacity == 0 { return tuples.clearElements(4 * columns.count) }
    // What cannot be seen is 0.
    let quads = UnsafeMutableRawPointer(tuples).assumingMemoryBound(to: S.Quad.self)
    let opacity = S.Quad(S.max) << S.Quad(3 * S.bitWidth)
    for x in 0..<columns.count where quads[x] & opacity == 0 { quads[x] = 0 }
  }

  /// Puts what is left of the picture and what is added to it into the workspace's row.
  private func compose<S: Sample>(
    _ row: UnsafePointer<S>, _ columns: Range<Int>, _ rest: ClassicPaper.Rest, _ work: Workspace
  ) {
    let target = work.row
    if rest.opacity == 0 {
      target.clear(columns)
    } else {
      target.load(row, columns, maxval: maxval)
    }
    let (fire, smoke) = (work.fire.base, work.smoke.base)
    func add(to plane: UnsafeMutablePointer<Float>, _ amount: Float) {
      let kept = rest.color
      for x in columns { plane[x] = atMost(1, plane[x] * kept + fire[x] * amount) }
    }
    add(to: target.red, Self.fireColor.red)
    add(to: target.green, Self.fireColor.green)
    add(to: target.blue, Self.fireColor.blue)
    let opacity = target.opacity
    let kept = rest.opacity
    let (fireOpacity, smokeOpacity) = (Self.fireOpacity, Self.smokeOpacity)
    for x in columns {
      opacity[x] = atMost(1, opacity[x] * kept + (fire[x] * fireOpacity + smoke[x] * smokeOpacity))
    }
  }
}
