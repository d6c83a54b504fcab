import SQLScriptsDatabase
import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsScratch

/// Runs updates on the schema that they result in, if the schema that they start from is no longer known because the
/// default script of that time was replaced.
///
/// An update creates objects that did not exist before it. So the objects that the default script already created are
/// removed first, and the update recreates them. Everything else stays unchanged. At the end, the schema must equal
/// that of the default script. Otherwise new and migrated databases differ.
///
/// Views and triggers are an exception. SQLite compiles them whenever a table is renamed, when other tables may not
/// exist yet. So all of them are dropped first, and only those count that the updates name.
struct UpdateReplay {
  private let replay: ScriptReplay
  /// The objects that the updates created, in lowercase. They must not be removed.
  private var own: Set<String> = []
  private var ownColumns: Set<String> = []
  /// The objects that they dropped.
  private var dropped: Set<String> = []
  /// Tables whose final shape is not known.
  private var unknown: Set<String> = []
  /// The tables into which they insert rows, and those whose rows depend on existing rows.
  private var filled: Set<String> = []
  private var unsure: Set<String> = []

  /// The tables whose rows are known, if the updates inserted them.
  var seededTables: Set<String> { filled.subtracting(unsure) }

  /// Creates a replay on the database in which the default script created this schema.
  init(_ replay: ScriptReplay, _ schema: SchemaSnapshot, _ updates: [Script]) {
    self.replay = replay
    let database = replay.database
    database.connection.setTriggers(enabled: false)
    for table in schema.tables.values where table.kind == .table {
      database.attempt("DELETE FROM main.\(table.name.quotedName)")
    }
    database.connection.setTriggers(enabled: true)
    for table in schema.tables.values {
      for trigger in table.triggers { database.attempt("DROP TRIGGER \(trigger.name.quotedName)") }
      if table.kind == .view { database.attempt("DROP VIEW \(table.name.quotedName)") }
    }
    // A RENAME would redirect the references to a table that does not exist yet.
    for name in Self.laterTables(updates) {
      if schema[name]?.kind == .table { database.attempt("DROP TABLE main.\(name.quotedName)") }
    }
  }

  /// The tables that updates create without naming them before.
  private static func laterTables(_ updates: [Script]) -> [String] {
    var named: Set<String> = []
    var tables: [String] = []
    for script in updates {
      ScriptReplay.eachUnrun(of: script) { statement in
        let isTable = StatementOutline(statement).tableBody != nil
        if isTable, let name = statement.createdName, !named.contains(name.asciiLowercased) {
          tables.append(name)
        }
        named.formUnion(statement.tokens.map { statement.name($0).asciiLowercased })
      }
    }
    return tables
  }

  /// Whether a difference at the end means that new and migrated databases differ.
  func counts(_ change: SchemaChange) -> Bool {
    // The column order means nothing if some columns were removed and recreated.
    if change.isCosmetic || unknown.contains(change.table.asciiLowercased) { return false }
    guard change.action == .added, change.subject == .view || change.subject == .trigger else {
      return true
    }
    return dropped.contains(change.name.asciiLowercased)
  }

  /// Runs an update; false if it does something that cannot be tracked.
  mutating func run(_ script: Script) -> Bool {
    replay.database.begin(script, inTransaction: true)
    var isFollowed = true
    replay.eachStatement(of: script) { statement in
      isFollowed = follow(statement)
      return isFollowed
    }
    replay.database.end(script, commits: true)
    return isFollowed
  }

  private mutating func follow(_ statement: RehearsedStatement) -> Bool {
    let outline = StatementOutline(statement)
    guard let error = statement.error else {
      note(outline, changesSchema: statement.changesSchema)
      noteRows(statement, outline)
      return true
    }
    let said = error.said
    let obstacle: Obstacle
    switch outline.word(0) {
    case "CREATE":
      guard case .alreadyExists = said else { return said.isMissing }
      guard let name = statement.createdName?.asciiLowercased else { return false }
      obstacle = .object(name)
    case "ALTER":
      guard let table = outline.alteredTable else { return false }
      if said.isMissing {
        if let name = statement.renamedTo { unknown.insert(name.asciiLowercased) }
        return true
      }
      if said.duplicateColumn != nil {
        guard let column = outline.newColumn else { return false }
        // As with tables, the final shape already has the new name.
        if let old = outline.renamedColumn, !ownColumns.contains(Self.key(table, old)) {
          _ = replay.drop(column: old, of: table)
          return true
        }
        obstacle = .column(column, of: table)
      } else if case .alreadyExists = said, let name = statement.renamedTo {
        // The shape of the table under its old name is not known. Under the new name, it already has its final shape.
        let isKnown = own.contains(table.asciiLowercased)
        if !isKnown { return replay.database.attempt("DROP TABLE main.\(table.quotedName)") }
        obstacle = .object(name.asciiLowercased)
      } else {
        return false
      }
    case "DROP":
      guard said.isMissing else { return false }
      if let name = outline.droppedName { dropped.insert(name) }
      return true
    // The columns of that time may no longer exist, and the rows were different.
    case "INSERT", "SELECT", "PRAGMA", "VACUUM": return true
    case "REPLACE", "UPDATE", "DELETE", "WITH":
      unsure.formUnion(statement.tokens.map { statement.name($0).asciiLowercased })
      return true
    default: return false
    }
    return remove(obstacle, for: statement, outline)
  }

