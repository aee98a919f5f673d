import TestSupport
import Testing

@testable import Kernels

/// Frosted glass by its definition, in float64.
struct ExactGlass: CustomStringConvertible {
  var curve = (0.24, 0.24, 0.30, 0.39)
  var amount = 0.5
  var saturation = 1.1

  var glass: FrostedGlass {
    FrostedGlass(curve: curve, amount: amount, saturation: saturation)
  }

  var description: String { "glass \(curve), \(amount), \(saturation)" }

  /// Of one or three colours, 0 to 1.
  func seen(_ colour: [Double]) -> [Double] {
    if colour.count == 1 { return [seen([colour[0], colour[0], colour[0]])[0]] }
    func clamp(_ value: Double) -> Double { min(max(0, value), 1) }
    let l = clamp(0.2125 * colour[0] + 0.7154 * colour[1] + 0.0721 * colour[2])
    let m = 1 - l
    let y = clamp(
      m * m * m * curve.0 + 3 * m * m * l * curve.1 + 3 * m * l * l * curve.2
        + l * l * l * curve.3)
    let mixed = colour.map { (1 - amount) * $0 + amount * y }
    let luminance = 0.2126 * mixed[0] + 0.7152 * mixed[1] + 0.0722 * mixed[2]
    return mixed.map { clamp(luminance + saturation * ($0 - luminance)) }
  }
}

@Suite("Frosted glass")
struct FrostedGlassTests {
  /// Ways to look through glass, the default first.
  static let glasses =
    [
      ExactGlass(), ExactGlass(amount: 0), ExactGlass(amount: 1), ExactGlass(saturation: 0),
      ExactGlass(saturation: 10), ExactGlass(curve: (0, 1, 0, 1), amount: 0.7, saturation: 1),
      ExactGlass(curve: (1, 1, 1, 1)), ExactGlass(curve: (0, 0, 0, 0), amount: 1),
    ]

  /// Of three colours or one, as the kernel sees them.
  static func seen(_ colour: [Double], through glass: FrostedGlass) -> [Double] {
    let floats = colour.map { Float($0) }
    if floats.count == 1 { return [Double(glass.seen(gray: floats[0]))] }
    let (r, g, b) = glass.seen(floats[0], floats[1], floats[2])
    return [Double(r), Double(g), Double(b)]
  }

  @Test("Colours are seen as defined")
  func definition() {
    var source = RandomSource(seed: 5)
    for exact in Self.glasses {
      let glass = exact.glass
      for _ in 0..<1000 {
        let colour = (0..<3).map { _ in
          source.number(upTo: 3) == 0
            ? Double(source.number(upTo: 1)) : source.number(from: 0, to: 1)
        }
        for colour in [colour, [colour[0]]] {
          let seen = Self.seen(colour, through: glass)
          let defined = exact.seen(colour)
          #expect(
            seen.indices.allSatisfy { abs(seen[$0] - defined[$0]) < 5e-6 }, "\(colour), \(exact)")
        }
      }
    }
  }

  @Test("Gray is seen gray, in three planes as in one")
  func gray() {
    for exact in Self.glasses {
      let glass = exact.glass
      for maxval in [1, 7, 255, 1000, 65535] {
        for level in stride(from: 0, through: maxval, by: max(1, maxval / 255)) {
          let gray = Double(level) / Double(maxval)
          let one = Self.seen([gray], through: glass)[0]
          let three = Self.seen([gray, gray, gray], through: glass)
          // As samples they are the same.
          let limit = Float(maxval)
          let samples: [UInt16] = ([one] + three).map {
            rounded(Float($0) * limit, limit: limit)
          }
          #expect(Set(samples).count == 1 || abs(three[0] - one) < 1e-6, "\(gray), \(exact)")
          #expect(three.allSatisfy { $0 == three[0] }, "\(gray), \(exact)")
        }
      }
    }
  }

  @Test("Flat pictures: black becomes 31 of 255, white 177, pure red 169, 29, 29")
  func flat() throws {
    for (colour, seen) in [
      ([0, 0, 0], [31, 31, 31]), ([255, 255, 255], [177, 177, 177]), ([255, 0, 0], [169, 29, 29]),
    ] {
      for hasOpacity in [false, true] {
        let tail = hasOpacity ? [255] : []
        for (width, height, radius) in [(1, 1, 22.5), (9, 7, 0), (9, 7, 2), (24, 13, 22.5)] {
          let picture = Picture(
            .pamOf(isColour: true, hasOpacity: hasOpacity), width: width, height: height,
            maxval: 255, samples: (0..<width * height).flatMap { _ in colour + tail })
          let call = BlurCall(radius, edge: .normalize, glass: ExactGlass())
          let result = try call.apply(to: picture)
          #expect(result.tuple(0, 0) == seen + tail)
          for y in 0..<height {
            for x in 0..<width {
              #expect(result.tuple(x, y) == seen + tail, "\(x), \(y), radius \(radius)")
            }
          }
        }
      }
    }
  }

  @Test("Pictures are seen through glass first and blurred then, within a level of it exactly")
  func pictures() throws {
    var i = 0
    for kind in BlurTests.kinds {
      for glass in Self.glasses {
        for radius in [0, 0.5, 2, 5, 22.5] {
          i += 1
          let picture = Picture.patterns(
            kind, width: 15, height: 12, maxval: BlurTests.maxvals[i % 7],
            first: Pattern.allCases[i % 9], seed: UInt64(i))
          let edge: BlurEdge = i % 4 == 0 ? .clamp : .normalize
          try BlurCall(radius, edge: edge, glass: glass).check(picture)
        }
      }
    }
  }

  @Test("Gray pictures stay gray, in three planes the same as in one")
  func grayPictures() throws {
    for maxval in [255, 65535] {
      let gray = Picture.patterns(
        .pamGray, width: 16, height: 11, maxval: maxval, first: .noise)
      let colour = Picture(
        .pamColour, width: 16, height: 11, maxval: maxval,
        samples: gray.samples.flatMap { [$0, $0, $0] })
      for radius in [0, 1, 22.5] {
        for glass in Self.glasses {
          let call = BlurCall(radius, edge: .normalize, glass: glass)
          let (one, three) = (try call.apply(to: gray), try call.apply(to: colour))
          for (i, sample) in one.samples.enumerated() {
            let tuple = Array(three.samples[3 * i..<3 * i + 3])
            #expect(tuple.allSatisfy { $0 == tuple[0] }, "\(call), \(tuple)")
            #expect(abs(tuple[0] - sample) <= 1, "\(call), \(tuple)")
          }
        }
      }
    }
  }
}
