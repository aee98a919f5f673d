import Testing

/// Has tests that call libnetpbm wait for each other: it keeps where to jump on an error, and its
/// message, once for the whole process.
public struct Libnetpbm: SuiteTrait, TestTrait, TestScoping {
  public var isRecursive: Bool { true }

  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    await Self.turn.take()
    defer { Task { await Self.turn.pass() } }
    try await function()
  }

  private static let turn = Turn()

  /// Whose turn it is, in the order of asking.
  private actor Turn {
    private var isTaken = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func take() async {
      if !isTaken {
        isTaken = true
        return
      }
      await withCheckedContinuation { waiting.append($0) }
    }

    func pass() {
      if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() }
    }
  }
}

extension Trait where Self == Libnetpbm {
  /// Takes turns with all others that call libnetpbm.
  public static var libnetpbm: Self { Self() }
}
