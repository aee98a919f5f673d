import TestSupport
import Testing

@testable import Kernels

@Suite("Light and smoke added to a picture")
struct ClassicLightTests {
  static let lit = [
    ClassicCall(time: 1, smoke: 0),
    ClassicCall(time: 0, scale: 2, margin: [40, 30, 20, 10], smoke: 0, seed: 3),
    ClassicCall(time: 0.3, duration: 0.4, margin: [10, 10, 60, 10], smoke: 0, seed: 1 << 63),
    ClassicCall(time: 5, burnt: { _ in 0.3 }, scale: 1.5, margin: [9, 0, 0, 5], smoke: 0, seed: 9),
    ClassicCall(time: 1.2, sparks: 3000, smoke: 0),
  ]

  /// What a frame without smoke is at a pixel: premultiplied colors and opacity, 0 to 1.
  static func exact(
    _ picture: Picture, _ definition: ClassicDefinition, _ alive: [ClassicDefinition.Particle],
    _ x: Int, _ y: Int
  ) -> [Double] {
    let column = x - definition.canvas.left
    let row = y - definition.canvas.top
    var below = [0.0, 0, 0, 0]
    if (0..<picture.width).contains(column), (0..<picture.height).contains(row) {
      let rest = definition.paper(row)
      let alpha = picture.alpha(column, row) * rest.opacity
      below =
        picture.levels(column, row).map { $0 / Double(picture.maxval) * rest.color * alpha }
        + [alpha]
    }
    let cover = definition.fireCover(x, y, alive)
    let light = [0.89 * 0.5, 0.56 * 0.5, 0.36 * 0.5, 0.5]
    return zip(below, light).map { min(1, $0 + $1 * cover) }
  }

  @Test("Fire is added: colors times their opacity, and opacity, each at most 1", arguments: lit)
  func fire(call: ClassicCall) throws {
    for maxval in [255, 100, 65535] {
      var picture = Picture.random(
        .pamColourAlpha, width: 70, height: 50, maxval: maxval, seed: 12)
      // A part of it is opaque, a part clear.
      for y in 0..<50 {
        for x in 0..<20 { picture[x, y, 3] = maxval }
        for x in 60..<70 { picture[x, y, 3] = 0 }
      }
      let definition = ClassicDefinition(call, 70, 50)
      let alive = definition.alive(1)
      let result = try call.apply(to: picture)
      var brightest = 0.0
      for y in 0..<result.height {
        for x in 0..<result.width {
          let exact = Self.exact(picture, definition, alive, x, y)
          let alpha = Double(result.opacity(x, y)) / Double(maxval)
          brightest = max(brightest, exact[1])
          try #require(abs(alpha - exact[3]) < 0.002 + 0.51 / Double(maxval))
          for plane in 0..<3 {
            let color = Double(result[x, y, plane]) / Double(maxval) * alpha
            try #require(abs(color - exact[plane]) < 0.003 + 1.1 / Double(maxval), "\(x), \(y)")
          }
        }
      }
      #expect(brightest == 1)
    }
  }

  @Test("Flattened, it is what lies on the background", arguments: lit)
  func flattened(call: ClassicCall) throws {
    for maxval in [255, 65535] {
      let picture = Picture.random(
        .pamColourAlpha, width: 70, height: 50, maxval: maxval, seed: 13)
      let definition = ClassicDefinition(call, 70, 50)
      let alive = definition.alive(1)
      var flat = call
      flat.background = .orange
      let result = try flat.apply(to: picture)
      #expect(result.depth == 3)
      for y in 0..<result.height {
        for x in 0..<result.width {
          let exact = Self.exact(picture, definition, alive, x, y)
          for plane in 0..<3 {
            let color = exact[plane] + Color.orange[plane] * (1 - exact[3])
            let value = Double(result[x, y, plane]) / Double(maxval)
            try #require(abs(value - min(color, 1)) < 0.003 + 0.51 / Double(maxval))
          }
        }
      }
    }
  }

  @Test("Smoke adds black, at a tenth of its cover")
  func smoke() throws {
    let picture = Picture.plain([0, 0, 0, 0], width: 90, height: 60)
    let call = ClassicCall(
      time: 0.5, burnt: { _ in 0.4 }, margin: [20, 5, 5, 5], sparks: 0, smoke: 300, seed: 2)
    let canvas = call.canvas(90, 60)
    let cover = try ClassicSmokeTests.cover(call, canvas)
    let result = try call.apply(to: picture)
    var greatest = 0
    for y in 0..<result.height {
      for x in 0..<result.width {
        let opacity = cover[y * canvas.width + x] * 0.1 * 255
        try #require(abs(Double(result.opacity(x, y)) - opacity) <= 0.51)
        try #require(result.colour(x, y) == [0, 0, 0])
        greatest = max(greatest, result.opacity(x, y))
      }
    }
    #expect(greatest > 40)
    // Over what is opaque it cannot be seen.
    let opaque = Picture.plain([200, 100, 50, 255], width: 90, height: 60)
    let bare = try ClassicCall(
      time: 0.5, burnt: { _ in 0 }, margin: [20, 5, 5, 5], char: 0, sparks: 0, smoke: 0
    ).apply(to: opaque)
    let smoky = try ClassicCall(
      time: 0.5, burnt: { _ in 0 }, margin: [20, 5, 5, 5], char: 0, sparks: 0, smoke: 300
    ).apply(to: opaque)
    for y in 20..<80 {
      for x in 5..<95 { try #require(smoky.tuple(x, y) == bare.tuple(x, y)) }
    }
    #expect(smoky.samples != bare.samples)
  }
}
