import Kernels
import Netpbm
import TestSupport
import Testing

@testable import FilterTool

@Suite("Kinds of results")
struct OutputKindTests {
  /// Headers of everything that is read.
  static var headers: [Header] {
    var all: [Header] = []
    for container in [Header.Container.pam, .pnm] {
      for isColor in [false, true] {
        for hasOpacity in container == .pam ? [false, true] : [false] {
          for maxval in [1, 7, 255, 256, 65535] {
            all.append(
              Header(
                container: container, width: 5, height: 3, maxval: maxval, isColor: isColor,
                hasOpacity: hasOpacity))
          }
          if !isColor {
            all.append(
              Header(
                container: container, width: 5, height: 3, maxval: 1, isColor: false,
                hasOpacity: hasOpacity, isBilevel: true))
          }
        }
      }
    }
    return all
  }

  static let gray = Color(red: 0.5, green: 0.5, blue: 0.5)
  static let orange = Color(red: 1, green: 0.5, blue: 0)

  @Test("What came in goes out, bilevel pictures as gray of maxval 255")
  func plain() {
    for kind in [OutputKind(), OutputKind(colors: [Self.gray, .white])] {
      for header in Self.headers {
        let result = kind.result(of: header)
        #expect(result.width == 5 && result.height == 3)
        #expect(result.container == header.container)
        #expect(result.maxval == (header.isBilevel ? 255 : header.maxval))
        #expect(result.isColor == header.isColor)
        #expect(result.hasOpacity == header.hasOpacity)
        #expect(!result.isBilevel)
      }
    }
  }

  @Test("A colour that is not gray makes gray pictures RGB, one of several too")
  func colored() {
    for colors in [[Self.orange], [.black, Self.orange], [Self.orange, .white]] {
      for header in Self.headers {
        let result = OutputKind(colors: colors).result(of: header)
        #expect(result.isColor)
        #expect(result.container == header.container && result.hasOpacity == header.hasOpacity)
        #expect(result.maxval == (header.isBilevel ? 255 : header.maxval))
      }
    }
  }

  @Test("A tool may make gray pictures RGB in any case")
  func alwaysColored() {
    for header in Self.headers {
      let result = OutputKind(isColored: true).result(of: header)
      #expect(result.isColor && result.hasOpacity == header.hasOpacity)
    }
  }

  @Test("A tool that makes transparency writes PAM with opacity")
  func opacity() {
    for header in Self.headers {
      let result = OutputKind(makesOpacity: true).result(of: header)
      #expect(result.container == .pam && result.hasOpacity && result.isColor == header.isColor)
    }
  }

  @Test("A background takes the opacity away and makes PNM; one of a colour makes RGB")
  func flattened() {
    for makesOpacity in [false, true] {
      for header in Self.headers {
        for (background, isColor) in [(Self.gray, header.isColor), (Self.orange, true)] {
          let kind = OutputKind(makesOpacity: makesOpacity, background: background)
          let working = kind.working(on: header)
          #expect(working.hasOpacity == (makesOpacity || header.hasOpacity))
          #expect(working.isColor == isColor)
          let result = kind.result(of: header)
          #expect(result.container == .pnm && !result.hasOpacity && result.isColor == isColor)
          #expect(result.maxval == working.maxval)
        }
      }
    }
  }
}

/// A tool that declares options and does nothing.
private struct Idle: FilterTool.Tool {
  static let name: StaticString = "idle"
  static let purpose: StaticString = "does nothing"
  static let example: StaticString = "idle card.ppm"
  static let operand: StaticString? = "maskfile"

  init(_ table: inout OptionTable) {
    _ = table.track("radius", synonym: "sigma", in: .from(0, to: 1000), default: "2", "how far")
    _ = table.number("speed", argument: "S", in: .above(0, to: 10), default: "1", "how fast")
    _ = table.choice(
      "edge", argument: "EDGE", of: ["round", "square", "round-and-square"], default: 1,
      "what comes where the picture ends")
    _ = table.file("place", "where")
    _ = table.flag("keep", "keep it")
    _ = table.flag("drop", "drop it")
    _ = table.flag("hold", "hold it, which goes on for longer than the others do")
    _ = table.flag("let", "let it go")
    _ = table.flag("go", "go")
  }

  var output: OutputKind { OutputKind() }

  func process<S: Sample>(
    _ picture: FilterTool.Picture<S>, at time: Double, remark: (StaticString) -> Void
  ) throws(ToolError) {}
}

@Suite("Help")
struct HelpTests {
  static func lines(_ text: Text) -> [String] {
    text.string.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// The options of `Idle`.
  static var table: OptionTable {
    var table = OptionTable()
    _ = Idle(&table)
    return table
  }

  @Test("Help begins with the call and an example, then shows range, words, default and synonym")
  func options() {
    #expect(
      Self.lines(Idle.help(Self.table)) == [
        "idle [options] maskfile [file]: does nothing",
        "Example: idle card.ppm",
        "",
        "  -radius, -sigma TRACK  how far (0 to 1000; default 2)",
        "  -speed S     how fast (above 0 to 10; default 1)",
        "  -edge EDGE   what comes where the picture ends",
        "               (round, square, round-and-square; default square)",
        "  -place FILE  where",
        "  -keep        keep it                      -drop     drop it",
        "  -hold        hold it, which goes on for longer than the others do",
        "  -let         let it go                    -go       go",
        "TRACK: a number, or numbers at times, as in 0@0,1@2. See pnmfx(7).",
        "",
      ])
  }

  @Test("A table of the options has name, synonym, value, words and explanation")
  func optionTable() {
    let lines = Self.lines(Idle.table(Self.table))
    #expect(lines.last == "")
    #expect(
      lines.dropLast() == [
        "radius\tsigma\tTRACK\t\thow far (0 to 1000; default 2)",
        "speed\t\tS\t\thow fast (above 0 to 10; default 1)",
        "edge\t\tEDGE\tround square round-and-square\t"
          + "what comes where the picture ends (round, square, round-and-square; default square)",
        "place\t\tFILE\t\twhere", "keep\t\t\t\tkeep it", "drop\t\t\t\tdrop it",
        "hold\t\t\t\thold it, which goes on for longer than the others do",
        "let\t\t\t\tlet it go", "go\t\t\t\tgo",
      ])
  }

  @Test("The version is one line with the tool's name and libnetpbm", .libnetpbm)
  func version() {
    let text = Idle.version().string
    #expect(text.hasPrefix("idle (pnmfx) "))
    #expect(text.hasSuffix("\n") && text.filter { $0 == "\n" }.count == 1)
    #expect(text.contains("libnetpbm"))
  }
}
