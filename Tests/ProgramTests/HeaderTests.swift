import TestSupport
import Testing

@Suite("Damaged and hostile headers")
struct HeaderTests {
  /// A PAM header of the lines that are given, and of those that are not, good ones.
  static func pam(
    width: String = "2", height: String = "2", depth: String = "3", maxval: String = "255",
    tupleType: String? = "RGB", more: String = ""
  ) -> String {
    let lines = ["WIDTH \(width)", "HEIGHT \(height)", "DEPTH \(depth)", "MAXVAL \(maxval)"]
    let tupleTypes = tupleType.map { ["TUPLTYPE \($0)"] } ?? []
    return (["P7"] + lines + tupleTypes + [more + "ENDHDR\n"]).joined(separator: "\n")
  }

  /// Enough for any of the small pictures, so that it is the header that is wrong.
  static let samples = [UInt8](repeating: 0, count: 1000)

  @Test(
    "A header that is not one is an error", arguments: Tool.all,
    [
      "P0 2 2 255\n", "P8 2 2 255\n", "p6 2 2 255\n", "PNG", "\u{89}PNG\r\n",
      "\0\0\0\0", "P6 2 x 255\n", "P6 2 -2 255\n", "P6 -2 2 255\n", "P6 2.5 2 255\n",
      "P6,2,2,255\n",
      "P5 0 2 255\n", "P5 2 0 255\n", "P4 0 0\n", "P5 2 2 0\n", "P5 2 2 65536\n",
      "P5 2 2 -1\n", "P5 2 2 99999999999\n", "P2 1 1 0\n0\n", "P3 1 1 65536\n0 0 0\n",
      "P5 99999999999999999999 1 255\n", "P5 1 18446744073709551617 255\n",
      pam(depth: "0"), pam(depth: "5", tupleType: nil), pam(depth: "9999", tupleType: nil),
      pam(width: "0"), pam(height: "0"), pam(maxval: "0"), pam(maxval: "65536"), pam(width: "x"),
      pam(width: "-2"), pam(maxval: ""), pam(more: "COLOURS 3\n"), "P7\nENDHDR\n", "P7\n",
      "P7\nWIDTH 2\nHEIGHT 2\nMAXVAL 255\nTUPLTYPE RGB\nENDHDR\n",
      "P7\nWIDTH 2\nDEPTH 3\nMAXVAL 255\nTUPLTYPE RGB\nENDHDR\n",
      "P7\nWIDTH 2\nHEIGHT 2\nDEPTH 3\nMAXVAL 255\nTUPLTYPE RGB\n",
      "P7 WIDTH 2 HEIGHT 2 DEPTH 3 MAXVAL 255 ENDHDR\n",
      pam(tupleType: String(repeating: "RGB", count: 3000)),
    ])
  func badHeader(tool: Tool, header: String) throws {
    let outcome = try tool.run(["-quiet"], on: Array(header.utf8) + Self.samples)
    expectFailure(outcome, of: tool, status: 1, "\(header.prefix(200).debugDescription)")
  }

  @Test(
    "A tuple type that no tool knows is an error that names it", arguments: Tool.all,
    ["CMYK", "CMYK_ALPHA", "GRAYSCALE_BETA", "rgb", "RGB RGB"])
  func unknownTupleType(tool: Tool, tupleType: String) throws {
    for depth in 1...5 {
      let bytes = Array(Self.pam(depth: "\(depth)", tupleType: tupleType).utf8) + Self.samples
      try expectFailure(
        tool.run(["-quiet"], on: bytes), of: tool, status: 1, naming: [tupleType], "\(depth)")
    }
  }

  @Test("A depth that is not the tuple type's is an error that names it", arguments: Tool.all)
  func depthAndTupleTypeDiffer(tool: Tool) throws {
    for kind in Kind.all {
      guard let tupleType = kind.tupleType else { continue }
      for depth in 1...5 where depth != kind.depth {
        let maxval = kind.isBilevel ? "1" : "255"
        let header = Self.pam(depth: "\(depth)", maxval: maxval, tupleType: tupleType)
        try expectFailure(
          tool.run(["-quiet"], on: Array(header.utf8) + Self.samples), of: tool, status: 1,
          naming: [tupleType], "depth \(depth)")
      }
    }
  }

