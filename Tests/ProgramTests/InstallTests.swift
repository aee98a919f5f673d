import Foundation
import TestSupport
import Testing

@Suite("Installing")
struct InstallTests {
  /// Runs a target of the Makefile on the executables that are tested, and on a folder with a
  /// space in its name as the system.
  @discardableResult
  static func make(_ target: String, _ settings: [String] = [], in root: String) throws -> Outcome {
    let outcome = try Program.shell(
      """
      unset MAKEFLAGS MAKELEVEL
      exec make --no-print-directory -C "$@"
      """, [Repository.path, target, "BIN=\(Program.folder)", "DESTDIR=\(root)"] + settings)
    guard outcome.status == .exit(0), outcome.messages.isEmpty else {
      throw UnexpectedOutcome(description: "make \(target) \(settings): \(outcome)")
    }
    return outcome
  }

  /// The files and links below a folder.
  static func files(below root: String) -> Set<String> {
    let all = FileManager.default.enumerator(atPath: root)?.allObjects as? [String] ?? []
    return Set(
      all.filter {
        let type = try? FileManager.default.attributesOfItem(atPath: "\(root)/\($0)")[.type]
        return type as? FileAttributeType != .typeDirectory
      })
  }

  /// What is installed for a command.
  static func files(of command: String) -> Set<String> {
    [
      "bin/\(command)", "share/man/man1/\(command).1",
      "share/bash-completion/completions/\(command)", "share/zsh/site-functions/_\(command)",
      "share/fish/vendor_completions.d/\(command).fish",
    ]
  }

  static let shared: Set = {
    let guides = files(below: "\(Repository.path)/Documentation")
      .filter { $0.hasSuffix(".md") || $0.hasSuffix(".webp") }
    return Set(
      ["man/man7/pnmfx.7", "doc/pnmfx/README.md", "doc/pnmfx/CHANGELOG.md", "doc/pnmfx/LICENSE"]
        .map { "share/\($0)" } + guides.map { "share/doc/pnmfx/Documentation/\($0)" })
  }()

  static func withoutExamples(_ files: Set<String>) -> Set<String> {
    files.filter { !$0.hasPrefix("share/doc/pnmfx/examples/") }
  }

  static let long = Tool.all.flatMap { files(of: "pnmfx-\($0)") }
  static let short = Tool.all.flatMap { files(of: $0.name) }

  @Test("Commands, pages, completions and examples are installed, and removed")
  func installs() throws {
    try TemporaryFolder.with { folder in
      let root = folder["a system"]
      let local = "\(root)/usr/local"
      try Self.make("install", in: root)
      let files = Self.files(below: local)
      #expect(Self.withoutExamples(files) == Self.shared.union(Self.long).union(Self.short))
      let examples = Self.files(below: "\(Repository.path)/Examples")
        .filter { $0.hasSuffix(".sh") || $0.hasSuffix(".mk") }
      #expect(examples.contains("rarecard.sh"))
      #expect(
        files.filter { $0.contains("/examples/") }
          == Set(examples.map { "share/doc/pnmfx/examples/\($0)" }))
      for tool in Tool.all {
        let link = try FileManager.default.destinationOfSymbolicLink(
          atPath: "\(local)/bin/\(tool)")
        #expect(link == "pnmfx-\(tool)")
        for command in ["pnmfx-\(tool)", tool.name] {
          // Under either name, messages and help have the short one.
          let wrong = try Program.shell("\"$1\" -nonsense", ["\(local)/bin/\(command)"])
          #expect(wrong.status == .exit(2) && wrong.messages.hasPrefix("\(tool): "), "\(wrong)")
          let help = try Program.shell("\"$1\" -help", ["\(local)/bin/\(command)"]).text
          #expect(help.hasPrefix("\(tool) [options]"))
          let page = try String(
            contentsOfFile: "\(local)/share/man/man1/\(command).1", encoding: .utf8)
          if command == tool.name {
            #expect(page == ".so man1/pnmfx-\(tool).1\n")
          } else {
            #expect(page.contains(".Nm \(tool)\n"))
          }
          let bash = try String(
            contentsOfFile: "\(local)/share/bash-completion/completions/\(command)",
            encoding: .utf8)
          #expect(bash.hasSuffix(" \(command)\n") && bash.contains(" -fps "))
        }
      }
      // The pages link to each other, to pictures, and to nothing that is not there.
      let pages = files.filter { $0.hasSuffix(".md") }
      for page in pages {
        let text = try String(contentsOfFile: "\(local)/\(page)", encoding: .utf8)
        let folder = URL(fileURLWithPath: "\(local)/\(page)").deletingLastPathComponent()
        let links = text.matches(of: /\]\(([^)#:]+)\)/).map { String($0.1) }
        if page.hasSuffix("/README.md") { #expect(links.count > 8) }
        for link in links {
          #expect(
            FileManager.default.fileExists(atPath: "\(folder.path)/\(link)"), "\(page): \(link)")
        }
      }
      // A second time it is the same.
      try Self.make("install", in: root)
      #expect(Self.files(below: local) == files)
      try Self.make("uninstall", in: root)
      #expect(Self.files(below: root) == [])
      // Nothing is left to remove.
      try Self.make("uninstall", in: root)
    }
  }

  @Test("Short names can be left out")
  func withoutShortNames() throws {
    try TemporaryFolder.with { folder in
      try Self.make("install", ["SHORT=0", "PREFIX=/usr"], in: folder.path)
      let files = Self.withoutExamples(Self.files(below: folder["usr"]))
      #expect(files == Self.shared.union(Self.long))
      try Self.make("uninstall", ["PREFIX=/usr"], in: folder.path)
      #expect(Self.files(below: folder.path) == [])
    }
  }

  @Test("A short name that another program has is left to it")
  func shortNameTaken() throws {
    try TemporaryFolder.with { folder in
      for name in ["usr", "usr/bin"] { mkdir(folder[name], 0o755) }
      try folder.write(Array("another program".utf8), to: "usr/bin/mask")
      let outcome = try Self.make("install", ["PREFIX=/usr"], in: folder.path)
      #expect(outcome.text.contains("\(folder["usr/bin/mask"]) is there already"))
      #expect(outcome.text.contains("pnmfx-mask"))
      let files = Self.withoutExamples(Self.files(below: folder["usr"]))
      let others = Self.files(of: "mask").subtracting(["bin/mask"])
      #expect(files == Self.shared.union(Self.long).union(Self.short).subtracting(others))
      try Self.make("uninstall", ["PREFIX=/usr"], in: folder.path)
      #expect(Self.files(below: folder.path) == ["usr/bin/mask"])
      #expect(try folder.read("usr/bin/mask") == Array("another program".utf8))
    }
  }
}
