import Kernels
import Netpbm
import TestSupport
import Testing

@testable import FilterTool

@Suite("Kinds of options", .libnetpbm)
struct OptionTableTests {
  @Test("A number outside its range, or none, is refused with option, value and range")
  func numbers() throws {
    for (text, value) in [("-10", -10), ("10", 10), ("1e-400", 0), ("+.5", 0.5)] {
      #expect(try Options("-x", text).x.value == value)
    }
    for text in ["10.001", "-11", "nan", "inf", "0x1", "", "1 ", "ten", "1@0", "1/2"] {
      expectWrongCall(["-x", text], naming: ["-x=\(text)", "-10 to 10"])
    }
    expectWrongCall(["-x="], naming: ["-x=", "-10 to 10"])
    expectWrongCall(["-speed", "0"], naming: ["-speed=0", "above 0 to 1000"])
    expectWrongCall(["-time", "1e999"], naming: ["-time=1e999", "any number"])
    #expect(try Options("-time", "-1e308").common.time.value == -1e308)
  }

  @Test("A count outside its range, or none, is refused with option, value and range")
  func counts() throws {
    #expect(try Options("-seed", "18446744073709551615").seed.value == .max)
    #expect(try Options("-frames", "1").common.frames.value == 1)
    #expect(try Options("-threads", "256").common.threads.value == 256)
    for text in ["18446744073709551616", "-1", "1.5", "", "0x3", "1e3"] {
      expectWrongCall(["-seed=\(text)"], naming: ["-seed=\(text)", "0 up"])
    }
    expectWrongCall(["-frames", "0"], naming: ["-frames=0", "1 up"])
    for text in ["0", "257"] { expectWrongCall(["-threads", text], naming: [text, "1 to 256"]) }
  }

  @Test("A track is refused with option, value and remedy")
  func tracks() throws {
    #expect(try Options("-radius", "0@0,20@1").radius.value.value(at: 0.5) == 10)
    expectWrongCall(["-radius", "1001"], naming: ["-radius=1001", "0 to 1000"])
    expectWrongCall(["-sigma", "0@0,2000@1"], naming: ["-sigma=0@0,2000@1", "0 to 1000"])
    expectWrongCall(["-radius", "0@1,1@0"], naming: ["-radius=0@1,1@0", "times that increase"])
    expectWrongCall(["-radius", "slow:0@1"], naming: ["-radius=slow:0@1", "ease-in-out"])
  }

  @Test("Colours are written in numbers, to a maxval of 65535")
  func colors() throws {
    let colors: [(String, [Double])] = [
      ("#f80", [1, 0.53333, 0]), ("#ff8800", [1, 0.53333, 0]), ("rgb:ff/88/00", [1, 0.53333, 0]),
      ("rgb:f/8/0", [1, 0.53333, 0]), ("rgb:ffff/8000/0000", [1, 0.50001, 0]),
      ("#000000", [0, 0, 0]), ("#fff", [1, 1, 1]), ("rgbi:1/0.5/0", [1, 0.5, 0]),
    ]
    for (text, planes) in colors {
      let color = try Options("-color", text).color.value
      for plane in 0..<3 { #expect(abs(color[plane] - planes[plane]) < 0.00002, "\(text)") }
    }
    #expect(try Options("-background", "#808080").background.value?.isGray == true)
    for text in ["", "nosuchcolour", "#12345", "#ggg", "rgb:1/2", "rgbi:2/0/0", "12"] {
      expectWrongCall(["-color", text], naming: ["-color=\(text)", "#ff8800"])
    }
    expectWrongCall(["-background=x"], naming: ["-background=x"])
  }

  @Test("A choice is one of its words, which are all told if it is not")
  func choices() throws {
    for (i, word) in ["round", "square", "none"].enumerated() {
      let options = try Options("-shape", word)
      #expect(options.shape.value == i && options.shape.isGiven)
    }
    for word in ["", "Round", "roun", "rounder", "1"] {
      expectWrongCall(["-shape", word], naming: ["-shape=\(word)", "round, square or none"])
    }
    expectWrongCall(["-edge=x"], naming: ["hard or soft"])
  }

  @Test("A region is four whole numbers, its size above 0")
  func regions() throws {
    #expect(try Options().region.value == nil)
    for (text, numbers) in [
      ("0,0,1,1", [0, 0, 1, 1]), ("-5,3,100,20", [-5, 3, 100, 20]), ("1.0,2e1,3,4", [1, 20, 3, 4]),
    ] {
      let region = try #require(try Options("-region", text).region.value)
      #expect([region.x, region.y, region.width, region.height] == numbers, "\(text)")
    }
    for text in [
      "", "1", "1,2,3", "1,2,3,4,5", "1,2,3,4,", ",1,2,3,4", "1,2,,3,4", "1;2;3;4", "1, 2,3,4",
      "0.5,0,1,1", "0,0,0,1", "0,0,1,0", "0,0,-1,1", "0,0,1e300,1", "nan,0,1,1", "0x1,0,1,1",
      "1@0,0,1,1",
    ] {
      expectWrongCall(["-region", text], naming: ["-region=\(text)", "four whole numbers"])
    }
  }

  @Test("Several numbers are as many as there must be, each in its range")
  func severalNumbers() throws {
    #expect(try Options().curve.value == [0.25, 0.5, 1])
    #expect(try Options("-curve", "1,0,.5").curve.value == [1, 0, 0.5])
    for text in ["", "1", "0,0", "0,0,0,0", "0,0,1.1", "-0.1,0,0", "0,0,", "0 0 0", "0,x,0"] {
      expectWrongCall(["-curve=\(text)"], naming: ["-curve=\(text)", "3 numbers", "0 to 1"])
    }
  }

  @Test("A file has a name")
  func files() throws {
    #expect(try Options("-output", "a b.ppm").output == "a b.ppm")
    expectWrongCall(["-output="], naming: ["-output=", "name"])
    expectWrongCall(["-output", ""], naming: ["-output=", "name"])
  }

  @Test("A rate is a number or a fraction")
  func rates() throws {
    let rates: [(String, Double)] = [
      ("25", 25), ("30000/1001", 30000.0 / 1001), ("0.5", 0.5), ("100000", 100_000),
      ("1/3", 1.0 / 3), ("1e-300", 1e-300), ("1e308/1e308", 1), ("2.5/.5", 5),
    ]
    for (text, value) in rates {
      #expect(try Options("-fps", text).common.rate.value == value, "\(text)")
    }
    for text in [
      "0", "-1", "100001", "1/0", "0/1", "-1/-1", "1/-1", "1/2/3", "/2", "2/", "1/ 2", "1 /2", "x",
      "", "nan/1", "1e300/1e-300", "1e-300/1e300", "1//2",
    ] {
      expectWrongCall(["-fps", text], naming: ["-fps=\(text)", "above 0 to 100000", "30000/1001"])
    }
  }
}
