import CSQLScriptsLibrary
import SQLScriptsDatabase

/// Receives the text of each statement that a connection runs, as SQLite has split it.
///
/// <https://www.sqlite.org/c3ref/trace_v2.html>
package final class StatementTrace {
  private let connection: Connection
  fileprivate let body: (UnsafeBufferPointer<UInt8>, _ isNested: Bool) -> Void

  /// Traces until it is deallocated. A nested statement is reported as a comment: a trigger that fires with its name.
  ///
  /// - Parameter body: receives the text with its `;` and everything before its first token. It has no values of
  ///   parameters. The bytes are valid during the call only.
  package init(
    _ connection: Connection,
    _ body: @escaping (UnsafeBufferPointer<UInt8>, _ isNested: Bool) -> Void
  ) {
    self.connection = connection
    self.body = body
    _ = sqlite.pointee.trace_v2(
      connection.handle, UInt32(SQLITE_TRACE_STMT),
      { _, context, statement, text in
        guard let context, let statement, let text else { return 0 }
        let trace = Unmanaged<StatementTrace>.fromOpaque(context).takeUnretainedValue()
        let start = text.assumingMemoryBound(to: UInt8.self)
        var count = 0
        while start[count] != 0 { count += 1 }
        trace.body(
          UnsafeBufferPointer(start: start, count: count),
          StatementTrace.isNested(OpaquePointer(statement), start))
        return 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// Whether a traced text is of a trigger, or of a statement that SQLite runs inside of another one, such as those of
  /// full-text search.
  ///
  /// SQLite reports both as a comment. The own text of a statement can start with a comment, too.
  static func isNested(_ statement: OpaquePointer, _ text: UnsafePointer<UInt8>) -> Bool {
    guard let own = sqlite.pointee.sql(statement) else { return true }
    // The same text is mostly also at the same address.
    guard UnsafeRawPointer(own) != UnsafeRawPointer(text) else { return false }
    var index = 0
    while UInt8(bitPattern: own[index]) == text[index] {
      guard text[index] != 0 else { return false }
      index += 1
    }
    return true
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
