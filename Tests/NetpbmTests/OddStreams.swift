import TestSupport

private let longComment = String(repeating: "comment ", count: 1250)

/// Streams that are taken, though they are not what a program writes: one row a case.
extension StreamRow {
  static let odd =
    group("numbers", oddNumbers) + group("after a number", oddSeparators)
    + group("comment", oddComments) + group("raster", oddRasters)
    + group("sequence", oddSequences) + group("PAM", oddPAM)

  private static let oddNumbers: [StreamRow] = [
    .taken("all on one line", "P2 2 1 9 3 4\n", .gray(2, 1, max: 9, 3, 4)),
    .taken("tabs", "P2\t2\t1\t9\t3\t4\t", .gray(2, 1, max: 9, 3, 4)),
    .taken("CR LF", "P2\r\n2 1\r\n9\r\n3\r\n4\r\n", .gray(2, 1, max: 9, 3, 4)),
    .taken("CR alone", "P2\r2 1\r9\r3\r4\r", .gray(2, 1, max: 9, 3, 4)),
    .taken("blank lines", "P2\n\n\n2 1\n\n9\n\n3\n\n4\n\n", .gray(2, 1, max: 9, 3, 4)),
    .taken("no white space after the magic number", "P22 1 9 3 4\n", .gray(2, 1, max: 9, 3, 4)),
    .taken("leading zeros", "P2 0002 01 0009 00000000003 04\n", .gray(2, 1, max: 9, 3, 4)),
    .taken("maxval 1 is gray, not bilevel", "P2 2 1 1 0 1\n", .gray(2, 1, max: 1, 0, 1)),
    .taken("maxval 255 in plain", "P2 1 2 255\n0\n255\n", .gray(1, 2, 0, 255)),
    .taken("maxval 256 in plain", "P2 1 2 256\n0\n256\n", .gray(1, 2, max: 256, 0, 256)),
    .taken("maxval 65535 in plain", "P2 2 1 65535\n65535 1\n", .gray(2, 1, max: 65535, 65535, 1)),
    .taken(
      "one number a line", "P3\n1\n2\n7\n1\n2\n3\n4\n5\n6\n",
      .colour(1, 2, max: 7, 1, 2, 3, 4, 5, 6)),
    .taken(
      "rows that do not end where lines do", "P3 1 2 7 1 2\n3 4 5\n6\n",
      .colour(1, 2, max: 7, 1, 2, 3, 4, 5, 6)),
  ]

  private static let anySeparator = """
    the pages want white space after a number: libnetpbm is followed, which takes any character
    """

  private static let oddSeparators: [StreamRow] = [
    .taken("a comma", "P2 2,1,9,3,4,", .gray(2, 1, max: 9, 3, 4), because: anySeparator),
    .taken("a point", "P2 2 1 9 3.4\n", .gray(2, 1, max: 9, 3, 4), because: anySeparator),
    .taken("a dash", "P2 2 1 9 3-4\n", .gray(2, 1, max: 9, 3, 4), because: anySeparator),
    .taken("NUL", "P2 2 1 9\u{0}3\u{0}4", .gray(2, 1, max: 9, 3, 4), because: anySeparator),
    .taken(
      "vertical tab", "P2 2\u{b}1\u{b}9 3\u{b}4", .gray(2, 1, max: 9, 3, 4), because: anySeparator),
    .taken("form feed", "P5 1\u{c}1\u{c}255\u{c}\u{7}", .gray(1, 1, 7), because: anySeparator),
    .taken("a letter", "P5 1 1 255x\u{7}", .gray(1, 1, 7), because: anySeparator),
  ]

