import TestSupport
import Testing

@testable import Kernels

/// A way to blur a picture.
struct BlurCall: CustomStringConvertible {
  var xRadius: Double
  var yRadius: Double
  var edge: BlurEdge
  var glass: ExactGlass?
  var background: Color?

  init(
    _ xRadius: Double, _ yRadius: Double? = nil, edge: BlurEdge, glass: ExactGlass? = nil,
    background: Color? = nil
  ) {
    self.xRadius = xRadius
    self.yRadius = yRadius ?? xRadius
    self.edge = edge
    self.glass = glass
    self.background = background
  }

  var description: String {
    """
    radius \(xRadius) x \(yRadius), \(edge)\(glass.map { ", \($0)" } ?? "")\
    \(background.map { " on \($0)" } ?? "")
    """
  }

  func resultKind(_ picture: Picture) -> Kind {
    .pamOf(
      isColour: picture.kind.isColour, hasOpacity: picture.kind.hasOpacity && background == nil)
  }

  func apply(to picture: Picture, isThreaded: Bool = false) throws -> Picture {
    picture.hasBytes
      ? try apply(to: picture, isThreaded: isThreaded, UInt8.self)
      : try apply(to: picture, isThreaded: isThreaded, UInt16.self)
  }

  func apply<S: Sample>(to picture: Picture, isThreaded: Bool, _: S.Type) throws -> Picture {
    let blur = try Blur<S>(
      xRadius: xRadius, yRadius: yRadius, edge: edge, glass: glass?.glass,
      background: background, raster: picture.raster)
    let source = RowsInMemory<S>(picture)
    let kind = resultKind(picture)
    #expect(blur.samplesPerRow == picture.width * kind.depth)
    var samples: [Int] = []
    samples.reserveCapacity(picture.height * blur.samplesPerRow)
    blur.run(
      isThreaded: isThreaded,
      read: { UnsafePointer(source.next()) },
      write: { rows, count in
        if count < 1 { Issue.record("\(count) rows of \(picture)") }
        for i in 0..<count * blur.samplesPerRow { samples.append(Int(rows[i])) }
      })
    #expect(source.rowsRead == picture.height, "\(self): \(picture)")
    guard samples.count == picture.width * picture.height * kind.depth else {
      throw WrongSize(description: "\(self): \(samples.count) samples for \(picture)")
    }
    return Picture(
      kind, width: picture.width, height: picture.height, maxval: picture.maxval, samples: samples)
  }

  /// Blurs a picture and expects what the exact blur gives: every sample within a level of it up to
  /// a maxval of 255, within 4 / 65535 of the maxval or a level above. Under an opacity of 0 the
  /// colour is 0.
  @discardableResult
  func check(
    _ picture: Picture, _ what: String = "", isThreaded: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Picture {
    let result = try apply(to: picture, isThreaded: isThreaded)
    try expect(
      result, nearBlur: ExactBlur.definition(picture, self), "\(self), \(what)",
      sourceLocation: sourceLocation)
    return result
  }
}

struct WrongSize: Error, CustomStringConvertible {
  let description: String
}

/// Hands out a picture's rows, each in the memory of the one before.
final class RowsInMemory<S: Sample> {
  private let picture: Picture
  private let row: UnsafeMutableBufferPointer<S>
  private(set) var rowsRead = 0

  init(_ picture: Picture) {
    self.picture = picture
    row = .allocate(capacity: picture.width * picture.depth)
  }

  deinit { row.deallocate() }

  func next() -> UnsafeMutablePointer<S> {
    if rowsRead < picture.height {
      let start = rowsRead * row.count
      for i in 0..<row.count { row[i] = S(picture.samples[start + i]) }
    } else {
      Issue.record("row \(rowsRead) of \(picture)")
    }
    rowsRead += 1
    return row.baseAddress!
  }
}

/// Expects samples as near to the exact levels as a blur has to come.
///
/// Colour counts where the opacity is at least half a level. A test ends with the first sample that
/// is not near enough.
func expect(
  _ result: Picture, nearBlur definition: Definition, _ what: @autoclosure () -> String = "",
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let maxval = Double(result.maxval)
  let tolerance = max(1, 4 * maxval / 65535)
  let hasOpacity = result.kind.hasOpacity
  for y in 0..<result.height {
    for x in 0..<result.width {
      let exact = definition(x, y)
      let tuple = result.tuple(x, y)
      let isClear = hasOpacity && tuple.last == 0
      var isRight = tuple.count == exact.count && !(isClear && tuple.contains { $0 != 0 })
      for plane in tuple.indices where isRight {
        let error = abs(Double(tuple[plane]) - min(max(0, exact[plane]), maxval))
        if !hasOpacity || plane == tuple.count - 1 {
          isRight = error <= tolerance
        } else if !isClear && exact.last! >= 0.5 {
          isRight = error <= tolerance
        }
      }
      if isRight { continue }
      try fail(
        "\(what()): \(tuple) at column \(x), row \(y) of \(result) instead of \(exact)",
        sourceLocation)
    }
  }
}

extension BlurEdge: CaseIterable {
  public static var allCases: [BlurEdge] { [.transparent, .clamp, .mirror, .normalize] }

  /// Those that go with a kind of picture: without opacity nothing can be transparent.
  static func all(for kind: Kind) -> [BlurEdge] {
    allCases.filter { kind.hasOpacity || $0 != .transparent }
  }
}

/// What a plane of a test picture shows: values from 0 to 1.
enum Pattern: Int, CaseIterable {
  case impulse, step, checkerboard, noise, grating, fineGrating, extremes, constant, sparse

  func values(width: Int, height: Int, seed: UInt64) -> [Double] {
    var source = RandomSource(seed: seed)
    let column = source.number(upTo: width - 1)
    let row = source.number(upTo: height - 1)
    let level = source.number(from: 0, to: 1)
    let across = source.number(from: 0.01, to: 0.2)
    let down = source.number(from: 0.01, to: 0.2)
    return (0..<width * height).map { i in
      let (x, y) = (i % width, i / width)
      switch self {
      case .impulse: return x == column && y == row ? 1 : 0
      case .step: return (x > column) != (y > row) ? 1 : 0
      case .checkerboard: return Double((x + y) & 1)
      case .noise: return source.number(from: 0, to: 1)
      case .grating: return 0.5 + 0.5 * wave(across * Double(x) + down * Double(y))
      case .fineGrating:
        return 0.5 + 0.5 * wave((0.4 - across) * Double(x) - (0.4 + down) * Double(y))
      case .extremes: return Double(source.number(upTo: 1))
      case .constant: return level
      case .sparse: return source.number(upTo: 9) == 0 ? source.number(from: 0, to: 1) : 0
      }
    }
  }

  private func wave(_ turns: Double) -> Double { Elementary.sin(2 * .pi * turns) }
}

extension Picture {
  /// Patterns in the planes, each plane with the one after that of the plane before.
  static func patterns(
    _ kind: Kind, width: Int, height: Int, maxval: Int = 255, first: Pattern, seed: UInt64 = 1
  ) -> Picture {
    var picture = Picture(kind, width: width, height: height, maxval: maxval, filledWith: 0)
    for plane in 0..<kind.depth {
      let all = Pattern.allCases
      let pattern = all[(first.rawValue + plane) % all.count]
      let values = pattern.values(width: width, height: height, seed: seed + UInt64(plane))
      for i in values.indices {
        picture.samples[i * kind.depth + plane] = Int((values[i] * Double(maxval)).rounded())
      }
    }
    return picture
  }
}
