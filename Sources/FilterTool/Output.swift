import CSystem
import Netpbm

/// Where the result goes: standard output, or the file of `-output`, all or nothing.
struct Output {
  let bytes: ByteOutput
  /// What a finished temporary file is renamed to.
  private let target: UnsafeMutablePointer<CChar>?

  /// Opens `path`; nil is standard output, and so is "-".
  init(path: CText?) throws(ToolError) {
    guard let path, strcmp(path, "-") != 0 else {
      bytes = try ToolError.netpbm { () throws(NetpbmError) in try ByteOutput() }
      target = nil
      return
    }
    let name = Text(path)
    let descriptor: Int32
    var status = stat()
    if stat(path, &status) == 0 && csystem_isRegular(status.st_mode) == 0 {
      // A device or a FIFO; a folder is refused by the system.
      descriptor = csystem_open(path, O_WRONLY | O_CLOEXEC)
      target = nil
    } else {
      let isNew = stat(path, &status) != 0
      guard let resolved = csystem_resolveLinks(path) else {
        throw ToolError(.system("cannot write \(name)"))
      }
      target = resolved
      descriptor = csystem_createTemporary(
        resolved, isNew ? 0o666 & ~Self.currentMask() : status.st_mode & 0o7777)
    }
    if descriptor < 0 { throw ToolError(.system("cannot write \(name)")) }
    bytes = try ToolError.netpbm { () throws(NetpbmError) in
      try ByteOutput(descriptor: descriptor, name: name)
    }
  }

  /// Ends the output; the result stands only after this.
  func commit() throws(ToolError) {
    try ToolError.netpbm { () throws(NetpbmError) in try bytes.close() }
    if let target, csystem_commitTemporary(target) != 0 {
      throw ToolError(.system("cannot write \(bytes.name)"))
    }
  }

  /// Leaves the target as it was.
  static func discard() { csystem_discardTemporary() }

  /// What new files must not allow. There is no asking for it but by setting it.
  private static func currentMask() -> mode_t {
    let mask = umask(0)
    umask(mask)
    return mask
  }
}