  private static let oddComments: [StreamRow] = [
    .taken("after the magic number", "P2# gray\n2 1 9 3 4\n", .gray(2, 1, max: 9, 3, 4)),
    .taken("on lines", "P2\n# a\n# b\n2 1\n#c\n9\n#d\n3 4\n", .gray(2, 1, max: 9, 3, 4)),
    .taken("after each number", "P2 2#a\n1#b\n9#c\n3#d\n4#e\n", .gray(2, 1, max: 9, 3, 4)),
    .taken(
      "inside a number ends it", "P2 2 1 90 3#\n4\n", .gray(2, 1, max: 90, 3, 4),
      because: "the pages would join 3 and 4 to a token: libnetpbm is followed"),
    .taken("without text", "P2#\n#\n2 1#\n9 3 4#\n", .gray(2, 1, max: 9, 3, 4)),
    .taken("that looks like a header", "P2\n#P5 7 7 7\n1 1 9 3\n", .gray(1, 1, max: 9, 3)),
    .taken("with a comment sign", "P2 # a # b #\n1 1 9 3\n", .gray(1, 1, max: 9, 3)),
    .taken(
      "with any bytes", "P2 #\u{0}\u{1}\u{ff}\u{80}\t\u{c}\n1 1 9 3\n", .gray(1, 1, max: 9, 3)),
    .taken("that ends in CR", "P2 # a\r2 1 9 3 4\n", .gray(2, 1, max: 9, 3, 4)),
    .taken("that ends in CR LF", "P2 # a\r\n2 1 9 3 4\n", .gray(2, 1, max: 9, 3, 4)),
    .taken("of 10 000 characters", "P2 #\(longComment)\n1 1 9 3\n", .gray(1, 1, max: 9, 3)),
    .taken(
      "in a plain raster", "P3 1 1 9\n3 # red\n#green\n4 5#\n", .colour(1, 1, max: 9, 3, 4, 5)),
    .taken("in plain bits", "P1 4 1\n01#10\n10\n", .bits(4, 1, 1, 0, 0, 1)),
    .taken("in place of the last white space", "P5 1 1 255#\n\u{7}", .gray(1, 1, 7)),
    .taken(
      "in a raw PBM's header", "P4 #\n9#\n1\n\u{aa}\u{ff}", .bits(9, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0)),
    .taken("at the end, without a line end", "P2 1 1 9 5#the end", .gray(1, 1, max: 9, 5)),
  ]

  private static let oddRasters: [StreamRow] = [
    .taken("bits without white space", "P1 3 2\n011100", .bits(3, 2, 1, 0, 0, 0, 1, 1)),
    .taken("bits with white space", "P1\n3 2\n0 1\t1\r\n1 0\n\n0\n", .bits(3, 2, 1, 0, 0, 0, 1, 1)),
    .taken("bits right after the header", "P1 1 1 0", .bits(1, 1, 1)),
    .taken("plain bits end after the last", "P1 2 1\n10", .bits(2, 1, 0, 1)),
    .taken("plain gray ends after the last digit", "P2 2 1 99\n7 12", .gray(2, 1, max: 99, 7, 12)),
    .taken(
      "plain colour ends after the last digit", "P3 1 1 9\n1 2 3", .colour(1, 1, max: 9, 1, 2, 3)),
    .taken("raw raster starts with white space", "P5 3 1 255\n \n\t", .gray(3, 1, 32, 10, 9)),
    .taken("raw raster starts with a comment sign", "P6 1 1 255\n#\n#", .colour(1, 1, 35, 10, 35)),
    .taken("raw raster is a header", "P5 3 1 255\nP5\n", .gray(3, 1, 80, 53, 10)),
    .taken("a space before a raw raster", "P5 1 1 255 \u{7}", .gray(1, 1, 7)),
    .taken("a tab before a raw raster", "P5 1 1 255\t\u{7}", .gray(1, 1, 7)),
    .taken("CR before a raw raster", "P5\r1 1\r255\r\u{7}", .gray(1, 1, 7)),
    .taken(
      "packed bits that look like white space", "P4 8 1\n\n", .bits(8, 1, 1, 1, 1, 1, 0, 1, 0, 1)),
    .taken("padding bits that are set", "P4 3 2\n\u{5f}\u{bf}", .bits(3, 2, 1, 0, 1, 0, 1, 0)),
    .taken(
      "16 bits, high byte first", "P5 2 1 256\n\u{1}\u{0}\u{0}\u{ff}",
      .gray(2, 1, max: 256, 256, 255)),
    .taken("16 bits, all ones", "P5 1 1 65535\n\u{ff}\u{ff}", .gray(1, 1, max: 65535, 65535)),
    .taken("raw with maxval 1", "P5 2 1 1\n\u{1}\u{0}", .gray(2, 1, max: 1, 1, 0)),
  ]

