import Testing

/// Lets one test at a time use `SQLiteManager.shared`, also among tests of different suites and targets.
package struct SharedManagerTrait: TestTrait, SuiteTrait, TestScoping {
  private static let turns = Turns()

  /// The trait applies to each test of a suite, and not to the suite.
  package var isRecursive: Bool { true }

  /// Runs a test when it is its turn.
  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    await Self.turns.begin()
    do {
      try await function()
    } catch {
      await Self.turns.end()
      throw error
    }
    await Self.turns.end()
  }

  private actor Turns {
    private var isTaken = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func begin() async {
      guard isTaken else {
        isTaken = true
        return
      }
      await withCheckedContinuation { waiting.append($0) }
    }

    func end() {
      guard !waiting.isEmpty else {
        isTaken = false
        return
      }
      waiting.removeFirst().resume()
    }
  }
}

extension Trait where Self == SharedManagerTrait {
  /// The test uses `SQLiteManager.shared`, which all tests of the process have in common.
  package static var usesSharedManager: SharedManagerTrait { SharedManagerTrait() }
}
