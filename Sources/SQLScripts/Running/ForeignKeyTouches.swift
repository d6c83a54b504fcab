import SQLScriptsDatabase
import SQLScriptsSQL

/// The effects of a script or code step on each table, as far as foreign keys are concerned.
struct ForeignKeyTouches {
  private struct Marks {
    var inserts = false
    var deletes = false
    /// Whether it was created, dropped or altered.
    var alters = false
    /// Whether one of its indexes was dropped.
    var losesIndex = false
    var columns: Set<SQLName> = []

    mutating func merge(_ other: Marks) {
      inserts = inserts || other.inserts
      deletes = deletes || other.deletes
      alters = alters || other.alters
      losesIndex = losesIndex || other.losesIndex
      columns.formUnion(other.columns)
    }
  }

  private var marks: [SQLName: Marks] = [:]
  private var sensitive: [SQLName: Set<SQLName>?] = [:]

  var isEmpty: Bool { marks.isEmpty }

  var tables: Set<SQLName> { Set(marks.keys) }

  /// The tables that statements created, dropped or altered.
  private(set) var changedTables: Set<SQLName> = []

  /// The tables that ALTER TABLE changed, by their names before it.
  private(set) var alteredTables: Set<SQLName> = []

  mutating func note(_ touches: Set<ScriptAuthorizer.Touch>, renamed: (from: SQLName, to: SQLName)?)
  {
    for touch in touches {
      switch touch {
      case .insert(let table): marks[table, default: Marks()].inserts = true
      case .delete(let table): marks[table, default: Marks()].deletes = true
      case .update(let table, let column):
        marks[table, default: Marks()].columns.insert(column)
      case .create(let table), .drop(let table), .alter(let table):
        marks[table, default: Marks()].alters = true
        changedTables.insert(table)
        if case .alter = touch { alteredTables.insert(table) }
      case .dropIndex(let table):
        marks[table, default: Marks()].losesIndex = true
      }
    }
    guard let renamed, let old = marks[renamed.from] else { return }
    changedTables.insert(renamed.to)
    marks[renamed.to, default: Marks()].merge(old)
  }

  /// Whether the violations of a foreign key may have changed, also to fewer.
  func touch(_ key: ForeignKey) -> Bool { marks[key.child] != nil || marks[key.parent] != nil }

  /// Whether rows of the child were inserted, updated or deleted, and nothing else has happened. Then only a row that was
  /// written can be a new violation.
  func onlyWriteRows(of key: ForeignKey) -> Bool {
    marks[key.child]?.alters == false && marks[key.parent] == nil
  }

  /// Whether SQLite may no longer be able to use a foreign key, because one of its tables has changed.
  func mayMismatch(_ key: ForeignKey) -> Bool {
    [key.child, key.parent].contains { name in
      marks[name].map { $0.alters || $0.losesIndex } ?? false
    }
  }

  /// Whether there may be new violations. An UPDATE of a column that nothing refers to needs no check.
  mutating func mayBreak(_ key: ForeignKey, _ connection: Connection) throws(SQLiteError) -> Bool {
    if let child = marks[key.child] {
      if child.inserts || child.alters || !child.columns.isDisjoint(with: key.columns) {
        return true
      }
      if child.columns.contains("rowid") { return true }
      if !child.columns.isEmpty, try sensitiveColumns(of: key.child, connection) == nil {
        return true
      }
    }
    guard let parent = marks[key.parent] else { return false }
    if parent.inserts || parent.deletes || parent.alters { return true }
    guard !parent.columns.isEmpty else { return false }
    if parent.columns.contains("rowid") || !parent.columns.isDisjoint(with: key.keys) {
      return true
    }
    // These include the primary key, which a foreign key need not name. OR REPLACE deletes other rows, by any unique
    // column.
    guard let sensitive = try sensitiveColumns(of: key.parent, connection) else { return true }
    return !parent.columns.isDisjoint(with: sensitive)
  }

  /// The columns of a table that belong to its rowid or to a unique index; nil if any column may change a key, because
  /// of a generated column or an index with expressions or WHERE.
  private mutating func sensitiveColumns(
    of table: SQLName, _ connection: Connection
  ) throws(SQLiteError) -> Set<SQLName>? {
    if let known = sensitive[table] { return known }
    var columns: Set<SQLName>? = []
    for row in try connection.rows("PRAGMA main.table_xinfo(\(table.quotedName))") {
      if row[6] != 0 { columns = nil }
      if row[5] != 0, let name = row[1].name { columns?.insert(name) }
    }
    for index in try connection.rows("PRAGMA main.index_list(\(table.quotedName))")
    where index[2] != 0 {
      if index[4] != 0 { columns = nil }
      for row in try connection.rows(
        "PRAGMA main.index_info(\((index[1].string ?? "").quotedName))")
      {
        if let name = row[2].name { columns?.insert(name) } else { columns = nil }
      }
    }
    sensitive[table] = .some(columns)
    return columns
  }
}
