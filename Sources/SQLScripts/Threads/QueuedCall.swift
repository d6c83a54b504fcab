import SQLScriptsDatabase

/// The place of one call in the line, for a task that waits for its result.
///
/// A canceled task stops waiting, and work that has not begun never begins. Work that has begun ends by itself or when
/// it notices the cancellation. A running statement is never abandoned halfway.
final class QueuedCall<Value: Sendable>: Sendable {
  private enum State {
    case new
    case waiting(CheckedContinuation<Value, any Error>)
    case begun(CheckedContinuation<Value, any Error>)
    case over
  }

  private let state = Lock(State.new)
  private let cancellation = MigrationCancellation()

  /// Runs `body` on another thread.
  ///
  /// - Parameters:
  ///   - submit: submits a job to a thread.
  ///   - body: calls `begin()` of the claim before it changes anything. Until then a cancellation ends the wait, and
  ///     the result of `body` is dropped.
  /// - Throws: the error that `body` throws; `CancellationError` if the task was canceled before `body` began.
  static func take(
    on submit: (@escaping BlockingThreads.Job) -> Void,
    _ body: @escaping @Sendable (Claim) throws -> Value
  ) async throws -> Value {
    let turn = QueuedCall()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        guard turn.wait(with: continuation) else {
          continuation.resume(throwing: CancellationError())
          return
        }
        submit { problem in
          if let problem { return turn.finish(.failure(problem)) }
          if turn.cancellation.isCancelled { return }
          turn.finish(Result { try body(turn.claim) })
        }
      }
    } onCancel: {
      turn.cancel()
    }
  }

  private var claim: Claim { Claim(cancellation) { self.begin() } }

  private func wait(with continuation: CheckedContinuation<Value, any Error>) -> Bool {
    state.withLock { state in
      if case .over = state { return false }
      state = .waiting(continuation)
      return true
    }
  }

  private func begin() -> Bool {
    state.withLock { state in
      switch state {
      case .waiting(let continuation):
        state = .begun(continuation)
        return true
      case .begun: return true
      case .new, .over: return false
      }
    }
  }

  private func cancel() {
    let waiting = state.withLock { state -> CheckedContinuation<Value, any Error>? in
      switch state {
      case .new: state = .over
      case .waiting(let continuation):
        state = .over
        return continuation
      case .begun, .over: break
      }
      return nil
    }
    cancellation.cancel()
    waiting?.resume(throwing: CancellationError())
  }

  private func finish(_ result: Result<Value, any Error>) {
    let waiting = state.withLock { state -> CheckedContinuation<Value, any Error>? in
      defer { state = .over }
      switch state {
      case .waiting(let continuation), .begun(let continuation): return continuation
      case .new, .over: return nil
      }
    }
    waiting?.resume(with: result)
  }
}
