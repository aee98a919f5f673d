import CNetpbm
import CSystem
import Netpbm

extension Tool {
  /// How the tool is called.
  static var usage: Text {
    operand.map { "\(name) [options] \($0) [file]" } ?? "\(name) [options] [file]"
  }

  /// What `-help` shows: an example, and each option with its range and default, from its
  /// declaration.
  static func help(_ table: OptionTable) -> Text {
    var list = OptionList(table)
    for option in table.declarations { list.add(option) }
    return """
      \(usage): \(purpose)
      Example: \(example)

      \(list.finished())TRACK: a number, or numbers at times, as in 0@0,1@2. See pnmfx(7).

      """
  }

  /// What `-help=table` shows, for programs: a line for each option, with its name, synonym, value,
  /// the words that it takes, separated by spaces, and what `-help` says of it. A tab stands between
  /// two of them.
  static func table(_ table: OptionTable) -> Text {
    var text = Text()
    for option in table.declarations {
      text.append("\(option.name)\t\(option.synonym ?? "")\t\(option.argument ?? "")\t")
      text.append("\(list(option.words, between: " "))\t\(option.explanation)\(option.details)\n")
    }
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

extension OptionTable.Declaration {
  /// How it is written, as in "-radius, -sigma TRACK".
  fileprivate var form: Text {
    var text: Text = "-\(name)"
    if let synonym { text.append(", -\(synonym)") }
    if let argument { text.append(" \(argument)") }
    return text
  }

  /// The words or the range of its value, and the default, in brackets after a space; empty
  /// without either.
  fileprivate var details: Text {
    var text = list(words, between: ", ")
    if let range { text.append(range.text) }
    if let initial {
      text.append(text.bytes.isEmpty ? "default \(initial)" : "; default \(initial)")
    }
    return text.bytes.isEmpty ? text : " (\(text))"
  }
}

/// Words with something between each two.
private func list(_ words: [StaticString], between separator: StaticString) -> Text {
  var text = Text()
  for (i, word) in words.enumerated() {
    if i > 0 { text.append(separator) }
    text.append(word)
  }
  return text
}

/// Options, one below the other, made for a screen of 80 columns and 24 lines. Two that take no
/// value stand in one line where there is room.
private struct OptionList {
  private var text = Text()
  /// The last line, while another option may go beside it.
  private var line = Text()
  /// Where explanations start.
  private var column = 0

  private static let columns = 80
  private static let widestForm = 19
  private static let secondColumn = 44

  init(_ table: OptionTable) {
    for option in table.declarations where option.form.bytes.count <= Self.widestForm {
      column = max(column, option.form.bytes.count + 4)
    }
  }

  mutating func add(_ option: OptionTable.Declaration) {
    let takesValue = option.argument != nil
    if !takesValue && addBeside(option) { return }
    endLine()
    line = "  \(option.form)  "
    line.pad(to: column)
    line.append(option.explanation)
    let details = option.details
    if line.bytes.count + details.bytes.count > Self.columns {
      endLine()
      line.pad(to: column - 1)
    }
    line.append(details)
    if takesValue { endLine() }
  }

  private mutating func addBeside(_ option: OptionTable.Declaration) -> Bool {
    var second = option.form
    second.pad(to: 10)
    second.append(option.explanation)
    if line.bytes.isEmpty || line.bytes.count >= Self.secondColumn
      || Self.secondColumn + second.bytes.count > Self.columns
    {
      return false
    }
    line.pad(to: Self.secondColumn)
    line.append(second)
    endLine()
    return true
  }

  private mutating func endLine() {
    if !line.bytes.isEmpty { text.append("\(line)\n") }
    line = Text()
  }

  /// All of it.
  mutating func finished() -> Text {
    endLine()
    return text
  }
}

extension Text {
  /// Appends spaces, so that it has as many columns at least.
  fileprivate mutating func pad(to column: Int) {
    while bytes.count < column { append(" " as StaticString) }
  }
}
