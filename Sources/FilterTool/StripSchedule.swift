import Kernels

/// What threads do next with the strips of a picture.
///
/// Each strip is read, worked on and written, each by one thread at a time and in order; but work in
/// any order is done by the thread that has read the strip, which has it in its processor's cache. A
/// thread does what is nearest to the end of all that can be done, and sleeps only if there is
/// nothing. Since it takes as long to wake as to work on a strip, several may wait for it meanwhile.
final class StripSchedule {
  enum Stage { case reading, working, writing }
  struct Step {
    var stage: Stage
    /// The number of the strip, from 0.
    let strip: Int
  }

  /// How many strips may be between reading and writing.
  let capacity: Int
  /// Whether strips are worked on in order.
  let isOrdered: Bool
  /// How many strips have been read, worked on and written, in order.
  private var read = 0
  private var worked = 0
  private var written = 0
  /// Of the strips on their way, those that have been worked on before an earlier one has.
  private var isWorked: [Bool]
  /// Whether a thread is at it.
  private var isReading = false
  private var isWorking = false
  private var isWriting = false
  /// Strips from this one on go no further: there are none, or something went wrong with it.
  private var end = Int.max
  /// What went wrong with the strip at the end.
  private(set) var failure: ToolError?

  private var isSleeping = false
  private let lock: Semaphore
  private let alarm: Semaphore

  init(capacity: Int, isOrdered: Bool) throws(OutOfMemory) {
    self.capacity = capacity
    self.isOrdered = isOrdered
    isWorked = [Bool](repeating: false, count: capacity)
    lock = try Semaphore(1)
    alarm = try Semaphore(0)
  }

  /// What to do next; waits until there is something. Nil once all is done.
  func next() -> Step? {
    lock.wait()
    defer { lock.post() }
    while true {
      let step = possibleStep(room: 1)
      if let step { set(step, isBusy: true) }
      if step != nil || written == end {
        wakeOther()
        return step
      }
      isSleeping = true
      lock.post()
      alarm.wait()
      lock.wait()
    }
  }

  /// A step has been done.
  func finish(_ step: Step) {
    lock.wait()
    defer { lock.post() }
    set(step, isBusy: false)
    switch step.stage {
    case .reading:
      read += 1
      // The thread goes on to work, and another one may read meanwhile.
      if !isOrdered { wakeOther() }
    case .working:
      isWorked[step.strip % capacity] = true
      while worked < read && isWorked[worked % capacity] {
        isWorked[worked % capacity] = false
        worked += 1
      }
    case .writing: written += 1
    }
  }

  /// A step could not be done, since there is no such strip, or by a failure. Strips before it are
  /// finished, and a failure with one of them counts instead.
  func stop(_ step: Step, _ failure: ToolError? = nil) {
    lock.wait()
    defer { lock.post() }
    set(step, isBusy: false)
    if step.strip < end {
      end = step.strip
      self.failure = failure
    }
  }

  /// Wakes the other thread if there is something for it, or nothing any more.
  private func wakeOther() {
    if !isSleeping { return }
    // Not to read one strip.
    if written == end || possibleStep(room: (capacity + 1) / 2) != nil {
      isSleeping = false
      alarm.post()
    }
  }

  /// What can be done; a strip is read if there is room for as many.
  private func possibleStep(room: Int) -> Step? {
    if !isWriting && written < min(worked, end) { return Step(stage: .writing, strip: written) }
    if isOrdered && !isWorking && worked < min(read, end) {
      return Step(stage: .working, strip: worked)
    }
    if !isReading && end == .max && read + room <= written + capacity {
      return Step(stage: .reading, strip: read)
    }
    return nil
  }

  private func set(_ step: Step, isBusy: Bool) {
    switch step.stage {
    case .reading: isReading = isBusy
    case .working: isWorking = isBusy
    case .writing: isWriting = isBusy
    }
  }
}