  private static let oddSequences: [StreamRow] = [
    .taken("nothing", ""),
    .taken("white space only", " \n"),
    .taken(
      "white space first", "\r\n\t \u{b}\u{c}P5 1 1 255\n\u{7}", .gray(1, 1, 7),
      because: "as between pictures, so that what is left of a stream is a stream"),
    .taken("raw after raw", "P5 1 1 255\n\u{7}P5 1 1 255\n\u{8}", .gray(1, 1, 7), .gray(1, 1, 8)),
    .taken(
      "a line end between", "P5 1 1 255\n\u{7}\nP5 1 1 255\n\u{8}\n", .gray(1, 1, 7), .gray(1, 1, 8)
    ),
    .taken(
      "every white space between and after",
      "P5 1 1 255\n\u{7}\n\t \u{b}\u{c}\r\r\nP2 1 1 255 8 \n\t \u{b}\u{c}\r\n", .gray(1, 1, 7),
      .gray(1, 1, 8)),
    .taken("plain bits after plain bits", "P1 2 1\n01P1 1 1 1", .bits(2, 1, 1, 0), .bits(1, 1, 0)),
    .taken(
      "plain gray after plain gray", "P2 1 1 9 3\nP2 1 1 9 4", .gray(1, 1, max: 9, 3),
      .gray(1, 1, max: 9, 4)),
    .taken(
      "a comment in place of that line end", "P2 1 1 9 3#\nP2 1 1 9 4#", .gray(1, 1, max: 9, 3),
      .gray(1, 1, max: 9, 4)),
    .taken(
      "gray, colour, bits",
      "P2 1 1 9 3\nP3 1 1 8 1 2 3\nP1 1 1 1\nP4 1 1\n\u{0}P6 1 1 300\n\u{0}\u{1}\u{0}\u{2}\u{1}\u{2c}",
      .gray(1, 1, max: 9, 3), .colour(1, 1, max: 8, 1, 2, 3), .bits(1, 1, 0), .bits(1, 1, 1),
      .colour(1, 1, max: 300, 1, 2, 300)),
    .taken(
      "PAM between PNM",
      "P5 1 1 255\n\u{7}P7\nWIDTH 1\nHEIGHT 1\nDEPTH 2\nMAXVAL 255\nENDHDR\n\u{1}\u{2}\nP2 1 1 9 3",
      .gray(1, 1, 7), .pam(.pamGrayAlpha, 1, 1, 1, 2), .gray(1, 1, max: 9, 3)),
  ]

