import CSystem

/// Counts what there is: one thread adds, another one takes, and waits while there is none.
package final class Semaphore {
  private let system: OpaquePointer

  package init(_ count: UInt32) throws(OutOfMemory) {
    guard let system = csystem_makeSemaphore(count) else { throw OutOfMemory() }
    self.system = system
  }

  deinit { csystem_freeSemaphore(system) }

  package func post() { csystem_post(system) }
  package func wait() { csystem_wait(system) }
}
