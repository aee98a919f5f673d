import Foundation
import TestSupport

@testable import Kernels

/// A Gaussian blur by its definition, in float64 and slow: weights to 8 standard deviations, which
/// sum to 1.
enum ExactBlur {
  /// The share that each of `length` places has in each blurred one.
  ///
  /// Row i has those of place i, at `length` i.
  static func matrix(radius: Double, length: Int, edge: BlurEdge) -> [Double] {
    let reach = Int(8 * radius) + 1
    var half = [Double](repeating: 1, count: reach + 1)
    for k in 1...reach {
      let distance = radius == 0 ? .infinity : Double(k) / radius
      half[k] = exp(-distance * distance / 2)
    }
    let sum = half.reduce(-1) { $0 + 2 * $1 }
    var matrix = [Double](repeating: 0, count: length * length)
    for i in 0..<length {
      var within = 0.0
      for k in -reach...reach {
        let weight = half[abs(k)] / sum
        guard let source = place(i + k, length, edge) else { continue }
        matrix[i * length + source] += weight
        within += weight
      }
      if edge != .normalize { continue }
      for source in 0..<length { matrix[i * length + source] /= within }
    }
    return matrix
  }

  /// Where what stands at place `i` comes from; nil for nothing.
  static func place(_ i: Int, _ length: Int, _ edge: BlurEdge) -> Int? {
    if (0..<length).contains(i) { return i }
    switch edge {
    case .transparent, .normalize: return nil
    case .clamp: return i < 0 ? 0 : length - 1
    case .mirror:
      // There and back, again and again: 0 1 2 2 1 0.
      let outward = i < 0 ? -1 - i : i
      let place = outward % length
      return outward / length % 2 == 0 ? place : length - 1 - place
    }
  }

  /// A picture of tuples of `planes` numbers, blurred.
  static func blur(
    _ values: [Double], width: Int, height: Int, planes: Int, x: Double, y: Double,
    edge: BlurEdge
  ) -> [Double] {
    let down = matrix(radius: y, length: height, edge: edge)
    let across = matrix(radius: x, length: width, edge: edge)
    let count = width * planes
    var columns = [Double](repeating: 0, count: values.count)
    for i in 0..<height {
      for j in 0..<height where down[i * height + j] != 0 {
        let weight = down[i * height + j]
        for k in 0..<count { columns[i * count + k] += weight * values[j * count + k] }
      }
    }
    var result = [Double](repeating: 0, count: values.count)
    for i in 0..<width {
      for j in 0..<width where across[i * width + j] != 0 {
        let weight = across[i * width + j]
        for row in 0..<height {
          for plane in 0..<planes {
            result[row * count + i * planes + plane] +=
              weight * columns[row * count + j * planes + plane]
          }
        }
      }
    }
    return result
  }

  /// What a blur of a picture should be.
  static func definition(_ picture: Picture, _ call: BlurCall) -> Definition {
    let maxval = Double(picture.maxval)
    let colors = picture.raster.colors
    // Premultiplied, in levels, with an opacity in any case.
    var values: [Double] = []
    for y in 0..<picture.height {
      for x in 0..<picture.width {
        var levels = picture.levels(x, y)
        if let glass = call.glass {
          levels = glass.seen(levels.map { $0 / maxval }).map { $0 * maxval }
        }
        values += levels.map { $0 * picture.alpha(x, y) } + [Double(picture.opacity(x, y))]
      }
    }
    let blurred = blur(
      values, width: picture.width, height: picture.height, planes: colors + 1, x: call.xRadius,
      y: call.yRadius, edge: call.edge)
    return { x, y in
      let start = (y * picture.width + x) * (colors + 1)
      let opacity = blurred[start + colors]
      if let background = call.background {
        return (0..<colors).map {
          blurred[start + $0] + background[$0] * (maxval - opacity)
        }
      }
      let levels = (0..<colors).map { opacity > 0 ? blurred[start + $0] * maxval / opacity : 0 }
      return levels + (picture.kind.hasOpacity ? [opacity] : [])
    }
  }
}
