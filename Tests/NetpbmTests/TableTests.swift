import TestSupport
import Testing

@testable import Netpbm

extension StreamLayer {
  @Suite("Tables of streams")
  struct TableTests {
    /// From a file and byte by byte, with rows and with pieces of rows, once and again.
    private func check(_ row: StreamRow) throws {
      for delivery in [Delivery.file, .pipe, .pieces(of: 1)] {
        for (strip, isTwice) in [(1 << 16, false), (1 << 16, true), (1, false)] {
          let reading = try Reading(row.bytes, delivery, strip: strip, isTwice: isTwice)
          let fault = row.fault(of: reading)
          let how = "\(delivery)\(isTwice ? ", twice" : "")\(strip == 1 ? ", by pieces" : "")"
          try #require(fault == nil, "\(how)\(row.reason.map { "; \($0)" } ?? "")")
        }
      }
    }

    @Test("Odd streams are taken", arguments: StreamRow.odd)
    func odd(row: StreamRow) throws { try check(row) }

    @Test("Bad streams are refused, after the whole pictures before", arguments: StreamRow.bad)
    func bad(row: StreamRow) throws { try check(row) }

    @Test("No two rows are the same stream")
    func distinct() {
      let rows = StreamRow.odd + StreamRow.bad
      #expect(rows.count >= 200)
      let byBytes = Dictionary(grouping: rows) { $0.bytes }
      #expect(byBytes.values.filter { $0.count > 1 }.map { $0.map(\.name) } == [])
    }

    @Test("Every message is one line of text")
    func messages() throws {
      for row in StreamRow.bad {
        let message = try #require(try Reading(row.bytes).message)
        let line = Text(message).asOneLine()
        #expect(line.bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F }, "\(row.name)")
        #expect(line.bytes.last != 0x20, "\(row.name)")
        #expect(!message.contains("\n"), "\(row.name)")
      }
    }
  }
}
