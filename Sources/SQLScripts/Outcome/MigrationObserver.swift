/// Hears what happens while a database is migrated.
///
/// It is called on the thread that migrates, between statements: what it does takes that much longer.
public protocol MigrationObserver: Sendable {
  /// Something happened.
  func observe(_ event: MigrationEvent)

  /// Something happened in a database, which is named as errors name it. An observer of several databases
  /// implements this one; by default it calls the other.
  func observe(_ event: MigrationEvent, in database: String)
}

extension MigrationObserver {
  /// Calls `observe(_:)`.
  public func observe(_ event: MigrationEvent, in database: String) { observe(event) }
}

extension Optional where Wrapped == any MigrationObserver {
  /// This observer, if there is one, and then another.
  package func followed(by second: any MigrationObserver) -> any MigrationObserver {
    map { ObserverPair(first: $0, second: second) } ?? second
  }

  /// The observer as the runner of one database calls it.
  func observing(_ database: String) -> (any MigrationObserver)? {
    map { DatabaseObserver(database: database, next: $0) }
  }
}

private struct ObserverPair: MigrationObserver {
  let first: any MigrationObserver
  let second: any MigrationObserver

  func observe(_ event: MigrationEvent) {
    first.observe(event)
    second.observe(event)
  }

  func observe(_ event: MigrationEvent, in database: String) {
    first.observe(event, in: database)
    second.observe(event, in: database)
  }
}

private struct DatabaseObserver: MigrationObserver {
  let database: String
  let next: any MigrationObserver

  func observe(_ event: MigrationEvent) { next.observe(event, in: database) }
}
