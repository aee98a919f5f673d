import Foundation
import TestSupport
import Testing

@testable import Kernels

@Suite("Pictures in flames")
struct FlameFrameTests {
  static let flat = Picture(.pamColour, width: 48, height: 40, maxval: 255, filledWith: 200)
  static let noise = Picture.random(.pamColourAlpha, width: 41, height: 33, seed: 3)

  // MARK: - Before and after

  @Test("Before it begins, a picture is what it was, in its margin", arguments: [1, 255, 65535])
  func whole(maxval: Int) throws {
    for kind in [Kind.pamColour, .pamColourAlpha] {
      let picture = Picture.random(kind, width: 13, height: 9, maxval: maxval, seed: 2)
      for time in [-1e9, -0.5, 0] {
        for call in [FlameCall(at: time), FlameCall(burnt: 0, at: time + 3, scale: 0.03)] {
          for margin in [(0, 0, 0, 0), (3, 4, 1, 2)] {
            var call = call
            call.margin = margin
            #expect(try call.apply(to: picture).difference(from: call.placed(picture)) == nil)
            call.sparks = 500
            call.smoke = 500
            #expect(try call.apply(to: picture).difference(from: call.placed(picture)) == nil)
          }
        }
      }
    }
  }

  @Test("From the end of its duration on, and all burnt, nothing is left, in the margin either")
  func gone() throws {
    for call in [
      FlameCall(at: 4), FlameCall(at: 4.01), FlameCall(at: 1e9), FlameCall(burnt: 1, at: 0.3),
      FlameCall(burnt: 1, at: 50, scale: 0.02),
    ] {
      for margin in [(0, 0, 0, 0), (9, 4, 1, 2)] {
        var call = call
        call.margin = margin
        call.sparks = 500
        call.smoke = 500
        for picture in [Self.flat, Self.noise] {
          #expect(try call.apply(to: picture).samples.allSatisfy { $0 == 0 }, "\(call)")
        }
        call.background = .orange
        let result = try call.apply(to: Self.noise)
        let expected = [255, 153, 18]
        #expect(result.samples.indices.allSatisfy { result.samples[$0] == expected[$0 % 3] })
      }
    }
  }

  @Test("No paper is left at 3/4 of the duration")
  func paperGone() throws {
    for seed in [0, 1] {
      var call = FlameCall(at: 3)
      call.seed = seed
      let moment = call.moment(width: 160, height: 300)
      let field = try EdgeField(moment)
      let reach = 1.1 * 1.25 + 3
      for j in stride(from: 0, to: 60, by: 1) {
        let row = field.raggedRow(j).distance
        let most = (0..<field.grid.columns).map { Double(row[$0]) }.max()!
        #expect(most < -reach || moment.edge - field.grid.y(row: j) < -42, "row \(j): \(most)")
      }
    }
  }

  @Test("Near the end little is left, and less and less")
  func ending() throws {
    for duration in [0.5, 2, 4] {
      for (share, most, mean) in [(0.95, 0.8, 0.02), (0.995, 0.03, 0.001)] {
        var call = FlameCall(at: share * duration, scale: 0.25)
        call.duration = duration
        let picture = Picture(.pamColour, width: 133, height: 75, maxval: 65535, filledWith: 40000)
        let result = try call.apply(to: picture)
        let opacities = (0..<133 * 75).map { Double(result.samples[4 * $0 + 3]) / 65535 }
        #expect(opacities.max()! < most, "\(call): \(opacities.max()!)")
        #expect(opacities.reduce(0, +) / Double(opacities.count) < mean, "\(call)")
      }
    }
  }

  @Test("The first moment hardly differs from the picture")
  func beginning() throws {
    for duration in [2.0, 4] {
      var call = FlameCall(at: 1.0 / 240, scale: 0.25)
      call.duration = duration
      let picture = Picture.random(.pamColour, width: 100, height: 75, seed: 8)
      let change = Levels(try call.apply(to: picture)).change(from: Levels(call.placed(picture)))
      #expect(change < 2, "\(change)")
      // But it has begun.
      call.time = 1.0 / 12
      let later = Levels(try call.apply(to: picture)).change(from: Levels(call.placed(picture)))
      #expect(later > 2, "\(later)")
    }
  }

  // MARK: - The edge

  /// Where there is paper, without the finest octave, a point a node: rows from `ahead` points
  /// above the edge to 42 below it.
  static func paper(_ burnt: Double, seed: Int, width: Int) throws -> [[Bool]] {
    var call = FlameCall(burnt: burnt)
    call.seed = seed
    let moment = call.moment(width: width, height: 300)
    let field = try EdgeField(moment)
    let first = field.grid.place(y: max(0, moment.edge - 60)).node
    let last = min(299, field.grid.place(y: moment.edge + 42).node)
    return (first...last).map { j in
      let row = field.raggedRow(j).distance
      return (1...width).map { row[$0] > 0 }
    }
  }

