import Netpbm
import TestSupport
import Testing

@testable import FilterTool

/// Expects that the arguments are a wrong call, whose message has all of `words` in it.
func expectWrongCall(
  _ arguments: [String], naming words: [String] = [],
  sourceLocation: SourceLocation = #_sourceLocation
) {
  do {
    _ = try Options(arguments)
    Issue.record("\(arguments) was taken", sourceLocation: sourceLocation)
  } catch {
    let message = error.message.string
    #expect(error.status == 2, "\(arguments): \(message)", sourceLocation: sourceLocation)
    #expect(!message.isEmpty, "\(arguments)", sourceLocation: sourceLocation)
    for word in words {
      #expect(
        message.contains(word), "\(arguments): \(message)", sourceLocation: sourceLocation)
    }
  }
}

@Suite("Calls", .libnetpbm)
struct CallTests {
  @Test("Without arguments every option has its default and counts as not given")
  func defaults() throws {
    let options = try Options()
    #expect(options.x.value == 0.5 && !options.x.isGiven)
    #expect(options.xradius.value.value(at: 0) == 0 && !options.xradius.isGiven)
    #expect(options.radius.value.value(at: 0) == 2 && !options.radius.isGiven)
    #expect(options.seed.value == 0 && !options.seed.isGiven)
    #expect(!options.keep.value && !options.keep.isGiven)
    #expect(options.color.value.red == 1 && options.color.value.green == 0)
    #expect(options.background.value == nil)
    #expect(options.shape.value == 0 && !options.shape.isGiven)
    #expect(options.edge.value == 1)
    #expect(options.speed.value == 0.25)
    #expect(options.common.rate.value == 30)
    #expect(options.common.frames.value == 0 && !options.common.frames.isGiven)
    #expect(options.output == nil)
    #expect(options.operands == [])
    #expect(!options.call.wantsHelp && !options.call.wantsVersion)
  }

  @Test(
    "A value stands behind its option or behind an equals sign, after one dash or two",
    arguments: [
      ["-x", "3"], ["-x=3"], ["--x", "3"], ["--x=3"], ["a", "-x", "3"], ["-x", "3", "a"],
      ["-keep", "-x=3", "--", "a"], ["a", "b", "-keep", "-x", "3", "c"],
    ])
  func spellings(arguments: [String]) throws {
    let options = try Options(arguments)
    #expect(options.x.value == 3 && options.x.isGiven)
    let names = ["-x", "--x", "3", "-x=3", "--x=3", "-keep", "--"]
    #expect(options.operands == arguments.filter { !names.contains($0) })
    #expect(options.keep.value == arguments.contains("-keep"))
  }

  @Test("The word after an option that needs a value is its value, whatever it looks like")
  func anyValue() throws {
    #expect(try Options("-x", "-3").x.value == -3)
    #expect(try Options("-x", "-.5").x.value == -0.5)
    #expect(try Options("-x=-3").x.value == -3)
    for word in ["-keep", "-help", "--", "-", "-x", "--nonsense", "=", "-5", "a b", "a=b"] {
      let options = try Options("-output", word, "in.ppm")
      #expect(options.output == word)
      #expect(options.operands == ["in.ppm"])
      #expect(!options.keep.value && !options.x.isGiven && !options.call.wantsHelp)
      #expect(try Options("-output=\(word)").output == word)
    }
  }

  @Test("An exact name wins over longer ones that start with it")
  func exactName() throws {
    let options = try Options("-x", "7")
    #expect(options.x.value == 7 && !options.xradius.isGiven)
    let longer = try Options("-xradius", "7", "-seed", "3")
    #expect(longer.xradius.isGiven && !longer.x.isGiven)
    #expect(longer.seed.value == 3)
  }

  @Test("An abbreviation that fits one option is that option")
  func abbreviations() throws {
    #expect(try Options("-xr", "7").xradius.value.value(at: 0) == 7)
    #expect(try Options("-xradiu=7").xradius.value.value(at: 0) == 7)
    #expect(try Options("--k").keep.value)
    #expect(try Options("-rad", "7").radius.value.value(at: 0) == 7)
    #expect(try Options("-sig=7").radius.value.value(at: 0) == 7)
    // It fits two names, both of one option.
    #expect(try Options("-se", "9").seed.value == 9)
    #expect(try Options("-seedl", "9").seed.value == 9)
    #expect(try Options("-fr", "9").common.frames.value == 9)
    #expect(try Options("-hel").call.wantsHelp)
    #expect(try Options("-v").call.wantsVersion)
  }

  @Test("An abbreviation that fits several options names them all")
  func ambiguous() {
    expectWrongCall(["-s", "1"], naming: ["-s", "-sigma", "-seed", "-shape", "-speed"])
    expectWrongCall(["-f", "1"], naming: ["-fps", "-first", "-frames"])
    expectWrongCall(["-f=1"], naming: ["-fps", "-first", "-frames"])
    expectWrongCall(["--fi=1", "-p"], naming: ["'-p'", "-progress", "-plain"])
  }

  @Test("An option that there is not is told, and how to find those that there are")
  func unknown() {
    for word in ["-nonsense", "--nonsense", "-nonsense=3", "-X", "-xx", "-keepit", "-x3", "---x"] {
      expectWrongCall([word, "1"], naming: [word, "-help"])
    }
  }

