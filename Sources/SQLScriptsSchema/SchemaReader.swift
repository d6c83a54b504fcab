import SQLScriptsDatabase
import SQLScriptsSQL

/// Reads tables repeatedly while scripts change them.
///
/// `sqlite_schema` has no index, so looking up a table by name reads all of it. Doing so after every statement of a
/// thousand scripts takes longer than the scripts. So the reader remembers which rows belong to which table, and reads
/// only those and newer rows, by number.
package final class SchemaReader {
  private let connection: Connection
  private var statements: [String: Statement] = [:]

  /// The numbers of the rows of `sqlite_schema` for each table.
  private var rowIDs: [SQLName: Set<Int64>] = [:]

  /// Hashes of the rows when they were last compared.
  private var texts: [Int64: Int] = [:]

  /// All rows up to this one are known.
  private var lastRowID: Int64 = 0

  /// Whether there has been a virtual table. Only then can a table be a shadow table.
  private var hasVirtualTables = false

  package init(_ connection: Connection) {
    self.connection = connection
  }

  /// Forgets the row numbers, because VACUUM assigns new ones, and so may statements after a ROLLBACK.
  package func forget() {
    rowIDs = [:]
    texts = [:]
    lastRowID = 0
  }

  /// All tables and views, without those of SQLite and of the runner.
  package func snapshot(
    without hidden: some Sequence<String>
  ) throws(SQLiteError) -> SchemaSnapshot {
    forget()
    try noteNewRows()
    var snapshot = SchemaSnapshot()
    let hidden = Set(hidden.map { SQLName($0) })
    for name in rowIDs.keys.sorted() where !hidden.contains(name) && !name.isReserved {
      guard let table = try table(name) else { continue }
      snapshot.set(table, named: name)
    }
    return snapshot
  }

  /// The tables whose rows in the schema have changed since the last call, and those that were dropped. ALTER TABLE
  /// rewrites every object that names the table.
  package func changedTables() throws(SQLiteError) -> Set<SQLName> {
    let statement = try cached("SELECT rowid, tbl_name, sql FROM sqlite_schema WHERE rowid > ?")
    defer { statement.reset() }
    try statement.bind([.integer(0)])
    var changed: Set<SQLName> = []
    var now: [Int64: Int] = [:]
    var known: Set<SQLName> = []
    while try statement.step() {
      let row = statement.row
      guard let rowID = row[0].int64, let table = row[1].string.map({ SQLName($0) }) else {
        continue
      }
      known.insert(table)
      let hash = row.hashValue
      now[rowID] = hash
      if texts[rowID] != hash {
        changed.insert(table)
        rowIDs[table, default: []].insert(rowID)
      }
    }
    let gone = Set(rowIDs.keys).subtracting(known)
    changed.formUnion(gone)
    // Each is reported once, because a table that is renamed a thousand times leaves a thousand names.
    for name in gone { rowIDs[name] = nil }
    try noteLastRow()
    texts = now
    return changed
  }

  /// One table or view; nil if there is none of that name.
  package func table(_ name: SQLName) throws(SQLiteError) -> SchemaTable? {
    let entries = try entries(of: name)
    guard let entry = entries.first(where: { $0[0] == "table" || $0[0] == "view" }),
      let realName = entry[1].string
    else { return nil }
    let sql = entry[2].string ?? ""
    // SQLite scans all tables for this list, so it is only used in doubtful cases.
    let listed =
      hasVirtualTables || sql.mayHaveTableOption
      ? try rows(
        "SELECT type, wr, strict FROM pragma_table_list(?) WHERE schema = 'main'", .text(realName)
      ).first : nil
    let kind =
      SchemaTable.Kind(rawValue: listed?[0].string ?? "") ?? (entry[0] == "view" ? .view : .table)
    var table = SchemaTable(name: realName, kind: kind, sql: sql)
    table.isWithoutRowID = listed?[1].int64 == 1
    table.isStrict = listed?[2].int64 == 1
    do throws(SQLiteError) {
      table.columns = SchemaList(try columns(of: realName, from: 0))
    } catch {
      // SQLite reports an error for the columns of a view over a dropped table. Such a view has none.
      guard kind == .view, error.code == .error else { throw error }
    }
    table.triggers = SchemaList(
      entries.filter { $0[0] == "trigger" }.map {
        SchemaTrigger(name: $0[1].string ?? "", sql: $0[2].string ?? "")
      })
    guard kind == .table else { return table }
    table.foreignKeys = try foreignKeys(of: realName)
    let indexes = entries.filter { $0[0] == "index" }.map { ($0[1].string ?? "", $0[2].string) }
    table.indexes = try self.indexes(
      of: realName, sql: Dictionary(indexes.map { (SQLName($0), $1) }) { first, _ in first })
    return table
  }

  /// Type, name and SQL of the rows that belong to a table, by name.
  func entries(of table: SQLName) throws(SQLiteError) -> [[SQLiteValue]] {
    for rowID in rowIDs[table] ?? [] where try entry(rowID, of: table) == nil {
      rowIDs[table]?.remove(rowID)
      // The row was deleted, and the next one may get its number.
      lastRowID = min(lastRowID, rowID - 1)
    }
    if rowIDs[table]?.isEmpty == true { rowIDs[table] = nil }
    try noteNewRows()
    var entries: [[SQLiteValue]] = []
    for rowID in rowIDs[table] ?? [] {
      if let entry = try entry(rowID, of: table) { entries.append(entry) }
    }
    return entries.sorted { SQLName($0[1].string ?? "") < SQLName($1[1].string ?? "") }
  }

  private func entry(_ rowID: Int64, of table: SQLName) throws(SQLiteError) -> [SQLiteValue]? {
    try rows(
      "SELECT type, name, sql, tbl_name FROM sqlite_schema WHERE rowid = ?", .integer(rowID)
    ).first { $0[3].string.map { SQLName($0) } == table }
  }

  /// Notes a row that was read as the last one.
  func noteRow(_ rowID: Int64, of table: SQLName) {
    rowIDs[table, default: []].insert(rowID)
    // There may be unread rows before it.
    lastRowID = rowID == lastRowID + 1 ? rowID : min(lastRowID, rowID)
  }

  /// Notes that rows may have been deleted. New rows get the numbers after the last existing one.
  func noteLastRow() throws(SQLiteError) {
    let last = try rows("SELECT max(rowid) FROM sqlite_schema WHERE rowid > ?", .integer(0))
    lastRowID = min(lastRowID, last.first?[0].int64 ?? 0)
  }

  private func noteNewRows() throws(SQLiteError) {
    for row in try rows(
      "SELECT rowid, tbl_name, sql LIKE 'create virtual%' FROM sqlite_schema WHERE rowid > ?",
      .integer(lastRowID))
    {
      if row[2].int64 == 1 { hasVirtualTables = true }
      guard let rowID = row[0].int64, let table = row[1].string else { continue }
      rowIDs[SQLName(table), default: []].insert(rowID)
      lastRowID = max(lastRowID, rowID)
    }
  }

  /// The columns of a table without the first ones.
  func columns(of table: String, from first: Int) throws(SQLiteError) -> [SchemaColumn] {
    try rows(
      """
      SELECT name, type, "notnull", dflt_value, pk, hidden FROM pragma_table_xinfo(?)
      WHERE cid >= ? ORDER BY cid
      """, .text(table), .integer(Int64(first))
    ).map { row in
      SchemaColumn(
        name: row[0].string ?? "", type: row[1].string ?? "", isNotNull: row[2].int64 == 1,
        defaultValue: row[3].string, primaryKeyPosition: row[4].int ?? 0,
        isGenerated: (row[5].int64 ?? 0) > 1)
    }
  }

  func foreignKeys(of table: String) throws(SQLiteError) -> [SchemaForeignKey] {
    var keys: [SchemaForeignKey] = []
    var last: Int64?
    for row in try rows(
      "SELECT id, \"table\", \"from\", \"to\", on_update, on_delete FROM pragma_foreign_key_list(?) ORDER BY id, seq",
      .text(table))
    {
      if row[0].int64 != last {
        keys.append(
          SchemaForeignKey(
            parent: row[1].string ?? "", columns: [], keys: [], onUpdate: row[4].string ?? "",
            onDelete: row[5].string ?? ""))
        last = row[0].int64
      }
      let index = keys.count - 1
      keys[index].columns.append(row[2].string ?? "")
      if let key = row[3].string { keys[index].keys.append(key) }
    }
    return keys
  }

  private func indexes(
    of table: String, sql: [SQLName: String?]
  ) throws(SQLiteError) -> SchemaList<SchemaIndex> {
    let list = try rows(
      "SELECT name, \"unique\", origin, partial FROM pragma_index_list(?) ORDER BY name",
      .text(table)
    ).map { row throws(SQLiteError) in
      let name = row[0].string ?? ""
      return try index(
        named: name, isUnique: row[1].int64 == 1,
        origin: SchemaIndex.Origin(rawValue: row[2].string ?? "") ?? .created,
        isPartial: row[3].int64 == 1, sql: sql[SQLName(name)] ?? nil)
    }
    return SchemaList(list)
  }

  func index(
    named name: String, isUnique: Bool, origin: SchemaIndex.Origin, isPartial: Bool, sql: String?
  ) throws(SQLiteError) -> SchemaIndex {
    let parts = try rows(
      "SELECT name, coll, \"desc\" FROM pragma_index_xinfo(?) WHERE key = 1 ORDER BY seqno",
      .text(name))
    return SchemaIndex(
      name: name, isUnique: isUnique, origin: origin, isPartial: isPartial,
      columns: parts.map { $0[0].string }, collations: parts.map { $0[1].string ?? "" },
      isDescending: parts.map { $0[2].int64 == 1 }, sql: sql)
  }

  func rows(_ sql: String, _ values: SQLiteValue...) throws(SQLiteError) -> [[SQLiteValue]] {
    let statement = try cached(sql)
    defer { statement.reset() }
    try statement.bind(values)
    var rows: [[SQLiteValue]] = []
    while try statement.step() { rows.append(statement.row) }
    return rows
  }

  private func cached(_ sql: String) throws(SQLiteError) -> Statement {
    if let known = statements[sql] { return known }
    let statement = try connection.prepare(sql)
    statements[sql] = statement
    return statement
  }
}

extension String {
  /// Whether a CREATE statement may end with WITHOUT ROWID or STRICT. Either word may also occur elsewhere in it.
  fileprivate var mayHaveTableOption: Bool {
    var text = self
    return text.withUTF8 { bytes in
      // The case is one bit of an ASCII letter.
      bytes.indices.contains { index in
        let word: StaticString =
          switch bytes[index] | 0x20 {
          case UInt8(ascii: "w"): "without"
          case UInt8(ascii: "s"): "strict"
          default: ""
          }
        let rest = bytes[index...].prefix(word.utf8CodeUnitCount)
        return word.utf8CodeUnitCount > 0 && rest.count == word.utf8CodeUnitCount
          && word.withUTF8Buffer { $0.elementsEqual(rest) { $0 == $1 | 0x20 } }
      }
    }
  }
}
