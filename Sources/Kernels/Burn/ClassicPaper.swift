/// What is left of a picture's rows in the classic style.
struct ClassicPaper {
  /// Of a row: the factors of its premultiplied colors, and of its opacity.
  struct Rest {
    let color: Float
    let opacity: Float

    static let whole = Rest(color: 1, opacity: 1)
    static let nothing = Rest(color: 0, opacity: 0)

    /// Whether there is something left, but not all.
    var isPartial: Bool { opacity > 0 && color < 1 }
  }

  private let top: Int
  private let height: Int
  /// The height of the burn edge, and of the blackened strip, in rows.
  private let edge: Double
  private let char: Double

  /// `burnt` is 0 to 1, `charHeight` in points.
  init(_ canvas: BurnCanvas, burnt: Double, charHeight: Double) {
    top = canvas.top
    height = canvas.pictureHeight
    edge = Double(height) * (1 - burnt)
    char = charHeight * canvas.scale
  }

  /// Of row `y` of the canvas. A row whose middle is beyond the edge is blackened by half.
  func rest(row y: Int) -> Rest {
    let row = y - top
    let cover = min(max(edge - Double(row), 0), 1)
    if row < 0 || row >= height || cover == 0 { return .nothing }
    let ahead = edge - (Double(row) + 0.5)
    let dark = ahead <= 0 ? 0.5 : char > 0 ? 0.5 * max(0, 1 - ahead / char) : 0
    return Rest(color: Float(cover * (1 - dark)), opacity: Float(cover))
  }
}
