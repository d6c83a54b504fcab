import SQLScriptsDatabase
import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsScratch

/// Runs updates on top of what they lead to, where the schema that they start from is not known any more:
/// the default script of that time is gone.
///
/// What an update makes was not there before it. So whatever of it the default script has made already is
/// taken away first, and made again by the update; what the updates never touch stays as it is. In the end
/// all must be as the default script has it, or the two ways differ.
///
/// Views and triggers are an exception. They are compiled whenever a table gets another name, and would meet
/// tables that are not there yet: so all are taken away first, and only those count that the updates name.
struct UpdateReplay {
  private let replay: ScriptReplay
  /// What the updates have made, in lower case: it must not be taken away.
  private var own: Set<String> = []
  private var ownColumns: Set<String> = []
  /// What they have dropped.
  private var dropped: Set<String> = []
  /// Tables of which is not known what the updates make of them.
  private var unknown: Set<String> = []
  /// The tables into which they put rows of their own, and those whose rows depend on what was there.
  private var filled: Set<String> = []
  private var unsure: Set<String> = []

  /// The tables whose rows are known, as far as they come from the updates.
  var seededTables: Set<String> { filled.subtracting(unsure) }

  /// Runs on the database in which the default script has run, and made this schema.
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
    // A RENAME would drag along the references of a table that is not there yet.
    for name in Self.laterTables(updates) {
      if schema[name]?.kind == .table { database.attempt("DROP TABLE main.\(name.quotedName)") }
    }
  }

  /// The tables that updates create and never name before.
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

  /// Whether a difference at the end means that the two ways differ.
  func counts(_ change: SchemaChange) -> Bool {
    // The order of columns says nothing where some were taken away and made again.
    if change.isCosmetic || unknown.contains(change.table.asciiLowercased) { return false }
    guard change.action == .added, change.subject == .view || change.subject == .trigger else {
      return true
    }
    return dropped.contains(change.name.asciiLowercased)
  }

  /// Runs an update; false if it does what cannot be followed.
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
        // As with tables: the final shape stands under the new name already.
        if let old = outline.renamedColumn, !ownColumns.contains(Self.key(table, old)) {
          _ = drop(column: old, of: table)
          return true
        }
        obstacle = .column(column, of: table)
      } else if case .alreadyExists = said, let name = statement.renamedTo {
        // Which shape a table of the default script had under its older name is not known; under the
        // new one it has it already.
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
    // The columns of that time may be gone, and the rows were others.
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

  /// Takes away what is in the way, and runs the statement again. If that fails too, nothing has happened.
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
      case .column(let name, let table): drop(column: name, of: table)
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
    // What the default script has made stands for it; it only was not proved to be the same. A table or
    // column that should have got another name cannot be let stand.
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

  private func drop(column: String, of table: String) -> Bool {
    let database = replay.database
    let indexes =
      database.asRunner { try? database.reader.table(SQLName(table))?.indexes } ?? SchemaList()
    for index in indexes where index.origin == .created {
      // An index on a column that is not there yet is made by a later update.
      let isOn = index.columns.contains { $0?.isSameName(as: column) == true }
      if isOn { database.attempt("DROP INDEX main.\(index.name.quotedName)") }
    }
    return database.attempt(
      "ALTER TABLE main.\(table.quotedName) DROP COLUMN \(column.quotedName)")
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

  /// A row whose values stand in the statement is there whatever was there before it.
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
  /// The column that ALTER TABLE … ADD or RENAME COLUMN makes.
  fileprivate var newColumn: String? {
    switch alteration {
    case .addColumn(let new), .renameColumn(_, let new): name(new)
    default: nil
    }
  }

  /// The older name of the column that ALTER TABLE … RENAME COLUMN is about.
  fileprivate var renamedColumn: String? {
    if case .renameColumn(let old, _) = alteration { name(old) } else { nil }
  }

  /// The name behind DROP, in lower case.
  fileprivate var droppedName: String? {
    dropped.map { name($0.name).asciiLowercased }
  }

  /// Whether it gives something another name.
  fileprivate var renames: Bool {
    switch alteration {
    case .renameTable, .renameColumn: true
    default: false
    }
  }
}
