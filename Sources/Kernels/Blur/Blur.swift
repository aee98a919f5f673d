/// What a blur does at the border of a picture.
public enum BlurEdge: Sendable {
  /// Outside is nothing, without opacity.
  case transparent
  /// Outside repeats the border.
  case clamp
  /// Outside is the picture, mirrored: d c b a | a b c d.
  case mirror
  /// The kernel is cut at the border and its rest scaled up to a whole.
  case normalize
}

/// A true Gaussian blur, optionally of what is seen through frosted glass.
///
/// Pictures of 8 bits without opacity are blurred in 16-bit integers, all others in 32-bit floating
/// point, premultiplied where there is opacity: no dark fringes. Rows come in and go out in order;
/// what is held in between grows with the radius, but not with the height.
public final class Blur<S: Sample> {
  private let raster: Raster
  private let core: Core
  private enum Core {
    case words(BlurPipeline<WordArithmetic>)
    /// With a row and the next one before they become samples.
    case floats(BlurPipeline<FloatArithmetic>, RowRing<Float>)
  }
  private let tuples: FloatTuples<S>
  /// Rows of the result that have not been handed out: an even number, since they are made in
  /// pairs.
  private let finished: Storage<S>
  private let rowsInBatch: Int
  private var waiting = 0

  /// - Parameters:
  ///   - xRadius, yRadius: standard deviations in pixels, 0 to 1000.
  ///   - glass: what colors go through first, if anything.
  ///   - background: what the result is flattened onto, if anything.
  ///   - raster: of the rows. To let the border fade, they must have opacity.
  public init(
    xRadius: Double, yRadius: Double, edge: BlurEdge, glass: FrostedGlass? = nil,
    background: Color? = nil, raster: Raster
  ) throws(OutOfMemory) {
    self.raster = raster
    tuples = try FloatTuples(
      raster, glass: glass, background: background, isNormalized: edge == .normalize,
      xRadius: xRadius, yRadius: yRadius)
    let mode: EdgeMode =
      switch edge {
      case .transparent, .normalize: .transparent
      case .clamp: .clamp
      case .mirror: .mirror
      }
    let isSimple = !raster.hasOpacity && mode != .transparent && glass == nil
    if MemoryLayout<S>.size == 1 && isSimple {
      core = .words(
        try BlurPipeline(
          xRadius: xRadius, yRadius: yRadius, edge: mode, width: raster.width,
          height: raster.height, planes: raster.depth))
    } else {
      core = .floats(
        try BlurPipeline(
          xRadius: xRadius, yRadius: yRadius, edge: mode, width: raster.width,
          height: raster.height, planes: tuples.planes, limits: FloatTuples<S>.limits(raster)),
        try RowRing(2, length: raster.width * tuples.planes))
    }
    let rowSize = raster.samplesPerRow * MemoryLayout<S>.size
    rowsInBatch = 2 * max(1, min((raster.height + 1) / 2, Self.batchSize / 2 / rowSize))
    finished = try Storage(rowsInBatch * raster.samplesPerRow + slack)
  }

  /// Bytes that are written at once, if rows are not larger.
  private static var batchSize: Int { 1 << 17 }

  /// Samples in a row of the result.
  public var samplesPerRow: Int { raster.width * tuples.resultPlanes }

  /// Blurs a picture.
  ///
  /// - Parameters:
  ///   - isThreaded: `write` is then called on another thread than `read`. The result is the same.
  ///   - read: the samples of the next row.
  ///   - write: gets some rows of the result.
  public func run<Failure: Error>(
    isThreaded: Bool, read: () throws(Failure) -> UnsafePointer<S>,
    write: (_ rows: UnsafeMutablePointer<S>, _ count: Int) throws(Failure) -> Void
  ) throws(Failure) {
    let raster = self.raster
    let tuples = self.tuples
    switch core {
    case .words(let pipeline):
      try pipeline.run(
        isThreaded: isThreaded,
        load: { (row: UnsafeMutablePointer<UInt8>) throws(Failure) in
          row.copyElements(Self.bytes(try read()), raster.samplesPerRow)
        },
        place: { UnsafeMutablePointer(mutating: Self.bytes(self.place($0))) },
        take: { (_: UnsafeMutablePointer<UInt8>) throws(Failure) in try self.finishRow(write) })
    case .floats(let pipeline, let rows):
      try pipeline.run(
        isThreaded: isThreaded,
        load: { (row: UnsafeMutablePointer<Float>) throws(Failure) in
          tuples.load(try read(), into: row)
        },
        place: { rows[$0] },
        take: { (row: UnsafeMutablePointer<Float>) throws(Failure) in
          tuples.store(row, into: self.place(self.waiting))
          try self.finishRow(write)
        })
    }
    if waiting > 0 {
      try write(finished.base, waiting)
      waiting = 0
    }
  }

  private static func bytes(_ samples: UnsafePointer<S>) -> UnsafePointer<UInt8> {
    UnsafeRawPointer(samples).assumingMemoryBound(to: UInt8.self)
  }

  /// Where row `y` of the result goes.
  private func place(_ y: Int) -> UnsafeMutablePointer<S> {
    finished.base + y % rowsInBatch * samplesPerRow
  }

  private func finishRow<Failure: Error>(
    _ write: (UnsafeMutablePointer<S>, Int) throws(Failure) -> Void
  ) throws(Failure) {
    waiting += 1
    if waiting == rowsInBatch {
      waiting = 0
      try write(finished.base, rowsInBatch)
    }
  }
}
