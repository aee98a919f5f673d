import TestSupport
import Testing

@Suite("Logs of tiltlight")
struct TiltLogTests {
  private let picture = Picture.random(.colour, width: 9, height: 6).bytes

  private func run(_ log: String, _ time: String) throws -> Outcome {
    try TemporaryFolder.with { folder in
      let file = try folder.write(Array(log.utf8), to: "log.csv")
      return try Tool("tiltlight").run(["-quiet", "-tilt", file, "-time", time], on: picture)
    }
  }

  @Test(
    "Between two samples the tilt lies between theirs, however large",
    arguments: [
      ("t,x,y\n0,0,-1\n1,1,0\n", "0.25", "0.25", "-0.75"),
      ("t,x,y\n0,-1.7e308,1.7e308\n1,1.7e308,-1.7e308\n", "0.5", "0", "0"),
      ("t,x,y\n0,1.7e308,0\n1,-1.7e308,-1\n", "1", "-1.7e308", "-1"),
      ("t,x,y\n0,0,0\n5e-324,2,2\n", "0", "0", "0"),
      ("\u{FEFF}Y;, \"T\" ,X,y\r\n\r\n7,0.5,1,-1\r\n", "9", "1", "-1"),
    ])
  func between(log: String, time: String, x: String, y: String) throws {
    let outcome = try run(log, time)
    #expect(outcome.status == .exit(0) && outcome.messages == "", "\(outcome)")
    let expected = try Tool("tiltlight").output(["-x", x, "-y", y], on: picture)
    #expect(difference(outcome.output, expected) == nil)
  }

  @Test(
    "A log that cannot be read is an error that names the line",
    arguments: [
      ("", "line 1"), ("\n\n", "no header line"), ("t,x\n0,1\n", "no column y"),
      ("t,x,y\n", "no sample"), ("t,x,y\n0,1\n", "only 2 columns"),
      ("t,x,y,T\n0,1,2,3\n", "twice"), ("t,x,y\n0,1,2\n0,1,2\n", "line 3"),
      ("t,x,y\n0,1,nan\n", "no number"), ("t,x,y\n0,1,1e999\n", "no number"),
      ("t,x,y\n0,1,\"2\n", "not closed"), ("t,x,y\n0,1,\"2\"3\n", "closed quote"),
      ("t,x,y\n-1.7e308,0,0\n1.7e308,1,1\n", "line 3: t is too far"),
      ("t,x,y\n0,0,\(String(repeating: "1", count: 10000))\n", "no number"),
    ])
  func damaged(log: String, message: String) throws {
    try expectFailure(
      run(log, "0"), of: Tool("tiltlight"), status: 1, naming: ["log.csv", message])
  }
}