  /// Patches of `value` that touch neither the first row nor the last.
  static func islands(of value: Bool, in paper: [[Bool]]) -> Int {
    var seen = paper.map { row in row.map { $0 != value } }
    var count = 0
    for y in paper.indices {
      for x in paper[y].indices where !seen[y][x] {
        var (stack, isIsland, size) = ([(x, y)], true, 0)
        seen[y][x] = true
        while let (x, y) = stack.popLast() {
          size += 1
          if y == 0 || y == paper.count - 1 { isIsland = false }
          for (x, y) in [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]
          where paper.indices.contains(y) && paper[y].indices.contains(x) && !seen[y][x] {
            seen[y][x] = true
            stack.append((x, y))
          }
        }
        if isIsland && size > 2 { count += 1 }
      }
    }
    return count
  }

  @Test("The edge is ragged at every scale, with holes ahead of it and islands behind")
  func raggedness() throws {
    var (holes, islands) = (0, 0)
    for (burnt, seed) in [(0.25, 0), (0.6, 1), (0.65, 1)] {
      let paper = try Self.paper(burnt, seed: seed, width: 240)
      let lowest = (0..<240).map { x in Double(paper.lastIndex { $0[x] } ?? 0) }
      let mean = lowest.reduce(0, +) / 240
      let deviation = (lowest.reduce(0) { $0 + pow($1 - mean, 2) } / 240).squareRoot()
      #expect((3...14).contains(deviation), "\(burnt), \(seed): \(deviation)")
      for (distance, range) in [
        (1, 0.3...1), (4, 1...3.5), (16, 2.5...9), (64, 3.5...17),
      ] {
        let jumps = (0..<240 - distance).map { abs(lowest[$0 + distance] - lowest[$0]) }
        let jump = jumps.reduce(0, +) / Double(jumps.count)
        #expect(range.contains(jump), "\(burnt), \(seed), over \(distance): \(jump)")
      }
      holes += Self.islands(of: false, in: paper)
      islands += Self.islands(of: true, in: paper)
    }
    #expect(holes >= 2 && islands >= 1, "\(holes), \(islands)")
  }

  @Test("Islands of paper far behind the edge are there")
  func islands() throws {
    var call = FlameCall(burnt: 0.65)
    call.seed = 1
    call.charHeight = 0
    call.sparks = 0
    call.smoke = 0
    let (width, height) = (240, 300)
    let moment = call.moment(width: width, height: height)
    let field = try EdgeField(moment)
    var deepest = (x: 0, y: 0)
    for y in Int(moment.edge)...Int(moment.edge) + 42 {
      let row = field.raggedRow(y).distance
      // Node 1 stands on the picture's first column.
      if let x = (1...width).max(by: { row[$0] < row[$1] }), row[x] > 3 { deepest = (x - 1, y) }
    }
    #expect(deepest.y > Int(moment.edge) + 12, "\(deepest)")
    let picture = Picture(
      .pamColour, width: width, height: height, maxval: 255,
      samples: (0..<width * height).flatMap { _ in [0, 0, 255] })
    let frame = try call.frame(of: picture)
    var row = (0..<width).flatMap { _ in [0, 0, 255, 255] as [UInt8] }
    row.withUnsafeMutableBufferPointer { row in
      frame.burn(row.baseAddress!, y: deepest.y, in: try! frame.makeWorkspace())
    }
    let pixel = row[4 * deepest.x..<4 * deepest.x + 4].map { Int($0) }
    // Flames before it have hardly any blue.
    #expect(pixel[3] > 200 && pixel[2] > 70, "\(pixel)")
  }

  // MARK: - Fire

  @Test("Over black, fire is red, orange and yellow, and bright", arguments: [0, 1])
  func colors(seed: Int) throws {
    var call = FlameCall(at: seed == 0 ? 0.6 : 1, scale: 0.25)
    call.seed = seed
    call.background = Color(red: 0, green: 0, blue: 0)
    let picture = Picture(.pamColour, width: 133, height: 75, maxval: 65535, filledWith: 0)
    let result = try call.apply(to: picture)
    let tuples = (0..<133 * 75).map { i in
      (0..<3).map { Double(result.samples[3 * i + $0]) / 257 }
    }
    #expect(tuples.allSatisfy { $0[0] >= $0[1] && $0[1] >= $0[2] })
    let bright = tuples.filter { $0[0] > 40 }
    func share(_ isCounted: ([Double]) -> Bool) -> Double {
      Double(bright.count(where: isCounted)) / Double(bright.count)
    }
    let red = share { $0[1] < 0.5 * $0[0] }
    let yellow = share { $0[1] > 0.6 * $0[0] }
    let white = share { $0[1] > 220 }
    let all = Double(bright.count) / Double(tuples.count)
    let most = (0..<3).map { plane in tuples.map { $0[plane] }.max()! }
    #expect((0.04...0.18).contains(all), "\(all)")
    #expect((0.1...0.5).contains(red), "\(red)")
    #expect((0.15...0.5).contains(yellow), "\(yellow)")
    #expect((0.005...0.16).contains(white), "\(white)")
    #expect(most[0] > 250 && most[1] > 215 && (100...245).contains(most[2]), "\(most)")
  }

