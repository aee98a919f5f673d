import TestSupport

/// Streams that are refused: one row a case.
extension StreamRow {
  static let bad =
    group("magic number", badMagic) + group("size", badSizes) + group("maxval", badMaxvals)
    + group("cut short", cutShort) + group("sample", badSamples) + group("after a picture", badRest)
    + group("PAM", badPAM) + group("PAM, number", badPAMNumbers)

  private static let badMagic: [StreamRow] = [
    .refused("a comment first", "# a\nP5 1 1 255\n\u{7}", saying: "magic"),
    .refused("a byte order mark first", "\u{ef}\u{bb}\u{bf}P2 1 1 9 3\n", saying: "magic"),
    .refused("P alone", "P", saying: "magic"),
    .refused("P and a line end", "P\n", saying: "magic"),
    .refused("another letter alone", "Q", saying: "magic"),
    .refused("a digit alone", "5", saying: "magic"),
    .refused("NUL", "\u{0}", saying: "magic"),
    .refused("lower case", "p5 1 1 255\n\u{7}", saying: "magic"),
    .refused("P0", "P0 1 1 255\n\u{7}", saying: "magic"),
    .refused("P8", "P8 1 1 255\n\u{7}", saying: "magic"),
    .refused("white space inside", "P 5 1 1 255\n\u{7}", saying: "magic"),
    .refused("PFM, colour", "PF\n1 1\n-1.0\n\u{0}\u{0}\u{80}\u{3f}", saying: "magic"),
    .refused("PFM, gray", "Pf\n1 1\n1.0\n\u{3f}\u{80}\u{0}\u{0}", saying: "magic"),
    .refused("PNG", "\u{89}PNG\r\n\u{1a}\n", saying: "a PNG, pngtopam -alphapam reads it"),
    .refused("JPEG", "\u{ff}\u{d8}\u{ff}\u{e0}", saying: "a JPEG, jpegtopnm reads it"),
    .refused(
      "a JPEG as the second picture", "P5 1 1 255\n\u{7}\u{ff}\u{d8}\u{ff}\u{e0}",
      after: .gray(1, 1, 7), saying: "a JPEG, jpegtopnm reads it"),
    .refused("GIF", "GIF89a", saying: "magic"),
    .refused("text", "Hello\n", saying: "magic"),
  ]

  private static let badSizes: [StreamRow] = [
    .refused("vertical tab", "P5 \u{b}1 1 255\n\u{7}", saying: "junk"),
    .refused("form feed", "P5 \u{c}1 1 255\n\u{7}", saying: "junk"),
    .refused("a no-break space", "P5 \u{a0}1 1 255\n\u{7}", saying: "junk"),
    .refused("width 0", "P5 0 1 255\n", saying: "zero"),
    .refused("height 0", "P5 1 0 255\n", saying: "zero"),
    .refused("both 0, bits", "P4 0 0\n", saying: "zero"),
    .refused("width 0, plain", "P2 0 1 255\n", saying: "zero"),
    .refused("width 0, plain bits", "P1 0 1\n", saying: "zero"),
    .refused("width below 0", "P5 -1 1 255\n\u{7}", saying: "junk"),
    .refused("height below 0", "P5 1 -1 255\n\u{7}", saying: "junk"),
    .refused("a plus sign", "P5 +1 1 255\n\u{7}", saying: "junk"),
    .refused("a letter", "P5 a 1 255\n\u{7}", saying: "junk"),
    .refused("a fraction", "P5 1.0 1 255\n\u{7}", saying: "zero"),
    .refused("hexadecimal", "P5 0x1 1 255\n\u{7}", saying: "zero"),
    .refused("width 2^31 - 1", "P5 2147483647 1 255\n\u{7}", saying: "too large"),
    .refused("width 2^31", "P5 2147483648 1 255\n\u{7}", saying: "too large"),
    .refused("width 2^32 + 1", "P5 4294967297 1 255\n\u{7}", saying: "too large"),
    .refused("width 2^64 + 1", "P5 18446744073709551617 1 255\n\u{7}", saying: "too large"),
    .refused("height 2^31 - 1", "P5 1 2147483647 255\n\u{7}", saying: "too large"),
    .refused("height 2^32 + 1", "P5 1 4294967297 255\n\u{7}", saying: "too large"),
    .refused("a row above 2 GiB in libnetpbm", "P6 100000000 1 255\n\u{7}", saying: "too large"),
    .refused(
      "a size that overflows", "P5 200000000 2000000000 255\n\u{7}",
      saying: "200000000 x 2000000000 is too large"),
    .refused(
      "a size that overflows, bits", "P4 200000000 2000000000\n\u{7}",
      saying: "200000000 x 2000000000 is too large"),
    .refused(
      "a huge promise, raw", "P5 200000000 1000000 255\n\u{7}", saying: "after 0 of 1000000 rows"),
    .refused(
      "a huge promise, 16 bits", "P6 80000000 1000000 65535\n\u{7}",
      saying: "after 0 of 1000000 rows"),
    .refused(
      "a huge promise, bits", "P4 200000000 1000000\n\u{7}", saying: "after 0 of 1000000 rows"),
    .refused("a huge promise, plain", "P3 80000000 1000000 255\n7 7 7 7 7\n", saying: "EOF"),
  ]

