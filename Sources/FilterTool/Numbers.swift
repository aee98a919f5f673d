import CSystem
import Netpbm

/// A text that C functions can read, and that the process keeps: an argument, or a literal.
public typealias CText = UnsafePointer<CChar>

/// What numbers an option takes.
public struct NumberRange: Sendable {
  let low: Double
  let high: Double
  /// Whether `low` itself is left out.
  let isAbove: Bool

  /// Counts beyond 2^53 are not told apart as numbers: no one needs to read the bound.
  private static let unbounded = 9_007_199_254_740_992.0

  public static let any = NumberRange(
    low: -Double.greatestFiniteMagnitude, high: Double.greatestFiniteMagnitude, isAbove: false)

  public static func from(_ low: Double, to high: Double) -> NumberRange {
    NumberRange(low: low, high: high, isAbove: false)
  }

  public static func above(_ low: Double, to high: Double) -> NumberRange {
    NumberRange(low: low, high: high, isAbove: true)
  }

  func contains(_ value: Double) -> Bool {
    (isAbove ? value > low : value >= low) && value <= high
  }

  /// The nearest value of the range.
  func clamp(_ value: Double) -> Double { min(max(isAbove ? low.nextUp : low, value), high) }

  /// As in "0.001 to 10", "above 0 to 1000" or "any number".
  var text: Text {
    if low == -Double.greatestFiniteMagnitude { return "any number" }
    if high >= Self.unbounded { return "\(low) up" }
    return isAbove ? "above \(low) to \(high)" : "\(low) to \(high)"
  }
}

/// Reads a finite decimal number that starts at `text` and ends where no more of it can follow; nil
/// if there is none. Of what C reads, hexadecimal numbers, "nan", "inf" and leading space are left
/// out.
func parseNumber(_ text: inout CText) -> Double? {
  var start = text
  if start.pointee == CChar(UInt8(ascii: "-")) || start.pointee == CChar(UInt8(ascii: "+")) {
    start += 1
  }
  guard isDigit(start[0]) || (start[0] == CChar(UInt8(ascii: ".")) && isDigit(start[1])) else {
    return nil
  }
  if start[0] == CChar(UInt8(ascii: "0")) && start[1] | 0x20 == CChar(UInt8(ascii: "x")) {
    return nil
  }
  var end: UnsafeMutablePointer<CChar>?
  let value = strtod(text, &end)
  guard value.isFinite, let end else { return nil }
  text = CText(end)
  return value
}

/// Reads a finite decimal number that is the whole of `text`.
public func parseWholeText(_ text: CText) -> Double? {
  var rest = text
  guard let value = parseNumber(&rest), rest.pointee == 0 else { return nil }
  return value
}

/// Reads a count: digits only, up to 2^64 - 1.
func parseCount(_ text: CText) -> UInt64? {
  var rest = text
  var value: UInt64 = 0
  repeat {
    guard isDigit(rest.pointee) else { return nil }
    let (product, tooMany) = value.multipliedReportingOverflow(by: 10)
    let digit = UInt64(rest.pointee - CChar(UInt8(ascii: "0")))
    let (sum, overflow) = product.addingReportingOverflow(digit)
    if tooMany || overflow { return nil }
    value = sum
    rest += 1
  } while rest.pointee != 0
  return value
}

func isDigit(_ character: CChar) -> Bool {
  character >= CChar(UInt8(ascii: "0")) && character <= CChar(UInt8(ascii: "9"))
}