  @Test("A standing fire lives, without a flash from frame to frame")
  func standing() throws {
    let picture = Picture.random(.pamColour, width: 80, height: 60, maxval: 65535, seed: 4)
    func levels(_ time: Double) throws -> Levels {
      Levels(try FlameCall(burnt: 0.5, at: time, scale: 0.25).apply(to: picture))
    }
    let first = try levels(1)
    let next = try levels(1 + 1.0 / 30).change(from: first)
    let later = try levels(1.5).change(from: first)
    #expect((0.7...3.5).contains(next), "\(next)")
    #expect(later > 2 * next, "\(next), \(later)")
  }

  @Test("A running fire does not strobe")
  func running() throws {
    let picture = Picture.random(.pamColour, width: 40, height: 75, maxval: 65535, seed: 4)
    for duration in [2.0, 4] {
      for share in [0.2, 0.4] {
        func levels(_ time: Double) throws -> Levels {
          var call = FlameCall(at: time, scale: 0.25)
          call.duration = duration
          return Levels(try call.apply(to: picture))
        }
        let start = share * duration
        let change = try levels(start + 1.0 / 30).change(from: levels(start))
        #expect((0.5...14).contains(change), "\(duration), \(share): \(change)")
      }
    }
  }

  // MARK: - Rows

  @Test("Rows are the same in any order, in strips of any height, by any workspace")
  func strips() throws {
    for (picture, scale, time) in [(Self.noise, 0.6, 1.0), (Self.flat, 1.7, 0.5)] {
      var call = FlameCall(at: time, scale: scale)
      call.margin = (12, 3, 5, 2)
      call.sparks = 80
      call.smoke = 30
      let height = picture.height + 17
      let whole = try call.apply(to: picture)
      #expect(try call.apply(to: picture) == whole)
      for strip in [1, 7, 16] {
        var order: [(row: Int, workspace: Int)] = []
        for start in stride(from: 0, to: height, by: strip) {
          for y in start..<min(start + strip, height) { order.append((y, start / strip % 2)) }
        }
        #expect(try call.apply(to: picture, order: order).difference(from: whole) == nil)
      }
      var order = (0..<height).map { (row: $0, workspace: $0 % 2) }
      var source = RandomSource(seed: 9)
      order.shuffle(using: &source)
      #expect(try call.apply(to: picture, order: order).difference(from: whole) == nil)
      #expect(try call.apply(to: picture, order: order.reversed()).difference(from: whole) == nil)
    }
  }

  // MARK: - Opacity, background, samples

  @Test("Far from the fire a picture keeps color and opacity")
  func far() throws {
    for maxval in [7, 255, 65535] {
      let picture = Picture.random(
        .pamColourAlpha, width: 30, height: 150, maxval: maxval, seed: 5)
      var call = FlameCall(burnt: 0.05, scale: 0.5)
      call.sparks = 0
      call.smoke = 0
      let result = try call.apply(to: picture)
      // The edge is 285 points down; flames reach 190 points above their base.
      for y in 0..<25 {
        for x in 0..<30 {
          let kept = picture.opacity(x, y) == 0 ? [0, 0, 0, 0] : picture.tuple(x, y)
          #expect(result.tuple(x, y) == kept, "\(x), \(y)")
        }
      }
      #expect((120..<150).contains { y in result.tuple(9, y) != picture.tuple(9, y) })
    }
  }

  @Test("Nothing burns where there is nothing, and fire stands only over paper")
  func clear() throws {
    // The right half is clear.
    var picture = Picture(
      .pamColourAlpha, width: 80, height: 40, maxval: 255, filledWith: 255)
    for y in 0..<40 {
      for x in 40..<80 { picture[x, y, 3] = 0 }
    }
    var call = FlameCall(burnt: 0.4, scale: 0.25)
    call.sparks = 0
    call.smoke = 0
    let result = try call.apply(to: picture)
    for y in 0..<40 {
      for x in 0..<80 where result.opacity(x, y) == 0 {
        #expect(result.tuple(x, y) == [0, 0, 0, 0])
      }
    }
    func sum(_ columns: Range<Int>) -> Int {
      (0..<40).reduce(0) { sum, y in columns.reduce(sum) { $0 + result.opacity($1, y) } }
    }
    // Flames sway by some points into the void, their glow reaches further.
    #expect(sum(60..<80) < sum(0..<20) / 500, "\(sum(60..<80)), \(sum(0..<20))")
    let empty = Picture(.pamColourAlpha, width: 40, height: 40, maxval: 255, filledWith: 0)
    call.sparks = nil
    call.smoke = nil
    #expect(try call.apply(to: empty).samples.allSatisfy { $0 == 0 })
  }

