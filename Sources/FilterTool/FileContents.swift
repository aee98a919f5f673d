import CSystem
import Kernels
import Netpbm

/// The bytes of a file that an option names, read whole.
public final class FileContents {
  public private(set) var count = 0
  private let buffer = RowBuffer()

  public var bytes: UnsafePointer<UInt8> {
    UnsafePointer(buffer.base!.assumingMemoryBound(to: UInt8.self))
  }

  public init(path: CText) throws(ToolError) {
    let name = Text(path)
    let buffer = self.buffer
    let descriptor = csystem_open(path, O_RDONLY | O_CLOEXEC)
    if descriptor < 0 { throw ToolError(.system(name)) }
    defer { close(descriptor) }
    while true {
      if count == buffer.capacity {
        let room = max(1 << 16, 2 * count)
        try ToolError.memory(for: name) { () throws(OutOfMemory) in try buffer.grow(to: room) }
      }
      let got = read(descriptor, buffer.base! + count, min(buffer.capacity - count, 1 << 30))
      if got == 0 { return }
      if got > 0 {
        count += got
      } else if csystem_errno() != EINTR {
        throw ToolError(.system(name))
      }
    }
  }
}
