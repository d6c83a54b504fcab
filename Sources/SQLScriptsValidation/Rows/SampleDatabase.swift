import SQLScripts
import SQLScriptsDatabase
import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsScratch

/// A scratch database whose tables have sample rows.
struct SampleDatabase {
  private var database: RehearsalDatabase
  private let kind: SampleRows.Kind
  private var failures = 0

  /// Larger tables are counted, not compared.
  private static let comparedRows = 50

  /// After a failure, all tables are empty. They are refilled this often, and later only those that the scripts
  /// change, so that a bundle in which everything fails does not take longer than others.
  private static let manyFailures = 20

  init(_ kind: SampleRows.Kind) throws(SQLiteError) {
    self.kind = kind
    database = try RehearsalDatabase()
  }

  /// Runs a script that was rehearsed without rows, and records the lineage of the rows.
  mutating func run(_ rehearsed: inout RehearsedScript) {
    let script = rehearsed.script
    let statements = rehearsed.statements
    let touched = rehearsed.touchedTables
    var outcomes: [SQLName: SampleOutcome] = [:]
    let orphansBefore =
      kind == .typical
      ? database.orphans(rehearsed.before, touched, rehearsed.disturbedTables) : [:]
    for table in touched { outcomes[table] = look(at: table, rehearsed.before) }
    var changes: [Int] = []
    if let failure = runAll(statements, of: script, rows: true, &changes) {
      if kind == .typical {
        rehearsed.failsOnTypicalRows = failure
      } else {
        rehearsed.failsOnHostileRows = failure
      }
      // Continues without rows, because later scripts have their own findings.
      empty(rehearsed.before)
      _ = runAll(statements, of: script, rows: false, &changes)
      failures += 1
    } else {
      for table in touched {
        let now = look(at: table, rehearsed.after)
        outcomes[table, default: SampleOutcome(before: 0)].after = now?.before
        outcomes[table]?.valuesAfter = now?.valuesBefore ?? [:]
      }
      guard kind == .typical else {
        rehearsed.hostileRows = outcomes
        return seed(touched, rehearsed.after)
      }
      rehearsed.rows = outcomes
      rehearsed.changes = changes
      rehearsed.orphans = ForeignKeyOrphan.new(
        database.orphans(rehearsed.after, touched, rehearsed.disturbedTables), since: orphansBefore)
    }
    let isEmptied = rehearsed.failed(kind) && failures <= Self.manyFailures
    seed(isEmptied ? Set(rehearsed.after.tables.keys) : touched, rehearsed.after)
  }

  private mutating func runAll(
    _ statements: [RehearsedStatement], of script: Script, rows: Bool,
    _ changes: inout [Int]
  ) -> SampleFailure? {
    changes = [Int](repeating: 0, count: statements.count)
    database.begin(script)
    for (index, statement) in statements.enumerated()
    where statement.succeeded && !statement.isWithoutRows {
      guard let outcome = database.run(statement, records: false) else { continue }
      changes[index] = outcome.changes
      if let error = outcome.error, rows {
        database.end(script, commits: false)
        return SampleFailure(statement: index, error: error)
      }
    }
    database.end(script, commits: true)
    return nil
  }

  private func look(at table: SQLName, _ snapshot: SchemaSnapshot) -> SampleOutcome? {
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
        outcome.valuesBefore[SQLName(column)] = rows.map { $0[index] }
      }
      return outcome
    }
  }

  private func empty(_ snapshot: SchemaSnapshot) {
    database.connection.setTriggers(enabled: false)
    for table in snapshot.tables.values where table.kind == .table {
      database.attempt("DELETE FROM main.\(table.name.quotedName)")
    }
    database.connection.setTriggers(enabled: true)
  }

  /// Inserts sample rows into the tables that are empty, or have only a row or two from the scripts, parents before
  /// children.
  private func seed(_ names: Set<SQLName>, _ snapshot: SchemaSnapshot) {
    database.connection.setTriggers(enabled: false)
    defer { database.connection.setTriggers(enabled: true) }
    for table in SampleRows.parentsFirst(names, of: snapshot) {
      database.asRunner {
        SampleRows.fill(table, kind, in: database.connection)
      }
    }
  }
}

extension RehearsedScript {
  fileprivate func failed(_ kind: SampleRows.Kind) -> Bool {
    (kind == .typical ? failsOnTypicalRows : failsOnHostileRows) != nil
  }
}
