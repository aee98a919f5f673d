import FilterTool
import Kernels
import Netpbm

/// Blurs pictures by a true Gaussian.
@main
struct BlurTool: Tool {
  static let name: StaticString = "blur"
  static let purpose: StaticString = "a true Gaussian blur"
  static let example: StaticString = "blur -radius 20 card.ppm >soft.ppm"

  let radius: Setting<Track>
  let xradius: Setting<Track>
  let yradius: Setting<Track>
  let edge: Setting<Int>
  let region: Setting<Region?>
  let background: Setting<Color?>

  init(_ table: inout OptionTable) {
    radius = table.track(
      "radius", synonym: "sigma", in: .from(0, to: 1000), default: "2",
      "standard deviation in pixels")
    xradius = table.track(
      "xradius", in: .from(0, to: 1000), "along rows, instead of -radius")
    yradius = table.track(
      "yradius", in: .from(0, to: 1000), "along columns, instead of -radius")
    edge = table.choice(
      "edge", argument: "EDGE", of: ["auto", "transparent", "clamp", "mirror", "normalize"],
      default: 0, "what lies beyond the border")
    region = table.region("region", "blur only this rectangle, by itself")
    background = table.background()
  }

  mutating func prepare() throws(ToolError) {
    if region.isGiven && edge.isGiven && edge.value != 2 {
      throw .wrongCall("-region repeats its own border: leave -edge out")
    }
  }

  var output: OutputKind {
    OutputKind(makesOpacity: edge.value == 1, background: background.value)
  }

  func process<S: Sample>(
    _ picture: Picture<S>, at time: Double, remark: (StaticString) -> Void
  ) throws(ToolError) {
    let radius = radius.value.value(at: time)
    let softening = Softening(
      xRadius: xradius.isGiven ? xradius.value.value(at: time) : radius,
      yRadius: yradius.isGiven ? yradius.value.value(at: time) : radius,
      edge: chosenEdge(for: picture.raster), region: region.value, background: background.value)
    try softening.apply(to: picture)
  }

  private func chosenEdge(for raster: Raster) -> BlurEdge {
    switch edge.value {
    case 1: .transparent
    case 2: .clamp
    case 3: .mirror
    case 4: .normalize
    default: raster.hasOpacity ? .transparent : .clamp
    }
  }
}
