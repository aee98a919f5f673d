import Testing

@testable import FilterTool

@Suite("Slips of the hand")
struct SpellingTests {
  static func slips(_ word: String, _ name: StaticString) -> Int {
    FilterTool.slips(from: Array(word.utf8), to: name)
  }

  static func nearest(_ word: String, _ names: StaticString...) -> String? {
    FilterTool.nearest(to: Array(word.utf8), of: names).map { "\($0)" }
  }

  @Test("Letters missing, too many, wrong or swapped are counted")
  func distances() {
    let distances: [(String, StaticString, Int)] = [
      ("radius", "radius", 0), ("RADIUS", "radius", 0), ("", "fps", 3), ("fps", "", 3),
      ("raduis", "radius", 1), ("radus", "radius", 1), ("radiuss", "radius", 1),
      ("rodius", "radius", 1), ("ardisu", "radius", 2), ("fsp", "fps", 1),
      ("psotion", "position", 2), ("ca", "abc", 3), ("kitten", "sitting", 3), ("abcd", "efgh", 4),
    ]
    for (word, name, count) in distances { #expect(Self.slips(word, name) == count, "\(word)") }
  }

  @Test("The nearest name is given, the first of several that are as near")
  func nearestName() {
    #expect(Self.nearest("colour", "corner", "color", "curve") == "color")
    #expect(Self.nearest("frmes", "first", "frames") == "frames")
    #expect(Self.nearest("yradus", "xradius", "yradius") == "yradius")
    #expect(Self.nearest("zradius", "xradius", "yradius") == "xradius")
  }

  @Test("A word that is like no name has none, however long it is")
  func none() {
    for word in ["", "z", "xy", "nonsense", "fpsfps", String(repeating: "a", count: 100_000)] {
      #expect(Self.nearest(word, "fps", "x", "time", "frames") == nil, "\(word.prefix(20))")
    }
  }
}
