import SQLScripts
import SQLScriptsDatabase
import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsScratch

/// Compares the rows of two databases, the one before a migration and the one after it, table by table.
///
/// A row is the same row if it has the same key. The number of changes that SQLite reports is not enough: a rebuild
/// writes every row and may change none. The time is linear in the rows.
struct RowComparison {
  let before: (connection: Connection, schema: SchemaSnapshot)
  let after: (connection: Connection, schema: SchemaSnapshot)
  let names: TableNames

  /// Whether a script may have run VACUUM, which gives new rowids to rows of tables without an INTEGER PRIMARY KEY.
  let renumbersRows: Bool

  /// All tables of both databases, sorted by name.
  func tables() throws(SQLiteError) -> [TableRows] {
    var tables: [TableRows] = []
    var known: Set<SQLName> = []
    for (key, old) in before.schema.tables where old.kind == .table {
      let lineage = names.lineage(of: key, in: after.schema, before: before.schema)
      guard let name = lineage.name, let new = after.schema[name] else {
        tables.append(try removed(old))
        continue
      }
      known.insert(name)
      tables.append(
        try compare(
          old, new, isRebuilt: lineage.isRebuilt, keepsRowIDs: lineage.keepsRowIDs && !renumbersRows
        ))
    }
    for (key, new) in after.schema.tables where new.kind == .table && !known.contains(key) {
      tables.append(try added(new))
    }
    return tables.sorted {
      (SQLName($0.name), $0.before ?? -1) < (SQLName($1.name), $1.before ?? -1)
    }
  }

  private func removed(_ table: SchemaTable) throws(SQLiteError) -> TableRows {
    let count = try Self.count(table, before.connection)
    return TableRows(
      name: table.name, outcome: .removed, before: count, after: nil, added: 0, removed: count,
      changed: 0)
  }

  private func added(_ table: SchemaTable) throws(SQLiteError) -> TableRows {
    let count = try Self.count(table, after.connection)
    return TableRows(
      name: table.name, outcome: .added, before: nil, after: count, added: count, removed: 0,
      changed: 0)
  }

  private func compare(
    _ old: SchemaTable, _ new: SchemaTable, isRebuilt: Bool, keepsRowIDs: Bool
  ) throws(SQLiteError) -> TableRows {
    let counts = (
      before: try Self.count(old, before.connection), after: try Self.count(new, after.connection)
    )
    let columns = new.columns.compactMap { column -> (old: String, new: String)? in
      guard !column.isGenerated, let other = old.column(column.name), !other.isGenerated
      else { return nil }
      return (other.name, column.name)
    }
    let fewer = min(counts.before, counts.after)
    var (same, kept) = (0, 0)
    if fewer > 0, !columns.isEmpty {
      if let key = key(of: old, new, keepsRowIDs) {
        (same, kept) = try matchesByKey(key, (old, new), columns)
        // A rebuild may give the rows new rowids. Then their other columns identify them.
        let others = columns.filter { !key.new.contains($0.new.quotedName) }
        if kept < fewer, !others.isEmpty {
          kept = max(kept, try matchesByContents((old, new), others))
        }
      } else {
        same = try matchesByContents((old, new), columns)
        // A removed row and an added row count as one changed row.
        kept = fewer
      }
    }
    // Keys that differ only in case may be one key in the older table.
    kept = min(kept, fewer)
    let outcome: TableRows.Outcome =
      if isRebuilt {
        .rebuilt
      } else if old.name.isSameName(as: new.name) {
        .kept
      } else {
        .renamed(from: old.name)
      }
    return TableRows(
      name: new.name, outcome: outcome, before: counts.before, after: counts.after,
      added: counts.after - kept, removed: counts.before - kept, changed: max(0, kept - same))
  }

  private static func count(
    _ table: SchemaTable, _ connection: Connection
  ) throws(SQLiteError) -> Int {
    try connection.value("SELECT count(*) FROM main.\(table.name.quotedName)")?.int ?? 0
  }

  // MARK: The same row

  private typealias Key = (old: [String], new: [String])

  /// The columns that identify a row in both tables; nil if there are none.
  private func key(
    of old: SchemaTable, _ new: SchemaTable, _ keepsRowIDs: Bool
  ) -> Key? {
    if let before = old.rowIDAlias, let after = new.rowIDAlias {
      return ([before.name.quotedName], [after.name.quotedName])
    }
    let names = old.primaryKey.map { SQLName($0) }
    let isWhole = [old, new].allSatisfy { table in
      table.isWithoutRowID
        || table.columns.allSatisfy { $0.primaryKeyPosition == 0 || $0.isNotNull }
    }
    if !names.isEmpty, isWhole, names == new.primaryKey.map({ SQLName($0) }) {
      return (old.primaryKey.map(\.quotedName), new.primaryKey.map(\.quotedName))
    }
    guard keepsRowIDs, let before = old.rowIDName, let after = new.rowIDName
    else { return nil }
    return ([before], [after])
  }

  private func matchesByKey(
    _ key: Key, _ tables: (old: SchemaTable, new: SchemaTable),
    _ columns: [(old: String, new: String)]
  ) throws(SQLiteError) -> (same: Int, kept: Int) {
    let conditions = key.old.map { "\($0) = ?" }.joined(separator: " AND ")
    let list = columns.map(\.old.quotedName).joined(separator: ", ")
    let find = try before.connection.prepare(
      "SELECT \(list) FROM main.\(tables.old.name.quotedName) WHERE \(conditions)")
    let all = key.new + columns.map(\.new.quotedName)
    let rows = try after.connection.prepare(
      "SELECT \(all.joined(separator: ", ")) FROM main.\(tables.new.name.quotedName)")
    var matches = (same: 0, kept: 0)
    while try rows.step() {
      try find.bind(key.new.count, of: rows)
      if try find.step() {
        let isSame = columns.indices.allSatisfy {
          find.hasValue($0, sameAs: rows, key.new.count + $0)
        }
        matches.kept += 1
        if isSame { matches.same += 1 }
      }
      find.reset()
    }
    return matches
  }

  /// The number of rows with the same contents before and after, ignoring rowids.
  private func matchesByContents(
    _ tables: (old: SchemaTable, new: SchemaTable), _ columns: [(old: String, new: String)]
  ) throws(SQLiteError) -> Int {
    // Hashes, not rows: a table may be larger than the memory.
    var counts: [Int: Int] = [:]
    var same = 0
    try each(tables.old, columns.map(\.old), before.connection) { counts[$0, default: 0] += 1 }
    try each(tables.new, columns.map(\.new), after.connection) { hash in
      guard let count = counts[hash], count > 0 else { return }
      counts[hash] = count - 1
      same += 1
    }
    return same
  }

  private func each(
    _ table: SchemaTable, _ columns: [String], _ connection: Connection, _ body: (Int) -> Void
  ) throws(SQLiteError) {
    let list = columns.map(\.quotedName).joined(separator: ", ")
    let rows = try connection.prepare("SELECT \(list) FROM main.\(table.name.quotedName)")
    while try rows.step() { body(rows.row.hashValue) }
  }
}
