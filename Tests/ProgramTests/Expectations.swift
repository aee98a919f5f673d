import TestSupport
import Testing

/// Expects that a tool failed as it must: with this status, one line that names the tool, and
/// none of a result but the bytes that were due before the failure.
func expectFailure(
  _ outcome: Outcome, of tool: Tool, status: Int32, naming words: [String] = [],
  after written: [UInt8] = [], _ what: String = "",
  sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(outcome.status == .exit(status), "\(what): \(outcome)", sourceLocation: sourceLocation)
  #expect(
    isOneLine(outcome.messages, from: tool), "\(what): \(outcome)", sourceLocation: sourceLocation)
  for word in words {
    #expect(
      outcome.messages.contains(word), "\(what): no \"\(word)\" in \(outcome)",
      sourceLocation: sourceLocation)
  }
  let difference = difference(outcome.output, written)
  #expect(difference == nil, "\(what)", sourceLocation: sourceLocation)
}

/// Whether messages are one line `TOOL: what is wrong`.
func isOneLine(_ messages: String, from tool: Tool) -> Bool {
  messages.hasPrefix("\(tool): ") && messages.count > tool.name.count + 3
    && messages.hasSuffix("\n") && messages.dropLast().allSatisfy { !$0.isNewline }
}

/// Expects that a call is refused as wrong before a byte of input is read.
func expectWrongCall(
  _ tool: Tool, _ arguments: [String], naming words: [String] = [],
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  try TemporaryFolder.with { folder in
    let input = try OpenFile(folder.write(samplePicture.bytes, to: "picture.ppm"))
    let outcome = try Program.run(tool.name, arguments, input: .descriptor(input.descriptor))
    expectFailure(
      outcome, of: tool, status: 2, naming: words, "\(arguments)", sourceLocation: sourceLocation)
    #expect(input.offset == 0, "\(arguments)", sourceLocation: sourceLocation)
  }
}

/// A small picture without opacity, and one that differs in everything.
let samplePicture = Picture.random(.colour, width: 7, height: 5)
let otherPicture = Picture.random(.pamGrayAlpha, width: 4, height: 6, maxval: 1000, seed: 9)
