import SQLScriptsDatabase
import SQLScriptsSQL

/// What makes it safe to insert several rows of a table by one statement: each row is stored as if it were alone, and can
/// only fail because of a constraint.
struct BatchedTable {
  /// The positions of values that SQLite wants to be whole numbers or NULL, because they are rowids.
  private(set) var rowIDs: [Int] = []

  /// Nil if the rows must be inserted one by one.
  ///
  /// - Parameters:
  ///   - head: from the first word of the INSERT to VALUES.
  ///   - width: the number of values.
  ///   - budget: reduced by the number of objects of the schema that are looked at.
  init?(
    _ head: [UInt8], width: Int, _ connection: Connection, budget: inout Int
  ) throws(SQLiteError) {
    var words = head.withUnsafeBufferPointer { StatementText($0).leadingWords(5 + 2 * width + 2) }[
      ...]
    guard words.popFirst() == "insert", words.popFirst() == "into", var name = words.popFirst()
    else { return nil }
    if words.first == "." {
      guard name == "main", words.popFirst() != nil, let table = words.popFirst() else {
        return nil
      }
      name = table
    }
    // An enforced key is checked at the end of each statement.
    guard try connection.value("PRAGMA foreign_keys") == 0,
      let table = try OrdinaryTable(SQLName(name), connection, budget: &budget)
    else { return nil }
    guard !table.hasTrigger, Self.isPlain(table.sql),
      table.indexes.allSatisfy({ $0.map(Self.isPlainIndex) ?? true })
    else { return nil }
    let info = try connection.rows("PRAGMA main.table_xinfo(\(SQLName(name).quotedName))")
    // A generated column or a computed default may fail, or look at the statement before.
    guard info.allSatisfy({ $0[6] == 0 && $0[4].string?.utf8.contains(0x28) != true }) else {
      return nil
    }
    let names = info.compactMap(\.[1].name)
    let keys = Set(info.filter { $0[5] != 0 }.compactMap(\.[1].name)).union([
      "rowid", "oid", "_rowid_",
    ])
    let written =
      words.first == "("
      ? words.dropFirst().prefix { $0 != ")" }.filter { $0 != "," }.map { SQLName($0) } : names
    guard written.count == width else { return nil }
    let isRowID = info.contains { $0[5] != 0 && $0[2].string?.asciiLowercased == "integer" }
    rowIDs = written.indices.filter { index in
      keys.contains(written[index]) && (isRowID || !names.contains(written[index]))
    }
  }

  /// Whether the statement that created a table mentions nothing that needs a statement of its own: ON CONFLICT, or
  /// an error that is not that of a constraint.
  private static func isPlain(_ sql: String) -> Bool {
    var sql = sql
    return sql.withUTF8 { bytes in
      let text = StatementText(bytes)
      return !text.mentions("conflict") && !text.mentions("check") && !text.mentions("strict")
    }
  }

  /// Whether an index has only columns: neither expressions nor WHERE.
  private static func isPlainIndex(_ sql: String) -> Bool {
    var sql = sql
    let opened = sql.utf8.lazy.filter { $0 == 0x28 }.count
    return sql.withUTF8 { opened == 1 && !StatementText($0).mentions("where") }
  }
}
