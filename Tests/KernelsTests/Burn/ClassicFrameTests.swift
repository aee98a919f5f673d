import TestSupport
import Testing

@testable import Kernels

@Suite("A picture that burns in the classic style")
struct ClassicFrameTests {
  static let pictures = Rasters.maxvals.flatMap { maxval in
    [(1, 1), (1, 6), (9, 1), (7, 5), (16, 31), (13, 60)].map { width, height in
      Picture.random(
        .pamColourAlpha, width: width, height: height, maxval: maxval, seed: UInt64(maxval + width))
    }
  }

  /// Expects that nothing but paper is left: rows above the edge, blackened at their end.
  static func checkPaper(_ picture: Picture, _ call: ClassicCall) throws {
    let exact = ClassicDefinition(call, picture.width, picture.height)
    let result = try call.apply(to: picture)
    let what = "\(call)"
    try expect(
      result,
      near: { x, y in
        let column = x - exact.canvas.left
        let row = y - exact.canvas.top
        guard (0..<picture.width).contains(column), (0..<picture.height).contains(row) else {
          return [0, 0, 0, 0]
        }
        let rest = exact.paper(row)
        let color = picture.levels(column, row).map { $0 * rest.color }
        return color + [Double(picture.opacity(column, row)) * rest.opacity]
      }, what)
    try expectNoColourWithoutOpacity(result, what)
  }

  @Test("Without particles it is the rows above the edge, the last of them blackened")
  func paper() throws {
    for picture in Self.pictures {
      for time in [0, 1e-9, 0.01, 0.1, 0.25, 0.5, 0.77, 1, 1.3, 1.6, 1.9, 1.99, 1.999999] {
        for (scale, char) in [(Double(picture.height) / 300, 10.0), (1, 10), (0.5, 0), (3, 1e4)] {
          try Self.checkPaper(
            picture,
            ClassicCall(time: time, scale: scale, char: char, sparks: 0, smoke: 0, seed: 1))
        }
      }
    }
  }

  @Test("A track says where the edge is, at any time", arguments: [-3.0, 0, 1, 2, 1e9])
  func track(time: Double) throws {
    for picture in Self.pictures where picture.maxval % 255 == 0 {
      for burnt in [0, 0.001, 0.1, 1 / 3.0, 0.5, 0.9, 0.999, 1] {
        try Self.checkPaper(
          picture,
          ClassicCall(
            time: time, burnt: { $0 == time ? burnt : 0.123 }, margin: [3, 1, 2, 4], sparks: 0,
            smoke: 0))
      }
    }
  }

  @Test("From the end on there is nothing, in the margin neither")
  func end() throws {
    for picture in Self.pictures {
      for duration in [1e-300, 0.5, 2, 86400] {
        for time in [duration, duration.nextUp, duration + 0.1, 1e300] {
          var call = ClassicCall(time: time, duration: duration, margin: [9, 8, 7, 6])
          let result = try call.apply(to: picture)
          #expect(result.samples.allSatisfy { $0 == 0 }, "\(call)")
          call.background = .orange
          let flat = try call.apply(to: picture)
          try expect(
            flat,
            near: { _, _ in
              [1, 0.6, 0.07].map { $0 * Double(picture.maxval) }
            }, "\(call)")
        }
      }
    }
  }

  @Test("Just before the end something still flies, and at or before the start too")
  func flies() throws {
    let picture = Picture.plain([10, 20, 30, 255], width: 60, height: 60)
    for time in [1.999, 0, -1, -1234.5] {
      let call = ClassicCall(time: time, margin: [60, 0, 0, 0])
      let result = try call.apply(to: picture)
      let bare = try ClassicCall(time: time, margin: [60, 0, 0, 0], sparks: 0, smoke: 0)
        .apply(to: picture)
      let brighter = result.samples.indices.filter { result.samples[$0] > bare.samples[$0] }
      #expect(brighter.count > 1000, "\(time)")
      if time <= 0 {
        // The picture is whole, with its last rows blackened.
        #expect(result.tuple(30, 60) == [10, 20, 30, 255] || result.tuple(30, 60)[0] > 10)
        #expect(bare.tuple(30, 119) == [5, 11, 16, 255])
        #expect(bare.tuple(30, 100) == [10, 20, 30, 255])
      }
    }
  }

  // MARK: - Rows