  private static let badMaxvals: [StreamRow] = [
    .refused("0", "P5 1 1 0\n\u{0}", saying: "zero"),
    .refused("0, plain", "P2 1 1 0 0\n", saying: "zero"),
    .refused("0, colour", "P6 1 1 0\n\u{0}\u{0}\u{0}", saying: "zero"),
    .refused("65536", "P5 1 1 65536\n\u{0}\u{0}", saying: "65536"),
    .refused("65536, plain", "P2 1 1 65536 3\n", saying: "65536"),
    .refused(
      "maxval 65536, colour", "P6 1 1 65536\n\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}", saying: "65536"),
    .refused("2^32 + 255", "P5 1 1 4294967551\n\u{0}", saying: "too large"),
    .refused("-1", "P5 1 1 -1\n\u{0}", saying: "junk"),
    .refused("none", "P5 1 1\n\u{0}", saying: "junk"),
  ]

  private static let cutShort: [StreamRow] = [
    .refused("magic number only", "P5", saying: "EOF"),
    .refused("width only", "P2 3\n", saying: "EOF"),
    .refused("no maxval", "P2 3 1\n", saying: "EOF"),
    .refused("a comment without an end", "P2 3 # 1 255", saying: "EOF"),
    .refused("no raster, raw", "P5 1 1 255", saying: "after 0 of 1 rows"),
    .refused("no raster, raw, after its white space", "P5 1 1 255\n", saying: "after 0 of 1 rows"),
    .refused("no raster, bits", "P4 1 1\n", saying: "after 0 of 1 rows"),
    .refused("no raster, plain", "P2 1 1 255\n", saying: "EOF"),
    .refused("no raster, plain bits", "P1 1 1", saying: "EOF"),
    .refused("no raster, PAM", pam(depth: 1, ""), saying: "after 0 of 1 rows"),
    .refused("raw", "P5 2 3 255\n\u{1}\u{2}\u{3}", saying: "after 1 of 3 rows"),
    .refused(
      "raw, where a row ends", "P5 2 3 255\n\u{1}\u{2}\u{3}\u{4}", saying: "after 2 of 3 rows"),
    .refused(
      "16 bits, in a sample", "P5 2 2 300\n\u{0}\u{2}\u{0}\u{3}\u{0}\u{4}\u{0}",
      saying: "after 1 of 2 rows"),
    .refused(
      "colour, in a pixel", "P6 1 2 255\n\u{1}\u{2}\u{3}\u{4}", saying: "after 1 of 2 rows"),
    .refused("bits, in a row", "P4 9 3\n\u{0}\u{0}\u{0}", saying: "after 1 of 3 rows"),
    .refused(
      "bits, where a row ends", "P4 9 3\n\u{0}\u{0}\u{0}\u{0}", saying: "after 2 of 3 rows"),
    .refused("plain", "P2 2 1 255\n7", saying: "EOF"),
    .refused("plain, after white space", "P2 2 1 255\n7 \n", saying: "EOF"),
    .refused("plain, in a comment", "P2 2 1 255\n7 # 8\n", saying: "EOF"),
    .refused("plain colour", "P3 1 1 255\n7 8\n", saying: "EOF"),
    .refused("plain bits", "P1 3 2\n01101\n", saying: "EOF"),
    .refused(
      "the second picture's magic number", "P5 1 1 255\n\u{7}P", after: .gray(1, 1, 7),
      saying: "magic"),
    .refused(
      "the second picture's header", "P5 1 1 255\n\u{7}P5 1", after: .gray(1, 1, 7), saying: "EOF"),
    .refused(
      "the second picture", "P5 1 1 255\n\u{7}P5 2 2 255\n\u{1}\u{2}\u{3}", after: .gray(1, 1, 7),
      saying: "after 1 of 2 rows"),
    .refused(
      "the second picture, plain", "P2 1 1 9 7\nP2 2 1 9\n3\n", after: .gray(1, 1, max: 9, 7),
      saying: "EOF"),
    .refused(
      "the third picture", "P1 1 1 1P4 1 1\n\u{0}P6 1 1 255\n\u{0}\u{0}", after: .bits(1, 1, 0),
      .bits(1, 1, 1),
      saying: "after 0 of 1 rows"),
  ]

