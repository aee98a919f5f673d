import Kernels

/// What `blur` and `frost` share: a blur of pictures, or of a rectangle of each.
public struct Softening {
  let xRadius: Double
  let yRadius: Double
  let edge: BlurEdge
  let region: Region?
  let background: Color?
  let glass: FrostedGlass?

  public init(
    xRadius: Double, yRadius: Double, edge: BlurEdge, region: Region?, background: Color?,
    glass: FrostedGlass? = nil
  ) {
    self.xRadius = xRadius
    self.yRadius = yRadius
    self.edge = edge
    self.region = region
    self.background = background
    self.glass = glass
  }

  public func apply<S: Sample>(to picture: Picture<S>) throws(ToolError) {
    let raster = picture.raster
    let isNothing = xRadius == 0 && yRadius == 0 && glass == nil
    let part = region?.within(width: raster.width, height: raster.height)
    if isNothing || (region != nil && part == nil) {
      let flattening = background.map { Flattening(onto: $0, maxval: raster.maxval) }
      try picture.forEachRowConcurrently { row, _ in flattening?.flatten(row, raster) }
    } else if let part {
      try blur(part, of: picture)
    } else {
      try blur(picture)
    }
  }

  private func blur<S: Sample>(_ picture: Picture<S>) throws(ToolError) {
    let blur = try picture.memory { () throws(OutOfMemory) in
      try Blur<S>(
        xRadius: xRadius, yRadius: yRadius, edge: edge, glass: glass, background: background,
        raster: picture.raster)
    }
    try blur.run(
      isThreaded: picture.isThreaded,
      read: { () throws(ToolError) in UnsafePointer(try picture.nextRow()) },
      write: { rows, count throws(ToolError) in try picture.write(rows, rows: count) })
  }

  private func blur<S: Sample>(_ part: Region, of picture: Picture<S>) throws(ToolError) {
    let blur = try picture.memory { () throws(OutOfMemory) in
      try RegionBlur<S>(
        part, xRadius: xRadius, yRadius: yRadius, glass: glass, background: background,
        raster: picture.raster)
    }
    try blur.run(
      read: { () throws(ToolError) in try picture.nextRow() },
      write: { row throws(ToolError) in try picture.write(row, rows: 1) },
      outOfMemory: .outOfMemory(picture.place))
  }
}
