import SQLScriptsDatabase

/// The rollback journal that the transactions of a run reuse, because creating and deleting it takes a fifth of the time
/// of a small script.
///
/// A commit overwrites the header of the journal and syncs that, so law 12 holds as if the file were deleted
/// <https://www.sqlite.org/pragma.html#pragma_journal_mode>. The last transaction deletes the file while it has the lock.
/// So only a run that fails or is killed can leave it, with nothing in it, and the last transaction of the next run deletes it.
struct KeptJournal {
  private enum State { case undecided, kept, deleted }

  private var state = State.undecided

  /// Makes later commits reuse the journal if the connection deletes it at each commit. If that fails, only time is lost.
  mutating func keep(_ connection: Connection) {
    guard state == .undecided else { return }
    guard mode(connection) == "delete" else {
      state = .deleted
      return
    }
    try? connection.execute("PRAGMA main.journal_mode = PERSIST")
    // The lock of an empty database has already changed it. Then the next transaction tries again.
    if mode(connection) == "persist" { state = .kept }
  }

  /// Deletes the journal. Call it before the first change of a transaction that has the lock, or outside a transaction.
  mutating func delete(_ connection: Connection) {
    guard state == .kept else { return }
    state = .deleted
    // An observer of the app may have changed the mode between two transactions.
    guard mode(connection) == "persist" else { return }
    try? connection.execute("PRAGMA main.journal_mode = DELETE")
  }

  private func mode(_ connection: Connection) -> String? {
    try? connection.value("PRAGMA main.journal_mode")?.string
  }
}