  private static let badSamples: [StreamRow] = [
    .refused(
      "raw, above maxval", "P5 2 2 100\n\u{1}\u{64}\u{2}\u{65}",
      saying: "sample 101 in row 1 is above the maxval 100"),
    .refused("raw, maxval 1", "P5 1 1 1\n\u{2}", saying: "sample 2 in row 0 is above the maxval 1"),
    .refused(
      "raw, maxval 254", "P5 1 1 254\n\u{ff}", saying: "sample 255 in row 0 is above the maxval 254"
    ),
    .refused(
      "16 bits, maxval 256", "P5 1 1 256\n\u{1}\u{1}",
      saying: "sample 257 in row 0 is above the maxval 256"),
    .refused(
      "16 bits, maxval 65534", "P5 1 2 65534\n\u{ff}\u{fe}\u{ff}\u{ff}",
      saying: "sample 65535 in row 1 is above the maxval 65534"),
    .refused(
      "raw colour", "P6 1 2 7\n\u{1}\u{2}\u{3}\u{4}\u{5}\u{8}",
      saying: "sample 8 in row 1 is above the maxval 7"),
    .refused(
      "plain", "P2 1 2 100\n100 101\n", saying: "sample 101 in row 1 is above the maxval 100"),
    .refused(
      "plain, 16 bits", "P2 1 2 1000\n1000 1001\n",
      saying: "sample 1001 in row 1 is above the maxval 1000"),
    .refused(
      "plain, maxval 65535", "P2 1 1 65535\n65536\n",
      saying: "sample 65536 in row 0 is above the maxval 65535"),
    .refused(
      "plain, which would wrap to 1", "P2 1 1 255\n65537\n",
      saying: "sample 65537 in row 0 is above the maxval 255"),
    .refused(
      "plain colour", "P3 1 1 7\n1 2 8\n", saying: "sample 8 in row 0 is above the maxval 7"),
    .refused(
      "plain, digits without separators", "P2 1 1 9\n123\n",
      saying: "sample 123 in row 0 is above the maxval 9"),
    .refused("plain, 2^31", "P2 1 1 255\n2147483648\n", saying: "too large"),
    .refused("plain, 2^32 + 1", "P2 1 1 255\n4294967297\n", saying: "too large"),
    .refused("plain, below 0", "P2 2 1 255\n1 -1\n", saying: "junk"),
    .refused("plain, a plus sign", "P2 2 1 255\n1 +1\n", saying: "junk"),
    .refused("plain, two commas", "P2 2 1 255\n1,,2\n", saying: "junk"),
    .refused("plain, a letter", "P2 2 1 255\n1 x\n", saying: "junk"),
    .refused("plain bits, 2", "P1 2 1\n02\n", saying: "junk"),
    .refused("plain bits, a letter", "P1 2 1\n0x\n", saying: "junk"),
    .refused("plain bits, a comma", "P1 2 1\n0,1\n", saying: "junk"),
    .refused(
      "PAM", pam(depth: 2, max: 9, type: "GRAYSCALE_ALPHA", "\u{9}\u{a}"),
      saying: "sample 10 in row 0 is above the maxval 9"),
    .refused(
      "PAM, bilevel", pam(depth: 1, max: 1, type: "BLACKANDWHITE", "\u{2}"),
      saying: "sample 2 in row 0 is above the maxval 1"),
    .refused(
      "PAM, bilevel, opacity", pam(depth: 2, max: 1, type: "BLACKANDWHITE_ALPHA", "\u{1}\u{2}"),
      saying: "sample 2 in row 0 is above the maxval 1"),
    .refused(
      "PAM, 16 bits", pam(depth: 1, max: 1000, "\u{3}\u{e9}"),
      saying: "sample 1001 in row 0 is above the maxval 1000"),
    .refused(
      "in the second picture", "P5 1 1 9\n\u{9}P5 1 1 9\n\u{a}", after: .gray(1, 1, max: 9, 9),
      saying: "sample 10 in row 0"),
  ]

