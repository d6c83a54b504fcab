import SQLScripts
import SQLScriptsDatabase
import SQLScriptsFiles
import SQLScriptsSchema

/// A scratch database whose tables have sample rows.
struct SampleDatabase {
  private var database: RehearsalDatabase
  private let kind: SampleRows.Kind

  /// Tables of more rows are counted and not compared.
  private static let comparedRows = 50

  init(_ kind: SampleRows.Kind) throws(SQLiteError) {
    self.kind = kind
    database = try RehearsalDatabase()
  }

  /// Runs a script that was rehearsed without rows, and notes what became of the rows.
  mutating func run(_ rehearsed: inout RehearsedScript) throws(SQLiteError) {
    let script = rehearsed.script
    let statements = rehearsed.statements
    let touched = Self.touchedTables(statements)
    var outcomes: [String: SampleOutcome] = [:]
    let orphansBefore = kind == .typical ? orphans(rehearsed.before, touched) : []
    for table in touched { outcomes[table] = look(at: table, rehearsed.before) }
    let failure = runAll(statements, of: script, rows: true)
    if let failure {
      if kind == .typical {
        rehearsed.failsOnTypicalRows = failure
      } else {
        rehearsed.failsOnHostileRows = failure
      }
      // Goes on as if there had been no rows: the scripts after this one have findings of their own.
      empty(rehearsed.before)
      _ = runAll(statements, of: script, rows: false)
    } else if kind == .typical {
      for table in touched {
        guard var outcome = outcomes[table] else { continue }
        if let now = look(at: table, rehearsed.after) {
          outcome.after = now.before
          outcome.valuesAfter = now.valuesBefore
        }
        rehearsed.rows[table] = outcome
      }
      let before = Set(orphansBefore)
      rehearsed.orphans = orphans(rehearsed.after, touched).filter { !before.contains($0) }
    }
    seed(touched, rehearsed.after)
  }

  private mutating func runAll(
    _ statements: [RehearsedStatement], of script: Script, rows: Bool
  ) -> SampleFailure? {
    if script.isTransactional { database.attempt("BEGIN") }
    var droppedTables: Set<String> = []
    for (index, statement) in statements.enumerated() where statement.succeeded {
      let outcome = database.run(
        at: statement.range.lowerBound, upTo: statement.item.text.upperBound, of: script,
        records: false, droppedTables: droppedTables)
      for action in statement.actions where action.kind == .dropTable {
        droppedTables.insert(action.name.lowercased())
      }
      let isLost = script.isTransactional && database.connection.isInAutocommit
      guard outcome.error != nil || isLost else { continue }
      if rows {
        database.attempt("ROLLBACK")
        let error =
          outcome.error ?? SQLiteError(code: .error, message: "the transaction is gone")
        return SampleFailure(statement: index, error: error)
      }
      if isLost { database.attempt("BEGIN") }
    }
    if !database.connection.isInAutocommit { database.attempt("COMMIT") }
    database.attempt("PRAGMA legacy_alter_table = OFF")
    return nil
  }

  private static func touchedTables(_ statements: [RehearsedStatement]) -> Set<String> {
    var tables: Set<String> = []
    for statement in statements where !statement.isReadOnly {
      for action in statement.actions {
        switch action.kind {
        case .insert, .update, .delete, .createTable, .dropTable, .alterTable:
          tables.insert(action.name.lowercased())
          if action.kind == .alterTable, let renamed = statement.renamedTo {
            tables.insert(renamed.lowercased())
          }
        default: break
        }
      }
    }
    return tables.subtracting(Rehearsal.hiddenTables)
  }

  private func look(at table: String, _ snapshot: SchemaSnapshot) -> SampleOutcome? {
    guard let structure = snapshot[table], structure.kind == .table else { return nil }
    return database.asRunner {
      let name = structure.name.quotedName
      guard let count = try? database.connection.value("SELECT count(*) FROM main.\(name)")?.int
      else { return nil }
      var outcome = SampleOutcome(before: count)
      guard count <= Self.comparedRows else { return outcome }
      let columns = structure.columns.filter { !$0.isGenerated }.map(\.name)
      let list = columns.map(\.quotedName).joined(separator: ", ")
      let order = structure.isWithoutRowID ? "" : " ORDER BY rowid"
      guard let rows = try? database.connection.rows("SELECT \(list) FROM main.\(name)\(order)")
      else { return outcome }
      for (index, column) in columns.enumerated() {
        outcome.valuesBefore[column.lowercased()] = rows.map { $0[index] }
      }
      return outcome
    }
  }

  private func orphans(_ snapshot: SchemaSnapshot, _ touched: Set<String>) -> [ForeignKeyOrphan] {
    var orphans: [ForeignKeyOrphan] = []
    for table in snapshot.tables.values.sorted(by: { $0.name < $1.name }) {
      let concerns = table.foreignKeys.contains { touched.contains($0.parent.lowercased()) }
      guard !table.foreignKeys.isEmpty, concerns || touched.contains(table.name.lowercased()) else {
        continue
      }
      let rows = database.asRunner {
        try? database.connection.rows("PRAGMA main.foreign_key_check(\(table.name.quotedName))")
      }
      for row in rows ?? [] {
        orphans.append(ForeignKeyOrphan(table: table.name, parent: row[2].string ?? ""))
      }
    }
    return orphans
  }

  private func empty(_ snapshot: SchemaSnapshot) {
    database.connection.setTriggers(enabled: false)
    for table in snapshot.tables.values where table.kind == .table {
      database.attempt("DELETE FROM main.\(table.name.quotedName)")
    }
    database.connection.setTriggers(enabled: true)
  }

  /// Puts sample rows into the tables that were touched and are empty.
  private func seed(_ touched: Set<String>, _ snapshot: SchemaSnapshot) {
    let samples = SampleRows(kind: kind, snapshot: snapshot)
    database.connection.setTriggers(enabled: false)
    defer { database.connection.setTriggers(enabled: true) }
    for name in touched.sorted() {
      guard let table = snapshot[name], table.kind == .table else { continue }
      database.asRunner {
        let query = "SELECT NOT EXISTS (SELECT 1 FROM main.\(table.name.quotedName))"
        let isEmpty = try? database.connection.value(query)
        if isEmpty == .integer(1) { _ = samples.seed(table, database.connection) }
      }
    }
  }
}

extension RehearsedStatement {
  /// The new name of ALTER TABLE … RENAME TO.
  var renamedTo: String? {
    guard word(0) == "ALTER", word(1) == "TABLE",
      let index = tokens.indices.first(where: { has("RENAME", "TO", at: $0) }),
      tokens.indices.contains(index + 2)
    else { return nil }
    return name(tokens[index + 2])
  }
}
