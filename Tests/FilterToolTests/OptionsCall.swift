import Foundation
import Kernels
import Netpbm

@testable import FilterTool

/// Options of every kind, and what a call sets them to.
struct Options {
  let x: Setting<Double>
  let xradius: Setting<Track>
  let radius: Setting<Track>
  let seed: Setting<UInt64>
  let keep: Setting<Bool>
  let color: Setting<Color>
  let background: Setting<Color?>
  let shape: Setting<Int>
  let edge: Setting<Int>
  let speed: Setting<Double>
  let region: Setting<Region?>
  let curve: Setting<[Double]>
  let common: CommonOptions
  private(set) var call: Call

  /// Reads the arguments of a call.
  init(_ arguments: String...) throws(ToolError) { try self.init(arguments) }

  init(startedAs name: String = "tool", _ arguments: [String]) throws(ToolError) {
    var table = OptionTable()
    x = table.number("x", in: .from(-10, to: 10), default: "0.5", "a place")
    xradius = table.track("xradius", in: .from(0, to: 1000), "a radius")
    radius = table.track(
      "radius", synonym: "sigma", in: .from(0, to: 1000), default: "2", "another")
    seed = table.count("seed", synonym: "seedling", in: 0...UInt64.max, default: "0", "a seed")
    keep = table.flag("keep", "keep it")
    color = table.color("color", default: .red, "red", "of what there is")
    background = table.background()
    shape = table.choice("shape", argument: "SHAPE", of: ["round", "square", "none"], "a form")
    edge = table.choice("edge", argument: "EDGE", of: ["hard", "soft"], default: 1, "an edge")
    speed = table.number(
      "speed", argument: "S", in: .above(0, to: 1000), default: "0.25", "how fast")
    region = table.region("region", "a part")
    curve = table.numbers(
      "curve", argument: "A,B,C", count: 3, in: .from(0, to: 1), default: "0.25,0.5,1", "a form")
    common = CommonOptions(&table)
    // Options and operands are pointers into these, as into the process's own arguments.
    var argv = ([name] + arguments).map { strdup($0) } + [nil]
    let count = Int32(argv.count - 1)
    call = try argv.withUnsafeMutableBufferPointer { argv throws(ToolError) in
      try Call(table, argv.baseAddress!, count)
    }
  }

  var operands: [String] { call.operands.map { String(cString: $0) } }

  var output: String? { common.output.value.map { String(cString: $0) } }
}
