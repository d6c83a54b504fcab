import CSQLScriptsSQLite
import SQLScriptsDatabase

/// Hears the text of each statement that a connection runs, as SQLite has cut it out of what it was given.
///
/// <https://www.sqlite.org/c3ref/trace_v2.html>
package final class StatementTrace {
  private let connection: Connection
  fileprivate let body: (UnsafeBufferPointer<UInt8>) -> Void

  /// Listens until it is deallocated. A trigger that fires is heard as a comment with its name.
  ///
  /// - Parameter body: gets the text with its `;` and what stands before its first token. Parameters have no
  ///   values in it. The bytes are gone after the call.
  package init(_ connection: Connection, _ body: @escaping (UnsafeBufferPointer<UInt8>) -> Void) {
    self.connection = connection
    self.body = body
    sqlite3_trace_v2(
      connection.handle, UInt32(SQLITE_TRACE_STMT),
      { _, context, _, text in
        guard let context, let text else { return 0 }
        let trace = Unmanaged<StatementTrace>.fromOpaque(context).takeUnretainedValue()
        let start = text.assumingMemoryBound(to: UInt8.self)
        var count = 0
        while start[count] != 0 { count += 1 }
        trace.body(UnsafeBufferPointer(start: start, count: count))
        return 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  deinit {
    sqlite3_trace_v2(connection.handle, 0, nil, nil)
  }
}

/// What SQLite itself takes for a whole statement.
package enum CompleteSQL {
  /// Whether a text ends where a statement does: with a `;` outside of texts, comments and the bodies of
  /// triggers. <https://www.sqlite.org/c3ref/complete.html>
  package static func isWhole(_ text: some Collection<UInt8>) -> Bool {
    // SQLite would take a NUL for the end.
    guard !text.contains(0) else { return false }
    return ContiguousArray(text.lazy.map { CChar(bitPattern: $0) } + [0])
      .withUnsafeBufferPointer { sqlite3_complete($0.baseAddress) == 1 }
  }
}