  private static let badRest: [StreamRow] = [
    .refused("text", "P5 1 1 255\n\u{7}and so on\n", after: .gray(1, 1, 7), saying: "magic"),
    .refused("NUL", "P5 1 1 255\n\u{7}\u{0}", after: .gray(1, 1, 7), saying: "magic"),
    .refused("a sample too many", "P5 1 1 255\n\u{7}\u{7}", after: .gray(1, 1, 7), saying: "magic"),
    .refused(
      "a plain sample too many", "P2 1 1 255\n7 7\n", after: .gray(1, 1, 7), saying: "magic"),
    .refused("a plain bit too many", "P1 1 1\n1 1\n", after: .bits(1, 1, 0), saying: "magic"),
    .refused(
      "a comment", "P2 1 1 255\n7\n# the end\n", after: .gray(1, 1, 7), saying: "magic",
      because: "after a raster only the next picture may come, as in libnetpbm"),
    .refused(
      "a picture after line ends and NUL", "P5 1 1 255\n\u{7}\n\n\u{0}P5 1 1 255\n\u{7}",
      after: .gray(1, 1, 7), saying: "magic"),
    .refused(
      "a picture right after a digit", "P2 1 1 9 5P5 1 1 255\n\u{7}", after: .gray(1, 1, max: 9, 5),
      saying: "magic",
      because: "libnetpbm takes one character after a number, whatever it is"),
    .refused(
      "CR LF before a raw raster", "P5 1 1 255\r\n\u{7}", after: .gray(1, 1, 10), saying: "magic",
      because: "one white space character stands before a raster: LF is its first sample"),
    .refused(
      "zero width in the second", "P5 1 1 255\n\u{7}P5 0 1 255\n", after: .gray(1, 1, 7),
      saying: "zero"),
  ]

