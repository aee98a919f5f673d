import CNetpbm
import CSystem
import Netpbm

extension Tool {
  /// How the tool is called.
  static var usage: Text {
    operand.map { "\(name) [options] \($0) [file]" } ?? "\(name) [options] [file]"
  }

  /// What `-help` shows: each option with its range and default, from its declaration.
  static func help(_ table: OptionTable) -> Text {
    var text: Text = "\(name): \(purpose)\n\nUsage:    \(usage)\nExample:  \(example)\n\nOptions:\n"
    for option in table.declarations {
      var left: Text = "  -\(option.name)"
      if let argument = option.argument { left.append(" \(argument)") }
      if let synonym = option.synonym { left.append(", -\(synonym) \(option.argument ?? "")") }
      while left.bytes.count < 19 { left.append(" " as StaticString) }
      text.append("\(left)  \(option.explanation)\(details(option))\n")
    }
    text.append("\nA TRACK is a number, or numbers at times: see pnmfx(7).\n" as StaticString)
    return text
  }

  /// Range and default, in brackets.
  private static func details(_ option: OptionTable.Declaration) -> Text {
    var parts: [Text] = []
    if let range = option.range { parts.append(range.text) }
    if let initial = option.initial { parts.append("default \(initial)") }
    if parts.isEmpty { return "" }
    var text: Text = " (\(parts[0])"
    for part in parts.dropFirst() { text.append("; \(part)") }
    text.append(")" as StaticString)
    return text
  }

  static func version() -> Text {
    "\(name) (pnmfx) \(pnmfxVersion), with libnetpbm of \(Text(cnetpbm_libraryVersion()))\n"
  }

  /// Writes text to standard output; that it cannot be written is an error.
  static func tell(_ text: Text) throws(ToolError) {
    try ToolError.netpbm { () throws(NetpbmError) in
      let output = try ByteOutput()
      try output.write(text.bytes, count: text.bytes.count)
      try output.close()
    }
  }
}

/// The release.
let pnmfxVersion: StaticString = "0.1.0"
