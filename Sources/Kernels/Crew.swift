import CSystem

/// Hands out `count` items of work, from 0 up, to `threads` threads, one of them this one, and
/// returns when all are done. `work` gets the item and the number of the thread. Where a thread
/// cannot be had, the others do its share.
public func shareOut(
  _ count: Int, threads: Int, _ work: (_ item: Int, _ thread: Int) -> Void
) {
  guard threads > 1, count > 1, let lock = try? Semaphore(1) else {
    for item in 0..<count { work(item, 0) }
    return
  }
  var next = 0
  func take() -> Int {
    lock.wait()
    defer { lock.post() }
    next += 1
    return next - 1
  }
  func run(_ thread: Int) {
    while true {
      let item = take()
      if item >= count { return }
      work(item, thread)
    }
  }
  func start(_ thread: Int) {
    if thread == 0 { return run(0) }
    if !runBeside({ run(thread) }, { start(thread - 1) }) { start(thread - 1) }
  }
  start(min(threads, count) - 1)
}

/// Runs `other` on a thread of its own while `body` runs on this one, and returns when both have
/// ended; false if there was no thread to be had, and nothing has been run.
package func runBeside(_ other: () -> Void, _ body: () -> Void) -> Bool {
  withoutActuallyEscaping(other) { other in
    var thread = pthread_t()
    let work = Unmanaged.passRetained(Work(other))
    let code = csystem_startThread(
      &thread,
      { context in
        Unmanaged<Work>.fromOpaque(context!).takeRetainedValue().run()
        return nil
      }, work.toOpaque())
    if code != 0 {
      work.release()
      return false
    }
    body()
    pthread_join(thread, nil)
    return true
  }
}

private final class Work {
  let run: () -> Void
  init(_ run: @escaping () -> Void) { self.run = run }
}
