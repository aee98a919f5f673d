import CNetpbm
import CSystem
import Kernels
import Netpbm

extension Tool {
  /// The program: reads the call, works, and exits.
  public static func main() {
    StandardStreams.prepare()
    exit(status(of: csystem_argv(), csystem_argc()))
  }

  /// Does what a call asks for, or tells on standard error why not. The exit status.
  static func status(
    of argv: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>, _ argc: Int32
  ) -> Int32 {
    _ = cnetpbm_init(name.cText)
    do throws(ToolError) {
      try run(argv, argc)
      return 0
    } catch {
      Output.discard()
      writeError("\(name): \(error.message.asOneLine())\n")
      return error.status
    }
  }

  private static func run(
    _ argv: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>, _ argc: Int32
  ) throws(ToolError) {
    var table = OptionTable()
    var tool = Self(&table)
    let common = CommonOptions(&table)
    let call = try Call(table, argv, argc)
    if call.wantsHelp { return try tell(call.wantsTable ? Self.table(table) : help(table)) }
    if call.wantsVersion { return try tell(version()) }
    try tool.prepare()
    let paths = try tool.paths(call.operands)
    try tool.checkTerminals(paths, common)

    var inputs: [RowSource] = []
    for path in paths { inputs.append(try RowSource(path: path)) }
    let output = try Output(path: common.output.value)
    try tool.filter(inputs, to: output, common)
    for input in inputs { input.settle() }
  }

  // MARK: - Before any input is read

  /// The files of the operands, the main one last; nil for standard input.
  private func paths(_ operands: [CText]) throws(ToolError) -> [CText?] {
    let needed = takesOperand ? 1 : 0
    let usage = takesOperand ? Self.usage : "\(Self.name) [options] [file]"
    if operands.count < needed { throw .missingOperand(Self.operand!, Self.usage) }
    if operands.count > needed + 1 {
      throw .tooManyOperands(Text(operands[needed + 1]), usage)
    }
    var paths: [CText?] = []
    for operand in operands { paths.append(strcmp(operand, "-") == 0 ? nil : operand) }
    if operands.count == needed { paths.append(nil) }
    if needed == 1 && paths[0] == nil && paths[1] == nil { throw .standardInputTwice(Self.usage) }
    return paths
  }

  private func checkTerminals(_ paths: [CText?], _ common: CommonOptions) throws(ToolError) {
    if common.plain.value && output.makesOpacity && !output.isFlattened { throw .plainOpacity }
    for path in paths where path == nil && isatty(0) != 0 { throw .terminalInput }
    let toStandardOutput = common.output.value.map { strcmp($0, "-") == 0 } ?? true
    if toStandardOutput && !common.plain.value && isatty(1) != 0 { throw .terminalOutput }
  }

  // MARK: - Pictures

  private mutating func filter(
    _ inputs: [RowSource], to target: Output, _ common: CommonOptions
  ) throws(ToolError) {
    let isPlain = common.plain.value
    let writer = try ToolError.netpbm { () throws(NetpbmError) in
      try ImageWriter(target.bytes, isPlain: isPlain)
    }
    let limit = common.frames.isGiven ? common.frames.value : nil
    let progress =
      common.progress.value ? Progress(tool: Self.name, total: limit, reading: inputs) : nil
    defer { progress?.clear() }
    var pairing = Pairing(inputs, limit: limit, readsTwice: readsTwice)
    let places = (0..<4).map { _ in StripPlace() }
    let threads =
      common.threads.isGiven ? Int(common.threads.value) : Int(csystem_processorCount())
    var number: UInt64 = 0
    while try pairing.next() {
      let source = inputs[inputs.count - 1]
      let second = inputs.count == 2 ? inputs[0] : nil
      let output = second.map { self.output(beside: $0.header) } ?? self.output
      let result = output.result(of: source.header)
      if isPlain && result.hasOpacity { throw .plainOpacity(source.place) }
      if !result.isWithinLimits { throw .tooLarge(source.place, result) }
      let passage = Passage(
        source: source, second: second,
        working: output.working(on: source.header), result: result, writer: writer,
        places: places, progress: progress, threads: source.isPlain || isPlain ? 1 : threads,
        time: common.clock(of: number, resting: restingTime),
        isQuiet: common.quiet.value)
      if result.sampleSize == 1 {
        try process(passage, UInt8.self)
      } else {
        try process(passage, UInt16.self)
      }
      number += 1
    }
    try target.commit()
    finish(remark: Self.remark(isQuiet: common.quiet.value, beside: progress))
  }

  /// Tells the user something that is no error.
  private static func remark(
    isQuiet: Bool, beside progress: Progress?
  ) -> (StaticString) -> Void {
    { text in
      if isQuiet { return }
      progress?.clear()
      writeError("\(name): \(text)\n")
    }
  }

  /// One picture, its samples being of type `S`.
  private mutating func process<S: Sample>(_ passage: Passage, _: S.Type) throws(ToolError) {
    try passage.second?.readFirstRows()
    let picture = try Picture<S>(
      passage.source, second: passage.second, working: passage.working, result: passage.result,
      writer: passage.writer, places: passage.places, progress: passage.progress,
      threads: passage.threads)
    try process(
      picture, at: passage.time,
      remark: Self.remark(isQuiet: passage.isQuiet, beside: passage.progress))
    try passage.second?.skipRows()
    try ToolError.netpbm { () throws(NetpbmError) in try passage.writer.finishPicture() }
    passage.progress?.finishPicture()
  }
}

/// What there is to know of a picture before its samples' size is settled.
private struct Passage {
  let source: RowSource
  let second: RowSource?
  let working: Header
  let result: Header
  let writer: ImageWriter
  let places: [StripPlace]
  let progress: Progress?
  let threads: Int
  let time: Double
  let isQuiet: Bool
}
