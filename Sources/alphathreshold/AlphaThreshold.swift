import FilterTool
import Kernels
import Netpbm

/// Hard edges from soft ones.
@main
struct AlphaThresholdTool: Tool {
  static let name: StaticString = "alphathreshold"
  static let purpose: StaticString = "hard edges from soft ones"
  static let example: StaticString =
    "alphathreshold -min 0.5 -antialias -color navy soft.pam >icon.pam"

  let min: Setting<Track>
  let max: Setting<Track>
  let color: Setting<Color>
  let keep: Setting<Bool>
  let luma: Setting<Bool>
  let antialias: Setting<Bool>
  let soft: Setting<Track>
  let background: Setting<Color?>
  private var hasRemarked = false

  init(_ table: inout OptionTable) {
    min = table.track(
      "min", in: .from(0, to: 1), default: "0.3", "the least value that becomes opaque")
    max = table.track(
      "max", in: .from(0, to: 1), default: "1", "the greatest value that becomes opaque")
    color = table.color("color", default: .black, "black", "of what becomes opaque")
    keep = table.flag("keep", "keep each pixel's own color instead")
    luma = table.flag("luma", "look at the luminance instead of the opacity")
    antialias = table.flag("antialias", "edges one pixel wide, whatever the blur")
    soft = table.track(
      "soft", in: .from(0, to: 1), default: "0", "half-width of a ramp at each bound")
    background = table.background()
  }

  mutating func prepare() throws(ToolError) {
    let areNumbers = min.value.isConstant && max.value.isConstant
    if areNumbers && min.value.value(at: 0) > max.value.value(at: 0) {
      throw .wrongCall("-min is above -max: nothing would be left: give a range")
    }
    if soft.isGiven && antialias.value {
      throw .wrongCall("-soft and -antialias exclude each other: give one of them")
    }
  }

  var output: OutputKind {
    OutputKind(
      makesOpacity: true, colors: keep.value ? [] : [color.value], background: background.value)
  }

  mutating func process<S: Sample>(
    _ picture: Picture<S>, at time: Double, remark: (StaticString) -> Void
  ) throws(ToolError) {
    if !picture.hasOwnOpacity && !luma.value && !hasRemarked {
      remark("the picture has no opacity and counts as opaque: -luma looks at its luminance")
      hasRemarked = true
    }
    let threshold = Threshold(
      low: min.value.value(at: time), high: max.value.value(at: time),
      softness: soft.value.value(at: time))
    let color = keep.value ? nil : color.value
    if antialias.value {
      let kernel = try picture.memory { () throws(OutOfMemory) in
        try AntialiasedThreshold<S>(
          threshold, looksAtLuminance: luma.value, color: color, background: background.value,
          raster: picture.raster)
      }
      while let strip = try picture.nextStrip() {
        for i in 0..<strip.rows {
          try kernel.push(strip.base + i * picture.raster.samplesPerRow) { row throws(ToolError) in
            try picture.write(row, rows: 1)
          }
        }
      }
      try kernel.finish { row throws(ToolError) in try picture.write(row, rows: 1) }
    } else {
      let kernel = try picture.memory { () throws(OutOfMemory) in
        try AlphaThreshold<S>(
          threshold, looksAtLuminance: luma.value, color: color, background: background.value,
          raster: picture.raster)
      }
      try picture.forEachRow { row, _ throws(ToolError) in kernel.apply(to: row) }
    }
  }
}
