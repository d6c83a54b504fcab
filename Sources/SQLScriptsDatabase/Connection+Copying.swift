import CSQLScriptsLibrary

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

// SQLite's online backup <https://www.sqlite.org/backup.html>: a consistent copy, including the write-ahead log.
extension Connection {
  private static let pagesAtOnce: Int32 = 256

  /// Replaces the contents of this database with a copy of `source`, in one transaction.
  ///
  /// The source is read in one transaction, too. Otherwise each commit of another connection would restart the copy,
  /// and next to a busy writer it would never end.
  ///
  /// - Parameters:
  ///   - busyTimeout: how long to wait for others before it begins.
  ///   - givesUp: called repeatedly; return true to stop. This database is then unchanged.
  /// - Throws: `interrupted` if it was told to stop; `busy` if others held a lock for too long.
  package func copyAll(
    of source: Connection, busyTimeout: Milliseconds, unless givesUp: () -> Bool = { false }
  ) throws(SQLiteError) {
    let reads = source.isInAutocommit
    if reads { try source.beginReading(busyTimeout: busyTimeout, unless: givesUp) }
    defer { if reads { source.rollBack() } }
    guard let backup = sqlite.pointee.backup_init(handle, "main", source.handle, "main") else {
      throw SQLiteError(handle)
    }
    var start = Milliseconds.now
    var result = SQLITE_OK
    copying: while true {
      if givesUp() {
        result = SQLITE_INTERRUPT
        break
      }
      result = sqlite.pointee.backup_step(backup, Self.pagesAtOnce)
      switch result {
      case SQLITE_OK: start = Milliseconds.now
      case SQLITE_BUSY, SQLITE_LOCKED:
        guard Milliseconds.since(start) < Double(busyTimeout.count) else { break copying }
        usleep(2000)
      default: break copying
      }
    }
    let end = sqlite.pointee.backup_finish(backup)
    guard result == SQLITE_DONE, end == SQLITE_OK else {
      let code = result == SQLITE_DONE ? end : result
      throw SQLiteError(
        code: SQLiteResultCode(rawValue: code),
        message: sqlite.pointee.errstr(code).map { String(cString: $0) } ?? "the copy failed")
    }
  }

  /// Begins a transaction that keeps the state of the database. It does not need the schema.
  private func beginReading(
    busyTimeout: Milliseconds, unless givesUp: () -> Bool
  ) throws(SQLiteError) {
    try retryWhileBusy(busyTimeout, unless: givesUp) { () throws(SQLiteError) in
      try execute("BEGIN")
      do throws(SQLiteError) {
        _ = try value("PRAGMA main.schema_version")
      } catch {
        rollBack()
        throw error
      }
    }
  }

  /// The damage in the file, a few lines of it; empty if there is none.
  ///
  /// Rows that violate a CHECK or NOT NULL are not damage, because an older release may have allowed them.
  package func damage() throws(SQLiteError) -> [String] {
    do throws(SQLiteError) {
      return try damage("PRAGMA integrity_check(20)")
    } catch {
      // SQLite cannot compile the check if it needs a function or collation of the app.
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

  /// The size of all pages in bytes, including those in the write-ahead log.
  package func byteCount() throws(SQLiteError) -> Int64 {
    let pages = try value("PRAGMA main.page_count")?.int64 ?? 0
    let size = try value("PRAGMA main.page_size")?.int64 ?? 0
    return pages &* size
  }
}