  private enum Obstacle {
    case object(String)
    case column(String, of: String)
  }

  /// Removes the obstacle and runs the statement again. If that also fails, nothing is changed.
  private mutating func remove(
    _ obstacle: Obstacle, for statement: RehearsedStatement, _ outline: StatementOutline
  ) -> Bool {
    let database = replay.database
    switch obstacle {
    case .object(let name): if own.contains(name) { return false }
    case .column(let name, let table):
      if ownColumns.contains(Self.key(table, name)) { return false }
    }
    database.attempt("SAVEPOINT obstacle")
    let isGone =
      switch obstacle {
      case .object(let name): drop(name)
      case .column(let name, let table): replay.drop(column: name, of: table)
      }
    if isGone {
      if let outcome = replay.rerun(statement), outcome.error == nil {
        database.attempt("RELEASE obstacle")
        note(outline, changesSchema: outcome.changesSchema)
        return true
      }
    }
    database.attempt("ROLLBACK TO obstacle")
    database.attempt("RELEASE obstacle")
    // The object of the default script remains, but is not proved to be the same. A table or column that should have
    // been renamed cannot remain.
    return outline.renames == false
  }

  private func drop(_ name: String) -> Bool {
    let type = replay.database.asRunner {
      try? replay.database.connection.rows(
        "SELECT type FROM sqlite_schema WHERE name = ? COLLATE NOCASE", .text(name)
      ).first?.first?.string
    }
    guard let type else { return false }
    return replay.database.attempt("DROP \(type) main.\(name.quotedName)")
  }

  private mutating func note(_ outline: StatementOutline, changesSchema: Bool) {
    if outline.word(0) == "DROP", let name = outline.droppedName { dropped.insert(name) }
    guard changesSchema else { return }
    let statement = outline.statement
    switch outline.word(0) {
    case "CREATE":
      if let name = statement.createdName?.asciiLowercased {
        own.insert(name)
        dropped.remove(name)
      }
    case "DROP":
      if let name = outline.droppedName { own.remove(name) }
    case "ALTER":
      guard let table = outline.alteredTable?.asciiLowercased else { return }
      if let new = statement.renamedTo?.asciiLowercased {
        if own.remove(table) != nil { own.insert(new) }
      } else if let column = outline.newColumn {
        ownColumns.insert(Self.key(table, column))
      }
    default: break
    }
  }

  /// A row whose values are in the statement exists regardless of earlier rows.
  private mutating func noteRows(_ statement: RehearsedStatement, _ outline: StatementOutline) {
    let isPlain =
      outline.has(["INSERT", "INTO"], at: 0)
      && !outline.indices.contains { ["SELECT", "CONFLICT"].contains(outline.word($0)) }
    let target = outline.targetIndex.map { outline.name($0).asciiLowercased }
    for action in statement.actions {
      let table = action.name.asciiLowercased
      switch action.kind {
      case .insert where isPlain && table == target: filled.insert(table)
      case .insert, .update, .delete: unsure.insert(table)
      default: break
      }
    }
    if let table = outline.alteredTable?.asciiLowercased,
      let new = outline.renamedTo?.asciiLowercased
    {
      if filled.contains(table) { filled.insert(new) }
      if unsure.contains(table) { unsure.insert(new) }
    }
  }

  private static func key(_ table: String, _ column: String) -> String {
    "\(table.asciiLowercased)\u{0}\(column.asciiLowercased)"
  }
}

extension StatementOutline {
  /// The column that ALTER TABLE … ADD or RENAME COLUMN creates.
  fileprivate var newColumn: String? {
    switch alteration {
    case .addColumn(let new), .renameColumn(_, let new): name(new)
    default: nil
    }
  }

  /// The old name of the column in ALTER TABLE … RENAME COLUMN.
  fileprivate var renamedColumn: String? {
    if case .renameColumn(let old, _) = alteration { name(old) } else { nil }
  }

  /// Whether the statement renames something.
  fileprivate var renames: Bool {
    switch alteration {
    case .renameTable, .renameColumn: true
    default: false
    }
  }
}
