import Dispatch

/// One call's place in the line before a queue, for a task that waits for its result.
///
/// A cancelled task waits no longer, and what had not begun by then never does. What has begun ends by
/// itself, or when it hears of the cancellation: half of a statement is no state to leave a database in.
final class Turn<Value: Sendable>: Sendable {
  private enum State {
    case new
    case waiting(CheckedContinuation<Value, any Error>)
    case begun
    case cancelled
  }

  private let state = Lock(State.new)

  /// Runs `body` on the queue.
  ///
  /// - Parameter cancellation: tells a `body` that has begun, and the task waits for its end.
  /// - Throws: what `body` throws; `CancellationError` if the task was cancelled before `body` began.
  static func take(
    on queue: DispatchQueue, cancellation: MigrationCancellation? = nil,
    _ body: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    let turn = Turn()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        guard turn.wait(with: continuation) else {
          continuation.resume(throwing: CancellationError())
          return
        }
        queue.async { turn.begin()?.resume(with: Result { try body() }) }
      }
    } onCancel: {
      turn.cancel()
      cancellation?.cancel()
    }
  }

  private func wait(with continuation: CheckedContinuation<Value, any Error>) -> Bool {
    state.withLock { state in
      if case .cancelled = state { return false }
      state = .waiting(continuation)
      return true
    }
  }

  private func begin() -> CheckedContinuation<Value, any Error>? {
    change(to: .begun)
  }

  private func cancel() {
    change(to: .cancelled)?.resume(throwing: CancellationError())
  }

  /// The continuation goes to whoever comes first, so that it is resumed once.
  private func change(to next: State) -> CheckedContinuation<Value, any Error>? {
    state.withLock { state in
      switch state {
      case .new:
        state = next
        return nil
      case .waiting(let continuation):
        state = next
        return continuation
      case .begun, .cancelled: return nil
      }
    }
  }
}
