import CSystem
import FilterTool

@testable import alphathreshold
@testable import blur
@testable import burnframe
@testable import frost
@testable import glint
@testable import lighten_blend
@testable import mask
@testable import tiltlight
@testable import tint

/// What is tried with the inputs of libFuzzer, which makes them so that they reach ever more of the
/// code. A target stops the program where a tool breaks a promise.
private let targets: [(name: String, run: @Sendable (UnsafeBufferPointer<UInt8>) -> Void)] = [
  ("reader", fuzzReader),
  ("options", fuzzOptions),
  ("track", fuzzTrack),
  ("csv", fuzzTiltLog),
  ("alphathreshold", { fuzzTool(AlphaThresholdTool.self, $0) }),
  ("blur", { fuzzTool(BlurTool.self, $0) }),
  ("burnframe", { fuzzTool(BurnFrameTool.self, $0) }),
  ("frost", { fuzzTool(FrostTool.self, $0) }),
  ("glint", { fuzzTool(GlintTool.self, $0) }),
  ("lighten-blend", { fuzzTool(LightenBlendTool.self, $0) }),
  ("mask", { fuzzTool(MaskTool.self, $0) }),
  ("tiltlight", { fuzzTool(TiltlightTool.self, $0) }),
  ("tint", { fuzzTool(TintTool.self, $0) }),
]

nonisolated(unsafe) private var target = 0

/// libFuzzer, whose `main` this is, calls it first. The program's first argument is a target, or
/// nothing for a list of them.
@_cdecl("LLVMFuzzerInitialize")
func initialize(
  _ argc: UnsafeMutablePointer<CInt>,
  _ argv: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>
) -> CInt {
  let given = argc.pointee > 1 ? String(cString: argv.pointee[1]!) : nil
  guard let place = targets.firstIndex(where: { $0.name == given }) else {
    for (name, _) in targets { print(name) }
    exit(given == nil ? 0 : 2)
  }
  target = place
  // Errors and results of tools go to files: this keeps libFuzzer's own words apart.
  argv.pointee[1] = strdup("-close_fd_mask=3")
  return 0
}

@_cdecl("LLVMFuzzerTestOneInput")
func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  targets[target].run(UnsafeBufferPointer(start: bytes, count: count))
  return 0
}
