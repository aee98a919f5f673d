import TestSupport
import Testing

@testable import FilterTool

@Suite("Files read whole")
struct FileContentsTests {
  @Test("Every byte is there, whatever the size", arguments: [0, 1, 65535, 65536, 65537, 300_000])
  func sizes(size: Int) throws {
    var source = RandomSource(seed: UInt64(size))
    let bytes = (0..<size).map { _ in UInt8(source.number(upTo: 255)) }
    try TemporaryFolder.with { folder in
      let contents = try FileContents(path: try folder.write(bytes, to: "file"))
      #expect(contents.count == size)
      let isSame = (0..<size).allSatisfy { contents.bytes[$0] == bytes[$0] }
      #expect(isSame)
    }
  }

  @Test("A file that cannot be read is told by name", arguments: ["/nowhere/log.csv", "/"])
  func unreadable(path: String) {
    do {
      _ = try FileContents(path: path)
      Issue.record("it was read")
    } catch {
      #expect(error.status == 1)
      #expect(error.message.string.contains(path))
    }
  }
}
