import FilterTool
import Kernels

/// Multiplies pictures by a color.
@main
struct TintTool: Tool {
  static let name: StaticString = "tint"
  static let purpose: StaticString = "multiplies by a color"
  static let example: StaticString = "tint -color orange -strength 0.5 card.ppm >warm.ppm"

  let color: Setting<Color>
  let strength: Setting<Track>

  init(_ table: inout OptionTable) {
    color = table.color("color", default: .red, "red", "what is multiplied by")
    strength = table.track(
      "strength", in: .from(0, to: 1), default: "1", "how much of it: 0 changes nothing")
  }

  var output: OutputKind { OutputKind(colors: [color.value]) }

  func process<S: Sample>(
    _ picture: Picture<S>, at time: Double, remark: (StaticString) -> Void
  ) throws(ToolError) {
    let tint = try picture.memory { () throws(OutOfMemory) in
      try Tint<S>(
        color: color.value, strength: strength.value.value(at: time), raster: picture.raster)
    }
    try picture.forEachRowConcurrently { row, _ in tint.multiply(row) }
  }
}
