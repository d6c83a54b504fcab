/// Hears what happens while a database is migrated.
///
/// It is called on the thread that migrates, between statements: what it does takes that much longer.
public protocol MigrationObserver: Sendable {
  /// Something happened.
  func observe(_ event: MigrationEvent)
}
