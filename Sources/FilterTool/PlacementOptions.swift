import Kernels

/// Where a second picture goes on the first: `-x`, `-y` and `-center`, as `mask` and
/// `lighten-blend` have them.
public struct PlacementOptions {
  private let x: Setting<Track>
  private let y: Setting<Track>
  private let center: Setting<Bool>

  /// Declares the three; what `-help` says of `-x` and `-y` depends on the tool.
  public init(_ table: inout OptionTable, x xHelp: StaticString, y yHelp: StaticString) {
    x = table.track("x", in: .any, default: "0", xHelp)
    y = table.track("y", in: .any, default: "0", yHelp)
    center = table.flag("center", "measure -x and -y from where both centers meet")
  }

  /// Whether the call has one of them.
  public var isGiven: Bool { x.isGiven || y.isGiven || center.value }

  /// Where the top left of the second picture goes.
  public func offset(of second: Raster, on canvas: Raster, at time: Double) -> Offset {
    var left = 0.0
    var top = 0.0
    if center.value {
      left = Double(canvas.width - second.width) / 2
      top = Double(canvas.height - second.height) / 2
      // What does not move stands on whole pixels.
      if x.value.isConstant && y.value.isConstant {
        left = left.rounded(.down)
        top = top.rounded(.down)
      }
    }
    return Offset(x: left + x.value.value(at: time), y: top + y.value.value(at: time))
  }
}
