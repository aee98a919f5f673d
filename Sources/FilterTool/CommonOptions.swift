import CSystem

/// The options that every tool has.
struct CommonOptions {
  let rate: Setting<Double>
  let time: Setting<Double>
  let first: Setting<UInt64>
  let frames: Setting<UInt64>
  let output: Setting<CText?>
  let threads: Setting<UInt64>
  let progress: Setting<Bool>
  let plain: Setting<Bool>
  let quiet: Setting<Bool>

  init(_ table: inout OptionTable) {
    rate = table.rate("fps", default: "30", "pictures a second")
    time = table.number(
      "time", argument: "T", in: .any, default: "0", "seconds at which the clock starts")
    first = table.count(
      "first", in: 0...UInt64(1) << 53, default: "0", "the first picture's number on the clock")
    frames = table.count(
      "frames", in: 1...UInt64(1) << 53, "write N pictures; the last one is held")
    output = table.file("output", "write to FILE, all or nothing")
    threads = table.count("threads", in: 1...256, "worker threads, instead of one a processor")
    progress = table.flag("progress", "tell how far it is")
    plain = table.flag("plain", "write plain (ASCII) kinds")
    quiet = table.flag("quiet", "only errors")
    _ = table.flag("help", "this summary")
    _ = table.flag("version", "of pnmfx and libnetpbm")
  }

  /// Seconds on the clock of picture `k`, from 0; `resting` where the call says nothing of time.
  func clock(of k: UInt64, resting: Double?) -> Double {
    if let resting, !time.isGiven && !first.isGiven && !frames.isGiven { return resting }
    return time.value + Double(first.value + k) / rate.value
  }
}