  @Test("Flattened, a picture is its RGBA result on the background")
  func background() throws {
    for maxval in [255, 65535] {
      let picture = Picture.random(
        .pamColourAlpha, width: 41, height: 33, maxval: maxval, seed: 3)
      var call = FlameCall(at: 1, scale: 0.3)
      call.margin = (6, 2, 0, 1)
      let result = try call.apply(to: picture)
      call.background = .orange
      let flat = try call.apply(to: picture)
      for y in 0..<result.height {
        for x in 0..<result.width {
          for plane in 0..<3 {
            let behind = Color.orange[plane] * Double(maxval)
            let alpha = result.alpha(x, y)
            let level = alpha * Double(result[x, y, plane]) + (1 - alpha) * behind
            #expect(abs(Double(flat[x, y, plane]) - level) < 1.6, "\(x), \(y)")
          }
        }
      }
    }
  }

  @Test("Bytes and words give the same picture; opaque RGBA with a margin the same as RGB")
  func samples() throws {
    let bytes = Picture.random(.pamColour, width: 41, height: 33, seed: 6)
    var call = FlameCall(at: 1, scale: 0.3)
    call.margin = (6, 2, 0, 1)
    let result = try call.apply(to: bytes)
    var words = bytes
    words.maxval = 65535
    words.samples = bytes.samples.map { 257 * $0 }
    let wide = try call.apply(to: words)
    // Premultiplied: the color under a small opacity is coarse.
    #expect(Levels(result).greatestChange(from: Levels(wide)) < 1.1)

    var opaque = Picture(.pamColourAlpha, width: 41, height: 33, maxval: 255, filledWith: 255)
    for i in 0..<41 * 33 {
      for plane in 0..<3 { opaque.samples[4 * i + plane] = bytes.samples[3 * i + plane] }
    }
    #expect(try call.apply(to: opaque).difference(from: result) == nil)
  }

  @Test("Another seed is another fire; more sparks and smoke are more")
  func options() throws {
    var call = FlameCall(at: 1, scale: 0.3)
    let picture = Picture(.pamColour, width: 60, height: 60, maxval: 65535, filledWith: 65535)
    let first = Levels(try call.apply(to: picture))
    call.seed = 1
    #expect(Levels(try call.apply(to: picture)).change(from: first) > 5)
    call.seed = 0
    call.sparks = 0
    call.smoke = 0
    let bare = Levels(try call.apply(to: picture))
    #expect(bare.change(from: first) > 0.02)
    call.smoke = 40
    let smoky = Levels(try call.apply(to: picture))
    // Over white, smoke darkens, over what is burnt it covers.
    #expect(smoky.mean(3) > bare.mean(3) + 0.5 && smoky.top(20) < bare.top(20) - 0.5)
    call.smoke = 0
    call.sparks = 400
    let sparkling = Levels(try call.apply(to: picture))
    #expect(sparkling.mean(3) > bare.mean(3) + 0.5)
    call.sparks = 0
    call.charHeight = 30
    #expect(Levels(try call.apply(to: picture)).mean(0) < bare.mean(0) - 2)
  }
}

/// A picture's samples multiplied by its opacity, in levels of 0 to 255.
struct Levels {
  let width: Int
  /// Four to a pixel.
  let values: [Double]

  init(_ picture: Picture) {
    width = picture.width
    let unit = 255 / Double(picture.maxval)
    values = (0..<picture.width * picture.height).flatMap { i in
      let tuple = picture.samples[4 * i..<4 * i + 4].map { Double($0) * unit }
      return tuple.prefix(3).map { $0 * tuple[3] / 255 } + [tuple[3]]
    }
  }

  /// The mean difference of all samples.
  func change(from other: Levels) -> Double {
    zip(values, other.values).reduce(0) { $0 + abs($1.0 - $1.1) } / Double(values.count)
  }

  func greatestChange(from other: Levels) -> Double {
    zip(values, other.values).map { abs($0 - $1) }.max()!
  }

  func mean(_ plane: Int) -> Double {
    stride(from: plane, to: values.count, by: 4).reduce(0) { $0 + values[$1] }
      / Double(values.count / 4)
  }

  /// The mean red of the first rows.
  func top(_ rows: Int) -> Double {
    stride(from: 0, to: 4 * width * rows, by: 4).reduce(0) { $0 + values[$1] }
      / Double(width * rows)
  }
}
