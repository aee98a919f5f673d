import CNetpbm
import CSystem
import Kernels
import Netpbm

/// A command-line filter: its options, what its result looks like, and what it does to a picture.
///
/// A tool is a type with `@main`; its `main()` is the one below.
public protocol Tool {
  /// The command.
  static var name: StaticString { get }
  /// What it does, in a line.
  static var purpose: StaticString { get }
  /// A call that shows the tool at work.
  static var example: StaticString { get }

  /// Declares the options.
  init(_ table: inout OptionTable)

  /// The time of the only picture of a call that says nothing of time; nil for the clock's start.
  var restingTime: Double? { get }

  /// Which pictures are to be read before their first row can be made (`Picture.preview`); nil for a
  /// tool that never does.
  var readsTwice: ((Header) -> Bool)? { get }

  /// Looks at options together, and reads the files that they name, once the call has been read.
  mutating func prepare() throws(ToolError)

  /// The name of the second picture's operand, which then comes first; nil without one.
  static var operand: StaticString? { get }
  /// Whether this call has that operand.
  var takesOperand: Bool { get }

  /// What comes out, whatever goes in.
  var output: OutputKind { get }
  /// The same where it depends on the second picture.
  func output(beside second: Header) -> OutputKind

  /// Writes the result of a picture, at a time on the clock. `remark` tells the user of something
  /// that is no error.
  mutating func process<S: Sample>(
    _ picture: Picture<S>, at time: Double, remark: (StaticString) -> Void
  ) throws(ToolError)

  /// Called once all pictures have been written.
  func finish(remark: (StaticString) -> Void)
}

extension Tool {
  public var restingTime: Double? { nil }
  public var readsTwice: ((Header) -> Bool)? { nil }
  public mutating func prepare() throws(ToolError) {}
  public func output(beside second: Header) -> OutputKind { output }
  public func finish(remark: (StaticString) -> Void) {}
  public static var operand: StaticString? { nil }
  public var takesOperand: Bool { Self.operand != nil }
}

/// Pixels of empty canvas on each side of a picture, 0 up.
public struct Margin {
  public let top, right, bottom, left: Int

  public init(top: Int = 0, right: Int = 0, bottom: Int = 0, left: Int = 0) {
    self.top = top
    self.right = right
    self.bottom = bottom
    self.left = left
  }
}

/// What a tool makes of a picture's kind. What is not said here stays.
public struct OutputKind {
  /// The result has opacity, also where the picture has none.
  var makesOpacity: Bool
  /// A gray picture becomes RGB.
  var makesColor: Bool
  /// The result is flattened: it has no opacity, and is a PGM or PPM.
  var isFlattened: Bool
  /// Empty canvas around the picture.
  var margin: Margin

  /// - Parameters:
  ///   - makesOpacity: whether the tool makes transparency.
  ///   - colors: those that options name: one that is not gray makes a gray picture RGB.
  ///   - background: what the result is flattened onto, if anything.
  ///   - isColored: whether a gray picture becomes RGB in any case.
  ///   - margin: what is added around the picture.
  public init(
    makesOpacity: Bool = false, colors: [Color] = [], background: Color? = nil,
    isColored: Bool = false, margin: Margin = Margin()
  ) {
    self.makesOpacity = makesOpacity
    self.margin = margin
    var isColored = isColored
    for color in colors where !color.isGray { isColored = true }
    if let background, !background.isGray { isColored = true }
    makesColor = isColored
    isFlattened = background != nil
  }

  /// The kind of the rows that the tool works on.
  func working(on header: Header) -> Header {
    var result = header
    if header.isBilevel {
      result.isBilevel = false
      result.maxval = 255
    }
    if makesColor { result.isColor = true }
    if makesOpacity {
      result.hasOpacity = true
      result.container = .pam
    }
    return result
  }

  /// The kind of the result.
  func result(of header: Header) -> Header {
    var result = working(on: header)
    if isFlattened {
      result.hasOpacity = false
      result.container = .pnm
    }
    result.width += margin.left + margin.right
    result.height += margin.top + margin.bottom
    return result
  }
}
