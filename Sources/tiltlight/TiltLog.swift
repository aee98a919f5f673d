import FilterTool
import Kernels
import Netpbm

/// What an accelerometer said over time: a table with the columns t (seconds), x and y (g).
///
/// The file is CSV: comma-separated, with a header line that names the columns in any order. Case
/// and white space around a name do not matter, quotes are allowed, other columns are ignored, as
/// are blank lines and a byte-order mark.
struct TiltLog {
  private let times: Storage<Double>
  private let xs: Storage<Double>
  private let ys: Storage<Double>
  private var count = 0

  /// The tilt at a time: linear between samples, the first and the last one outside.
  func tilt(at time: Double) -> (x: Double, y: Double) {
    if time <= times[0] { return (xs[0], ys[0]) }
    if time >= times[count - 1] { return (xs[count - 1], ys[count - 1]) }
    var low = 0
    var high = count - 1
    while high - low > 1 {
      let middle = (low + high) / 2
      if times[middle] <= time { low = middle } else { high = middle }
    }
    let share = (time - times[low]) / (times[high] - times[low])
    return (Track.blend(xs[low], xs[high], share), Track.blend(ys[low], ys[high], share))
  }

  /// Whether a time lies within the log.
  func covers(_ time: Double) -> Bool { time >= times[0] && time <= times[count - 1] }

  // MARK: - Reading

  init(path: CText) throws(ToolError) {
    let file = try FileContents(path: path)
    var table = CSV(file, name: Text(path))
    let rows = table.lines
    (times, xs, ys) = try table.memory { () throws(OutOfMemory) in
      (try Storage(rows), try Storage(rows), try Storage(rows))
    }
    guard let columns = try Self.readNames(&table) else {
      throw table.failure("no header line with t, x and y")
    }
    while try readSample(&table, columns) {}
    if count == 0 { throw table.failure("no sample after the header line") }
  }

  private typealias Columns = (t: Int, x: Int, y: Int)

  /// Reads the header line: where the columns are.
  private static func readNames(_ table: inout CSV) throws(ToolError) -> Columns? {
    guard table.skipBlankLines() else { return nil }
    var columns = (t: -1, x: -1, y: -1)
    var column = 0
    var isLast = false
    while !isLast {
      isLast = try table.readField()
      if let letter = table.singleLetter {
        let isNew: Bool
        switch letter {
        case UInt8(ascii: "t"):
          isNew = columns.t < 0
          columns.t = column
        case UInt8(ascii: "x"):
          isNew = columns.x < 0
          columns.x = column
        case UInt8(ascii: "y"):
          isNew = columns.y < 0
          columns.y = column
        default: isNew = true
        }
        if !isNew { throw table.failure("a column stands there twice: name t, x and y once each") }
      }
      column += 1
    }
    if columns.t < 0 { throw table.failure("no column t: the header line must name t, x and y") }
    if columns.x < 0 { throw table.failure("no column x: the header line must name t, x and y") }
    if columns.y < 0 { throw table.failure("no column y: the header line must name t, x and y") }
    return columns
  }

  /// Reads a line; false at the end of the table.
  private mutating func readSample(
    _ table: inout CSV, _ columns: Columns
  ) throws(ToolError) -> Bool {
    guard table.skipBlankLines() else { return false }
    var column = 0
    var isLast = false
    while !isLast {
      isLast = try table.readField()
      if column == columns.t { times[count] = try table.number("t") }
      if column == columns.x { xs[count] = try table.number("x") }
      if column == columns.y { ys[count] = try table.number("y") }
      column += 1
    }
    if column <= max(columns.t, columns.x, columns.y) {
      throw table.failure("the row has only \(column) columns: t, x or y is missing")
    }
    if count > 0 && times[count] <= times[count - 1] {
      throw table.failure("t does not increase")
    }
    // A time so far from the first has no share of the way from sample to sample.
    if !(times[count] - times[0]).isFinite {
      throw table.failure("t is too far from its first value: give seconds that are nearer")
    }
    count += 1
    return true
  }
}

