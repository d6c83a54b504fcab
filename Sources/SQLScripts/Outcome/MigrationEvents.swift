import SQLScriptsDatabase

/// The events of a migration as an asynchronous sequence (law 23). See `Migrator.events(to:)`.
public struct MigrationEvents: AsyncSequence, Sendable {
  /// The type of the elements.
  public typealias Element = MigrationEvent

  /// Cancels the migration when nobody can listen any more.
  fileprivate final class Listening: Sendable {
    let queue = Queue()
    let cancellation = MigrationCancellation()
    private let listeners = Lock(0)

    deinit { cancellation.cancel() }

    func enter() {
      listeners.withLock { $0 += 1 }
    }

    func leave() {
      let isLast = listeners.withLock { count in
        count -= 1
        return count == 0
      }
      if isLast { cancellation.cancel() }
    }
  }

  /// Keeps the migration running while an iterator exists. A sequence that is only stored in a variable does not.
  fileprivate final class Listener: Sendable {
    let listening: Listening

    init(_ listening: Listening) {
      self.listening = listening
      listening.enter()
    }

    deinit { listening.leave() }
  }

  /// Events that have not been delivered yet.
  fileprivate final class Queue: Sendable {
    private struct State {
      var events: [MigrationEvent] = []
      var end: Result<Void, any Error>?
      var waiting: [CheckedContinuation<MigrationEvent?, any Error>] = []
    }

    private let state = Lock(State())

    func add(_ event: MigrationEvent) {
      let waiting = state.withLock { state in
        if !state.waiting.isEmpty { return state.waiting.removeFirst() as Optional }
        // The queue does not grow with the number of items, even if the listener is slow.
        if case .statementDone = event, case .statementDone? = state.events.last {
          state.events.removeLast()
        }
        state.events.append(event)
        return nil
      }
      waiting?.resume(returning: event)
    }

    func end(_ result: Result<Void, any Error>) {
      let waiting = state.withLock { state in
        // An error is delivered once. Then the sequence has ended.
        state.end = state.waiting.isEmpty ? result : .success(())
        defer { state.waiting = [] }
        return state.waiting
      }
      waiting.first?.resume(with: result.map { nil })
      for continuation in waiting.dropFirst() { continuation.resume(returning: nil) }
    }

    func next() async throws -> MigrationEvent? {
      try await withCheckedThrowingContinuation { continuation in
        let now = state.withLock { state -> Result<MigrationEvent?, any Error>? in
          if !state.events.isEmpty { return .success(state.events.removeFirst()) }
          if let end = state.end {
            state.end = .success(())
            return end.map { nil }
          }
          state.waiting.append(continuation)
          return nil
        }
        if let now { continuation.resume(with: now) }
      }
    }
  }

  private let listening = Listening()

  /// Iterates over the events of a migration; see `Migrator.events(to:)`.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let listener: Listener

    /// Returns the next event; nil after the last.
    ///
    /// - Throws: once, the `MigrationFailure` of a migration that stopped.
    public mutating func next() async throws -> MigrationEvent? {
      try await withTaskCancellationHandler {
        try await listener.listening.queue.next()
      } onCancel: { [cancellation = listener.listening.cancellation] in
        cancellation.cancel()
      }
    }
  }

  /// Returns an iterator over the events that have not been delivered yet. Several iterators share them. When the last
  /// iterator is released, the migration is canceled, even if the sequence is still stored.
  public func makeAsyncIterator() -> Iterator { Iterator(listener: Listener(listening)) }
}

extension Migrator {
  /// Migrates the database and returns the events as they happen (law 23).
  ///
  /// ```swift
  /// for try await event in migrator.events() {
  ///   if case .stepCommitted(let step) = event { print(step.script) }
  /// }
  /// ```
  ///
  /// The migration begins at once. The last event is always `finished`. A migration that stopped throws its
  /// `MigrationFailure` instead. If you stop listening, or your task is canceled, the migration is canceled and the
  /// running step is rolled back. A slow listener does not receive an event for every item.
  public func events(to version: Int64? = nil) -> MigrationEvents {
    let events = MigrationEvents()
    var migrator = self
    migrator.options.observer = options.observer.followed(by: events.observer)
    events.begin { [migrator] cancellation in
      _ = try migrator.stopped(by: [cancellation]).migrate(to: version)
    }
    return events
  }
}

extension MigrationEvents {
  fileprivate var observer: any MigrationObserver { Forwarder(queue: listening.queue) }

  private struct Forwarder: MigrationObserver {
    let queue: Queue

    func observe(_ event: MigrationEvent) { queue.add(event) }
  }

  fileprivate func begin(
    _ body: @escaping @Sendable (MigrationCancellation) throws -> Void
  ) {
    let (queue, cancellation) = (listening.queue, listening.cancellation)
    BlockingThreads.migrators.submit { problem in
      queue.end(problem.map { .failure($0) } ?? Result { try body(cancellation) })
    }
  }
}
