import SQLScriptsDatabase
import SQLScriptsFiles
import SQLScriptsSchema

/// One script, and what it did: on a database without rows, and on two with sample rows.
package struct RehearsedScript: Sendable {
  package let script: Script

  /// Its statements in order. Of a bulk script, only the first thousand plain INSERTs are here.
  package var statements: [RehearsedStatement]

  /// The schema before it and after it.
  package let before: SchemaSnapshot
  package let after: SchemaSnapshot

  /// The tables that its statements made, changed or took away, in lower case.
  package var touchedTables: Set<String> = []

  /// What became of the typical rows, by table in lower case: of the tables that it touched.
  package var rows: [String: SampleOutcome] = [:]

  /// How many hostile rows the tables had before and after it; empty if a statement failed on them.
  package var hostileRows: [String: SampleOutcome] = [:]

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
}

extension RehearsedScript {
  /// Whether all its statements did what they say: only then what it did in all can be judged.
  package var isComplete: Bool { statements.allSatisfy(\.succeeded) }

  /// Whether it changed the schema.
  package var changesSchema: Bool { statements.contains(where: \.changesSchema) }

  /// What became of a table that it dropped or renamed.
  package func fate(of table: String) -> TableFate? {
    fates.first { $0.before.name.lowercased() == table.lowercased() }
  }

  /// Whether the script says that this table is meant to lose rows.
  package func allowsRowLoss(of table: String) -> Bool {
    script.allowsRowLoss.contains { $0.lowercased() == table.lowercased() }
  }
}

/// What became of the sample rows of one table.
package struct SampleOutcome: Sendable {
  package var before: Int
  /// Nil if the table is gone.
  package var after: Int?
  /// The sample values of each column before and after, in the order of the rows, for tables of a few rows.
  package var valuesBefore: [String: [SQLiteValue]] = [:]
  package var valuesAfter: [String: [SQLiteValue]] = [:]
}

/// A statement that failed on sample rows.
package struct SampleFailure: Sendable {
  /// The index in the script's statements.
  package var statement: Int
  package var error: SQLiteError
}