/// Steps through the fields of a table.
private struct CSV {
  private let file: FileContents
  private let name: Text
  private var next = 0
  /// The number of the line at hand, from 1, and that of the line where the next field starts.
  private var line = 1
  private var nextLine = 1

  /// The field that was read last, without quotes and white space around it, cut to what a number
  /// or a column's name needs.
  private var field: [CChar] = []
  private static let longestField = 64
  private var isCut = false

  init(_ file: FileContents, name: Text) {
    self.file = file
    self.name = name
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    if file.count >= 3 && file.bytes[0] == mark[0] && file.bytes[1] == mark[1]
      && file.bytes[2] == mark[2]
    {
      next = 3
    }
  }

  /// How many lines there are at the most.
  var lines: Int {
    var count = 1
    for i in 0..<file.count where file.bytes[i] == newline { count += 1 }
    return count
  }

  func failure(_ problem: Text) -> ToolError { .failure("\(name), line \(line): \(problem)") }

  func memory<Result>(_ body: () throws(OutOfMemory) -> Result) throws(ToolError) -> Result {
    do throws(OutOfMemory) { return try body() } catch {
      throw .failure("\(name): out of memory")
    }
  }

  /// Goes to the next line that is not blank; false if there is none.
  mutating func skipBlankLines() -> Bool {
    var i = next
    while i < file.count, isSpace(file.bytes[i]) || file.bytes[i] == newline {
      if file.bytes[i] == newline {
        next = i + 1
        nextLine += 1
      }
      i += 1
    }
    line = nextLine
    return i < file.count
  }

  /// Reads a field and what ends it; true if it is the last of its line.
  mutating func readField() throws(ToolError) -> Bool {
    field = []
    isCut = false
    while next < file.count && isSpace(file.bytes[next]) { next += 1 }
    if next < file.count && file.bytes[next] == quote {
      try readQuoted()
    } else {
      while next < file.count && file.bytes[next] != comma && file.bytes[next] != newline {
        keep(file.bytes[next])
        next += 1
      }
    }
    while let last = field.last, isSpace(UInt8(bitPattern: last)) { field.removeLast() }
    let isLast = next >= file.count || file.bytes[next] == newline
    if next < file.count && isLast { nextLine += 1 }
    next += 1
    return isLast
  }

  private mutating func readQuoted() throws(ToolError) {
    next += 1
    while true {
      if next >= file.count { throw failure("a quote is not closed") }
      let byte = file.bytes[next]
      if byte == newline { nextLine += 1 }
      next += 1
      if byte != quote {
        keep(byte)
      } else if next < file.count && file.bytes[next] == quote {
        keep(quote)
        next += 1
      } else {
        break
      }
    }
    while next < file.count && isSpace(file.bytes[next]) { next += 1 }
    if next < file.count && file.bytes[next] != comma && file.bytes[next] != newline {
      throw failure("something follows a closed quote: a comma must stand between")
    }
  }

  private mutating func keep(_ byte: UInt8) {
    if field.count == Self.longestField {
      isCut = true
    } else if !(field.isEmpty && isSpace(byte)) {
      field.append(CChar(bitPattern: byte))
    }
  }

  /// The field, where it is one letter, in lower case.
  var singleLetter: UInt8? {
    field.count == 1 && !isCut ? UInt8(bitPattern: field[0]) | 0x20 : nil
  }

  /// The field as a number.
  func number(_ column: StaticString) throws(ToolError) -> Double {
    let text = field + [0]
    let value = isCut ? nil : text.withUnsafeBufferPointer { parseWholeText($0.baseAddress!) }
    guard let value else {
      throw failure("\(column) is '\(Text(text))', which is no number")
    }
    return value
  }
}

private let newline = UInt8(ascii: "\n")
private let comma = UInt8(ascii: ",")
private let quote = UInt8(ascii: "\"")

private func isSpace(_ byte: UInt8) -> Bool {
  byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
}
