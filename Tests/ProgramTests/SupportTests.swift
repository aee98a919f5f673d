import Foundation
import TestSupport
import Testing

/// What all other tests stand on: that pictures are written and read as the formats say, and that
/// programs are run as they are meant to be.
@Suite("The tests' own tools")
struct SupportTests {
  @Test("A picture of any kind is read as it was written", arguments: Kind.all)
  func roundTrip(kind: Kind) throws {
    let pictures = [1, 100, 255, 256, 65535].flatMap { maxval in
      [(1, 1), (8, 3), (13, 2)].map { width, height in
        Picture.random(kind, width: width, height: height, maxval: maxval)
      }
    }
    #expect(try Picture.decode(pictures.flatMap(\.bytes)) == pictures)
    #expect(throws: NotAPicture.self) { try Picture.decode(pictures[14].bytes + [1]) }
    let needed = pictures[14].bytes.dropLast(kind.isPlain ? 3 : 1)
    #expect(throws: NotAPicture.self) { try Picture.decode(Array(needed)) }
  }

  @Test("Pictures are written as examples of the formats have them")
  func examples() {
    let samples = [0, 1, 1, 1, 1, 1, 1, 1, 0]
    let bitmap = Picture(.bitmap, width: 9, height: 1, maxval: 1, samples: samples)
    #expect(bitmap.bytes == Array("P4\n9 1\n".utf8) + [0x80, 0x80])
    let plain = Picture(.plainBitmap, width: 9, height: 1, maxval: 1, samples: samples)
    #expect(plain.bytes == Array("P1\n9 1\n1 0 0 0 0 0 0 0 1\n".utf8))
    let deep = Picture(.gray, width: 2, height: 1, maxval: 256, samples: [256, 3])
    #expect(deep.bytes == Array("P5\n2 1\n256\n".utf8) + [1, 0, 0, 3])
  }

  @Test("Differences are found")
  func differences() {
    let picture = Picture.random(.colour, width: 3, height: 2)
    var other = picture
    other[1, 1, 2] = (picture[1, 1, 2] + 2) % 256
    #expect(picture.difference(from: picture) == nil)
    #expect(other.difference(from: picture)?.hasPrefix("plane 2 at column 1, row 1") == true)
    #expect(difference([1, 2], [1, 2]) == nil)
    #expect(difference([1, 2], [1]) != nil)
    #expect(difference([1, 2], [1, 3]) != nil)
  }

  @Test("A program's status, output and messages are told apart")
  func outcomes() throws {
    let outcome = try Program.shell("echo out; echo err >&2; exit 3")
    #expect(outcome.status == .exit(3))
    #expect(outcome.text == "out\n")
    #expect(outcome.messages == "err\n")
    #expect(try Program.shell("kill -TERM $$").status == .signal(SIGTERM))
  }

  @Test("More than pipes hold goes in and out, or stays unread")
  func largeStreams() throws {
    let bytes = Picture.random(.gray, width: 3000, height: 1000).bytes
    #expect(difference(try Program.shell("cat", input: .bytes(bytes)).output, bytes) == nil)
    #expect(try Program.shell("true", input: .bytes(bytes)).status == .exit(0))
    #expect(try Program.shell("head -c 5", input: .bytes(bytes)).output.count == 5)
  }

  @Test("A program that hangs is killed")
  func hanging() throws {
    #expect(throws: TookTooLong.self) { try Program.shell("sleep 1000", limit: 0.2) }
    #expect(throws: TookTooLong.self) { try Program.shell("sleep 1000 & wait", limit: 0.2) }
  }

  @Test("Programs start with SIGPIPE at its default, though the tests ignore it")
  func brokenPipes() throws {
    let outcome = try Program.shell(
      "yes | head -c 1 | wc -c; echo ${PIPESTATUS[0]}", using: "/bin/bash")
    #expect(outcome.text == "1\n\(128 + SIGPIPE)\n")
  }

  @Test("A folder is removed with all that is in it")
  func folders() throws {
    let path = try TemporaryFolder.with { folder in
      mkdir(folder["inner"], 0o755)
      try folder.write([1], to: "inner/file")
      return folder.path
    }
    #expect(access(path, F_OK) != 0)
  }
}
