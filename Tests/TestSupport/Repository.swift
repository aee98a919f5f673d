import Foundation

/// The project's own folder, found from where this file was compiled.
public enum Repository {
  public static let path = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

  public static func text(of file: String) throws -> String {
    try String(contentsOfFile: "\(path)/\(file)", encoding: .utf8)
  }

  /// In bytes.
  public static func size(of file: String) throws -> Int {
    try Data(contentsOf: URL(fileURLWithPath: "\(path)/\(file)")).count
  }

  /// The names between `let tools = [` and `]` in Package.swift, one to a line. (`swift package
  /// describe` would say it too, but takes seconds and waits for the build's lock.)
  public static let toolNames: [String] = {
    guard let manifest = try? text(of: "Package.swift") else { return [] }
    return manifest.split(separator: "\n")
      .drop { !$0.hasPrefix("let tools = [") }.dropFirst()
      .prefix { !$0.hasPrefix("]") }
      .compactMap { line in
        let parts = line.split(separator: "\"", omittingEmptySubsequences: false)
        return parts.count >= 3 && parts[0].allSatisfy(\.isWhitespace) ? String(parts[1]) : nil
      }
  }()
}
