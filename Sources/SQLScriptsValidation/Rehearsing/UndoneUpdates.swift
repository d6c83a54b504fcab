import SQLScriptsDatabase
import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsSchema

/// A schema from which the changes of updates are taken back, the last one first.
struct UndoneUpdates {
  private let replay: ScriptReplay
  /// The statements that create views and triggers, by lowercase name. SQLite compiles them whenever a table changes, so
  /// they are created again at the end.
  private var programs: [(name: String, sql: String)] = []
  /// The lowercase names of tables and columns that no longer exist.
  private var gone: Set<String> = []

  init(_ replay: ScriptReplay) {
    self.replay = replay
    programs = rows("SELECT name, sql FROM main.sqlite_schema WHERE type IN ('trigger', 'view')")
    for type in ["TRIGGER", "VIEW"] {
      for row in rows("SELECT name, sql FROM main.sqlite_schema WHERE type = lower('\(type)')") {
        replay.database.attempt("DROP \(type) main.\(row.name.quotedName)")
      }
    }
  }

  private func rows(_ query: String) -> [(name: String, sql: String)] {
    let found = replay.database.asRunner { try? replay.database.connection.rows(query) } ?? []
    return found.compactMap { row in
      guard row.count == 2, let name = row[0].string, let sql = row[1].string else { return nil }
      return (name, sql)
    }
  }

  /// The statements that create the schema that is left.
  func schema() -> [String]? {
    let hidden = Rehearsal.hiddenTables
    guard let snapshot = try? replay.snapshot() else { return nil }
    let objects = rows(
      "SELECT name, sql FROM main.sqlite_schema WHERE sql IS NOT NULL ORDER BY type <> 'table', rowid"
    )
    let kept = objects.filter { name, _ in
      !name.asciiLowercased.hasPrefix("sqlite_") && !hidden.contains(name)
        && snapshot[name]?.kind != .shadow
    }
    let whole = programs.filter { _, sql in
      gone.isDisjoint(with: Self.names(in: sql))
    }
    return (kept + whole).map(\.sql)
  }

  private static func names(in sql: String) -> Set<String> {
    let text = SQLText(sql)
    return Set(text.indices.map { text.name($0).asciiLowercased })
  }

  /// Takes the changes of an update back; false if they cannot be.
  ///
  /// - Parameter earlier: the updates before it.
  mutating func undo(_ script: Script, after earlier: ArraySlice<Script>) -> Bool {
    var statements: [StatementOutline] = []
    ScriptReplay.eachUnrun(of: script) { statements.append(StatementOutline($0)) }
    var dropped: Set<String> = []
    for earlier in earlier {
      ScriptReplay.eachUnrun(of: earlier) {
        dropped.formUnion(StatementOutline($0).droppedName.map { [$0] } ?? [])
      }
    }
    dropped.formUnion(statements.compactMap(\.droppedName))
    let rebuilds = TableRebuild.all(in: statements)
    let parts = Set(rebuilds.flatMap(\.statements))
    for (index, statement) in statements.enumerated().reversed() {
      if let rebuild = rebuilds.first(where: { $0.statements.max() == index }) {
        guard undo(rebuild) else { return false }
      } else if !parts.contains(index), !undo(statement, dropped, rebuilds) {
        return false
      }
    }
    return true
  }

  private mutating func undo(
    _ statement: StatementOutline, _ dropped: Set<String>, _ rebuilds: [TableRebuild]
  ) -> Bool {
    let database = replay.database
    if let created = statement.createdName?.asciiLowercased {
      // It probably existed before.
      if dropped.contains(created) { return true }
      switch statement.created?.kind {
      case .view, .trigger:
        programs.removeAll { $0.name.asciiLowercased == created }
        return true
      case .index:
        let isOfRebuild = rebuilds.contains { rebuild in
          statement.indices.contains {
            statement.word($0) == "ON" && statement.name($0 + 1).isSameName(as: rebuild.table)
          }
        }
        if isOfRebuild { return true }
        database.attempt("DROP INDEX main.\(created.quotedName)")
        return true
      default:
        gone.insert(created)
        guard exists(created) else { return true }
        return database.attempt("DROP TABLE main.\(created.quotedName)")
      }
    }
    if statement.word(0) == "DROP" {
      guard let name = statement.droppedName, !statement.has("IF", "EXISTS", at: 2) else {
        return true
      }
      return exists(name) || programs.contains { $0.name.asciiLowercased == name }
    }
    guard let table = statement.alteredTable else { return true }
    let alter = "ALTER TABLE main.\(table.quotedName)"
    switch statement.alteration {
    case .addColumn(let index): return drop(column: statement.name(index), of: table)
    case .dropColumn(let index):
      return database.attempt("\(alter) ADD COLUMN \(statement.name(index).quotedName)")
    case .renameColumn(let old, let new):
      gone.insert(statement.name(new).asciiLowercased)
      return database.attempt(
        "\(alter) RENAME COLUMN \(statement.name(new).quotedName) TO \(statement.name(old).quotedName)"
      )
    case .renameTable(let new):
      gone.insert(statement.name(new).asciiLowercased)
      return database.attempt(
        "ALTER TABLE main.\(statement.name(new).quotedName) RENAME TO \(table.quotedName)")
    case nil: return true
    }
  }

  /// Takes back a rebuild: the columns that the copy does not fill from the old table are new.
  private mutating func undo(_ rebuild: TableRebuild) -> Bool {
    guard let columns = columns(of: rebuild.table) else { return false }
    guard !rebuild.copied.isEmpty else { return true }
    for column in columns {
      let name = column.asciiLowercased
      guard let old = rebuild.copied[name] else {
        if !drop(column: column, of: rebuild.table) { return false }
        continue
      }
      guard let old, !old.isSameName(as: column) else { continue }
      gone.insert(name)
      let alter = "ALTER TABLE main.\(rebuild.table.quotedName)"
      if !replay.database.attempt(
        "\(alter) RENAME COLUMN \(column.quotedName) TO \(old.quotedName)")
      {
        return false
      }
    }
    return true
  }

  private func exists(_ name: String) -> Bool {
    rows("SELECT name, '' FROM main.sqlite_schema").contains { $0.name.isSameName(as: name) }
  }

  private func columns(of table: String) -> [String]? {
    let found = replay.database.asRunner { try? replay.database.reader.table(SQLName(table)) }
    return found?.columns.map(\.name)
  }

  private mutating func drop(column: String, of table: String) -> Bool {
    guard columns(of: table)?.contains(where: { $0.isSameName(as: column) }) == true else {
      return true
    }
    gone.insert(column.asciiLowercased)
    return replay.drop(column: column, of: table)
  }
}

extension StatementOutline {
  /// The lowercase name after DROP.
  var droppedName: String? { dropped.map { name($0.name).asciiLowercased } }
}