  @Test("Comments are read over wherever the formats allow them", arguments: Tool.all)
  func comments(tool: Tool) throws {
    let picture = Picture.random(.colour, width: 3, height: 2)
    let expected = try tool.output(on: picture.bytes)
    for header in [
      "P6# one\n3 # two\n2\n#three\n255\n", "P6\n#\(String(repeating: "=", count: 5000))\n3 2 255 ",
    ] {
      let output = try tool.output(on: Array(header.utf8) + picture.raster)
      #expect(difference(output, expected) == nil, "\(header.prefix(80))")
    }
    let pam = Picture.random(.pamColour, width: 3, height: 2)
    let expectedPAM = try tool.output(on: pam.bytes)
    for comment in ["# short\n", "\n\n", "#\(String(repeating: "=", count: 100_000))\n"] {
      let header = Self.pam(width: "3", more: comment)
      let output = try tool.output(on: Array(header.utf8) + pam.raster)
      #expect(difference(output, expectedPAM) == nil, "\(comment.prefix(80))")
    }
  }

  /// Headers that promise far more than comes.
  static let lyingHeaders = [
    "P6 2147483647 2147483647 255\n", "P5 2000000000 1 255\n", "P5 1 2000000000 255\n",
    "P6 700000000 1 255\n", "P6 300000000 2 65535\n", "P4 2000000000 2000000000\n",
    "P4 2147483647 1\n", "P1 2000000000 2\n", "P2 2000000000 2000000000 65535\n",
    "P3 700000000 1 255\n1 2 3\n", "P5 4294967297 1 255\n", "P6 1431655765 1 255\n",
    pam(depth: "2147483647"), pam(depth: "2000000000", tupleType: nil),
    pam(width: "2147483647"),
    pam(width: "536870911", height: "2147483647", depth: "4", tupleType: "RGB_ALPHA"),
    pam(width: "100000000", height: "1", maxval: "65535"), pam(height: "2147483647"),
  ]

  @Test(
    "A header that promises gigabytes is told within seconds", arguments: Tool.all, lyingHeaders)
  func lyingHeader(tool: Tool, header: String) throws {
    let bytes = Array(header.utf8) + Self.samples
    let outcome = try Program.run(
      tool.name, tool.call + ["-quiet"], input: .bytes(bytes), limit: 10)
    #expect(
      outcome.status == .exit(1) && isOneLine(outcome.messages, from: tool),
      "\(header.debugDescription): \(outcome)")
  }

  @Test("So it is with little memory", arguments: Tool.all, lyingHeaders)
  func lyingHeaderWithLittleMemory(tool: Tool, header: String) throws {
    try TemporaryFolder.with { folder in
      let path = try folder.write(Array(header.utf8) + Self.samples, to: "lying")
      // From a pipe and from a file: the size of a file can be known, that of a pipe cannot.
      for source in ["cat \"$1\" |", "<\"$1\""] {
        let words = ([tool.name] + tool.call + ["-quiet"]).joined(separator: " ")
        let outcome = try Program.shell(
          "ulimit -v 600000; \(source) \(words)", [path], limit: 10)
        #expect(
          outcome.status == .exit(1) && isOneLine(outcome.messages, from: tool),
          "\(source) \(header.debugDescription): \(outcome)")
      }
    }
  }

  @Test("A row that memory cannot hold is an error, however much of it comes", arguments: Tool.all)
  func rowLargerThanMemory(tool: Tool) throws {
    for header in [
      "P5 2000000000 1 255\n", "P6 600000000 1 65535\n", "P4 2147483600 1000\n",
      Self.pam(width: "500000000", depth: "4", tupleType: "RGB_ALPHA"),
    ] {
      let words = ([tool.name] + tool.call + ["-quiet"]).joined(separator: " ")
      let outcome = try Program.shell(
        "ulimit -v 300000; { cat; head -c 400000000 /dev/zero; } | \(words)",
        input: .bytes(Array(header.utf8)))
      expectFailure(outcome, of: tool, status: 1, header)
    }
  }
}
