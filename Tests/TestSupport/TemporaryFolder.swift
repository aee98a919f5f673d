import Foundation

/// A folder that is there while its closure runs.
public struct TemporaryFolder: Sendable {
  public let path: String

  /// Makes a folder, hands it to `body`, and removes it with all that is in it.
  public static func with<Result>(_ body: (TemporaryFolder) throws -> Result) throws -> Result {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    return try body(folder)
  }

  private init() throws {
    let parent = ProcessInfo.processInfo.environment["TMPDIR"] ?? "/tmp"
    var template = Array("\(parent)/pnmfx-tests.XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw SystemError("mkdtemp in \(parent)") }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private func remove() {
    try? FileManager.default.removeItem(atPath: path)
  }

  public subscript(name: String) -> String { "\(path)/\(name)" }

  /// Writes a file and gives its path.
  @discardableResult
  public func write(_ bytes: [UInt8], to name: String) throws -> String {
    try Data(bytes).write(to: URL(fileURLWithPath: self[name]))
    return self[name]
  }

  public func read(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: self[name])))
  }

  /// The names in the folder, sorted.
  public func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }

  /// Permissions of a file, links not followed.
  public func mode(of name: String) throws -> Int {
    var status = stat()
    guard lstat(self[name], &status) == 0 else { throw SystemError("lstat \(name)") }
    return Int(status.st_mode & 0o7777)
  }

  /// The kind of file (`S_IFREG`, `S_IFLNK`, `S_IFIFO` ...), links not followed.
  public func type(of name: String) throws -> mode_t {
    var status = stat()
    guard lstat(self[name], &status) == 0 else { throw SystemError("lstat \(name)") }
    return status.st_mode & S_IFMT
  }
}

/// A call of the system that failed, in a test's own machinery.
public struct SystemError: Error, CustomStringConvertible {
  public let description: String

  public init(_ what: String, _ code: Int32 = errno) {
    description = "\(what): \(String(cString: strerror(code)))"
  }
}
