import FilterTool
import Kernels
import Netpbm

/// Brightens the side of pictures that is tilted up.
@main
struct TiltlightTool: Tool {
  static let name: StaticString = "tiltlight"
  static let purpose: StaticString = "brightens the side that is tilted up"
  static let example: StaticString = "tiltlight -x -0.5 -y -0.3 card.ppm >lit.ppm"

  let x: Setting<Track>
  let y: Setting<Track>
  let tilt: Setting<CText?>
  let strength: Setting<Track>
  let color: Setting<Color>
  private var log: TiltLog?
  private var hasMetLog = false

  init(_ table: inout OptionTable) {
    x = table.track("x", in: .any, "the tilt in g, usually -1 to 1 (default 0)")
    y = table.track("y", in: .any, "the same (default -1, or 0 where -x is given)")
    tilt = table.file("tilt", "a log of x and y over time (CSV), instead of -x and -y")
    strength = table.track("strength", in: .any, default: "1", "how much light")
    color = table.color("color", default: .white, "white", "of the light")
  }

  mutating func prepare() throws(ToolError) {
    guard let path = tilt.value else { return }
    if x.isGiven || y.isGiven {
      throw .wrongCall("-tilt stands instead of -x and -y: give it, or them")
    }
    log = try TiltLog(path: path)
  }

  var output: OutputKind { OutputKind(colors: [color.value]) }

  mutating func process<S: Sample>(
    _ picture: Picture<S>, at time: Double, remark: (StaticString) -> Void
  ) throws(ToolError) {
    let (x, y) = tilt(at: time)
    if let log, log.covers(time) { hasMetLog = true }
    let light = try picture.memory { () throws(OutOfMemory) in
      try Tiltlight<S>(
        x: x, y: y, strength: strength.value.value(at: time), color: color.value,
        raster: picture.raster)
    }
    try picture.forEachRow { row, y throws(ToolError) in light.brighten(row, y: y) }
  }

  private func tilt(at time: Double) -> (x: Double, y: Double) {
    if let log { return log.tilt(at: time) }
    if !x.isGiven && !y.isGiven { return (0, -1) }
    return (x.value.value(at: time), y.value.value(at: time))
  }

  func finish(remark: (StaticString) -> Void) {
    if log != nil && !hasMetLog {
      remark("no picture's time lies within the log: -time and -fps set the clock")
    }
  }
}
