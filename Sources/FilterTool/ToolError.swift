import CSystem
import Kernels
import Netpbm

/// Why a tool stops: one line, without the tool's name, and the exit status.
public struct ToolError: Error {
  let message: Text
  let status: Int32

  /// Anything that fails and is not the call's fault: status 1.
  public static func failure(_ message: Text) -> ToolError {
    ToolError(message: message, status: 1)
  }

  /// A wrong call, found before any input is read: status 2.
  public static func wrongCall(_ message: Text) -> ToolError {
    ToolError(message: message, status: 2)
  }

  init(message: Text, status: Int32) {
    self.message = message
    self.status = status
  }

  init(_ error: NetpbmError) { self = .failure(error.message) }
}

/// Every message of this layer.
extension ToolError {
  // MARK: Options

  static func unknownOption(_ given: Text, nearest: StaticString?) -> ToolError {
    guard let nearest else { return .wrongCall("unknown option '\(given)': -help lists all") }
    return .wrongCall("unknown option '\(given)': did you mean -\(nearest)? -help lists all")
  }

  static func ambiguous(_ given: Text, _ names: [StaticString]) -> ToolError {
    var list: Text = "-\(names[0])"
    for name in names.dropFirst() { list.append(" or -\(name)") }
    return .wrongCall("option '\(given)' is ambiguous: give \(list)")
  }

  static func noOptionName(_ given: Text) -> ToolError {
    .wrongCall("'\(given)' names no option: -help lists all")
  }

  static func value(_ option: StaticString, _ given: Text, _ wanted: Text) -> ToolError {
    .wrongCall("-\(option)=\(given): give \(wanted)")
  }

  static func missingValue(_ option: StaticString) -> ToolError {
    .wrongCall("-\(option) needs a value: -help lists what it takes")
  }

  static func color(_ option: StaticString, _ given: Text, _ reason: Text) -> ToolError {
    .wrongCall(
      """
      -\(option)=\(given): no such color (\(reason)): write numbers, as in #ff8800 or \
      rgb:ff/88/00
      """)
  }

  // MARK: Operands and standard streams

  static func tooManyOperands(_ extra: Text, _ usage: Text) -> ToolError {
    .wrongCall("one argument too many, '\(extra)': the call is \(usage)")
  }

  static func missingOperand(_ name: StaticString, _ usage: Text) -> ToolError {
    .wrongCall("the \(name) is missing: the call is \(usage)")
  }

  static func standardInputTwice(_ usage: Text) -> ToolError {
    .wrongCall("both pictures cannot come from standard input: the call is \(usage)")
  }

  static let terminalInput = ToolError.wrongCall(
    "standard input is a terminal: name a file, or give a picture, as in '< card.ppm'")

  static let terminalOutput = ToolError.wrongCall(
    "standard output is a terminal: send the picture to a file or a program, or give -plain")

  static let plainOpacity = ToolError.wrongCall(
    "-plain cannot write opacity: leave it out, or give -background where the tool has it")

  static func plainOpacity(_ stream: Text) -> ToolError {
    .failure("\(stream): -plain cannot write opacity: leave -plain out")
  }

  // MARK: Pictures

  static func outOfMemory(_ stream: Text) -> ToolError { .failure("\(stream): out of memory") }

  static func tooLarge(_ stream: Text, _ result: Header) -> ToolError {
    .failure(
      """
      \(stream) would become \(result.width) x \(result.height), which is too large: give less \
      margin
      """)
  }

  static func unequalStreams(ended: Text, after count: Int, other: Text) -> ToolError {
    .failure("\(ended) ends after \(count) pictures, but \(other) goes on: give as many, or one")
  }
}

/// Names an error's kind at the border to a lower floor.
extension ToolError {
  /// Runs `body`; its errors become this floor's.
  static func netpbm<Result>(
    _ body: () throws(NetpbmError) -> Result
  ) throws(ToolError) -> Result {
    do throws(NetpbmError) { return try body() } catch { throw ToolError(error) }
  }

  /// Runs `body`, which needs memory for `stream`.
  static func memory<Result>(
    for stream: Text, _ body: () throws(OutOfMemory) -> Result
  ) throws(ToolError) -> Result {
    do throws(OutOfMemory) { return try body() } catch {
      throw .outOfMemory(stream)
    }
  }
}
