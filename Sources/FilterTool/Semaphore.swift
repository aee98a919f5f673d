import CSystem
import Kernels

/// Counts what there is: one thread adds, another one takes, and waits while there is none.
final class Semaphore {
  private let system: OpaquePointer

  init(_ count: UInt32) throws(OutOfMemory) {
    guard let system = csystem_makeSemaphore(count) else { throw OutOfMemory() }
    self.system = system
  }

  deinit { csystem_freeSemaphore(system) }

  func post() { csystem_post(system) }
  func wait() { csystem_wait(system) }
  /// Takes one if there is one; false otherwise.
  func take() -> Bool { csystem_tryWait(system) != 0 }
}
