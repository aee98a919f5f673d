import Foundation

/// How a process ended.
public enum Status: Equatable, Sendable, CustomStringConvertible {
  case exit(Int32)
  case signal(Int32)

  init(waited: Int32) {
    self = waited & 0x7F == 0 ? .exit(waited >> 8 & 0xFF) : .signal(waited & 0x7F)
  }

  public var description: String {
    switch self {
    case .exit(let code): "status \(code)"
    case .signal(let number): "signal \(number)"
    }
  }
}

/// What a process left behind.
public struct Outcome: Sendable, CustomStringConvertible {
  public let status: Status
  /// All that came on standard output, where that was a pipe of ours.
  public let output: [UInt8]
  /// The same of standard error.
  public let messages: String

  public var text: String { String(decoding: output, as: UTF8.self) }

  public var description: String {
    "\(status), \(output.count) bytes of output, messages \(messages.debugDescription)"
  }
}

/// Where a process reads from.
public enum Input {
  /// A pipe with these bytes, then its end.
  case bytes([UInt8])
  /// A pipe that the test feeds itself: `RunningProgram.send`, `closeInput`.
  case live
  case file(String)
  case descriptor(Int32)
  case closed
}

/// Where a process writes to.
public enum Output {
  case pipe
  case file(String)
  case descriptor(Int32)
  case closed
}

/// Runs the project's executables, and shells that find them.
public enum Program {
  /// What PNMFX_BIN names: a folder of release executables, or of those of a sanitizer.
  private static let given: String? = {
    let given = ProcessInfo.processInfo.environment["PNMFX_BIN"]
    return given == "" ? nil : given
  }()

  /// Whether the tests are run on executables that are as fast as those that are installed.
  public static let isOptimized = given != nil

  /// The executables' folder: that of the test bundle, unless PNMFX_BIN names another.
  public static let folder: String = {
    if let given { return URL(fileURLWithPath: given).standardizedFileURL.path }
    // The test bundle is itself the running program, or an argument of a runner elsewhere.
    let bundles = ["/proc/self/exe"] + CommandLine.arguments
    let folders = bundles.map {
      URL(fileURLWithPath: $0).resolvingSymlinksInPath().deletingLastPathComponent().path
    }
    let known = Repository.toolNames.first ?? "glint"
    return folders.first { isExecutable("\($0)/\(known)") } ?? folders[0]
  }()

  public static func isExecutable(_ path: String) -> Bool { access(path, X_OK) == 0 }

  public static func path(of tool: String) -> String { "\(folder)/\(tool)" }

  /// Runs a tool to its end. Throws `TookTooLong`, and kills it, if there is none in time.
  public static func run(
    _ tool: String, _ arguments: [String] = [], input: Input = .bytes([]), output: Output = .pipe,
    errors: Output = .pipe, environment: [String: String] = [:], folder: String? = nil,
    ignoring ignored: Set<Int32> = [], limit: Double = timeLimit
  ) throws -> Outcome {
    try start(
      tool, arguments, input: input, output: output, errors: errors, environment: environment,
      folder: folder, ignoring: ignored
    ).finish(within: limit)
  }

  /// Starts a tool and leaves it running.
  public static func start(
    _ tool: String, _ arguments: [String] = [], input: Input = .live, output: Output = .pipe,
    errors: Output = .pipe, environment: [String: String] = [:], folder: String? = nil,
    ignoring ignored: Set<Int32> = []
  ) throws -> RunningProgram {
    try RunningProgram(
      path(of: tool), arguments, input: input, output: output, errors: errors,
      environment: environment, folder: folder, ignoring: ignored)
  }

  /// Runs a command line of the shell, which finds the tools by name. `$1`, `$2` ... are the
  /// `arguments`.
  public static func shell(
    _ commandLine: String, _ arguments: [String] = [], input: Input = .bytes([]),
    folder: String? = nil, using shell: String = "/bin/sh", limit: Double = timeLimit
  ) throws -> Outcome {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return try RunningProgram(
      shell, ["-c", commandLine, shell] + arguments, input: input,
      environment: ["PATH": "\(Program.folder):\(path)"], folder: folder
    ).finish(within: limit)
  }

  /// Seconds until a program counts as hanging: far more than any test needs, as the machine may
  /// be busy with other things.
  public static let timeLimit = 30.0
}

/// A program that was killed because it did not do in time what the test waited for.
public struct TookTooLong: Error, CustomStringConvertible {
  public let description: String
}
