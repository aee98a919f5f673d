import CSystem
import Netpbm

@testable import FilterTool
@testable import alphathreshold
@testable import blur
@testable import burnframe
@testable import frost
@testable import glint
@testable import lighten_blend
@testable import mask
@testable import tiltlight
@testable import tint

/// A call of a tool: the first byte says of which, each line after it is an argument.
func fuzzOptions(_ input: UnsafeBufferPointer<UInt8>) {
  guard let first = input.first else { return }
  let lines = input.dropFirst().split(
    separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
  let words = lines.map { $0.prefix { $0 != 0 }.map { CChar(bitPattern: $0) } + [0] }
  let calls: [([[CChar]]) -> Void] = [
    { call(AlphaThresholdTool.self, $0) }, { call(BlurTool.self, $0) },
    { call(BurnFrameTool.self, $0) }, { call(FrostTool.self, $0) },
    { call(GlintTool.self, $0) }, { call(LightenBlendTool.self, $0) },
    { call(MaskTool.self, $0) }, { call(TiltlightTool.self, $0) }, { call(TintTool.self, $0) },
  ]
  calls[Int(first) % calls.count](words)
}

private func call<T: Tool>(_: T.Type, _ words: [[CChar]]) {
  var argv = [strdup("tool")] + words.map { strdup($0) } + [nil]
  defer { for word in argv { free(word) } }
  var table = OptionTable()
  let tool = T(&table)
  let common = CommonOptions(&table)
  do throws(ToolError) {
    let call = try argv.withUnsafeMutableBufferPointer { argv throws(ToolError) in
      try Call(table, argv.baseAddress!, Int32(argv.count - 1))
    }
    require(call.operands.count <= words.count, "more operands than arguments")
    if call.wantsHelp || call.wantsVersion { return }
    let time = common.clock(of: 3, resting: tool.restingTime)
    require(!time.isNaN, "a clock that is no number")
    require((1...256).contains(common.threads.value) || !common.threads.isGiven, "threads")
    _ = tool.output.result(
      of: Header(container: .pnm, width: 1, height: 1, maxval: 255, isColor: false))
  } catch {
    require(error.status == 2, "a wrong call with another status")
    require(!error.message.asOneLine().bytes.isEmpty, "no message")
  }
}

/// A track: the first byte says within which range.
func fuzzTrack(_ input: UnsafeBufferPointer<UInt8>) {
  guard let first = input.first else { return }
  let ranges: [NumberRange] = [.any, .from(0, to: 1), .from(0, to: 1000), .above(0, to: 86400)]
  let range = ranges[Int(first) % ranges.count]
  let text = input.dropFirst().prefix { $0 != 0 }.map { CChar(bitPattern: $0) } + [0]
  var problem: Text = ""
  guard let track = Track(text, in: range, problem: &problem) else {
    require(!problem.bytes.isEmpty, "no message")
    return
  }
  let largest = Double.greatestFiniteMagnitude
  for time in [
    -largest, -1e9, -1, -1e-300, 0, 1e-300, 0.1, 0.28, 1.0 / 3, 0.5, 1, 2, 3.7, 100, 1e9, 1e300,
    largest,
  ] {
    let value = track.value(at: time)
    require(value.isFinite, "a value that is not finite")
    require(range.contains(value), "a value outside the range")
  }
}

/// A log of tiltlight.
func fuzzTiltLog(_ input: UnsafeBufferPointer<UInt8>) {
  let file = Files.shared.main
  file.hold(input)
  do throws(ToolError) {
    let log = try TiltLog(path: file.path)
    for time in [-1e300, -1, 0, 1e-9, 0.1, 0.5, 1, 1.5, 60, 1e300] {
      let (x, y) = log.tilt(at: time)
      require(x.isFinite && y.isFinite, "a tilt that is not finite")
      _ = log.covers(time)
    }
  } catch {
    require(error.status == 1, "a bad file with another status")
    require(!error.message.asOneLine().bytes.isEmpty, "no message")
  }
}
