import Kernels

/// Strips of rows for one thread, which another one may read ahead.
final class StripQueue {
  /// Reads the next strip to the start of a buffer: how many rows, 0 at the end of the picture.
  typealias Reading = (RowBuffer) throws(ToolError) -> Int

  /// Strips that were read ahead, the oldest one first, in turn.
  private let buffers = [RowBuffer(), RowBuffer(), RowBuffer()]
  /// Of each, how many rows it has, or why it could not be read.
  private var outcomes: [Result<Int, ToolError>]
  private var filled = 0
  private var taken = 0
  private var usesBuffer = false
  /// A strip that was not read ahead.
  private let ownBuffer = RowBuffer()

  /// Buffers that are free, and those that wait to be taken.
  private let free: Semaphore
  private let waiting: Semaphore
  /// Of the thread that reads.
  private let reading: Semaphore

  init() throws(OutOfMemory) {
    outcomes = [.success(0), .success(0), .success(0)]
    free = try Semaphore(3)
    waiting = try Semaphore(0)
    reading = try Semaphore(1)
  }

  /// Reads a strip ahead, if there is room. What goes wrong is told when it is taken.
  func fill(_ read: Reading) {
    if !free.take() { return }
    reading.wait()
    let place = filled % buffers.count
    do throws(ToolError) {
      outcomes[place] = .success(try read(buffers[place]))
    } catch {
      outcomes[place] = .failure(error)
    }
    filled += 1
    waiting.post()
    reading.post()
  }

  /// The next strip, valid until the next call.
  func take(_ read: Reading) throws(ToolError) -> (buffer: RowBuffer, rows: Int) {
    giveBack()
    if !waiting.take() {
      // It is being read, or nobody does.
      reading.wait()
      defer { reading.post() }
      if !waiting.take() { return (ownBuffer, try read(ownBuffer)) }
    }
    usesBuffer = true
    let place = taken % buffers.count
    return (buffers[place], try outcomes[place].get())
  }

  /// Forgets what has been read ahead.
  func clear() {
    giveBack()
    while waiting.take() {
      usesBuffer = true
      giveBack()
    }
  }

  private func giveBack() {
    if !usesBuffer { return }
    usesBuffer = false
    taken += 1
    free.post()
  }
}
