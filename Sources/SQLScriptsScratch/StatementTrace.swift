import CSQLScriptsLibrary
import SQLScriptsDatabase

/// Receives the text of each statement that a connection runs, as SQLite has split it.
///
/// <https://www.sqlite.org/c3ref/trace_v2.html>
package final class StatementTrace {
  private let connection: Connection
  fileprivate let body: (UnsafeBufferPointer<UInt8>) -> Void

  /// Traces until it is deallocated. A trigger that fires is reported as a comment with its name.
  ///
  /// - Parameter body: receives the text with its `;` and everything before its first token. It has no values of
  ///   parameters. The bytes are valid during the call only.
  package init(_ connection: Connection, _ body: @escaping (UnsafeBufferPointer<UInt8>) -> Void) {
    self.connection = connection
    self.body = body
    _ = sqlite.pointee.trace_v2(
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
    _ = sqlite.pointee.trace_v2(connection.handle, 0, nil, nil)
  }
}

/// Uses SQLite's own check for complete statements.
package enum CompleteSQL {
  /// Whether a text ends where a statement ends: with a `;` outside strings, comments and bodies of triggers.
  /// <https://www.sqlite.org/c3ref/complete.html>
  package static func isWhole(_ text: some Collection<UInt8>) -> Bool {
    // SQLite would end the text at a NUL.
    guard !text.contains(0) else { return false }
    return ContiguousArray(text.lazy.map { CChar(bitPattern: $0) } + [0])
      .withUnsafeBufferPointer { sqlite.pointee.complete($0.baseAddress) == 1 }
  }
}
