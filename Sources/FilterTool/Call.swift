import CNetpbm
import CSystem
import Netpbm

/// A command line, read by a table of options: libnetpbm's shhopt, with its gaps closed.
///
/// shhopt takes the first option that an abbreviation fits, an empty name for the first of all, and
/// words such as -.5 for options. So the names are resolved here, and it gets each in full, options
/// first, then `--` and the operands.
struct Call {
  private(set) var operands: [CText] = []
  private(set) var wantsHelp = false
  /// Whether it is wanted as a table, by `-help=table`.
  private(set) var wantsTable = false
  private(set) var wantsVersion = false

  private let declarations: [OptionTable.Declaration]
  /// Owned by the process: options keep pointers into it.
  private var words: [UnsafeMutablePointer<CChar>?]
  private var problem: ToolError?
  /// Of each option, the name that was given last: its own or its synonym.
  private var given: [StaticString]

  /// Sets the table's options. With `-help` or `-version` among the arguments, nothing else counts.
  init(
    _ table: OptionTable, _ argv: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>, _ argc: Int32
  ) throws(ToolError) {
    declarations = table.declarations
    given = declarations.map { $0.name }
    // What the tool was started as may look like an option, or be missing.
    words = [strdup("")]
    resolve(argv, max(1, Int(argc)))
    if wantsHelp || wantsVersion { return }
    if let problem { throw problem }
    try parse()
  }

  /// Writes options with their full names, then the operands, to `words`.
  private mutating func resolve(
    _ argv: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>, _ argc: Int
  ) {
    var rest: [UnsafeMutablePointer<CChar>?] = []
    var i = 1
    while i < argc, let word = argv[i] {
      i += 1
      if !isOption(word) {
        rest.append(word)
      } else if strcmp(word, "--") == 0 {
        while i < argc {
          rest.append(argv[i])
          i += 1
        }
      } else if let (place, name) = option(named: word) {
        let option = declarations[place]
        given[place] = name
        if strcmp(option.name.cText, "help") == 0 {
          wantsHelp = true
          if let value = strchr(word, equals) { wantsTable = strcmp(value, "=table") == 0 }
        }
        if strcmp(option.name.cText, "version") == 0 { wantsVersion = true }
        words.append(spelledOut(option.name, valueOf: word))
        if option.argument != nil && strchr(word, equals) == nil {
          // shhopt would take the `--` that comes behind it.
          if i == argc { fail(.missingValue(name)) }
          words.append(argv[i])
          i += 1
        }
      }
    }
    words.append(strdup("--"))
    words += rest
  }

  /// An argument that starts with a dash and a digit or a point is a file, and so is a dash alone.
  private func isOption(_ word: UnsafePointer<CChar>) -> Bool {
    word[0] == dash && word[1] != 0 && !isDigit(word[1]) && word[1] != CChar(UInt8(ascii: "."))
  }

  /// The option that a word such as `-pos=0.5` means, and which of its names; nil with `problem`
  /// set.
  private mutating func option(named word: CText) -> (place: Int, name: StaticString)? {
    let start = word + (word[1] == dash ? 2 : 1)
    let length = Int(strcspn(start, "="))
    let given = Text(word)
    if length == 0 {
      fail(.noOptionName(given))
      return nil
    }
    var fitting: [(place: Int, name: StaticString)] = []
    for (place, option) in declarations.enumerated() {
      var fits: StaticString?
      for name in option.names where memcmp(name, start, length) {
        if name.utf8CodeUnitCount == length { return (place, name) }
        fits = fits ?? name
      }
      if let fits { fitting.append((place, fits)) }
    }
    if fitting.count == 1 { return fitting[0] }
    if fitting.isEmpty {
      let word = Array(given.bytes[(start - word)...].prefix(length))
      let names = declarations.flatMap { $0.names }
      fail(.unknownOption(given, nearest: nearest(to: word, of: names)))
    } else {
      fail(.ambiguous(given, fitting.map { $0.name }))
    }
    return nil
  }

  /// Whether `name` starts with the first `length` characters of `text`.
  private func memcmp(_ name: StaticString, _ text: CText, _ length: Int) -> Bool {
    name.utf8CodeUnitCount >= length && CSystem.memcmp(name.utf8Start, text, length) == 0
  }

  /// The first problem is the one that is told.
  private mutating func fail(_ error: ToolError) {
    if problem == nil { problem = error }
  }

  /// An option's full name, with the value that `word` has behind an equals sign.
  private func spelledOut(
    _ name: StaticString, valueOf word: CText
  ) -> UnsafeMutablePointer<CChar>? {
    var text: Text = "-\(name)"
    if let value = strchr(word, equals) { text.append(Text(value)) }
    return text.bytes.withUnsafeBufferPointer {
      strndup(UnsafeRawPointer($0.baseAddress!).assumingMemoryBound(to: CChar.self), $0.count)
    }
  }

  /// Has shhopt take the options, then reads their values.
  private mutating func parse() throws(ToolError) {
    let declarations = declarations
    let count = declarations.count
    var texts = [UnsafeMutablePointer<CChar>?](repeating: nil, count: count)
    var given = [UInt32](repeating: 0, count: count)
    var argc = Int32(words.count)
    words.append(nil)
    let failure = texts.withUnsafeMutableBufferPointer { texts in
      given.withUnsafeMutableBufferPointer { given in
        words.withUnsafeMutableBufferPointer { words in
          // Sorted by name, so that an exact name comes before longer ones that start with it.
          var order = Array(0..<count)
          order.sort { strcmp(declarations[$0].name.cText, declarations[$1].name.cText) < 0 }
          var entries: [optEntry] = []
          for i in order {
            let takesValue = declarations[i].argument != nil
            entries.append(
              optEntry(
                shortName: 0, longName: declarations[i].name.cText,
                type: takesValue ? OPT_STRING : OPT_FLAG,
                arg: takesValue ? UnsafeMutableRawPointer(texts.baseAddress! + i) : nil,
                specified: given.baseAddress! + i, flags: 0))
          }
          entries.append(
            optEntry(
              shortName: 0, longName: nil, type: OPT_END, arg: nil, specified: nil, flags: 0))
          return cnetpbm_parseOptions(&argc, words.baseAddress, &entries)
        }
      }
    }
    if let failure { throw .wrongCall(Text(failure)) }
    for i in 1..<max(1, Int(argc)) { operands.append(CText(words[i]!)) }
    for i in 0..<count where given[i] != 0 {
      let noText: StaticString = ""
      try declarations[i].read(texts[i].map { CText($0) } ?? noText.cText, self.given[i])
    }
  }
}

private let dash = CChar(UInt8(ascii: "-"))
private let equals = Int32(UInt8(ascii: "="))
