/// Turns rows as they were read into rows as a kernel wants them: gray as three equal color
/// planes, opaque where there was no opacity, bilevel samples as 0 and 255.
public struct Reshaping {
  let source: Raster
  let target: Raster

  /// From rows of `source` to rows of `target`, of the same width, with no plane less. The maxval
  /// may change only from 1 to 255.
  public init(from source: Raster, to target: Raster) {
    self.source = source
    self.target = target
  }

  /// Whether there is nothing to do.
  public var isIdentity: Bool { source.depth == target.depth && source.maxval == target.maxval }

  /// Reshapes `count` tuples. The two places must not overlap.
  public func reshape<S: Sample>(
    _ input: UnsafePointer<S>, into output: UnsafeMutablePointer<S>, count: Int
  ) {
    let opaque = S(target.maxval)
    let scale: S = target.maxval == source.maxval ? 1 : opaque
    switch (source.depth, target.depth) {
    case (1, 2):
      for i in 0..<count {
        output[2 * i] = input[i] &* scale
        output[2 * i + 1] = opaque
      }
    case (1, 3):
      for i in 0..<count {
        let gray = input[i] &* scale
        output[3 * i] = gray
        output[3 * i + 1] = gray
        output[3 * i + 2] = gray
      }
    case (1, 4):
      for i in 0..<count {
        let gray = input[i] &* scale
        output[4 * i] = gray
        output[4 * i + 1] = gray
        output[4 * i + 2] = gray
        output[4 * i + 3] = opaque
      }
    case (2, 4):
      for i in 0..<count {
        let gray = input[2 * i] &* scale
        output[4 * i] = gray
        output[4 * i + 1] = gray
        output[4 * i + 2] = gray
        output[4 * i + 3] = input[2 * i + 1] &* scale
      }
    case (3, 4):
      for i in 0..<count {
        output[4 * i] = input[3 * i] &* scale
        output[4 * i + 1] = input[3 * i + 1] &* scale
        output[4 * i + 2] = input[3 * i + 2] &* scale
        output[4 * i + 3] = opaque
      }
    default:
      for i in 0..<count * source.depth { output[i] = input[i] &* scale }
    }
  }
}
