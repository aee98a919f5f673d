import TestSupport
import Testing

@testable import Kernels

/// What fires of tests share: noises are dear to make, and do not change.
enum FlameSources {
  nonisolated(unsafe) static let first = make(0)
  nonisolated(unsafe) static let second = make(1)

  static func make(_ seed: UInt64) -> FlameSource {
    // A mebibyte: there is memory.
    try! FlameSource(seed: seed)
  }
}

/// A picture that burns in the flame style, at one moment.
struct FlameCall: Sendable, CustomStringConvertible {
  var time = 0.0
  var duration = 4.0
  var burnt: (@Sendable (Double) -> Double)?
  var scale = 1.0
  var charHeight = 10.0
  var sparks: Double?
  var smoke: Double?
  var margin = (top: 0, right: 0, bottom: 0, left: 0)
  var background: Color?
  /// 0 or 1.
  var seed = 0

  /// On the clock of a fire of 4 s.
  init(at time: Double, scale: Double = 1) {
    self.time = time
    self.scale = scale
  }

  /// With the edge standing where `burnt` says.
  init(burnt: Double, at time: Double = 1, scale: Double = 1) {
    self.time = time
    self.scale = scale
    self.burnt = { _ in burnt }
  }

  var description: String {
    "time \(time) of \(duration), burnt \(burnt.map { "\($0(time))" } ?? "by the clock")"
  }

  var source: FlameSource { seed == 0 ? FlameSources.first : FlameSources.second }

  var progress: BurnProgress { BurnProgress(seconds: 0.75 * duration, burnt: burnt) }

  func canvas(width: Int, height: Int) -> BurnCanvas {
    BurnCanvas(
      pictureWidth: width, pictureHeight: height, scale: scale, top: margin.top,
      right: margin.right, bottom: margin.bottom, left: margin.left)
  }

  func clock(height: Int) -> FlameClock {
    FlameClock(progress: progress, duration: duration, height: Double(height) / scale)
  }

  /// The fire of a picture of that size.
  func moment(width: Int, height: Int) -> FlameMoment {
    FlameMoment(
      canvas: canvas(width: width, height: height), noises: source.noises,
      clock: clock(height: height), time: time, charHeight: charHeight)
  }

  func frame(of picture: Picture) throws -> FlameFrame {
    let canvas = canvas(width: picture.width, height: picture.height)
    let isOpaque = !picture.kind.hasOpacity
    let feed = try Feed(canvas, isOpaque: isOpaque)
    if !isOpaque {
      for y in 0..<picture.height {
        feed.add(row(y, of: picture), maxval: picture.maxval)
      }
    }
    return try FlameFrame(
      source, progress: progress, duration: duration, time: time, canvas: canvas,
      charHeight: charHeight, sparks: sparks, smoke: smoke, feed: feed, isOpaque: isOpaque,
      background: background, maxval: picture.maxval)
  }

  /// A row in RGBA, without the margin.
  private func row(_ y: Int, of picture: Picture) -> [UInt16] {
    (0..<picture.width).flatMap { x in
      (picture.colour(x, y) + [picture.opacity(x, y)]).map { UInt16($0) }
    }
  }

  /// The picture in its margin, as it is before it burns.
  func placed(_ picture: Picture) -> Picture {
    let canvas = canvas(width: picture.width, height: picture.height)
    var result = Picture(
      .pamColourAlpha, width: canvas.width, height: canvas.height, maxval: picture.maxval,
      filledWith: 0)
    for y in 0..<picture.height {
      for x in 0..<picture.width {
        let tuple = picture.colour(x, y) + [picture.opacity(x, y)]
        for plane in 0..<4 { result[x + margin.left, y + margin.top, plane] = tuple[plane] }
      }
    }
    return result
  }

  /// The picture as it burns, RGBA or flattened. `order` is that in which rows are burnt, one
  /// after another, each by one of as many workspaces as there are threads.
  func apply(
    to picture: Picture, order: [(row: Int, workspace: Int)]? = nil
  ) throws -> Picture {
    picture.hasBytes
      ? try apply(to: picture, order, UInt8.self) : try apply(to: picture, order, UInt16.self)
  }

  private func apply<S: Sample>(
    to picture: Picture, _ order: [(row: Int, workspace: Int)]?, _: S.Type
  ) throws -> Picture {
    let frame = try frame(of: picture)
    let canvas = placed(picture)
    let order = order ?? (0..<canvas.height).map { ($0, 0) }
    var workspaces: [Int: FlameFrame.Workspace] = [:]
    for (_, number) in order where workspaces[number] == nil {
      workspaces[number] = try frame.makeWorkspace()
    }
    let count = 4 * canvas.width
    let kept = background == nil ? count : 3 * canvas.width
    let guardSample = S.max / 3
    var rows = [[Int]](repeating: [], count: canvas.height)
    for (y, number) in order {
      let samples = canvas.samples[y * count..<(y + 1) * count].map { S($0) }
      var row = samples + [S](repeating: guardSample, count: 8)
      row.withUnsafeMutableBufferPointer {
        frame.burn($0.baseAddress!, y: y, in: workspaces[number]!)
      }
      #expect(row.suffix(8).allSatisfy { $0 == guardSample }, "written after row \(y)")
      rows[y] = row.prefix(kept).map { Int($0) }
    }
    return Picture(
      background == nil ? .pamColourAlpha : .pamColour, width: canvas.width,
      height: canvas.height, maxval: picture.maxval, samples: rows.flatMap { $0 })
  }
}
