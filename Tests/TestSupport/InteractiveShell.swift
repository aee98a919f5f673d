import Foundation

/// A shell at a terminal, at which a test types. Its commands are stand-ins, which keep the
/// arguments that they are called with.
public final class InteractiveShell {
  public enum Kind: String, CaseIterable, Sendable {
    case bash, zsh, fish

    var path: String { "/usr/bin/\(rawValue)" }
    public var isThere: Bool { Program.isExecutable(path) }
  }

  /// The key that inserts all completions of the word before it.
  public static let allCompletions = "\u{14}"

  private let terminal: RunningProgram
  private let folder: TemporaryFolder

  /// Starts a shell in `folder` and waits until it asks for a line. The `completions`, of which
  /// each command has one, are read as the shell would read installed ones.
  public init(
    _ kind: Kind, completions: [(command: String, text: String)], in folder: TemporaryFolder
  ) throws {
    self.folder = folder
    for name in ["completions", "pictures"] { mkdir(folder[name], 0o755) }
    let standIn = """
      printf '%s\\n' "$@" >"\(folder["arguments"])"
      echo called
      """
    try folder.write(Array(standIn.utf8), to: "stand-in")
    var start = ""
    for (command, text) in completions {
      try folder.write(Array(text.utf8), to: "completions/_\(command)")
      // Functions, as a program that has just been written may still count as open elsewhere.
      start +=
        kind == .fish
        ? "function \(command); sh ~/stand-in $argv; end\n"
        : "\(command)() { sh ~/stand-in \"$@\"; }\n"
    }
    switch kind {
    case .bash:
      start += """
        for file in "$HOME"/completions/*; do . "$file"; done
        bind '"\\C-t": insert-completions'
        PS1='ready> '
        """
    case .zsh:
      start += """
        fpath=("$HOME"/completions $fpath)
        autoload -Uz compinit
        compinit -u -D
        all() { _main_complete; compstate[insert]=all compstate[list]= }
        zle -C all complete-word all
        bindkey '^T' all
        PS1='ready> '
        """
    case .fish:
      start += """
        for file in $HOME/completions/*; source $file; end
        function all
          set -l words (complete -C (commandline -cp) | string split -f 1 \\t)
          commandline -rt -- (string join -- ' ' (string escape -- $words))
        end
        bind \\ct all
        function fish_prompt; echo 'ready> '; end
        """
    }
    try folder.write(Array(start.utf8), to: kind == .zsh ? ".zshrc" : "start")
    let call =
      switch kind {
      case .bash: "bash --noprofile --rcfile ~/start -i"
      case .zsh: "zsh -i"
      case .fish: "fish --no-config --init-command 'source ~/start' -i"
      }
    terminal = try RunningProgram(
      "/usr/bin/script", ["-qec", "stty rows 50 cols 500; exec \(call)", "/dev/null"],
      input: .live,
      environment: [
        "HOME": folder.path, "ZDOTDIR": folder.path,
        "XDG_CONFIG_HOME": folder["config"], "XDG_DATA_HOME": folder["data"], "SHELL": "/bin/sh",
        "TERM": "dumb", "LC_ALL": "C.UTF-8",
      ], folder: folder["pictures"])
    try waitForPrompt()
  }

  /// Types a call of a stand-in, and gives the arguments with which it is made.
  public func type(_ call: String) throws -> [String] {
    let start = terminal.output.count
    try terminal.send(Array("\(call)\n".utf8))
    try waitForPrompt(after: "called", from: start)
    return String(decoding: try folder.read("arguments"), as: UTF8.self)
      .split(separator: "\n").map(String.init)
  }

  /// What is typed before the shell asks for it may be lost.
  private func waitForPrompt(after mark: String? = nil, from start: Int = 0) throws {
    try terminal.wait(for: "asking for a line") { output in
      var shown = String(decoding: output[start...], as: UTF8.self)[...]
      if let mark {
        guard let place = shown.range(of: mark) else { return false }
        shown = shown[place.upperBound...]
      }
      return shown.contains("ready>")
    }
  }
}
