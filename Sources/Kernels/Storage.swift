import CSystem

/// Memory for a kernel's work could not be had.
public struct OutOfMemory: Error {
  public init() {}
}

/// Memory whose size depends on input: `count` elements, zero at first.
///
/// An `Array` that cannot be had stops the program without a word; this throws.
public final class Storage<Element: BitwiseCopyable> {
  public let count: Int
  public let base: UnsafeMutablePointer<Element>

  public init(_ count: Int) throws(OutOfMemory) {
    self.count = count
    // calloc takes care of a product that overflows, and of pages that are never touched.
    guard count >= 0, let memory = calloc(max(count, 1), MemoryLayout<Element>.stride) else {
      throw OutOfMemory()
    }
    base = memory.assumingMemoryBound(to: Element.self)
  }

  deinit { free(base) }

  /// Copies as many elements from `source`. (The standard library's `update(from:count:)` copies them
  /// one by one in Embedded Swift.)
  func copy(_ source: UnsafePointer<Element>) {
    memcpy(base, source, count * MemoryLayout<Element>.stride)
  }

  /// Sets all to zero.
  func clear() { memset(base, 0, count * MemoryLayout<Element>.stride) }

  public subscript(index: Int) -> Element {
    @inline(__always) get { base[index] }
    @inline(__always) set { base[index] = newValue }
  }
}
