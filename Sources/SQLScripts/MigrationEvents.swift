import SQLScriptsDatabase

/// What happens in a migration, as a sequence (law 23). See `Migrator.events(to:)`.
public struct MigrationEvents: AsyncSequence, Sendable {
  /// What the sequence is made of.
  public typealias Element = MigrationEvent

  /// Cancels the migration when nobody listens any more.
  fileprivate final class Listening: Sendable {
    let queue = Queue()
    let cancellation = MigrationCancellation()

    deinit { cancellation.cancel() }
  }

  /// What has happened and was not heard yet.
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
        // However many items a script has, a slow listener does not fill the memory.
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
        state.end = result
        defer { state.waiting = [] }
        return state.waiting
      }
      for continuation in waiting { continuation.resume(with: result.map { nil }) }
    }

    func next() async throws -> MigrationEvent? {
      try await withCheckedThrowingContinuation { continuation in
        let now = state.withLock { state -> Result<MigrationEvent?, any Error>? in
          if !state.events.isEmpty { return .success(state.events.removeFirst()) }
          if let end = state.end { return end.map { nil } }
          state.waiting.append(continuation)
          return nil
        }
        if let now { continuation.resume(with: now) }
      }
    }
  }

  private let listening = Listening()

  /// Hears the events of a migration; see `Migrator.events(to:)`.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let listening: Listening

    /// The next event; nil after the last.
    ///
    /// - Throws: the `MigrationFailure` of a migration that stopped.
    public mutating func next() async throws -> MigrationEvent? {
      try await withTaskCancellationHandler {
        try await listening.queue.next()
      } onCancel: { [cancellation = listening.cancellation] in
        cancellation.cancel()
      }
    }
  }

  /// The events that nobody has heard yet: those who listen share them.
  public func makeAsyncIterator() -> Iterator { Iterator(listening: listening) }
}

extension Migrator {
  /// Migrates, and tells what happens as it happens (law 23).
  ///
  /// ```swift
  /// for try await event in migrator.events() {
  ///   if case .stepCommitted(let step) = event { print(step.script) }
  /// }
  /// ```
  ///
  /// The migration begins at once. The last event is always `finished`; a migration that stopped throws its
  /// `MigrationFailure` instead. Whoever stops listening, or whose task is cancelled, cancels the migration:
  /// the step that runs is rolled back. A listener that is slow does not hear of every item.
  public func events(to version: Int64? = nil) -> MigrationEvents {
    let events = MigrationEvents()
    var migrator = self
    migrator.options.observer = events.observer(andThen: options.observer)
    events.begin { [migrator] cancellation in
      _ = try migrator.migrate(to: version, cancellation: cancellation)
    }
    return events
  }
}

extension MigrationEvents {
  fileprivate func observer(andThen next: (any MigrationObserver)?) -> any MigrationObserver {
    Forwarder(queue: listening.queue, next: next)
  }

  private struct Forwarder: MigrationObserver {
    let queue: Queue
    let next: (any MigrationObserver)?

    func observe(_ event: MigrationEvent) {
      next?.observe(event)
      queue.add(event)
    }
  }

  fileprivate func begin(
    _ body: @escaping @Sendable (MigrationCancellation) throws -> Void
  ) {
    Migrator.queue.async { [queue = listening.queue, cancellation = listening.cancellation] in
      queue.end(Result { try body(cancellation) })
    }
  }
}
