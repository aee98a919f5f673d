import CSystem
import Kernels
import TestSupport
import Testing

@testable import FilterTool

@Suite("What threads do with strips")
struct StripScheduleTests {
  typealias Stage = StripSchedule.Stage

  /// What was done, in the order in which it began; filled by several threads.
  final class Record: @unchecked Sendable {
    private let lock: Kernels.Semaphore
    private var steps: [(stage: Stage, strip: Int)] = []
    private var busy: [Stage] = []
    private let isOrdered: Bool

    init(isOrdered: Bool) throws {
      lock = try Kernels.Semaphore(1)
      self.isOrdered = isOrdered
    }

    /// Strips that went through a stage, in order.
    func strips(_ stage: Stage) -> [Int] { steps.filter { $0.stage == stage }.map(\.strip) }

    func begin(_ step: StripSchedule.Step, capacity: Int) {
      lock.wait()
      steps.append((step.stage, step.strip))
      // Each stage by one thread at a time, and each strip's stages in order.
      if isOrdered || step.stage != .working {
        #expect(!busy.contains(step.stage))
        #expect(strips(step.stage) == Array(0...step.strip))
      }
      busy.append(step.stage)
      switch step.stage {
      case .reading: #expect(step.strip < strips(.writing).count + capacity)
      case .working: #expect(strips(.reading).contains(step.strip))
      case .writing: #expect(strips(.working).contains(step.strip))
      }
      lock.post()
    }

    func end(_ step: StripSchedule.Step) {
      lock.wait()
      if let i = busy.firstIndex(of: step.stage) { busy.remove(at: i) }
      lock.post()
    }
  }

  /// Runs a schedule on one thread or two. `outcome` says of a step whether to go on, or throws.
  static func run(
    isThreaded: Bool, isOrdered: Bool = true, capacity: Int,
    _ outcome: (StripSchedule.Step) throws(ToolError) -> Bool
  ) throws -> (Record, StripSchedule) {
    let schedule = try StripSchedule(capacity: capacity, isOrdered: isOrdered)
    let record = try Record(isOrdered: isOrdered)
    /// Whether the strip goes on.
    func take(_ step: StripSchedule.Step) -> Bool {
      record.begin(step, capacity: capacity)
      do throws(ToolError) {
        let goesOn = try outcome(step)
        record.end(step)
        if goesOn { schedule.finish(step) } else { schedule.stop(step) }
        return goesOn
      } catch {
        record.end(step)
        schedule.stop(step, error)
        return false
      }
    }
    func body() {
      while var step = schedule.next() {
        if !take(step) || isOrdered || step.stage != .reading { continue }
        step.stage = .working
        _ = take(step)
      }
    }
    if isThreaded {
      let hasRun = runBeside({ body() }, { body() })
      #expect(hasRun)
    } else {
      body()
    }
    return (record, schedule)
  }

  /// Rests a while, differently for each step.
  static func rest(_ step: StripSchedule.Step, _ seed: Int) {
    let number = (step.strip * 7 + seed * 5 + (step.stage == .working ? 3 : 1)) % 11
    if number < 4 { usleep(UInt32(number * 40)) }
  }

  @Test("Every strip goes through all stages, in order", arguments: [false, true], [1, 2, 3, 8])
  func order(isThreaded: Bool, capacity: Int) throws {
    for (count, isOrdered) in [0, 1, 2, 7, 60].flatMap({ [($0, true), ($0, false)] }) {
      let (record, schedule) = try Self.run(
        isThreaded: isThreaded, isOrdered: isOrdered, capacity: capacity
      ) { step in
        Self.rest(step, count)
        return step.strip < count
      }
      #expect(schedule.failure == nil)
      #expect(record.strips(.reading) == Array(0...count))
      #expect(record.strips(.working).sorted() == Array(0..<count))
      #expect(record.strips(.writing) == Array(0..<count))
    }
  }

  @Test("Work in any order goes on beside work that takes long")
  func anyOrder() throws {
    let hasOther = try Kernels.Semaphore(0)
    let (record, _) = try Self.run(isThreaded: true, isOrdered: false, capacity: 4) { step in
      if step.stage == .working {
        if step.strip == 0 { hasOther.wait() }
        if step.strip == 1 { hasOther.post() }
      }
      return step.strip < 20
    }
    #expect(record.strips(.writing) == Array(0..<20))
  }

  @Test("One thread goes on with a strip until it is written")
  func alone() throws {
    var steps: [String] = []
    _ = try Self.run(isThreaded: false, capacity: 1) { step in
      steps.append("\(step.stage) \(step.strip)")
      return step.strip < 2
    }
    #expect(
      steps == [
        "reading 0", "working 0", "writing 0", "reading 1", "working 1", "writing 1", "reading 2",
      ])
  }

  @Test(
    "What goes wrong with a strip is told once all before it are written",
    arguments: [false, true], [Stage.reading, .working, .writing])
  func failure(isThreaded: Bool, stage: Stage) throws {
    for (failing, isOrdered) in [0, 1, 5, 20].flatMap({ [($0, true), ($0, false)] }) {
      let (record, schedule) = try Self.run(
        isThreaded: isThreaded, isOrdered: isOrdered, capacity: 4
      ) { step throws(ToolError) in
        Self.rest(step, failing)
        if step.stage == stage && step.strip == failing { throw .failure("strip \(failing)") }
        return step.strip < 30
      }
      #expect(schedule.failure?.message.string == "strip \(failing)")
      let written = record.strips(.writing)
      #expect(written == Array(0..<(stage == .writing ? failing + 1 : failing)))
    }
  }

  @Test("Of several failures that of the earliest strip counts")
  func failures() throws {
    for first in [0, 1, 2, 9] {
      for _ in 0..<20 {
        let (record, schedule) = try Self.run(isThreaded: true, capacity: 4) {
          step throws(ToolError) in
          // Strips are read ahead of the one that cannot be written.
          if step.stage == .writing && step.strip == first {
            usleep(300)
            throw .failure("written")
          }
          if step.stage == .reading && step.strip == first + 2 { throw .failure("read") }
          return true
        }
        #expect(schedule.failure?.message.string == "written")
        #expect(record.strips(.writing).count == first + 1)
      }
    }
  }
}
