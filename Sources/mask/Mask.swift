import FilterTool
import Kernels
import Netpbm

/// Multiplies the opacity of pictures, by another picture or by a shape.
@main
struct MaskTool: Tool {
  static let name: StaticString = "mask"
  static let purpose: StaticString = "multiplies opacity, by a picture or a shape"
  static let example: StaticString = "mask -shape roundrect -radius 24 card.ppm >card.pam"
  static let operand: StaticString? = "maskfile"

  let shape: Setting<Int>
  let radius: Setting<Track>
  let corner: Setting<Int>
  let invert: Setting<Bool>
  let placement: PlacementOptions
  let background: Setting<Color?>

  init(_ table: inout OptionTable) {
    shape = table.choice(
      "shape", argument: "SHAPE", of: ["roundrect", "ellipse", "circle", "capsule"],
      "instead of a maskfile")
    radius = table.track(
      "radius", in: .from(0, to: 1000), default: "8", "corner radius of roundrect, in pixels")
    corner = table.choice(
      "corner", argument: "CORNER", of: ["circular", "continuous"], default: 1,
      "of roundrect")
    invert = table.flag("invert", "clear what the mask covers, and keep the rest")
    placement = PlacementOptions(
      &table, x: "columns from the left to the mask", y: "rows from the top to the mask")
    background = table.background()
  }

  var takesOperand: Bool { !shape.isGiven }

  mutating func prepare() throws(ToolError) {
    if shape.isGiven && placement.isGiven {
      throw .wrongCall("-shape fills the picture: leave out -x, -y and -center, or give a maskfile")
    }
  }

  var output: OutputKind { OutputKind(makesOpacity: true, background: background.value) }

  func process<S: Sample>(
    _ picture: Picture<S>, at time: Double, remark: (StaticString) -> Void
  ) throws(ToolError) {
    let mask = Mask<S>(
      isInverted: invert.value, background: background.value, raster: picture.raster)
    if let maskPicture = picture.second {
      try apply(mask, maskPicture, to: picture, at: time)
    } else {
      let coverage = try picture.memory { () throws(OutOfMemory) in
        try Coverage(
          chosenShape(at: time), width: picture.raster.width, height: picture.raster.height)
      }
      try picture.forEachRow { row, y throws(ToolError) in mask.apply(coverage.row(y), to: row) }
    }
  }

  private func chosenShape(at time: Double) -> Shape {
    switch shape.value {
    case 0:
      .roundedRectangle(
        radius: radius.value.value(at: time), corner: corner.value == 0 ? .circular : .continuous)
    case 1: .ellipse
    case 2: .circle
    default: .capsule
    }
  }

  private func apply<S: Sample>(
    _ mask: Mask<S>, _ maskPicture: RowSource, to picture: Picture<S>, at time: Double
  ) throws(ToolError) {
    let size = maskPicture.raster
    let canvas = picture.raster
    if !placement.isGiven && (size.width != canvas.width || size.height != canvas.height) {
      throw .failure(
        """
        \(maskPicture.place) is \(size.width) x \(size.height), but \(picture.place) is \
        \(canvas.width) x \(canvas.height): give -x, -y or -center to place it
        """)
    }
    let values = MaskValues(size)
    let placed = try picture.memory { () throws(OutOfMemory) in
      try Placement(
        placement.offset(of: size, on: canvas, at: time), sourceWidth: size.width,
        sourceHeight: size.height, canvasWidth: canvas.width, planes: 1)
    }
    try picture.forEachRow { row, y throws(ToolError) in
      while placed.needsRow(for: y) {
        let target = placed.push()
        try maskPicture.nextRow(
          bytes: { values.read($0, into: target) }, words: { values.read($0, into: target) })
      }
      mask.apply(placed.row(y), to: row)
    }
  }
}