  @Test("What no light touches is exactly the input, or 0 where it cannot be seen")
  func untouched() throws {
    for maxval in [1, 255, 65535] {
      let picture = Picture.random(
        .pamColourAlpha, width: 300, height: 120, maxval: maxval, seed: 21)
      let call = ClassicCall(time: 1, duration: 3, sparks: 60, smoke: 20, seed: 6)
      let definition = ClassicDefinition(call, 300, 120)
      let edge = definition.edge(1)
      let all = definition.alive(1) + definition.alive(2)
      let result = try call.apply(to: picture)
      var count = 0
      for y in 0..<120 where Double(y) + 0.5 < edge - 10 {
        for x in 0..<300 {
          let isFar = all.allSatisfy {
            abs($0.x - Double(x)) > 14 || abs($0.y - Double(y)) > 14
          }
          if !isFar { continue }
          count += 1
          let expected = picture.opacity(x, y) == 0 ? [0, 0, 0, 0] : picture.tuple(x, y)
          try #require(result.tuple(x, y) == expected, "\(x), \(y)")
        }
      }
      #expect(count > 5000)
      #expect(edge > 30 && edge < 90)
    }
  }

  @Test("Rows may be burnt in any order, in any of several workspaces")
  func order() throws {
    for (maxval, background) in [(255, nil), (65535, nil), (255, Color.orange)] {
      let picture = Picture.random(.pamColourAlpha, width: 90, height: 70, maxval: maxval)
      let call = ClassicCall(
        time: 0.6, margin: [20, 5, 5, 5], sparks: 900, smoke: 400, background: background)
      let expected = try call.apply(to: picture)
      #expect(try call.apply(to: picture, workspaces: 3) == expected)

      let canvas = call.canvas(90, 70)
      let frame = try call.frame(canvas, maxval: maxval)
      let source = call.onCanvas(picture)
      let work = try [frame.makeWorkspace(), frame.makeWorkspace()]
      var random = RandomSource(seed: 5)
      let rows = (0..<canvas.height).shuffled(using: &random)
      let depth = expected.depth
      func burn<S: Sample>(_: S.Type) throws {
        for y in rows {
          var row = source.samples[y * canvas.width * 4..<(y + 1) * canvas.width * 4].map { S($0) }
          row.withUnsafeMutableBufferPointer {
            frame.burn($0.baseAddress!, y: y, in: work[random.number(upTo: 1)])
          }
          let start = y * canvas.width * depth
          let row0 = expected.samples[start..<start + canvas.width * depth]
          #expect(row.prefix(canvas.width * depth).map { Int($0) } == Array(row0), "row \(y)")
        }
      }
      maxval < 256 ? try burn(UInt8.self) : try burn(UInt16.self)
    }
  }

  @Test("A margin changes nothing of the picture")
  func margin() throws {
    let picture = Picture.random(.pamColourAlpha, width: 80, height: 60, seed: 31)
    for time in [0, 0.5, 1.2, 1.9] {
      var call = ClassicCall(time: time, scale: 1.1, sparks: 700, smoke: 300)
      let plain = try call.apply(to: picture)
      call.margin = [32, 9, 16, 64]
      let wide = try call.apply(to: picture)
      for y in 0..<60 {
        for x in 0..<80 {
          // The last bit of a place may differ, and with it a sample by one.
          let difference = zip(plain.tuple(x, y), wide.tuple(x + 64, y + 32)).map { abs($0 - $1) }
          let isFaint = plain.opacity(x, y) < 8
          try #require(difference[3] <= 1 && (isFaint || difference.max()! <= 1), "\(x), \(y)")
        }
      }
    }
  }

  @Test("Seeds differ, and the same seed gives the same frame")
  func seeds() throws {
    let picture = Picture.plain([50, 60, 70, 255], width: 80, height: 60)
    let frames = try [0, 1, 2, 1 << 32, UInt64.max].map {
      try ClassicCall(time: 0.7, seed: $0).apply(to: picture)
    }
    for i in frames.indices {
      for j in frames.indices where j > i { #expect(frames[i] != frames[j]) }
    }
    #expect(try ClassicCall(time: 0.7, seed: 1).apply(to: picture) == frames[1])
  }

  @Test("No size, rate or time is too much")
  func extremes() throws {
    let picture = Picture.plain([90, 80, 70, 255], width: 7, height: 5)
    for scale in [.leastNonzeroMagnitude, 0.001, 0.04, 1, 1000] {
      for rate in [Double.leastNonzeroMagnitude, 0.001, 3000] {
        for time in [-1e308, -1e15, -86400, 0, 0.01, .leastNonzeroMagnitude, 43200, 1e15, 1e308] {
          for duration in [.leastNonzeroMagnitude, 86400] {
            for track in [nil, { _ in 0.5 }] as [(@Sendable (Double) -> Double)?] {
              let call = ClassicCall(
                time: time, duration: duration, burnt: track, scale: scale, margin: [1, 1, 1, 1],
                char: 1e4, sparks: rate, smoke: rate / 100)
              let result = try call.apply(to: picture)
              #expect((result.width, result.height) == (9, 7))
              if track == nil && time >= duration {
                #expect(result.samples.allSatisfy { $0 == 0 })
              }
            }
          }
        }
      }
    }
  }
}
