import Testing

@testable import Netpbm

extension StreamLayer {
  @Suite("Text")
  struct TextTests {
    @Test("A literal is its bytes")
    func literals() {
      #expect(Text().bytes == [])
      #expect(("" as Text).bytes == [])
      #expect(("card.ppm" as Text).bytes == Array("card.ppm".utf8))
      #expect(("Größe → 1" as Text).bytes == Array("Größe → 1".utf8))
      #expect(("two\nlines\t" as Text).bytes == Array("two\nlines\t".utf8))
    }

    @Test("Pieces stand where they were put")
    func pieces() {
      let name: Text = "card.ppm"
      let word: StaticString = "row"
      #expect(("\(name): \(word) \(3) of \(UInt64(4))" as Text) == "card.ppm: row 3 of 4")
      #expect(("\(name)" as Text) == "card.ppm")
      #expect(("\(name)\(name)" as Text) == "card.ppmcard.ppm")
      #expect(("" as Text).bytes.isEmpty)
    }

    @Test(
      "Whole numbers are written in full",
      arguments: [0, 1, -1, 9, 10, -10, 65535, 4_294_967_296, Int.max, Int.min])
    func wholeNumbers(number: Int) {
      #expect(("\(number)" as Text) == String(number))
      #expect(("\(UInt64(number.magnitude))" as Text) == String(number.magnitude))
    }

    @Test("The greatest whole number is written in full")
    func greatest() { #expect(("\(UInt64.max)" as Text) == "18446744073709551615") }

    @Test(
      "Other numbers are written as a person writes them",
      arguments: [
        (0.25, "0.25"), (0, "0"), (1, "1"), (-1.5, "-1.5"), (100_000, "100000"), (1e20, "1e+20"),
        (1e-9, "1e-09"), (1.0 / 3, "0.3333333333"), (.infinity, "inf"),
        (-Double.greatestFiniteMagnitude, "-1.797693135e+308"),
      ])
    func otherNumbers(number: Double, text: String) {
      #expect(Text(number) == text)
      #expect(("\(number)" as Text) == text)
    }

    @Test("A C string is taken as it is, up to its end")
    func strings() {
      #expect(Text("card.ppm" as String) == "card.ppm")
      #expect(Text([0x62, -1, 0x0A, 0, 0x62] as [CChar]).bytes == [0x62, 0xFF, 0x0A])
      #expect(Text([0] as [CChar]).bytes == [])
    }

    @Test("Text is added at the end")
    func appending() {
      var text: Text = "a"
      text.append("b" as StaticString)
      text.append("c" as Text)
      text.append(12 as UInt64)
      #expect(text == "abc12")
    }

    @Test(
      "One line has no control characters, and no space at its end",
      arguments: [
        ("", ""), ("a line", "a line"), ("a line\n", "a line"), ("a line \t\r\n \n", "a line"),
        ("two\nlines", "two lines"), ("CR\r\nLF", "CR  LF"), ("\u{1b}[31mred\u{7}", " [31mred"),
        ("\u{1}\u{1f}\u{7f}x", "   x"), ("\n", ""), (" before", " before"), ("Größe\n", "Größe"),
      ])
    func oneLine(text: String, line: String) {
      #expect(Text(text).asOneLine() == line)
      #expect(Text(text).asOneLine().asOneLine() == line)
    }
  }
}

private func == (text: Text, string: String) -> Bool { text.bytes == Array(string.utf8) }
