/// A blur of a rectangle of a picture, as if it were a picture of its own whose border is repeated.
/// All around it stays.
public final class RegionBlur<S: Sample> {
  private let region: Region
  private let raster: Raster
  private let blur: Blur<S>
  private let flattening: Flattening?
  /// The part of a row that is to be blurred.
  private let part: Storage<S>
  /// Rows that wait for their blurred part, flattened if so, and memory for more.
  private var waiting: [Storage<S>] = []
  private var spare: [Storage<S>] = []

  /// - Parameters:
  ///   - region: within the picture.
  ///   - others: as those of `Blur`.
  public init(
    _ region: Region, xRadius: Double, yRadius: Double, glass: FrostedGlass? = nil,
    background: Color? = nil, raster: Raster
  ) throws(OutOfMemory) {
    self.region = region
    self.raster = raster
    var within = raster
    within.width = region.width
    within.height = region.height
    blur = try Blur(
      xRadius: xRadius, yRadius: yRadius, edge: .clamp, glass: glass, background: background,
      raster: within)
    part = try Storage(within.samplesPerRow)
    flattening = background.map { Flattening(onto: $0, maxval: raster.maxval) }
  }

  /// Blurs a picture.
  ///
  /// - Parameters:
  ///   - read: the samples of the next row, which may be changed.
  ///   - write: gets each row of the result.
  ///   - outOfMemory: the error for memory that is not there.
  public func run<Failure: Error>(
    read: () throws(Failure) -> UnsafeMutablePointer<S>,
    write: (UnsafeMutablePointer<S>) throws(Failure) -> Void, outOfMemory: Failure
  ) throws(Failure) {
    for _ in 0..<region.y { try write(flattened(try read())) }
    let start = region.x * raster.depth
    let size = blur.samplesPerRow
    let place = region.x * size / region.width
    try blur.run(
      isThreaded: false,
      read: { () throws(Failure) in
        guard let row = self.makeRow() else { throw outOfMemory }
        let samples = try read()
        self.part.copy(samples + start)
        row.copy(self.flattened(samples))
        self.waiting.append(row)
        return UnsafePointer(self.part.base)
      },
      write: { (parts: UnsafeMutablePointer<S>, count: Int) throws(Failure) in
        for i in 0..<count {
          let row = self.waiting.removeFirst()
          (row.base + place).copyElements(parts + i * size, size)
          try write(row.base)
          self.spare.append(row)
        }
      })
    for _ in region.y + region.height..<raster.height { try write(flattened(try read())) }
  }

  private func makeRow() -> Storage<S>? {
    spare.popLast() ?? (try? Storage(raster.samplesPerRow))
  }

  private func flattened(_ row: UnsafeMutablePointer<S>) -> UnsafeMutablePointer<S> {
    flattening?.flatten(row, raster)
    return row
  }
}
