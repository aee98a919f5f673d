/// A picture in memory, sample by sample: for tests, where plain counts more than fast.
///
/// Samples stand in the order of the raster. White is 1 in a bilevel picture, in PBM as in PAM.
public struct Picture: Equatable, Sendable, CustomStringConvertible {
  public var kind: Kind
  public var width: Int
  public var height: Int
  public var maxval: Int
  public var samples: [Int]

  public var depth: Int { kind.depth }

  public init(_ kind: Kind, width: Int, height: Int, maxval: Int, samples: [Int]) {
    precondition(samples.count == width * height * kind.depth)
    precondition(!kind.isBilevel || maxval == 1)
    self.kind = kind
    self.width = width
    self.height = height
    self.maxval = maxval
    self.samples = samples
  }

  public init(_ kind: Kind, width: Int, height: Int, maxval: Int, filledWith sample: Int) {
    let samples = [Int](repeating: sample, count: width * height * kind.depth)
    self.init(kind, width: width, height: height, maxval: maxval, samples: samples)
  }

  /// Noise, in which every tenth sample or so is 0 and as many are `maxval`. A bilevel kind has
  /// maxval 1, whatever is asked for.
  public static func random(
    _ kind: Kind, width: Int, height: Int, maxval: Int = 255, seed: UInt64 = 1
  ) -> Picture {
    let maxval = kind.isBilevel ? 1 : maxval
    var source = RandomSource(seed: seed)
    let samples = (0..<width * height * kind.depth).map { _ in
      switch source.number(upTo: 9) {
      case 0: 0
      case 1: maxval
      default: source.number(upTo: maxval)
      }
    }
    return Picture(kind, width: width, height: height, maxval: maxval, samples: samples)
  }

  public subscript(x: Int, y: Int, plane: Int) -> Int {
    get { samples[(y * width + x) * depth + plane] }
    set { samples[(y * width + x) * depth + plane] = newValue }
  }

  /// The greatest opacity where the picture has none.
  public func opacity(_ x: Int, _ y: Int) -> Int {
    kind.hasOpacity ? self[x, y, depth - 1] : maxval
  }

  /// The three colours of a pixel, three times the same for gray.
  public func colour(_ x: Int, _ y: Int) -> [Int] {
    (0..<3).map { self[x, y, kind.isColour ? $0 : 0] }
  }

  public var description: String { "\(kind), \(width) x \(height), maxval \(maxval)" }

  /// What differs first between this picture and the expected one, or nil. Samples may differ by
  /// `tolerance` levels.
  public func difference(from expected: Picture, tolerance: Int = 0) -> String? {
    if kind != expected.kind || width != expected.width || height != expected.height
      || maxval != expected.maxval
    {
      return "\(self) instead of \(expected)"
    }
    for index in samples.indices where abs(samples[index] - expected.samples[index]) > tolerance {
      let pixel = index / depth
      return """
        plane \(index % depth) at column \(pixel % width), row \(pixel / width) of \(self): \
        \(samples[index]) instead of \(expected.samples[index])
        """
    }
    return nil
  }
}

/// Where two byte strings differ first, or nil. (`#expect(a == b)` would compute and print the
/// whole difference, which takes minutes for a picture.)
public func difference(_ bytes: [UInt8], _ expected: [UInt8]) -> String? {
  if bytes == expected { return nil }
  let common = min(bytes.count, expected.count)
  let first = (0..<common).first { bytes[$0] != expected[$0] } ?? common
  func value(_ all: [UInt8]) -> String { first < all.count ? "\(all[first])" : "nothing" }
  return """
    \(bytes.count) bytes instead of \(expected.count), the first that differs is byte \(first): \
    \(value(bytes)) instead of \(value(expected))
    """
}
