import CSystem
import FilterTool
import Netpbm

@testable import FilterTool

/// A whole run of a tool: the input is options on a line, the second picture (or tiltlight's log)
/// and a line `----` if there is one, and the pictures.
///
/// Whatever comes, the tool gives 0 and a stream that can be read, or 1 or 2 and one line that says
/// why.
func fuzzTool<T: Tool>(_ tool: T.Type, _ input: UnsafeBufferPointer<UInt8>) {
  let parts = Parts(input)
  let name = "\(T.name)"
  guard let options = FuzzedOptions(parts.options, takesMargin: name == "burnframe") else { return }
  let files = Files.shared
  files.main.hold(parts.main)
  var words = [name] + options.words
  // If an option lacks its value, it takes the first of these. The last of each option counts.
  words += ["-quiet", "-output=-", "-threads=\(1 + input.count % 2)"]
  if options.limitsFrames { words.append("-frames=2") }
  if let second = parts.second {
    files.second.hold(second)
    words.append(T.operand == nil ? "-tilt=\(files.second.path)" : files.second.path)
  }
  words.append(files.main.path)

  files.redirect()
  let status = run(tool, words)
  files.closeRest()
  check(status, name: name, isText: options.asksForText)
}

private func run<T: Tool>(_ tool: T.Type, _ words: [String]) -> Int32 {
  var argv = words.map { strdup($0) } + [nil]
  defer { for word in argv { free(word) } }
  return argv.withUnsafeMutableBufferPointer { T.status(of: $0.baseAddress!, Int32(words.count)) }
}

private func check(_ status: Int32, name: String, isText: Bool) {
  let said = Files.shared.errors.contents
  let start = Array("\(name): ".utf8)
  let lines = said.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
  require(lines.last!.isEmpty, "a message without a line end")
  for line in lines.dropLast() {
    require(line.starts(with: start), "a line without the tool's name")
    require(line.allSatisfy { $0 >= 0x20 && $0 != 0x7f }, "a control character in a message")
  }
  switch status {
  case 0:
    if isText { return }
    let result = Stream(path: Files.shared.output.path)
    require(result.message == nil, "a result that cannot be read")
    require(result.pictures.count > 0, "no picture, and status 0")
  case 1, 2:
    require(lines.count >= 2, "no message")
    require(status == 1 || Files.shared.output.contents.isEmpty, "a wrong call with a result")
  default: fatalError("status \(status)")
  }
}

/// Stops the fuzzer if `isTrue` is not.
func require(_ isTrue: Bool, _ what: StaticString) {
  if !isTrue { fatalError("\(what)") }
}

private struct Parts {
  var options: [UInt8]
  var second: [UInt8]?
  var main: [UInt8]

  init(_ input: UnsafeBufferPointer<UInt8>) {
    let line = input.firstIndex(of: UInt8(ascii: "\n")) ?? input.count
    options = Array(input[..<line])
    main = Array(input[min(line + 1, input.count)...])
    let border = Array("\n----\n".utf8)
    for i in main.indices where main[i...].starts(with: border) {
      second = Array(main[..<i])
      main.removeSubrange(..<(i + border.count))
      break
    }
  }
}

/// The words of a call that may be tried here: none that writes files, none that asks for more work
/// than there is time for.
private struct FuzzedOptions {
  var words: [String] = []
  var limitsFrames = false
  var asksForText = false

  init?(_ line: [UInt8], takesMargin: Bool) {
    let dash = UInt8(ascii: "-")
    let equals = UInt8(ascii: "=")
    var isMargin = false
    for word in line.split(separator: UInt8(ascii: " ")) {
      if word.contains(0) || word == [dash, dash] { return nil }
      let text = String(decoding: word, as: UTF8.self)
      // By bytes: a mark that follows "=" would make another character of it.
      let option = String(decoding: word.drop { $0 == dash }.prefix { $0 != equals }, as: UTF8.self)
      if word.first == dash && !option.isEmpty {
        for name in ["output", "progress", "tilt"] where name.hasPrefix(option) { return nil }
        if "frames".hasPrefix(option) { limitsFrames = true }
        if "help".hasPrefix(option) || "version".hasPrefix(option) { asksForText = true }
        isMargin = takesMargin && "margin".hasPrefix(option)
      }
      if isMargin && Self.hasLargeNumber(word) { return nil }
      words.append(text)
    }
  }

  /// Whether there are three digits side by side, or an exponent.
  private static func hasLargeNumber(_ word: some Sequence<UInt8>) -> Bool {
    var digits = 0
    for byte in word {
      digits = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) ? digits + 1 : 0
      if digits == 3 || byte | 0x20 == UInt8(ascii: "e") && !word.starts(with: [0x2d]) {
        return true
      }
    }
    return false
  }
}
