import SQLScriptsFiles
import SQLScriptsSchema

extension Rehearsal {
  /// Notes which tables have sample rows at the end.
  func noteTables(in coverage: inout RehearsalCoverage) {
    // Another route ends with the same tables.
    guard coverage.filledTables.isEmpty, coverage.emptyTables.isEmpty else { return }
    let tables = snapshot.tables.values.filter { $0.kind == .table || $0.kind == .virtual }
      .sorted { $0.name < $1.name }
    for table in tables where !Self.hiddenTables.contains(table.name) {
      if typical.hasRows(in: table.name) || hostile.hasRows(in: table.name) {
        coverage.filledTables.append(table.name)
      } else {
        coverage.emptyTables.append(table.name)
      }
      if table.kind == .virtual { coverage.virtualTables.append(table.name) }
    }
  }
}

extension RehearsalCoverage {
  /// Notes a script that was run, and its conditions.
  mutating func note(_ script: Script, isTriedBothWays: Bool) {
    guard noteRun(script.file.displayName) else { return }
    let conditions = script.options.count { $0.onlyIf != nil }
    if isTriedBothWays {
      conditionsBothWays += conditions
    } else {
      conditionsOneWay += conditions
    }
  }
}
