import CSystem

/// Memory for a kernel's work could not be had.
public struct OutOfMemory: Error {
  /// The error, which has nothing more to tell.
  public init() {}
}

/// Memory whose size depends on input: `count` elements, zero at first.
///
/// An `Array` that cannot be had stops the program without a word; this throws.
public final class Storage<Element: BitwiseCopyable> {
  /// How many elements there are, 0 up.
  public let count: Int
  /// The first element. The memory lives as long as this object.
  public let base: UnsafeMutablePointer<Element>

  /// Asks for `count` elements. A number below 0 is memory that cannot be had.
  public init(_ count: Int) throws(OutOfMemory) {
    self.count = count
    // calloc takes care of a product that overflows, and of pages that are never touched.
    guard count >= 0, let memory = calloc(max(count, 1), MemoryLayout<Element>.stride) else {
      throw OutOfMemory()
    }
    base = memory.assumingMemoryBound(to: Element.self)
  }

  deinit { free(base) }

  func copy(_ source: UnsafePointer<Element>) { base.copyElements(source, count) }

  func clear() { base.clearElements(count) }

  /// The element at `index`, 0 up to `count`: it is not held against that.
  public subscript(index: Int) -> Element {
    @inline(__always) get { base[index] }
    @inline(__always) set { base[index] = newValue }
  }
}

// The standard library's `update(from:count:)` and `update(repeating:count:)` go element by element
// in Embedded Swift.
extension UnsafeMutablePointer where Pointee: BitwiseCopyable {
  /// Copies `count` elements, which may overlap these.
  public func copyElements(_ source: UnsafePointer<Pointee>, _ count: Int) {
    memmove(self, source, count * MemoryLayout<Pointee>.stride)
  }

  /// Sets `count` elements to zero.
  public func clearElements(_ count: Int) { memset(self, 0, count * MemoryLayout<Pointee>.stride) }
}
