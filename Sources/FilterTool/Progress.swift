import CSystem
import Netpbm

/// The line of `-progress`: what is done, while it is being done. It is wiped at the end.
final class Progress {
  private let tool: StaticString
  private let total: UInt64?
  private let start = csystem_now()
  private var latest = 0.0
  private var isShown = false
  private var pictures: UInt64 = 0
  private var rows = 0
  private var height = 0

  /// Seconds between two lines.
  private static let interval = 0.2

  init(tool: StaticString, total: UInt64?) {
    self.tool = tool
    self.total = total
  }

  func startPicture(height: Int) {
    self.height = height
    rows = 0
  }

  func add(rows count: Int) {
    rows += count
    let now = csystem_now()
    if now - max(latest, start) >= Self.interval {
      latest = now
      show(now)
    }
  }

  func finishPicture() { pictures += 1 }

  /// Takes the line away.
  func end() {
    if isShown { writeError("\r\u{1B}[K") }
    isShown = false
  }

  private func show(_ now: Double) {
    let of: Text = total.map { " of \($0)" } ?? ""
    let seconds = now - start
    let rate = Int(Double(pictures) / seconds * 10)
    writeError(
      """
      \r\u{1B}[K\(tool): \(pictures)\(of) pictures, row \(rows) of \(height), \
      \(rate / 10).\(rate % 10) pictures/s
      """)
    isShown = true
  }
}
