import TestSupport
import Testing

@Suite("Recipes")
struct RecipeTests {
  /// The recipes that `make demo` runs.
  static let all: [String] = {
    let makefile = (try? Repository.text(of: "Makefile")) ?? ""
    let line = makefile.split(separator: "\n").first { $0.hasPrefix("RECIPES := ") } ?? ""
    return line.split(separator: " ").dropFirst(2).map(String.init)
  }()

  /// Runs a recipe on the tools that are under test: its copy in a folder has no build/bin beside
  /// it.
  static func run(
    _ recipe: String, _ arguments: [String], in folder: TemporaryFolder
  ) throws -> Outcome {
    try Program.shell(
      #"cp -R "$1" recipes && recipe=recipes/$2.sh && shift 2 && exec "./$recipe" "$@""#,
      ["\(Repository.path)/Examples", recipe] + arguments, folder: folder.path, using: "/bin/bash",
      limit: 240)
  }

  @Test("Each says how it is called, and refuses what it does not know", arguments: all)
  func usage(recipe: String) throws {
    try TemporaryFolder.with { folder in
      let help = try Self.run(recipe, ["-help"], in: folder)
      #expect(help.status == .exit(0) && help.messages == "", "\(help)")
      #expect(help.text.hasPrefix("usage: \(recipe).sh "), "\(help.text)")
    }
    try TemporaryFolder.with { folder in
      let wrong = try Self.run(recipe, ["a", "b", "c", "d", "e"], in: folder)
      #expect(wrong.status == .exit(2) && wrong.output.isEmpty, "\(wrong)")
      #expect(wrong.messages.hasPrefix("usage: \(recipe).sh "), "\(wrong)")
      #expect(try folder.names() == ["recipes"])
    }
    #expect(try Repository.text(of: "README.md").contains("Examples/\(recipe).sh"))
  }

  /// Half a second whole, four on fire, half a second gone.
  @Test("burn: the picture as it is, fire around it, and then nothing")
  func burn() throws {
    var picture = Picture.random(.pamColourAlpha, width: 10, height: 10, seed: 3)
    var whole = Picture(.pamColourAlpha, width: 12, height: 14, maxval: 255, filledWith: 0)
    for y in 0..<10 {
      for x in 0..<10 {
        for plane in 0..<4 {
          if picture.opacity(x, y) == 0 { picture[x, y, plane] = 0 }
          whole[x + 1, y + 4, plane] = picture[x, y, plane]
        }
      }
    }
    let pictures = try TemporaryFolder.with { folder in
      try folder.write(picture.bytes, to: "picture.pam")
      let outcome = try Self.run("burn", ["picture.pam", "result.pam"], in: folder)
      #expect(outcome.status == .exit(0) && outcome.messages == "", "\(outcome)")
      #expect(outcome.text == "burn.sh: result.pam\n")
      #expect(try folder.names() == ["picture.pam", "recipes", "result.pam"])
      return try Picture.decode(folder.read("result.pam"))
    }
    try #require(pictures.count == 150)
    for k in 0...15 {
      #expect(pictures[k].difference(from: whole) == nil, "picture \(k)")
    }
    for k in 135..<150 {
      #expect(pictures[k].samples.allSatisfy { $0 == 0 }, "picture \(k)")
    }
    let bright = pictures[16..<135].contains { burning in
      (0..<4).contains { y in (0..<12).contains { x in burning.colour(x, y)[0] > 200 } }
    }
    #expect(bright, "no flame in the margin above the picture")
  }

  @Test("burn: a larger picture is made to fit, and there are many fires")
  func burnOptions() throws {
    let picture = Picture.random(.colour, width: 40, height: 20)
    let results = try ["1", "2"].map { seed in
      try TemporaryFolder.with { folder in
        try folder.write(picture.bytes, to: "picture.ppm")
        let outcome = try Self.run(
          "burn", ["-size", "16", "-seed", seed, "picture.ppm", "result.pam"], in: folder)
        #expect(outcome.status == .exit(0) && outcome.messages == "", "\(outcome)")
        return try Picture.decode(folder.read("result.pam"))
      }
    }
    for pictures in results {
      try #require(pictures.count == 150)
      #expect(pictures[0].width == 16 && pictures[0].height == 8 + 3, "\(pictures[0])")
      #expect(pictures[0].difference(from: results[0][0]) == nil)
    }
    #expect(results[0][75] != results[1][75])
  }

  @Test(
    "burn: what is not an option, a number or a picture is refused",
    arguments: [
      (["-size", "8"], 2), (["-size"], 2), (["-seed", "x"], 2), (["-nonsense"], 2),
      (["none.ppm", "result.pam"], 1), (["picture.ppm", "result.tif"], 1),
      (["bad.ppm", "result.pam"], 1), (["picture.ppm", "none/result.pam"], 1),
    ] as [([String], Int32)])
  func burnRefuses(arguments: [String], status: Int32) throws {
    try TemporaryFolder.with { folder in
      try folder.write(samplePicture.bytes, to: "picture.ppm")
      try folder.write(Array(samplePicture.bytes.dropLast()), to: "bad.ppm")
      let outcome = try Self.run("burn", arguments, in: folder)
      #expect(outcome.status == .exit(status) && outcome.output.isEmpty, "\(outcome)")
      #expect(outcome.messages.hasPrefix(status == 2 ? "usage: burn.sh " : "burn"), "\(outcome)")
      #expect(try folder.names() == ["bad.ppm", "picture.ppm", "recipes"])
    }
  }
}
