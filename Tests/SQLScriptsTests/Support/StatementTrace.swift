import CSQLScriptsSQLite

@testable import SQLScripts

/// Notices when statements begin to run on a connection.
///
/// It must live as long as the connection.
final class StatementTrace: Sendable {
  private struct Wait: Sendable {
    let sql: String
    var count: Int
    let signal: @Sendable () -> Void
  }

  private let waits = Lock<[Wait]>([])

  /// Ends when a statement has begun this many times. A statement that is refused because of a lock begins again.
  func next(_ sql: String, count: Int = 1) -> AsyncStream<Void> {
    let (stream, end) = AsyncStream<Void>.makeStream()
    when(sql, count: count) { end.finish() }
    return stream
  }

  /// Calls `body` when a statement has begun this many times, on the thread that runs it.
  func when(_ sql: String, count: Int, _ body: @escaping @Sendable () -> Void) {
    waits.withLock { $0.append(Wait(sql: sql, count: count, signal: body)) }
  }

  func listen(to handle: OpaquePointer) {
    sqlite3_trace_v2(
      handle, UInt32(SQLITE_TRACE_STMT),
      { _, context, _, text in
        guard let context, let text else { return 0 }
        Unmanaged<StatementTrace>.fromOpaque(context).takeUnretainedValue()
          .began(String(cString: text.assumingMemoryBound(to: CChar.self)))
        return 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  private func began(_ sql: String) {
    waits.withLock { waits in
      for index in waits.indices where waits[index].sql == sql {
        waits[index].count -= 1
        if waits[index].count == 0 { waits[index].signal() }
      }
    }
  }
}
