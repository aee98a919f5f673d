import FilterTool
import Kernels

/// A band of light that sweeps over a picture, from the top left to the bottom right corner.
@main
struct GlintTool: Tool {
  static let name: StaticString = "glint"
  static let purpose: StaticString = "a band of light that sweeps over the picture"
  static let example: StaticString =
    "glint -frames 50 card.ppm | ffmpeg -f image2pipe -r 30 -i - card.gif"

  let position: Setting<Track>
  let speed: Setting<Double>
  let width: Setting<Double>
  let strength: Setting<Track>
  let color: Setting<Color>

  init(_ table: inout OptionTable) {
    position = table.track(
      "position", in: .any, "where on the diagonal, 0 to 1, instead of the clock")
    speed = table.number(
      "speed", argument: "S", in: .from(0, to: 1000), default: "0.6", "sweeps a second")
    width = table.number(
      "width", argument: "W", in: .from(0.001, to: 10), default: "0.3",
      "half-width, as a share of the diagonal")
    strength = table.track(
      "strength", in: .any, default: "0.6", "how much light at its center")
    color = table.color("color", default: .white, "white", "of the light")
  }

  var output: OutputKind { OutputKind(colors: [color.value]) }

  func process<S: Sample>(
    _ picture: Picture<S>, at time: Double, remark: (StaticString) -> Void
  ) throws(ToolError) {
    let position =
      position.isGiven
      ? position.value.value(at: time) : Glint<S>.position(afterSweeps: time * speed.value)
    let glint = try picture.memory { () throws(OutOfMemory) in
      try Glint<S>(
        position: position, halfWidth: width.value, strength: strength.value.value(at: time),
        color: color.value, raster: picture.raster)
    }
    try picture.forEachRow { row, y throws(ToolError) in glint.brighten(row, y: y) }
  }
}
