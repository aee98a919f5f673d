import TestSupport
import Testing

@testable import Kernels

/// A call of the classic style.
struct ClassicCall: CustomStringConvertible, Sendable {
  var time: Double
  var duration = 2.0
  var burnt: (@Sendable (Double) -> Double)?
  var scale = 1.0
  /// Top, right, bottom, left.
  var margin = [0, 0, 0, 0]
  var char = 10.0
  var sparks = 500.0
  var smoke = 50.0
  var seed: UInt64 = 0
  var background: Color?

  var description: String {
    """
    time \(time) of \(duration)\(burnt.map { ", burnt \($0(time))" } ?? ""), scale \(scale), \
    margin \(margin), char \(char), \(sparks) + \(smoke) births, seed \(seed)
    """
  }

  var progress: BurnProgress { BurnProgress(seconds: duration, burnt: burnt) }

  func canvas(_ width: Int, _ height: Int) -> BurnCanvas {
    BurnCanvas(
      pictureWidth: width, pictureHeight: height, scale: scale, top: margin[0], right: margin[1],
      bottom: margin[2], left: margin[3])
  }

  func particles(_ kind: ClassicKind, _ canvas: BurnCanvas) -> ClassicParticles {
    ClassicParticles(
      kind, rate: kind.number == ClassicKind.fire.number ? sparks : smoke, at: time,
      canvas: canvas, progress: progress, philox: Philox(seed: seed))
  }

  func frame(_ canvas: BurnCanvas, maxval: Int) throws -> ClassicFrame {
    try ClassicFrame(
      progress: progress, duration: duration, time: time, canvas: canvas, charHeight: char,
      sparks: sparks, smoke: smoke, seed: seed, background: background, maxval: maxval)
  }

  /// The picture with its margin.
  func onCanvas(_ picture: Picture) -> Picture {
    let canvas = canvas(picture.width, picture.height)
    var result = Picture(
      .pamColourAlpha, width: canvas.width, height: canvas.height, maxval: picture.maxval,
      samples: Array(repeating: 0, count: canvas.width * canvas.height * 4))
    for y in 0..<picture.height {
      for x in 0..<picture.width {
        for plane in 0..<4 {
          result[x + canvas.left, y + canvas.top, plane] = picture[x, y, plane]
        }
      }
    }
    return result
  }

  /// The burning picture; rows are burnt in turn by each of `workspaces`, from the top.
  func apply(to picture: Picture, workspaces: Int = 1) throws -> Picture {
    let canvas = canvas(picture.width, picture.height)
    let frame = try frame(canvas, maxval: picture.maxval)
    let work = try (0..<workspaces).map { _ in try frame.makeWorkspace() }
    func rows<S: Sample>(_: S.Type) -> Picture {
      onCanvas(picture).withRows(of: S.self, flattened: background != nil) { row, y in
        frame.burn(row, y: y, in: work[y % workspaces])
      }
    }
    return picture.hasBytes ? rows(UInt8.self) : rows(UInt16.self)
  }
}

extension Picture {
  /// The same tuple everywhere: RGBA.
  static func plain(_ tuple: [Int], width: Int, height: Int, maxval: Int = 255) -> Picture {
    Picture(
      .pamColourAlpha, width: width, height: height, maxval: maxval,
      samples: (0..<width * height).flatMap { _ in tuple })
  }
}
