import CSQLScriptsLibrary

extension Connection {
  /// Interrupts the statements of a connection from any thread.
  ///
  /// Do not use it after the connection was closed.
  package struct Interrupter: @unchecked Sendable {
    fileprivate let handle: OpaquePointer

    /// Ends running statements with `interrupted`. Does nothing if none is running.
    package func interrupt() {
      sqlite.pointee.interrupt(handle)
    }
  }

  /// Interrupts this connection from another thread.
  package var interrupter: Interrupter { Interrupter(handle: handle) }

  /// Sets how long SQLite itself waits for a lock. On a borrowed connection this is up to the caller.
  package func setBusyTimeout(_ timeout: Milliseconds) {
    guard !isBorrowed else { return }
    busyTimeout = timeout
  }
}
