/// Receives the events of a migration.
///
/// It is called on the migrating thread, between statements, so slow observers slow down the migration.
public protocol MigrationObserver: Sendable {
  /// Called for each event.
  func observe(_ event: MigrationEvent)

  /// Called for each event with the name of the database, as errors show it. Implement this method to observe several
  /// databases. By default it calls the other one.
  func observe(_ event: MigrationEvent, in database: String)
}

extension MigrationObserver {
  /// Calls `observe(_:)`.
  public func observe(_ event: MigrationEvent, in database: String) { observe(event) }
}

extension Optional where Wrapped == any MigrationObserver {
  /// An observer that calls this observer, if there is one, and then another.
  package func followed(by second: any MigrationObserver) -> any MigrationObserver {
    map { ObserverPair(first: $0, second: second) } ?? second
  }

  /// The observer for the runner of one database.
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
