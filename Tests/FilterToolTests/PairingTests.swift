import Netpbm
import TestSupport
import Testing

@testable import FilterTool

@Suite("Pairs of pictures", .libnetpbm)
struct PairingTests {
  /// What a run over streams of these lengths comes to: for each step the number of the picture
  /// of each input, from 1, and whether it ended in an error.
  struct Run: Equatable {
    var steps: [[Int]] = []
    var error: String?
  }

  /// Runs over streams in which picture n is n wide. Some rows are read, or none.
  static func run(_ lengths: [Int], limit: UInt64? = nil) throws -> Run {
    try TemporaryFolder.with { folder in
      let inputs = try lengths.indices.map { i in
        let pictures = (1...9).prefix(lengths[i]).map { n in
          TestSupport.Picture.random(.gray, width: n, height: 4, seed: UInt64(10 * i + n))
        }
        let path = try folder.write(pictures.flatMap(\.bytes), to: "input\(i)")
        return try RowSource(path: path)
      }
      var run = Run()
      var pairing = Pairing(inputs, limit: limit)
      do {
        while try pairing.next() {
          run.steps.append(inputs.map { $0.header.width })
          for (i, input) in inputs.enumerated() {
            if run.steps.count % 2 == 0 { try input.readFirstRows() }
            // The very rows of that picture, from the first.
            let n = input.header.width
            let expected = TestSupport.Picture.random(
              .gray, width: n, height: 4, seed: UInt64(10 * i + n))
            let row = try #require(try input.nextRow()).assumingMemoryBound(to: UInt8.self)
            #expect((0..<n).map { Int(row[$0]) } == Array(expected.samples.prefix(n)))
            try input.skipRows()
          }
        }
      } catch let error as ToolError {
        #expect(error.status == 1)
        run.error = error.message.string
      }
      return run
    }
  }

  @Test("One input gives each of its pictures", arguments: 1...4)
  func one(count: Int) throws {
    #expect(try Self.run([count]) == Run(steps: (1...count).map { [$0] }))
  }

  @Test("With a limit as many come out, the last one held, none read beyond")
  func oneWithLimit() throws {
    for count in 1...3 {
      for limit in 1...6 {
        let steps = (1...limit).map { [min($0, count)] }
        #expect(try Self.run([count], limit: UInt64(limit)) == Run(steps: steps))
      }
    }
  }

  @Test("Two inputs go side by side, and one picture is used again for each of the other's")
  func two() throws {
    for (first, second) in [(1, 1), (2, 2), (4, 4), (1, 4), (4, 1), (1, 2), (2, 1)] {
      let steps = (1...max(first, second)).map { [min($0, first), min($0, second)] }
      #expect(try Self.run([first, second]) == Run(steps: steps), "\(first) and \(second)")
    }
  }

  @Test("Several but unequal numbers are an error when the shorter ends, after what came before")
  func unequal() throws {
    for (first, second) in [(2, 3), (3, 2), (2, 5), (5, 3)] {
      let run = try Self.run([first, second])
      #expect(run.steps == (1...min(first, second)).map { [$0, $0] }, "\(first) and \(second)")
      let error = try #require(run.error)
      #expect(error.contains(first < second ? "input0 ends after \(first)" : "input1 ends after"))
    }
  }

  @Test("A limit on two inputs holds the last pair, and forgives what it does not reach")
  func twoWithLimit() throws {
    for first in 1...3 {
      for second in [1, first] {
        for limit in 1...5 {
          let steps = (1...limit).map { [min($0, first), min($0, second)] }
          for lengths in [[first, second], [second, first]] {
            let expected = lengths == [first, second] ? steps : steps.map { $0.reversed() }
            #expect(
              try Self.run(lengths, limit: UInt64(limit)) == Run(steps: expected),
              "\(lengths), \(limit) wanted")
          }
        }
      }
    }
    // Of 3 and 5: 3 are fine, the 4th is an error.
    #expect(try Self.run([3, 5], limit: 3) == Run(steps: [[1, 1], [2, 2], [3, 3]]))
    let run = try Self.run([3, 5], limit: 4)
    #expect(run.steps == [[1, 1], [2, 2], [3, 3]])
    #expect(run.error != nil)
  }

  @Test("An input without a picture is an error that names it")
  func empty() throws {
    for lengths in [[0], [0, 1], [1, 0], [0, 0], [3, 0]] {
      for limit in [nil, 1, 3] as [UInt64?] {
        let run = try Self.run(lengths, limit: limit)
        #expect(run.steps.isEmpty)
        let error = try #require(run.error)
        #expect(error.contains("input\(lengths.firstIndex(of: 0)!): no picture"), "\(error)")
      }
    }
  }
}
