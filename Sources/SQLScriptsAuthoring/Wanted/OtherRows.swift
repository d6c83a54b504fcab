import SQLScriptsDatabase
import SQLScriptsSQL
import SQLScriptsSchema

/// Finds tables that the scripts fill and that have other rows in the wanted database. No update changes rows, so their
/// author has to know.
struct OtherRows {
  private let scripts: Connection
  private let wanted: Connection

  /// Larger tables are compared by their number of rows alone.
  private static let manyRows: Int64 = 10_000

  init(_ scripts: Connection, _ wanted: Connection) {
    self.scripts = scripts
    self.wanted = wanted
  }

  /// The names of the tables; none if the wanted database has no rows in any of them, because it is only a schema.
  func tables(in old: SchemaSnapshot, and new: SchemaSnapshot) throws(SQLiteError) -> [String] {
    var names: [String] = []
    var isFilled = false
    for name in old.names {
      guard let before = old[name], let after = new[name], before.kind == .table,
        after.kind == .table
      else { continue }
      let count = try count(of: before, in: scripts)
      if count == 0 { continue }
      let present = try self.count(of: after, in: wanted)
      isFilled = isFilled || present > 0
      var isSame = count == present
      if isSame, count <= Self.manyRows { isSame = try hasSameRows(before, after) }
      if !isSame { names.append(name) }
    }
    return isFilled ? names : []
  }

  private func count(
    of table: SchemaTable, in connection: Connection
  ) throws(SQLiteError) -> Int64 {
    try connection.value("SELECT count(*) FROM main.\(table.name.quotedName)")?.int64 ?? 0
  }

  private func hasSameRows(
    _ before: SchemaTable, _ after: SchemaTable
  ) throws(SQLiteError) -> Bool {
    // A default such as CURRENT_TIMESTAMP has another value in each database.
    let columns = before.columns.filter { column in
      let words = column.defaultValue.map { SQLText($0) }
      let isComputed = words?.indices.contains { words?.kind($0) == .word } ?? false
      return !column.isGenerated && !isComputed
        && after.column(column.name).map { !$0.isGenerated } ?? false
    }
    if columns.isEmpty { return true }
    let list = columns.map(\.name.quotedName).joined(separator: ", ")
    func rows(_ table: SchemaTable, _ connection: Connection) throws(SQLiteError) -> [String] {
      try connection.rows("SELECT \(list) FROM main.\(table.name.quotedName)")
        .map { "\($0)" }.sorted()
    }
    return try rows(before, scripts) == rows(after, wanted)
  }
}
