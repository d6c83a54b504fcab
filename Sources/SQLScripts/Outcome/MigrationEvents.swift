import SQLScriptsDatabase

/// What happens in a migration, as a sequence (law 23). See `Migrator.events(to:)`.
public struct MigrationEvents: AsyncSequence, Sendable {
  /// What the sequence is made of.
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

  /// Listens as long as it is there: a sequence that somebody keeps in a variable does not.
  fileprivate final class Listener: Sendable {
    let listening: Listening

    init(_ listening: Listening) {
      self.listening = listening
      listening.enter()
    }

    deinit { listening.leave() }
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
        // An error is heard once. After it the sequence has ended.
        state.end = state.waiting.isEmpty ? result : .success(())
        defer { state.waiting = [] }
        return state.waiting
      }
      for continuation in waiting { continuation.resume(with: result.map { nil }) }
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

  /// Hears the events of a migration; see `Migrator.events(to:)`.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let listener: Listener

    /// The next event; nil after the last.
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

  /// The events that nobody has heard yet: those who listen share them. When the last of them stops, the
  /// migration is canceled, whoever keeps the sequence.
  public func makeAsyncIterator() -> Iterator { Iterator(listener: Listener(listening)) }
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
