import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

/// A table that a script created anew, filled with its rows and put in the place of the old one.
struct RebuildWords {
  let lineage: TableLineage
  let after: SchemaTable
  let script: RehearsedScript
  let samples: SampleTable

  init?(_ lineage: TableLineage, in script: RehearsedScript, _ samples: SampleTables) {
    guard lineage.kind == .rebuilt, let after = lineage.after else { return nil }
    self.lineage = lineage
    self.after = after
    self.script = script
    self.samples = samples.table(lineage.before, after)
  }

  /// The indices of its statements.
  var statements: [Int] {
    let parts = Set(
      lineage.before.indexes.map { SQLName($0.name) }
        + lineage.before.triggers.map { SQLName($0.name) })
    return script.statements.indices.filter { index in
      let statement = script.statements[index]
      guard statement.succeeded else { return false }
      if lineage.copies.contains(index) { return true }
      let names = lineage.names
      if statement.madeTable.map(names.contains) == true { return true }
      if statement.droppedTable.map(names.contains) == true { return true }
      if let (old, new) = statement.renamedTable {
        return names.contains(old) || names.contains(new)
      }
      guard let created = statement.created, [.index, .trigger].contains(created.kind) else {
        return false
      }
      return parts.contains(SQLName(statement.name(created.name.name)))
    }
  }

  var words: Words {
    var changes = TableChangeWords(
      old: (lineage.before, script.before), new: (after, script.after))
    changes.renames = samples.renames
    let name = lineage.before.name
    let clauses = changes.clauses
    if lineage.copies.isEmpty {
      let start: Words = "removes the table \(name: name) with all its rows and creates it again"
      return clauses.isEmpty ? start : "\(start): \(clauses.joined(by: ", "))"
    }
    var start: Words = "rebuilds \(name: name)"
    if SQLName(name) != SQLName(after.name) { start += " as \(name: after.name)" }
    let all = clauses + kept
    return all.isEmpty ? start : "\(start): \(all.joined(by: ", "))"
  }

  private var kept: [Words] {
    let (count, total) = samples.kept
    guard total > 0 else { return [] }
    return ["keeps \(count) of \(total) sample \(total == 1 ? "row" : "rows")"]
  }
}