  @Test("The option that was meant is told, by its name or its synonym")
  func nearest() {
    for word in ["-raduis", "--raduis=3", "-RADIUS", "-radiuss"] {
      expectWrongCall([word, "1"], naming: [word, "did you mean -radius?"])
    }
    expectWrongCall(["-sgima=3"], naming: ["-sgima=3", "did you mean -sigma?"])
    expectWrongCall(["-colour", "red"], naming: ["did you mean -color?"])
  }

  @Test("A dash without a name is told", arguments: ["-=", "--=", "-=3", "--=3"])
  func noName(word: String) {
    expectWrongCall([word], naming: [word])
  }

  @Test("An option at the end that lacks its value is told")
  func missingValue() {
    for word in ["-x", "--x", "-radius", "-sigma", "-sig", "-output", "-color", "-fps"] {
      expectWrongCall([word], naming: ["needs a value"])
      expectWrongCall(["a", "-keep", word], naming: ["needs a value"])
    }
    expectWrongCall(["-sig"], naming: ["-sigma"])
  }

  @Test("A flag takes no value")
  func flagWithValue() {
    expectWrongCall(["-keep=1"], naming: ["keep"])
    expectWrongCall(["--plain=yes"], naming: ["plain"])
  }

  @Test("The word after a flag is no value of it")
  func flagBeforeOperand() throws {
    let options = try Options("-keep", "1")
    #expect(options.keep.value && options.operands == ["1"])
  }

  @Test("Of an option given twice the last wins, its synonyms counted in")
  func repeated() throws {
    #expect(try Options("-x", "1", "-x=2", "--x", "3").x.value == 3)
    #expect(try Options("-radius", "1", "-sigma", "2").radius.value.value(at: 0) == 2)
    #expect(try Options("-sigma", "1", "-radius", "2").radius.value.value(at: 0) == 2)
    #expect(try Options("-sigma", "1", "-rad=2", "-sig", "5").radius.value.value(at: 0) == 5)
    #expect(try Options("-output", "a", "-output", "b").output == "b")
    #expect(try Options("-keep", "-keep").keep.value)
  }

  @Test("Two dashes end the options")
  func endOfOptions() throws {
    let options = try Options("-keep", "--", "-x", "3", "--", "-help")
    #expect(options.operands == ["-x", "3", "--", "-help"])
    #expect(options.keep.value && !options.x.isGiven && !options.call.wantsHelp)
    #expect(try Options("--").operands == [])
    #expect(try Options("a", "--", "b").operands == ["a", "b"])
  }

  @Test("A dash alone, or before a digit or a point, is a file")
  func operandsWithDash() throws {
    let words = ["-", "-5", "-.5", "-0.3", "-5x", "-.", "a", "-1=2", ""]
    #expect(try Options(words).operands == words)
    #expect(try Options(["-keep"] + words + ["-x", "1"]).operands == words)
  }

  @Test("A thousand operands keep their order")
  func manyOperands() throws {
    let words = (0..<1000).map { "\($0).ppm" }
    #expect(try Options(["-x", "1"] + words + ["-keep"]).operands == words)
  }

  @Test("-help and -version are seen whatever else is given")
  func helpAndVersion() throws {
    for arguments in [
      ["-help"], ["--help"], ["-x", "1", "-help"], ["-nonsense", "-help"], ["-help", "-nonsense"],
      ["-x", "foo", "-help"], ["-s", "-help"], ["a", "b", "-help", "c"], ["-help", "-x"],
    ] {
      #expect(try Options(arguments).call.wantsHelp, "\(arguments)")
    }
    #expect(try Options("-version").call.wantsVersion)
    for (word, isTable) in [
      ("-help=table", true), ("--hel=table", true), ("-help", false), ("-help=tables", false),
      ("-help=", false),
    ] {
      let call = try Options("-nonsense", word).call
      #expect(call.wantsHelp && call.wantsTable == isTable, "\(word)")
    }
    #expect(try Options("-nonsense", "-version").call.wantsVersion)
  }

  @Test("The first thing that is wrong is told")
  func firstProblem() {
    expectWrongCall(["-nonsense", "-s", "1", "-x"], naming: ["-nonsense"])
    expectWrongCall(["-s", "1", "-nonsense"], naming: ["-sigma"])
  }

  @Test("The word that the tool was started as is no option, whatever it looks like")
  func startedAs() throws {
    for word in ["-keep", "-nonsense", "-x=4", "-x", "--", "-", "", "/usr/bin/tool"] {
      do {
        let options = try Options(startedAs: word, ["-x", "3", "a", "b"])
        #expect(options.x.value == 3 && !options.keep.value, "\(word)")
        #expect(options.operands == ["a", "b"], "\(word)")
      } catch {
        Issue.record("\(word): \(error.message.string)")
      }
    }
  }

  @Test("A call without even that word has no operands")
  func noWords() async {
    // Where it is no error it is a crash.
    await #expect(processExitsWith: .success) {
      var argv: [UnsafeMutablePointer<CChar>?] = [nil]
      let call = try argv.withUnsafeMutableBufferPointer {
        try Call(OptionTable(), $0.baseAddress!, 0)
      }
      precondition(call.operands.isEmpty)
    }
  }
}