  private static let badPAM: [StreamRow] = [
    .refused("P7 only", "P7", saying: "PAM header"),
    .refused("P7 and a line end", "P7\n", saying: "PAM header"),
    .refused("no ENDHDR", "P7\nWIDTH 1\nHEIGHT 1\nDEPTH 1\nMAXVAL 255\n", saying: "PAM header"),
    .refused(
      "no ENDHDR but a raster", "P7\nWIDTH 1\nHEIGHT 1\nDEPTH 1\nMAXVAL 255\n\u{7}",
      saying: "ENDHDR"),
    .refused("a comment without an end", "P7\nWIDTH 1\n# ENDHDR", saying: "PAM header"),
    .refused("no WIDTH", "P7\nHEIGHT 1\nDEPTH 1\nMAXVAL 255\nENDHDR\n\u{7}", saying: "WIDTH"),
    .refused("no HEIGHT", "P7\nWIDTH 1\nDEPTH 1\nMAXVAL 255\nENDHDR\n\u{7}", saying: "HEIGHT"),
    .refused("no DEPTH", "P7\nWIDTH 1\nHEIGHT 1\nMAXVAL 255\nENDHDR\n\u{7}", saying: "DEPTH"),
    .refused("no MAXVAL", "P7\nWIDTH 1\nHEIGHT 1\nDEPTH 1\nENDHDR\n\u{7}", saying: "MAXVAL"),
    .refused("ENDHDR only", "P7\nENDHDR\n", saying: "header"),
    .refused(
      "an unknown line", "P7\nWIDTH 1\nHEIGHT 1\nDEPTH 1\nMAXVAL 255\nCOLOUR red\nENDHDR\n\u{7}",
      saying: "COLOUR"),
    .refused(
      "lower case", "P7\nwidth 1\nHEIGHT 1\nDEPTH 1\nMAXVAL 255\nENDHDR\n\u{7}", saying: "width"),
    .refused(
      "no line ends", "P7 WIDTH 1 HEIGHT 1 DEPTH 1 MAXVAL 255 ENDHDR \u{7}", saying: "PAM header"),
    .refused(
      "CR alone", "P7\rWIDTH 1\rHEIGHT 1\rDEPTH 1\rMAXVAL 255\rENDHDR\r\u{7}", saying: "PAM header"),
    .refused(
      "a comment after a number",
      "P7\nWIDTH 1 # wide\nHEIGHT 1\nDEPTH 1\nMAXVAL 255\nENDHDR\n\u{7}", saying: "WIDTH"),
    .refused(
      "a comment after a space",
      "P7\n # wide\nWIDTH 1\nHEIGHT 1\nDEPTH 1\nMAXVAL 255\nENDHDR\n\u{7}", saying: "#"),
    .refused(
      "an XV thumbnail",
      "P7 332\n#XVVERSION:Version 3.10a\n#IMGINFO:4x4 RGB\n#END_OF_COMMENTS\n2 1 255\n\u{7}\u{8}",
      saying: "header line"),
    .refused(
      "a tuple type without a name",
      "P7\nTUPLTYPE\nWIDTH 1\nHEIGHT 1\nDEPTH 1\nMAXVAL 255\nENDHDR\n\u{7}", saying: "TUPLTYPE"),
    .refused(
      "CMYK", pam(depth: 4, type: "CMYK", "\u{1}\u{2}\u{3}\u{4}"), saying: "tuple type CMYK"),
    .refused(
      "a tuple type in lower case", pam(depth: 3, type: "rgb", "\u{1}\u{2}\u{3}"),
      saying: "tuple type rgb"),
    .refused(
      "a tuple type of two words", pam(depth: 3, type: "RGB ALPHA", "\u{1}\u{2}\u{3}"),
      saying: "tuple type RGB ALPHA"),
    .refused(
      "a tuple type on two lines", pam(depth: 3, type: "RGB\nTUPLTYPE ALPHA", "\u{1}\u{2}\u{3}"),
      saying: "tuple type RGB ALPHA"),
    .refused(
      "the same tuple type twice", pam(depth: 3, type: "RGB\nTUPLTYPE RGB", "\u{1}\u{2}\u{3}"),
      saying: "tuple type RGB RGB"),
    .refused(
      "a tuple type with an escape sequence",
      pam(depth: 3, type: "\u{1b}[31mRGB", "\u{1}\u{2}\u{3}"), saying: "[31mRGB"),
    .refused(
      "a tuple type of 300 characters",
      pam(depth: 3, type: String(repeating: "x", count: 300), "\u{1}\u{2}\u{3}"), saying: "header"),
    .refused(
      "depth 5 without a tuple type", pam(depth: 5, "\u{1}\u{2}\u{3}\u{4}\u{5}"),
      saying: "depth 5 without a tuple type"),
    .refused(
      "GRAYSCALE of depth 2", pam(depth: 2, type: "GRAYSCALE", "\u{1}\u{2}"),
      saying: "depth 2 is not that of tuple type GRAYSCALE"),
    .refused(
      "GRAYSCALE_ALPHA of depth 1", pam(depth: 1, type: "GRAYSCALE_ALPHA", "\u{1}"),
      saying: "epth 1 is"),
    .refused(
      "GRAYSCALE_ALPHA of depth 3", pam(depth: 3, type: "GRAYSCALE_ALPHA", "\u{1}\u{2}\u{3}"),
      saying: "depth 3 is not that of tuple type GRAYSCALE_ALPHA"),
    .refused("RGB of depth 1", pam(depth: 1, type: "RGB", "\u{1}"), saying: "epth 1 is"),
    .refused(
      "RGB of depth 4", pam(depth: 4, type: "RGB", "\u{1}\u{2}\u{3}\u{4}"),
      saying: "depth 4 is not that of tuple type RGB"),
    .refused(
      "RGB_ALPHA of depth 3", pam(depth: 3, type: "RGB_ALPHA", "\u{1}\u{2}\u{3}"),
      saying: "epth 3 is"),
    .refused(
      "RGB_ALPHA of depth 5", pam(depth: 5, type: "RGB_ALPHA", "\u{1}\u{2}\u{3}\u{4}\u{5}"),
      saying: "depth 5 is not that of tuple type RGB_ALPHA"),
    .refused(
      "BLACKANDWHITE of depth 3", pam(depth: 3, max: 1, type: "BLACKANDWHITE", "\u{1}\u{1}\u{1}"),
      saying: "depth 3 is not that of tuple type BLACKANDWHITE"),
    .refused(
      "BLACKANDWHITE_ALPHA of depth 1", pam(depth: 1, max: 1, type: "BLACKANDWHITE_ALPHA", "\u{1}"),
      saying: "depth 1 is not that of tuple type BLACKANDWHITE_ALPHA"),
    .refused(
      "BLACKANDWHITE of maxval 255", pam(depth: 1, type: "BLACKANDWHITE", "\u{1}"),
      saying: "axval 255 is not"),
    .refused(
      "BLACKANDWHITE_ALPHA of maxval 255", pam(depth: 2, type: "BLACKANDWHITE_ALPHA", "\u{1}\u{1}"),
      saying: "maxval 255 is not that of tuple type BLACKANDWHITE_ALPHA"),
    .refused(
      "a blank line after ENDHDR", pam(depth: 1, "\n\u{7}"), after: .pam(.pamGray, 1, 1, 10),
      saying: "magic",
      because: "a raster starts right after ENDHDR's line: LF is its first sample"),
    .refused(
      "CR in place of the line end after ENDHDR",
      "P7\nWIDTH 1\nHEIGHT 1\nDEPTH 1\nMAXVAL 255\nENDHDR\r\u{7}", saying: "after 0 of 1 rows",
      because: "a line ends in LF: what follows the CR is its rest"),
    .refused(
      "as the second picture", "P5 1 1 255\n\u{7}\(pam(depth: 4, type: "CMYK", ""))",
      after: .gray(1, 1, 7), saying: "tuple type CMYK"),
  ]

