import Foundation

/// The screen of a terminal, as far as the tools and plain text use one.
public struct Screen: Sendable {
  public private(set) var lines = [""]
  public private(set) var row = 0
  public private(set) var column = 0
  /// What the screen showed, without its blank lines, whenever the cursor came back to the start of
  /// a line.
  public private(set) var states: [[String]] = []

  public init(showing bytes: [UInt8]) {
    var rest = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)[...]
    while let next = rest.popFirst() {
      switch next {
      case "\r":
        column = 0
        states.append(lines.filter { !$0.isEmpty })
      case "\n":
        row += 1
        if row == lines.count { lines.append("") }
      case "\u{1B}":
        let digits = rest.dropFirst().prefix { $0.properties.numericType == .decimal }
        let count = Int(String(String.UnicodeScalarView(digits))) ?? 1
        rest = rest.dropFirst(1 + digits.count)
        switch rest.popFirst() {
        case "A": row = max(0, row - count)
        case "K": lines[row] = String(lines[row].prefix(column))
        case "J":
          lines[row] = String(lines[row].prefix(column))
          for below in lines.indices where below > row { lines[below] = "" }
        case let other: lines[row] += "<ESC \(other.map(String.init) ?? "")>"
        }
      default:
        var line = Array(lines[row])
        while line.count <= column { line.append(" ") }
        line[column] = Character(next)
        lines[row] = String(line)
        column += 1
      }
    }
  }

  /// What a command line of the shell shows in a terminal of 24 lines and 80 columns, which is
  /// standard input, output and error. It finds the tools by name.
  public static func showing(
    _ commandLine: String, folder: String, terminal: String = "xterm", columns: Int = 80
  ) throws -> (screen: Screen, status: Status) {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let outcome = try RunningProgram(
      "/usr/bin/script", ["-qec", "stty rows 24 cols \(columns); \(commandLine)", "/dev/null"],
      input: .live,
      environment: [
        "PATH": "\(Program.folder):\(path)", "TERM": terminal, "SHELL": "/bin/bash",
      ], folder: folder
    ).finish()
    return (Screen(showing: outcome.output), outcome.status)
  }
}
