import CSQLScriptsSQLite

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

// SQLite's online backup <https://www.sqlite.org/backup.html>: a consistent copy, with what is only in a write-ahead
// log so far.
extension Connection {
  private static let pagesAtOnce: Int32 = 256

  /// Puts a copy of `source` in the place of all that this database holds, in one transaction.
  ///
  /// The source is read in one transaction, too. Otherwise each commit of somebody else would begin the copy anew,
  /// and beside a program that writes it would never end.
  ///
  /// - Parameters:
  ///   - timeout: how long to wait for others to let it begin.
  ///   - givesUp: asked now and then whether to stop; this database is as it was then.
  /// - Throws: `interrupted` if it was told to stop; `busy` if others did not let it in time.
  package func copyAll(
    of source: Connection, waiting timeout: Milliseconds, unless givesUp: () -> Bool = { false }
  ) throws(SQLiteError) {
    let reads = source.isInAutocommit
    if reads { try source.beginReading(waiting: timeout, unless: givesUp) }
    defer { if reads { source.rollBack() } }
    guard let backup = sqlite3_backup_init(handle, "main", source.handle, "main") else {
      throw SQLiteError(handle)
    }
    var start = Milliseconds.now
    var result = SQLITE_OK
    copying: while true {
      if givesUp() {
        result = SQLITE_INTERRUPT
        break
      }
      result = sqlite3_backup_step(backup, Self.pagesAtOnce)
      switch result {
      case SQLITE_OK: start = Milliseconds.now
      case SQLITE_BUSY, SQLITE_LOCKED:
        guard Milliseconds.since(start) < Double(timeout.count) else { break copying }
        usleep(2000)
      default: break copying
      }
    }
    let end = sqlite3_backup_finish(backup)
    guard result == SQLITE_DONE, end == SQLITE_OK else {
      let code = result == SQLITE_DONE ? end : result
      throw SQLiteError(
        code: SQLiteResultCode(rawValue: code),
        message: sqlite3_errstr(code).map { String(cString: $0) } ?? "the copy failed")
    }
  }

  /// Begins a transaction in which the database stays as it is. The schema is not needed for that.
  private func beginReading(
    waiting timeout: Milliseconds, unless givesUp: () -> Bool
  ) throws(SQLiteError) {
    try retryWhileBusy(timeout, unless: givesUp) { () throws(SQLiteError) in
      try execute("BEGIN")
      do throws(SQLiteError) {
        _ = try value("PRAGMA main.schema_version")
      } catch {
        rollBack()
        throw error
      }
    }
  }

  /// What is damaged in the file, a few lines of it; empty if it is whole.
  ///
  /// Rows that break a CHECK or NOT NULL are no damage: they are what an older release let in.
  package func damage() throws(SQLiteError) -> [String] {
    do throws(SQLiteError) {
      return try damage("PRAGMA integrity_check(20)")
    } catch {
      // SQLite cannot compile the check where it needs a function or collation that only the app has.
      guard error.code == .error else { throw error }
    }
    let tables = try rows("SELECT name FROM main.sqlite_schema WHERE type = 'table'")
    var found: [String] = []
    for table in tables {
      for check in ["integrity_check", "quick_check"] {
        do throws(SQLiteError) {
          found += try damage("SELECT * FROM pragma_\(check)(?)", table)
          break
        } catch {
          guard error.code == .error else { throw error }
        }
      }
    }
    return Array(found.prefix(20))
  }

  private func damage(
    _ check: String, _ values: [SQLiteValue] = []
  ) throws(SQLiteError) -> [String] {
    do throws(SQLiteError) {
      let statement = try prepare(check)
      try statement.bind(values)
      var lines: [String] = []
      while try statement.step() { lines.append(statement.value(0).description) }
      return lines.filter { line in
        line != "ok" && !line.hasPrefix("CHECK constraint failed")
          && !line.hasPrefix("NULL value in ")
      }
    } catch {
      guard error.code.primary == .corrupt else { throw error }
      return [error.message]
    }
  }

  /// The bytes of all pages, those that are only in a write-ahead log too.
  package func byteCount() throws(SQLiteError) -> Int64 {
    let pages = try value("PRAGMA main.page_count")?.int64 ?? 0
    let size = try value("PRAGMA main.page_size")?.int64 ?? 0
    return pages &* size
  }
}