  private static let badPAMNumbers: [StreamRow] = [
    .refused("WIDTH 0", pam("WIDTH 0"), saying: "WIDTH value is zero"),
    .refused("HEIGHT 0", pam("HEIGHT 0"), saying: "HEIGHT value is zero"),
    .refused("DEPTH 0", pam("DEPTH 0"), saying: "DEPTH value is zero"),
    .refused("MAXVAL 0", pam("MAXVAL 0"), saying: "MAXVAL value is zero"),
    .refused("MAXVAL 65536", pam("MAXVAL 65536"), saying: "65536"),
    .refused("WIDTH -1", pam("WIDTH -1"), saying: "WIDTH"),
    .refused("DEPTH -1", pam("DEPTH -1"), saying: "DEPTH"),
    .refused("MAXVAL -1", pam("MAXVAL -1"), saying: "MAXVAL"),
    .refused("no number", pam("WIDTH"), saying: "WIDTH"),
    .refused("two numbers", pam("WIDTH 1 1"), saying: "WIDTH"),
    .refused("a word", pam("WIDTH one"), saying: "WIDTH"),
    .refused("hexadecimal", pam("WIDTH 0x1"), saying: "WIDTH"),
    .refused("a fraction", pam("WIDTH 1.0"), saying: "WIDTH"),
    .refused("WIDTH 2^31", pam("WIDTH 2147483648"), saying: "too large"),
    .refused("WIDTH 2^32 - 1", pam("WIDTH 4294967295"), saying: "too large"),
    .refused("HEIGHT 2^31 - 1", pam("HEIGHT 2147483647"), saying: "too large"),
    .refused(
      "HEIGHT 2^31", pam("HEIGHT 2147483648"), saying: "too large",
      because: "libnetpbm takes it and gives a height below 0"),
    .refused(
      "HEIGHT 2^32 - 1", pam("HEIGHT 4294967295"), saying: "too large",
      because: "libnetpbm takes it and gives a height of -1"),
    .refused("WIDTH 2^32 + 1", pam("WIDTH 4294967297"), saying: "WIDTH"),
    .refused("WIDTH 2^64 + 1", pam("WIDTH 18446744073709551617"), saying: "WIDTH"),
    .refused("HEIGHT 2^32 + 1", pam("HEIGHT 4294967297"), saying: "HEIGHT"),
    .refused("DEPTH 2^31", pam("DEPTH 2147483648"), saying: "too large"),
    .refused("DEPTH 2^32 + 1", pam("DEPTH 4294967297"), saying: "DEPTH"),
    .refused("DEPTH 2^28", pam("DEPTH 268435456"), saying: "too large"),
    .refused("DEPTH 10 000", pam("DEPTH 10000"), saying: "depth 10000 without a tuple type"),
    .refused("MAXVAL 2^32 + 255", pam("MAXVAL 4294967551"), saying: "MAXVAL"),
    .refused(
      "a size that overflows", pam("WIDTH 200000000\nHEIGHT 2000000000"),
      saying: "200000000 x 2000000000 is too large"),
    .refused(
      "a huge promise", pam("WIDTH 60000000\nHEIGHT 1000000\nDEPTH 4"),
      saying: "after 0 of 1000000 rows"),
  ]

  /// A PAM of one gray pixel but for some lines.
  private static func pam(_ lines: String) -> String {
    "P7\nWIDTH 1\nHEIGHT 1\nDEPTH 1\nMAXVAL 255\n\(lines)\nENDHDR\n\u{7}"
  }
}
