import CSQLScriptsLibrary

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The rows of the main database that were inserted or updated while it was told of them, by their tables and rowids.
///
/// SQLite tells nothing of tables WITHOUT ROWID, and not which rows OR REPLACE has deleted.
package final class WrittenRows {
  private struct Table {
    var name: [CChar]
    var ranges: [ClosedRange<Int64>] = []
  }

  /// More ranges would take more memory, and more time than looking at the whole table.
  private static let limit = 100_000

  private var tables: [Table] = []
  /// The index of the table of the previous row.
  private var current = 0
  private var isFull = false

  package init() {}

  /// Forgets them, because later ones will not be told.
  fileprivate func giveUp() { (isFull, tables) = (true, []) }

  /// The rowids of a table, as ranges in the order in which they were written; nil if there were too many.
  package func ranges(of isTable: (String) -> Bool) -> [ClosedRange<Int64>]? {
    isFull
      ? nil
      : tables.filter { table in table.name.withUnsafeBufferPointer { isTable(Self.text($0)) } }
        .flatMap(\.ranges)
  }

  private static func text(_ name: UnsafeBufferPointer<CChar>) -> String {
    name.baseAddress.map { String(cString: $0) } ?? ""
  }

  fileprivate func add(_ rowID: Int64, of name: UnsafePointer<CChar>) {
    if isFull { return }
    if !tables.indices.contains(current) || strcmp(tables[current].name, name) != 0 {
      current = tables.firstIndex { strcmp($0.name, name) == 0 } ?? tables.count
      if current == tables.count {
        tables.append(Table(name: Array(UnsafeBufferPointer(start: name, count: strlen(name) + 1))))
      }
    }
    let last = tables[current].ranges.count - 1
    if last >= 0, tables[current].ranges[last].upperBound &+ 1 == rowID, rowID > .min {
      tables[current].ranges[last] = tables[current].ranges[last].lowerBound...rowID
    } else if last + 1 < Self.limit {
      tables[current].ranges.append(rowID...rowID)
    } else {
      giveUp()
    }
  }
}

extension Connection {
  /// Notes the rows that are written from now on, or no longer. The app must not have an update hook of its own, because
  /// SQLite has only one and cannot return it.
  package func watch(_ rows: WrittenRows?) {
    // Otherwise the hook is not ours to remove.
    guard rows != nil || writtenRows != nil else { return }
    writtenRows = rows
    guard let rows else {
      _ = sqlite.pointee.update_hook(handle, nil, nil)
      return
    }
    _ = sqlite.pointee.update_hook(
      handle,
      { context, action, database, table, rowID in
        guard let context, let database, let table, action != SQLITE_DELETE,
          strcmp(database, "main") == 0
        else { return }
        Unmanaged<WrittenRows>.fromOpaque(context).takeUnretainedValue().add(rowID, of: table)
      }, Unmanaged.passUnretained(rows).toOpaque())
  }

  /// Returns the raw connection to the app. From now on the update hook is the app's.
  package func expose() -> OpaquePointer {
    isExposed = true
    if let writtenRows {
      writtenRows.giveUp()
      watch(nil)
    }
    return handle
  }
}
