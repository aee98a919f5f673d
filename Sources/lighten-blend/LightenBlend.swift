import FilterTool
import Kernels
import Netpbm

/// Keeps the lighter of two pictures.
@main
struct LightenBlendTool: Tool {
  static let name: StaticString = "lighten-blend"
  static let purpose: StaticString = "the lighter of two pictures"
  static let example: StaticString = "lighten-blend -center glow.pam card.ppm >lit.ppm"
  static let operand: StaticString? = "overlayfile"

  let placement: PlacementOptions
  let opacity: Setting<Track>
  let accumulate: Setting<Bool>
  private var accumulation: Accumulation?

  init(_ table: inout OptionTable) {
    placement = PlacementOptions(
      &table, x: "columns from the left to the overlay", y: "rows from the top to the overlay")
    opacity = table.track("opacity", in: .from(0, to: 1), default: "1", "of the overlay")
    accumulate = table.flag(
      "accumulate", "no overlay: each picture over the result of those before it")
  }

  var takesOperand: Bool { !accumulate.value }

  mutating func prepare() throws(ToolError) {
    if accumulate.value && placement.isGiven {
      throw .wrongCall("-accumulate places nothing: leave out -x, -y and -center")
    }
  }

  var output: OutputKind { OutputKind() }
  func output(beside second: Header) -> OutputKind { OutputKind(isColored: second.isColor) }

  mutating func process<S: Sample>(
    _ picture: Picture<S>, at time: Double, remark: (StaticString) -> Void
  ) throws(ToolError) {
    let opacity = opacity.value.value(at: time)
    if let overlay = picture.second {
      let offset = placement.offset(of: overlay.raster, on: picture.raster, at: time)
      let reader = Overlay(overlay.raster, on: picture.raster)
      if reader.isAlike && offset.isWhole && opacity == 1 {
        try blendRows(of: overlay, offset, with: picture)
      } else {
        try blend(overlay, reader, offset, Float(opacity), with: picture)
      }
    } else {
      try accumulate(picture, opacity)
    }
  }

  /// An overlay of the same kind, on whole pixels.
  private func blendRows<S: Sample>(
    of overlay: RowSource, _ offset: Offset, with picture: Picture<S>
  ) throws(ToolError) {
    let lighten = Lighten<S>(picture.raster)
    let columns = offset.columns(of: overlay.raster, on: picture.raster)
    let skipped = max(0, -offset.column) * picture.raster.depth
    try picture.forEachRowConcurrently(besideSecondAt: offset.row) { row, other in
      if let other, !columns.isEmpty {
        lighten.blend(other.assumingMemoryBound(to: S.self) + skipped, columns: columns, into: row)
      } else {
        lighten.leave(row)
      }
    }
  }

  private func blend<S: Sample>(
    _ overlay: RowSource, _ reader: Overlay, _ offset: Offset, _ opacity: Float,
    with picture: Picture<S>
  ) throws(ToolError) {
    let lighten = Lighten<S>(picture.raster)
    let placed = try picture.memory { () throws(OutOfMemory) in
      try Placement(
        offset, sourceWidth: overlay.raster.width, sourceHeight: overlay.raster.height,
        canvasWidth: picture.raster.width, planes: reader.planes)
    }
    try picture.forEachRow { row, y throws(ToolError) in
      while placed.needsRow(for: y) {
        let target = placed.push()
        try overlay.nextRow(
          bytes: { reader.read($0, into: target) }, words: { reader.read($0, into: target) })
      }
      if placed.reaches(y) {
        lighten.blend(placed.row(y), opacity: opacity, columns: placed.columns, into: row)
      } else {
        lighten.leave(row)
      }
    }
  }

  private mutating func accumulate<S: Sample>(
    _ picture: Picture<S>, _ opacity: Double
  ) throws(ToolError) {
    let isFirst = accumulation == nil
    let accumulation = accumulation ?? Accumulation(picture.raster)
    self.accumulation = accumulation
    if !accumulation.raster.isAlike(picture.raster) {
      throw .failure(
        "\(picture.place): -accumulate needs pictures of one size and kind, as the first one's")
    }
    try picture.forEachRow { row, y throws(ToolError) in
      try picture.memory { () throws(OutOfMemory) in
        try accumulation.add(row, y: y, opacity: isFirst ? 1 : opacity)
      }
    }
  }
}
