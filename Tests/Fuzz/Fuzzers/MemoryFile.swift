import CSystem

/// A file in memory, without a name in any folder.
final class MemoryFile {
  let descriptor: CInt
  /// What opens it anew, from its start.
  let path: String

  init() {
    var name = Array("/dev/shm/pnmfx-fuzz-XXXXXX".utf8CString)
    descriptor = mkstemp(&name)
    precondition(descriptor >= 0, "/dev/shm cannot be written")
    unlink(name)
    path = "/dev/fd/\(descriptor)"
  }

  /// Makes `bytes` all that is in it, with its place at the start.
  func hold(_ bytes: some Sequence<UInt8>) {
    let bytes = Array(bytes)
    ftruncate(descriptor, 0)
    let written = pwrite(descriptor, bytes, bytes.count, 0)
    precondition(written == bytes.count)
    lseek(descriptor, 0, SEEK_SET)
  }

  var contents: [UInt8] {
    var status = stat()
    fstat(descriptor, &status)
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    let count = pread(descriptor, &bytes, bytes.count, 0)
    precondition(count == bytes.count)
    return bytes
  }
}

/// The files that a run uses, and what closes those that it leaves open: a tool that stops leaves
/// that to its end.
final class Files {
  nonisolated(unsafe) static let shared = Files()

  let main = MemoryFile()
  let second = MemoryFile()
  let output = MemoryFile()
  let errors = MemoryFile()
  private static let descriptors: Range<CInt> = 3..<64
  private var others: Set<CInt> = []

  /// Standard output and error become files, both empty. The other files that are open now are not
  /// the run's.
  func redirect() {
    output.hold([])
    errors.hold([])
    dup2(output.descriptor, 1)
    dup2(errors.descriptor, 2)
    var status = stat()
    others = Set(Self.descriptors.filter { fstat($0, &status) == 0 })
  }

  func closeRest() {
    for descriptor in Self.descriptors where !others.contains(descriptor) { close(descriptor) }
  }
}
