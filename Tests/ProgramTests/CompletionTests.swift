import TestSupport
import Testing

@Suite("Completion")
struct CompletionTests {
  static let pictures = ["a picture.ppm", "mirror.pgm"]

  static func completion(of tool: Tool, for shell: InteractiveShell.Kind) throws -> String {
    let outcome = try Program.shell(
      "\(tool) -help=table | \"$1\"/Completions/generate \(shell) pnmfx-\(tool)",
      [Repository.path])
    guard outcome.status == .exit(0), outcome.messages.isEmpty else {
      throw UnexpectedOutcome(description: "completion of \(tool): \(outcome)")
    }
    return outcome.text
  }

  /// The shells that there are here; .ci/need brings them all.
  static let shells = InteractiveShell.Kind.allCases.filter(\.isThere)

  @Test("A shell completes options, words and names of files", arguments: shells)
  func completes(kind: InteractiveShell.Kind) throws {
    try TemporaryFolder.with { folder in
      let completions = try Tool.all.map { tool in
        ("pnmfx-\(tool)", try Self.completion(of: tool, for: kind))
      }
      let shell = try InteractiveShell(kind, completions: completions, in: folder)
      for name in Self.pictures { try folder.write([], to: "pictures/\(name)") }
      for tool in Tool.all {
        /// All that is inserted for the last word of a call.
        func all(_ words: String) throws -> Set<String> {
          let call = "pnmfx-\(tool) \(words)"
          let arguments = try shell.type(call + InteractiveShell.allCompletions)
          // The words before stay as they are, and so does what stands before an equals sign.
          let before = words.split(separator: " ", omittingEmptySubsequences: false).dropLast()
          #expect(arguments.starts(with: before.map(String.init)), "\(call): \(arguments)")
          let start = words.hasSuffix("=") ? String(words) : ""
          return Set(
            arguments.dropFirst(before.count)
              .map { $0.hasPrefix(start) ? String($0.dropFirst(start.count)) : $0 }
              .filter { !$0.isEmpty })
        }
        let options = Set(tool.options())
        #expect(try all("-") == Set(options.map { "-\($0)" }), "\(tool)")
        #expect(try all("--") == Set(options.map { "--\($0)" }), "\(tool)")
        #expect(try all("-- -") == ["-"], "\(tool)")
        #expect(try all("") == Set(Self.pictures), "\(tool)")
        for option in tool.help() {
          for name in [option.name] + option.synonyms {
            let expected =
              option.value == "FILE" ? Self.pictures : option.value == nil ? nil : option.words
            guard let expected else { continue }
            for form in ["-\(name) ", "--\(name) ", "-\(name)=", "--\(name)="] {
              #expect(try all(form) == Set(expected), "\(tool) \(form)")
            }
          }
        }
        #expect(
          try shell.type("pnmfx-\(tool) -outp\t a\t --qui\t m\t")
            == ["-output", "a picture.ppm", "--quiet", "mirror.pgm"], "\(tool)")
      }
    }
  }

  @Test("A completion that cannot be made is told")
  func generateFails() throws {
    let generate = "\"$1\"/Completions/generate"
    for (call, status, word) in [
      ("\(generate) bash x </dev/null", 1, "table"), ("echo a | \(generate) tcsh x", 2, "tcsh"),
      ("echo a | \(generate) bash", 2, "usage"),
    ] as [(String, Int32, String)] {
      let outcome = try Program.shell(call, [Repository.path])
      #expect(outcome.status == .exit(status) && outcome.output.isEmpty, "\(call): \(outcome)")
      #expect(outcome.messages.contains(word), "\(call): \(outcome)")
    }
  }
}
