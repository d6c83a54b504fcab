import SQLScriptsDatabase
import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsSchema

/// A script with its effects on a database without rows and on two with sample rows.
package struct RehearsedScript: Sendable {
  package let script: Script

  /// Its statements in order. Of a bulk script, only the first thousand plain INSERTs are here.
  package var statements: [RehearsedStatement]

  /// The other INSERTs of a bulk script.
  package var omitted: [OmittedInserts] = []

  /// The statements whose `onlyIf` was false, so that they were rolled back. With rows, it may be true.
  package var ruledOut: [RehearsedStatement] = []

  /// The schema before it and after it.
  package let before: SchemaSnapshot
  package let after: SchemaSnapshot

  /// The tables that its statements created, changed or dropped.
  package var touchedTables: Set<SQLName> = []

  /// The tables that its statements reference, with their ranges.
  var references: [SQLName: [Reference]] = [:]

  /// New tables that wait for the rows of old ones, which a later script copies.
  var unfinishedTables: Set<SQLName> = []

  /// Tables that it drops or renames as the last part of a rebuild that began in an earlier script.
  var tablesRebuiltElsewhere: Set<SQLName> = []

  /// What it did to real rows; nil if the rows are sample rows.
  package var real: RealEvidence?

  /// Set if it passed on real rows before it was rehearsed with sample rows.
  var realPass: RealPass?

  /// The lineage of the typical rows, by changed table.
  package var rows: [SQLName: SampleOutcome] = [:]

  /// Whether its `require` queries stop it for some sample rows.
  package var requiresOtherRows = false

  /// The offsets of the `require` and `verify` queries that find typical rows.
  package var queriesWithRows: Set<Int> = []

  /// The number of hostile rows of each table before and after; empty if a statement failed on them.
  package var hostileRows: [SQLName: SampleOutcome] = [:]

  /// The tables that it dropped or renamed, and their lineages.
  package var lineages: [TableLineage] = []

  /// The number of typical rows that each statement changed; empty if one failed.
  package var changes: [Int] = []

  /// What each INSERT, UPDATE and DELETE did to the typical rows, by its index; empty if one failed.
  package var rowEffects: [Int: RowEffect] = [:]

  /// The statement or query that fails only with rows: with any rows, or only with duplicates or NULLs.
  package var failsOnTypicalRows: SampleFailure?
  package var failsOnHostileRows: SampleFailure?

  /// The ALTERs that fail with any rows after a statement that failed with typical ones.
  package var laterFailures: [SampleFailure] = []

  /// The failures with sample rows after which the script went on with other values in the rows.
  package var dependsOnRows: [SampleFailure] = []

  /// Whether its `onlyIf` and `verify` queries, and everything before it, run on a database without rows.
  package var areQueriesValid = true

  /// What SQLite said about queries of `require`, `onlyIf` and `verify`, by their offset in the script's document.
  package var queryErrors: [Int: SQLiteError] = [:]

  /// The foreign key violations that the script left: in the database with typical rows, and in the one that only has
  /// the rows of the scripts.
  package var orphans: [ForeignKeyOrphan] = []
  package var orphansWithoutSamples: [ForeignKeyOrphan] = []

  /// The views and triggers that the script broke, with SQLite's errors.
  package var broken: [SQLName: String] = [:]

  /// The broken views and triggers that SQLite still accepts, because a name in double quotes became a string.
  package var lostNames: Set<SQLName> = []

  /// The names that scripts renamed or dropped until its end, if it broke anything.
  var formerNames: FormerNames?
}

extension RehearsedScript {
  /// Whether all its statements succeeded. Only then its overall effect can be checked.
  package var isComplete: Bool { statements.allSatisfy(\.succeeded) }

  /// Whether it changed the schema.
  package var changesSchema: Bool { statements.contains(where: \.changesSchema) }

  /// The last statement that creates the object of this name.
  func creation(of name: SQLName) -> RehearsedStatement? {
    statements.last { statement in
      statement.word(0) == "CREATE" && statement.createdName.map { SQLName($0) } == name
    }
  }

  /// The lineage of a table that it dropped or renamed.
  package func lineage(of table: SQLName) -> TableLineage? {
    lineages.first { SQLName($0.before.name) == table }
  }

  /// The rebuilds of the tables that it creates itself. Rules leave them alone, because no user has such rows.
  package var rebuildsOfNewTables: [TableLineage] {
    TableLineages.rebuildsOfNewTables(in: self)
  }

  /// Whether the script allows this table to lose rows.
  package func allowsRowLoss(of table: SQLName) -> Bool {
    script.allowsRowLoss.contains { SQLName(script.text($0)) == table }
  }
}

/// The lineage of the sample rows of one table.
package struct SampleOutcome: Sendable {
  package var before: Int
  /// Nil if the table was dropped.
  package var after: Int?
  /// The sample values of each column before and after, in the order of the rows, for tables of a few rows with values
  /// that are not too large.
  package var valuesBefore: [SQLName: [SQLiteValue]] = [:]
  package var valuesAfter: [SQLName: [SQLiteValue]] = [:]
  /// The size of these values.
  var byteCount = 0
  /// Whether there are too many values, or too large ones, to be compared, before or after.
  var isTooLarge = false
  /// Those of the first rows then, to be shown. They prove nothing about the others.
  package private(set) var firstValues: (before: Values, after: Values) = ([:], [:])

  package typealias Values = [SQLName: [SQLiteValue]]

  /// Adds the state of the table after the script; nil if it does not exist.
  mutating func add(_ now: SampleOutcome?) {
    (after, valuesAfter) = (now?.before, now?.valuesBefore ?? [:])
    byteCount += now?.byteCount ?? 0
    guard isTooLarge || now?.isTooLarge ?? false else { return }
    let (first, size) = ((valuesBefore, valuesAfter), byteCount)
    removeValues()
    (firstValues, byteCount) = (first, size)
  }

  /// Removes the values on both sides. Those of one side would look like rows that were added or deleted.
  mutating func removeValues() {
    (valuesBefore, valuesAfter, byteCount, isTooLarge) = ([:], [:], 0, true)
    firstValues = ([:], [:])
  }
}