  private static let oddPAM: [StreamRow] = [
    .taken("no tuple type, depth 1", pam(depth: 1, "\u{1}"), .pam(.pamGray, 1, 1, 1)),
    .taken("no tuple type, depth 2", pam(depth: 2, "\u{1}\u{2}"), .pam(.pamGrayAlpha, 1, 1, 1, 2)),
    .taken(
      "no tuple type, depth 3", pam(depth: 3, "\u{1}\u{2}\u{3}"), .pam(.pamColour, 1, 1, 1, 2, 3)),
    .taken(
      "no tuple type, depth 4", pam(depth: 4, "\u{1}\u{2}\u{3}\u{4}"),
      .pam(.pamColourAlpha, 1, 1, 1, 2, 3, 4)),
    .taken(
      "no tuple type, maxval 1: gray, not bilevel", pam(depth: 1, max: 1, "\u{1}"),
      .pam(.pamGray, 1, 1, max: 1, 1)),
    .taken(
      "BLACKANDWHITE", pam(depth: 1, max: 1, type: "BLACKANDWHITE", "\u{1}"),
      .pam(.pamBilevel, 1, 1, max: 1, 1)),
    .taken(
      "BLACKANDWHITE_ALPHA", pam(depth: 2, max: 1, type: "BLACKANDWHITE_ALPHA", "\u{1}\u{0}"),
      .pam(.pamBilevelAlpha, 1, 1, max: 1, 1, 0),
      because: "libnetpbm does not know this tuple type: the page of PAM is followed"),
    .taken("GRAYSCALE", pam(depth: 1, type: "GRAYSCALE", "\u{9}"), .pam(.pamGray, 1, 1, 9)),
    .taken(
      "GRAYSCALE, maxval 1", pam(depth: 1, max: 1, type: "GRAYSCALE", "\u{1}"),
      .pam(.pamGray, 1, 1, max: 1, 1)),
    .taken(
      "GRAYSCALE_ALPHA", pam(depth: 2, type: "GRAYSCALE_ALPHA", "\u{9}\u{8}"),
      .pam(.pamGrayAlpha, 1, 1, 9, 8)),
    .taken("RGB", pam(depth: 3, type: "RGB", "\u{9}\u{8}\u{7}"), .pam(.pamColour, 1, 1, 9, 8, 7)),
    .taken(
      "RGB_ALPHA", pam(depth: 4, type: "RGB_ALPHA", "\u{9}\u{8}\u{7}\u{6}"),
      .pam(.pamColourAlpha, 1, 1, 9, 8, 7, 6)),
    .taken(
      "16 bits", pam(depth: 2, max: 1000, type: "GRAYSCALE_ALPHA", "\u{3}\u{e8}\u{0}\u{1}"),
      .pam(.pamGrayAlpha, 1, 1, max: 1000, 1000, 1)),
    .taken(
      "lines in another order",
      "P7\nMAXVAL 9\nTUPLTYPE GRAYSCALE\nDEPTH 1\nHEIGHT 1\nWIDTH 2\nENDHDR\n\u{1}\u{2}",
      .pam(.pamGray, 2, 1, max: 9, 1, 2)),
    .taken(
      "blank lines", "P7\n\nWIDTH 2\n \nHEIGHT 1\n\t\nDEPTH 1\n\n\nMAXVAL 9\n\nENDHDR\n\u{1}\u{2}",
      .pam(.pamGray, 2, 1, max: 9, 1, 2)),
    .taken(
      "spaces around words",
      "P7\n  WIDTH\t 2 \n HEIGHT 1\t\nDEPTH\u{b}1\nMAXVAL\u{c}9\n TUPLTYPE  GRAYSCALE  \n ENDHDR \n\u{1}\u{2}",
      .pam(.pamGray, 2, 1, max: 9, 1, 2)),
    .taken(
      "CR LF",
      "P7\r\nWIDTH 2\r\nHEIGHT 1\r\nDEPTH 1\r\nMAXVAL 9\r\nTUPLTYPE GRAYSCALE\r\nENDHDR\r\n\u{1}\u{2}",
      .pam(.pamGray, 2, 1, max: 9, 1, 2)),
    .taken(
      "leading zeros", "P7\nWIDTH 02\nHEIGHT 001\nDEPTH 01\nMAXVAL 0009\nENDHDR\n\u{1}\u{2}",
      .pam(.pamGray, 2, 1, max: 9, 1, 2)),
    .taken(
      "a plus sign", "P7\nWIDTH +2\nHEIGHT 1\nDEPTH 1\nMAXVAL 9\nENDHDR\n\u{1}\u{2}",
      .pam(.pamGray, 2, 1, max: 9, 1, 2),
      because: "libnetpbm is followed, which takes what strtol takes"),
    .taken(
      "a line twice: the last counts",
      "P7\nWIDTH 7\nWIDTH 2\nHEIGHT 1\nDEPTH 3\nDEPTH 1\nMAXVAL 9\nENDHDR\n\u{1}\u{2}",
      .pam(.pamGray, 2, 1, max: 9, 1, 2),
      because: "the page wants each line once: libnetpbm is followed, which takes the last"),
    .taken(
      "words after P7", "P7 is PAM\nWIDTH 2\nHEIGHT 1\nDEPTH 1\nMAXVAL 9\nENDHDR\n\u{1}\u{2}",
      .pam(.pamGray, 2, 1, max: 9, 1, 2),
      because: "libnetpbm is followed, which skips that line's rest"),
    .taken(
      "words after ENDHDR",
      "P7\nWIDTH 2\nHEIGHT 1\nDEPTH 1\nMAXVAL 9\nENDHDR of header\n\u{1}\u{2}",
      .pam(.pamGray, 2, 1, max: 9, 1, 2),
      because: "libnetpbm is followed, which skips that line's rest"),
    .taken(
      "a line that starts with NUL",
      "P7\n\u{0}WIDTH 7\nWIDTH 2\nHEIGHT 1\nDEPTH 1\nMAXVAL 9\nENDHDR\n\u{1}\u{2}",
      .pam(.pamGray, 2, 1, max: 9, 1, 2), because: "libnetpbm is followed, to which it is blank"),
    .taken("raster starts with a line end", pam(depth: 1, "\n"), .pam(.pamGray, 1, 1, 10)),
    .taken(
      "raster starts with a comment sign", pam(depth: 2, "#\n"), .pam(.pamGrayAlpha, 1, 1, 35, 10)),
    .taken("raster starts with CR", pam(depth: 2, "\r\n"), .pam(.pamGrayAlpha, 1, 1, 13, 10)),
    .taken(
      "comments everywhere",
      "P7 # a\n#b\nWIDTH 2\n#\n# c\nHEIGHT 1\n#ENDHDR\nDEPTH 1\n#\u{0}\u{ff}\nMAXVAL 9\n##\n#WIDTH 9\nENDHDR\n\u{1}\u{2}",
      .pam(.pamGray, 2, 1, max: 9, 1, 2)),
    .taken(
      "comments of 10 000 characters",
      "P7\n#\(longComment)\nWIDTH 2\n#\(longComment)\n#\(longComment)\nHEIGHT 1\nDEPTH 1\nMAXVAL 9\n#\(longComment)\nENDHDR\n\u{1}\u{2}",
      .pam(.pamGray, 2, 1, max: 9, 1, 2),
      because:
        "libnetpbm takes 255 bytes of a comment and the rest for a line: the page is followed"),
    .taken(
      "comments of 254 to 257 bytes",
      "P7\nWIDTH 2\n\((254...257).map { "#\(String(repeating: "c", count: $0 - 1))\n" }.joined())"
        + "HEIGHT 1\nDEPTH 1\nMAXVAL 9\nENDHDR\n\u{1}\u{2}",
      .pam(.pamGray, 2, 1, max: 9, 1, 2),
      because: "libnetpbm takes the 255th byte and those after it for a line: the page is followed"),
    .taken(
      "10 000 characters after P7",
      "P7 \(longComment)\nWIDTH 2\nHEIGHT 1\nDEPTH 1\nMAXVAL 9\nENDHDR\n\u{1}\u{2}",
      .pam(.pamGray, 2, 1, max: 9, 1, 2)),
  ]

  /// A PAM of one pixel.
  static func pam(
    depth: Int, max: Int = 255, type tupleType: String? = nil, _ raster: String
  ) -> String {
    let line = tupleType.map { "TUPLTYPE \($0)\n" } ?? ""
    return "P7\nWIDTH 1\nHEIGHT 1\nDEPTH \(depth)\nMAXVAL \(max)\n\(line)ENDHDR\n\(raster)"
  }
}
