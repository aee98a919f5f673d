import FilterTool
import Kernels

/// Puts a pane of frosted glass over pictures.
@main
struct FrostTool: Tool {
  static let name: StaticString = "frost"
  static let purpose: StaticString = "a pane of frosted glass over the picture"
  static let example: StaticString = "frost -region 40,40,220,120 card.ppm >panel.ppm"

  let radius: Setting<Track>
  let curve: Setting<[Double]>
  let amount: Setting<Track>
  let saturation: Setting<Track>
  let region: Setting<Region?>
  let background: Setting<Color?>

  init(_ table: inout OptionTable) {
    radius = table.track(
      "radius", in: .from(0, to: 1000), default: "22.5", "of the blur, in pixels")
    curve = table.numbers(
      "curve", argument: "A,B,C,D", count: 4, in: .from(0, to: 1),
      default: "0.24,0.24,0.30,0.39", "Bezier ordinates of the luminance curve")
    amount = table.track(
      "amount", in: .from(0, to: 1), default: "0.5", "how much of the curve is mixed in")
    saturation = table.track(
      "saturation", in: .from(0, to: 10), default: "1.1", "of the colors; 1 leaves them")
    region = table.region("region", "a panel: only this rectangle, by itself")
    background = table.background()
  }

  var output: OutputKind { OutputKind(background: background.value) }

  func process<S: Sample>(
    _ picture: Picture<S>, at time: Double, remark: (StaticString) -> Void
  ) throws(ToolError) {
    let radius = radius.value.value(at: time)
    let ordinates = curve.value
    let glass = FrostedGlass(
      curve: (ordinates[0], ordinates[1], ordinates[2], ordinates[3]),
      amount: amount.value.value(at: time), saturation: saturation.value.value(at: time))
    let softening = Softening(
      xRadius: radius, yRadius: radius, edge: .normalize, region: region.value,
      background: background.value, glass: glass)
    try softening.apply(to: picture)
  }
}
