import CSystem
import Netpbm

/// What `-progress` tells on standard error while pictures are worked on.
///
/// In a terminal it is a line that changes and is taken away at the end. The tools of a pipeline
/// each have a line, one below the other, and leave the cursor at the start of the first. Elsewhere
/// plain lines come, at long intervals.
final class Progress {
  private let tool: StaticString
  private let total: UInt64?
  private let inputs: [(source: RowSource, bytes: Double)]
  private let isTerminal: Bool

  private var start = 0.0
  private var latest = 0.0
  /// The line in the terminal, counted from the cursor, while there is something on it.
  private var line: Int32?
  private var pictures: UInt64 = 0
  private var row = 0
  private var height = 0
  private var allRows: UInt64 = 0

  /// - Parameters:
  ///   - total: how many pictures there will be, if that is known.
  ///   - sources: the inputs. Where all are files, what is left of them tells the time left.
  init(tool: StaticString, total: UInt64?, reading sources: [RowSource]) {
    self.tool = tool
    self.total = total
    var inputs: [(source: RowSource, bytes: Double)] = []
    for source in sources {
      if let bytes = source.bytesLeft, bytes > 0 { inputs.append((source, bytes)) }
    }
    self.inputs = inputs.count == sources.count ? inputs : []
    isTerminal = Self.canMoveCursor
  }

  /// With text for a person on the same terminal, or on a simple one, lines are plain.
  private static var canMoveCursor: Bool {
    guard isatty(2) != 0, isatty(1) == 0, let kind = getenv("TERM") else { return false }
    return strcmp(kind, "dumb") != 0
  }

  /// Seconds between two lines.
  private var interval: Double { isTerminal ? 0.2 : 10 }

  func startPicture(height: Int) {
    if start == 0 { start = csystem_now() }
    self.height = height
    row = 0
  }

  func add(rows count: Int) {
    row += count
    allRows += UInt64(count)
    let now = csystem_now()
    if now - max(latest, start) >= interval {
      latest = now
      show(message(after: now - start))
    }
  }

  func finishPicture() { pictures += 1 }

  /// Takes the line away: there is a message to come, or it is the end. Other tools' lines below the
  /// cursor go too, and come again.
  func clear() {
    if line == nil { return }
    csystem_eraseBelow()
    csystem_noteLine(0)
    line = nil
  }

  private func show(_ text: Text) {
    if !isTerminal { return writeError("\(text)\n") }
    let line = csystem_takeLine()
    if let old = self.line, old != line { csystem_eraseBelow() }
    csystem_noteLine(1)
    self.line = line
    // In one piece, so that what other tools write comes before or after it. Line feeds make
    // room at the bottom of the screen, where going down would not.
    var piece: Text = "\r"
    for _ in 0..<line { piece.append("\n" as StaticString) }
    piece.append("\r\u{1B}[K\(text.cut(to: Int(csystem_terminalWidth()) - 1))\r")
    if line > 0 { piece.append("\u{1B}[\(Int(line))A") }
    writeError(piece)
  }

  // MARK: - What is told

  /// As in "glint: 120 of 600 pictures, 59.8 pictures/s, 8 s left". Of pictures that take longer
  /// than a second each, the rows are told.
  private func message(after seconds: Double) -> Text {
    var text: Text = "\(tool): \(pictures)\(total.map { " of \($0)" as Text } ?? "") picture"
    if total ?? pictures != 1 { text.append("s" as StaticString) }
    if Double(pictures) >= seconds {
      text.append(", \(Self.rate(Double(pictures) / seconds)) pictures/s")
    } else {
      text.append(", row \(row) of \(height), \(Self.rate(Double(allRows) / seconds)) rows/s")
    }
    if let share, share > 0 {
      text.append(", \(Self.duration(seconds * (1 - share) / share)) left")
    }
    return text
  }

  /// How much of the work is done, above 0 to 1; nil where that is not known.
  private var share: Double? {
    if let total {
      return (Double(pictures) + Double(row) / Double(height)) / Double(total)
    }
    var least: Double?
    for (source, bytes) in inputs {
      guard let left = source.bytesLeft else { return nil }
      least = min(least ?? 1, 1 - left / bytes)
    }
    return least
  }

  /// With one decimal below 100.
  private static func rate(_ value: Double) -> Text {
    let tenths = UInt64(min(value, 1e12) * 10)
    return tenths >= 1000 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }

  /// As in "8 s", "2:05" and "1:02:05".
  private static func duration(_ seconds: Double) -> Text {
    let all = UInt64(min(seconds.rounded(.up), 1e12))
    if all < 60 { return "\(all) s" }
    let minutes = all / 60
    let start: Text =
      minutes < 60 ? "\(minutes)" : "\(minutes / 60):\(twoDigits(minutes % 60))"
    return "\(start):\(twoDigits(all % 60))"
  }

  private static func twoDigits(_ number: UInt64) -> Text {
    number < 10 ? "0\(number)" : "\(number)"
  }
}
