import SQLScriptsDatabase
import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsSchema

/// One script, and what it did: on a database without rows, and on two with sample rows.
package struct RehearsedScript: Sendable {
  package let script: Script

  /// Its statements in order. Of a bulk script, only the first thousand plain INSERTs are here.
  package var statements: [RehearsedStatement]

  /// The schema before it and after it.
  package let before: SchemaSnapshot
  package let after: SchemaSnapshot

  /// The tables that its statements made, changed or took away.
  package var touchedTables: Set<SQLName> = []

  /// The tables that its statements refer to, and where.
  var references: [SQLName: SourceSpan] = [:]

  /// What became of the typical rows, by table: of the tables that it touched.
  package var rows: [SQLName: SampleOutcome] = [:]

  /// How many hostile rows the tables had before and after it; empty if a statement failed on them.
  package var hostileRows: [SQLName: SampleOutcome] = [:]

  /// The tables that it dropped or renamed, and what they are now.
  package var fates: [TableFate] = []

  /// How many typical rows each statement changed; empty if one failed.
  package var changes: [Int] = []

  /// The statement that failed although it passes without rows: for everybody who has data, or only for
  /// those who have duplicates or empty values.
  package var failsOnTypicalRows: SampleFailure?
  package var failsOnHostileRows: SampleFailure?

  /// Rows without a parent that the script left: in the database with typical rows, and in the one that has
  /// only the rows of the scripts.
  package var orphans: [ForeignKeyOrphan] = []
  package var orphansWithoutSamples: [ForeignKeyOrphan] = []

  /// Views and triggers that cannot be used after it, and could before; with SQLite's words.
  package var broken: [SQLName: String] = [:]

  /// Those of them that SQLite still takes: a name in double quotes has become a text.
  package var lostNames: Set<SQLName> = []
}

extension RehearsedScript {
  /// Whether all its statements did what they say: only then what it did in all can be judged.
  package var isComplete: Bool { statements.allSatisfy(\.succeeded) }

  /// Whether it changed the schema.
  package var changesSchema: Bool { statements.contains(where: \.changesSchema) }

  /// The last statement that makes what has this name.
  func creation(of name: SQLName) -> RehearsedStatement? {
    statements.last { statement in
      statement.word(0) == "CREATE" && statement.createdName.map { SQLName($0) } == name
    }
  }

  /// What became of a table that it dropped or renamed.
  package func fate(of table: SQLName) -> TableFate? {
    fates.first { SQLName($0.before.name) == table }
  }

  /// Whether the script says that this table is meant to lose rows.
  package func allowsRowLoss(of table: SQLName) -> Bool {
    script.allowsRowLoss.contains { SQLName($0) == table }
  }
}

/// What became of the sample rows of one table.
package struct SampleOutcome: Sendable {
  package var before: Int
  /// Nil if the table is gone.
  package var after: Int?
  /// The sample values of each column before and after, in the order of the rows, for tables of a few rows.
  package var valuesBefore: [SQLName: [SQLiteValue]] = [:]
  package var valuesAfter: [SQLName: [SQLiteValue]] = [:]
}

/// A statement that failed on sample rows.
package struct SampleFailure: Sendable {
  /// The index in the script's statements.
  package var statement: Int
  package var error: SQLiteError
}
