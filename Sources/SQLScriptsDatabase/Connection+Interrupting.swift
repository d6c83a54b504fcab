import CSQLScriptsSQLite

extension Connection {
  /// Interrupts what runs on a connection, from any thread.
  ///
  /// Whoever holds one sees to it that it is not used once the connection is closed.
  package struct Interrupter: @unchecked Sendable {
    fileprivate let handle: OpaquePointer

    /// Ends the statements that run with `interrupted`; without any it does nothing.
    package func interrupt() {
      sqlite3_interrupt(handle)
    }
  }

  /// What another thread interrupts the connection with.
  package var interrupter: Interrupter { Interrupter(handle: handle) }

  /// How long SQLite itself waits for others. On a borrowed connection that is the caller's to say.
  package func setBusyTimeout(_ timeout: Milliseconds) {
    guard !isBorrowed else { return }
    patience = timeout
  }
}
