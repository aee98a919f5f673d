import TestSupport
import Testing

@Suite("Help and pages")
struct PageTests {
  /// The options that every tool has.
  static let common: Set = [
    "fps", "time", "first", "frames", "output", "threads", "progress", "plain", "quiet", "help",
    "version",
  ]

  /// The options that a page explains: `.It Fl name`, one or, as synonyms, several.
  static func options(ofPage file: String) throws -> Set<String> {
    let items = try Repository.text(of: file).split(separator: "\n").filter {
      $0.hasPrefix(".It Fl ")
    }
    return Set(items.flatMap { $0.matches(of: /Fl ([a-z]+)/).map { String($0.1) } })
  }

  @Test("The manifest lists the tools, and each has been built")
  func toolsAreThere() {
    // An empty list would make every sweep pass.
    #expect(Tool.all.count >= 5)
    #expect(Tool.all.map(\.name) == Tool.all.map(\.name).sorted())
    for tool in Tool.all {
      #expect(Program.isExecutable(Program.path(of: tool.name)), "\(tool) in \(Program.folder)")
    }
  }

  @Test("Each tool has a page, and the README speaks of it", arguments: Tool.all)
  func hasPage(tool: Tool) throws {
    let page = try Repository.text(of: "Man/\(tool).1")
    #expect(page.contains(".Nm \(tool)\n"))
    #expect(page.contains(".Xr pnmfx 7"))
    for section in ["NAME", "SYNOPSIS", "DESCRIPTION", "EXAMPLES", "EXIT STATUS", "SEE ALSO"] {
      #expect(page.contains(".Sh \(section)\n"), "no section \(section)")
    }
    let readme = try Repository.text(of: "README.md")
    #expect(readme.contains("`\(tool)`") || readme.contains("\(tool) "), "README.md")
  }

  @Test("Help and pages tell of the same options", arguments: Tool.all)
  func pagesAndHelpAgree(tool: Tool) throws {
    let listed = tool.options()
    let help = Set(listed)
    #expect(listed.count == help.count, "an option is listed twice: \(listed)")
    #expect(help.isSuperset(of: Self.common), "help lacks \(Self.common.subtracting(help))")
    let page = try Self.options(ofPage: "Man/\(tool).1")
    let shared = try Self.options(ofPage: "Man/pnmfx.7")
    #expect(Self.common.isSubset(of: shared), "pnmfx.7 lacks \(Self.common.subtracting(shared))")
    let missing = help.subtracting(page).subtracting(shared)
    #expect(missing.isEmpty, "the page lacks \(missing)")
    #expect(page.isSubset(of: help), "help lacks \(page.subtracting(help))")
    // The tool's own options are its own page's to explain.
    let own = help.subtracting(Self.common)
    #expect(own.isSubset(of: page), "the tool's own page lacks \(own.subtracting(page))")
  }

  @Test("Every option that help lists is one, and is explained", arguments: Tool.all)
  func helpIsTrue(tool: Tool) throws {
    for line in tool.help() where line.name != "help" && line.name != "version" {
      #expect(line.text.count > 5, "\(line)")
      // With a second, wrong option it is the second that is refused. A flag takes no value.
      for name in [line.name] + line.synonyms {
        let option = line.value == nil ? ["-\(name)"] : ["-\(name)", "1"]
        try expectWrongCall(tool, tool.call + option + ["-nonsense"], naming: ["nonsense"])
        if line.value == nil {
          try expectWrongCall(tool, tool.call + ["-\(name)=1"], naming: [name])
        } else {
          try expectWrongCall(tool, tool.call + ["-\(name)"], naming: [name])
          try expectWrongCall(tool, tool.call + ["-\(name)="], naming: [name])
        }
      }
    }
  }

  @Test(
    "Help and version go to standard output, whatever else is given", arguments: Tool.all,
    ["-help", "--help", "-version", "--version"])
  func helpAndVersion(tool: Tool, option: String) throws {
    try TemporaryFolder.with { folder in
      let file = try OpenFile(folder.write(samplePicture.bytes, to: "picture.ppm"))
      let expected = try Program.run(tool.name, [option]).text
      #expect(expected.hasSuffix("\n"))
      for arguments in [
        [option], ["-nonsense", option], [option, "-nonsense"], ["-frames", "0", option],
        [option, "-fps"], ["/no/such/file", option], ["a", option, "b", "c", "d"], ["-f", option],
        ["-=5", option], ["-plain", option, "-output", "/no/such/folder/file"],
      ] {
        let outcome = try Program.run(tool.name, arguments, input: .descriptor(file.descriptor))
        #expect(outcome.status == .exit(0) && outcome.messages == "", "\(arguments): \(outcome)")
        #expect(outcome.text == expected, "\(arguments)")
        #expect(file.offset == 0, "\(arguments)")
      }
      #expect(try folder.names() == ["picture.ppm"])
    }
  }

  @Test("Help fits a screen of 80 columns and 24 lines", arguments: Tool.all)
  func helpFitsScreen(tool: Tool) throws {
    let help = try Program.run(tool.name, ["-help"]).text
    let lines = help.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    #expect(lines.count <= 24, "\(lines.count) lines")
    for line in lines { #expect(line.utf8.count <= 80, "\(line)") }
    #expect(lines[0].hasPrefix("\(tool) [options] "))
    #expect(lines[1].hasPrefix("Example: \(tool) "))
    // All that the table has is there, with range and default.
    let words = help.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    for option in tool.help() {
      let form = (["-\(option.name)"] + option.synonyms.map { "-\($0)" }).joined(separator: ", ")
      let entry = "\(form) \(option.value.map { "\($0) " } ?? "")\(option.text)"
      #expect(words.contains(entry), "\(entry)")
    }
  }

  @Test("Version tells name, version and libnetpbm", arguments: Tool.all)
  func version(tool: Tool) throws {
    let text = try Program.run(tool.name, ["-version"]).text
    #expect(text.contains(tool.name))
    #expect(text.contains(/[0-9]+\.[0-9]+/))
    #expect(text.lowercased().contains("netpbm"))
    // The Debian packages are of the same version.
    let package = try Repository.text(of: "debian/changelog")
    let version = try #require(package.firstMatch(of: /^pnmfx \(([0-9.]+)\)/)?.1)
    #expect(text.contains("(pnmfx) \(version), "))
  }
}
