import FilterTool
import Kernels
import Netpbm

/// Burns pictures away, from the bottom to the top.
@main
struct BurnFrameTool: Tool {
  static let name: StaticString = "burnframe"
  static let purpose: StaticString = "the picture burns away, from the bottom to the top"
  static let example: StaticString =
    "burnframe -frames 120 card.ppm | ffmpeg -f pam_pipe -i - card.webp"

  let duration: Setting<Double>
  let burnt: Setting<Track>
  let style: Setting<Int>
  let scale: Setting<Double>
  let sparks: Setting<Double>
  let smoke: Setting<Double>
  let char: Setting<Double>
  let seed: Setting<UInt64>
  let margin: Setting<Margin>
  let background: Setting<Color?>

  /// What all pictures of a run share.
  private var source: FlameSource?

  init(_ table: inout OptionTable) {
    duration = table.number(
      "duration", argument: "D", in: .above(0, to: 86400), default: "4",
      "seconds until gone; classic: 2")
    burnt = table.track(
      "burnt", in: .from(0, to: 1), "how much is burnt, instead of the clock")
    style = table.choice(
      "style", argument: "STYLE", of: ["flame", "classic"], default: 0, "how it burns")
    scale = table.number(
      "scale", argument: "S", in: .above(0, to: 1000),
      "pixels to a point, else height / 300")
    sparks = table.number(
      "sparks", argument: "N", in: .from(0, to: 100_000),
      "sparks born a second, else by style and width")
    smoke = table.number(
      "smoke", argument: "N", in: .from(0, to: 100_000),
      "puffs born a second, else by style and width")
    char = table.number(
      "char", argument: "H", in: .from(0, to: 10000), default: "10",
      "points that are blackened")
    seed = table.count(
      "seed", synonym: "randomseed", in: 0...UInt64.max, default: "0", "of the random numbers")
    margin = table.margin("margin", "pixels to add: top, right, bottom, left")
    background = table.background()
  }

  private var isClassic: Bool { style.value == 1 }

  private var seconds: Double { duration.isGiven ? duration.value : isClassic ? 2 : 4 }

  var restingTime: Double? { burnt.isGiven ? nil : seconds / 2 }

  var readsTwice: ((Header) -> Bool)? { isClassic ? nil : { header in header.hasOpacity } }

  var output: OutputKind {
    OutputKind(
      makesOpacity: true, background: background.value, isColored: true, margin: margin.value)
  }

  mutating func prepare() throws(ToolError) {
    if isClassic { return }
    let seed = seed.value
    source = try Self.memory { () throws(OutOfMemory) in try FlameSource(seed: seed) }
  }

  private static func memory<Result>(
    _ body: () throws(OutOfMemory) -> Result
  ) throws(ToolError) -> Result {
    do throws(OutOfMemory) { return try body() } catch { throw .failure("out of memory") }
  }

  mutating func process<S: Sample>(
    _ picture: Picture<S>, at time: Double, remark: (StaticString) -> Void
  ) throws(ToolError) {
    let raster = picture.raster
    let margin = margin.value
    let canvas = BurnCanvas(
      pictureWidth: raster.width, pictureHeight: raster.height,
      scale: scale.isGiven ? scale.value : Double(raster.height) / 300, top: margin.top,
      right: margin.right, bottom: margin.bottom, left: margin.left)
    if isClassic {
      try burnClassic(picture, canvas, at: time)
    } else {
      try burnFlame(picture, canvas, at: time)
    }
  }

  /// How much is burnt, the edge taking `seconds` where the clock drives it.
  private func progress(seconds: Double) -> BurnProgress {
    let track = burnt.isGiven ? burnt.value : nil
    return BurnProgress(seconds: seconds, burnt: track.map { track in { track.value(at: $0) } })
  }

  private func burnClassic<S: Sample>(
    _ picture: Picture<S>, _ canvas: BurnCanvas, at time: Double
  ) throws(ToolError) {
    let frame = try picture.memory { () throws(OutOfMemory) in
      try ClassicFrame(
        progress: progress(seconds: seconds), duration: seconds, time: time, canvas: canvas,
        charHeight: char.value, sparks: sparks.isGiven ? sparks.value : 500,
        smoke: smoke.isGiven ? smoke.value : 50, seed: seed.value, background: background.value,
        maxval: picture.raster.maxval)
    }
    try burn(picture, canvas, frame)
  }

  private func burnFlame<S: Sample>(
    _ picture: Picture<S>, _ canvas: BurnCanvas, at time: Double
  ) throws(ToolError) {
    let maxval = picture.raster.maxval
    let isOpaque = !picture.hasOwnOpacity
    let feed = try picture.memory { () throws(OutOfMemory) in
      try Feed(canvas, isOpaque: isOpaque)
    }
    if !isOpaque { try picture.preview { row in feed.add(row, maxval: maxval) } }
    let frame = try picture.memory { () throws(OutOfMemory) in
      try FlameFrame(
        source!, progress: progress(seconds: 0.75 * seconds), duration: seconds, time: time,
        canvas: canvas, charHeight: char.value, sparks: sparks.isGiven ? sparks.value : nil,
        smoke: smoke.isGiven ? smoke.value : nil, feed: feed, isOpaque: isOpaque,
        background: background.value, maxval: maxval)
    }
    try burn(picture, canvas, frame)
  }

  /// Renders strips of the frame, on all threads at a time, and writes them.
  private func burn<S: Sample, Frame: BurningFrame>(
    _ picture: Picture<S>, _ canvas: BurnCanvas, _ frame: Frame
  ) throws(ToolError) {
    let samplesPerRow = 4 * canvas.width
    let threads = canvas.width * canvas.height < 1 << 14 ? 1 : picture.threads
    // Each strip computes some rows of nodes that the one before it had too: it must not be low.
    let room = max(1, (1 << 19) / (samplesPerRow * MemoryLayout<S>.size))
    let height = min(room, 48, (canvas.height + threads - 1) / threads)
    let strips = 2 * threads
    let (rows, workspaces) = try picture.memory { () throws(OutOfMemory) in
      var workspaces: [Frame.Workspace] = []
      for _ in 0..<threads { workspaces.append(try frame.makeWorkspace()) }
      return (try Storage<S>(strips * height * samplesPerRow), workspaces)
    }
    var y = 0
    while y < canvas.height {
      let count = min(strips * height, canvas.height - y)
      for row in 0..<count {
        try place(picture, canvas, y + row, rows.base + row * samplesPerRow)
      }
      shareOut((count + height - 1) / height, threads: threads) { strip, thread in
        for row in strip * height..<min((strip + 1) * height, count) {
          frame.burn(rows.base + row * samplesPerRow, y: y + row, in: workspaces[thread])
        }
      }
      if background.value == nil {
        try picture.write(rows.base, rows: count)
      } else {
        for row in 0..<count { try picture.write(rows.base + row * samplesPerRow, rows: 1) }
      }
      y += count
    }
  }

  /// Puts row `y` of the canvas, RGBA, in its place.
  private func place<S: Sample>(
    _ picture: Picture<S>, _ canvas: BurnCanvas, _ y: Int, _ target: UnsafeMutablePointer<S>
  ) throws(ToolError) {
    if canvas.hasMargin { target.clearElements(4 * canvas.width) }
    if y < canvas.top || y >= canvas.top + canvas.pictureHeight { return }
    let row = UnsafePointer(try picture.nextRow())
    (target + 4 * canvas.left).copyElements(row, 4 * canvas.pictureWidth)
  }
}
