import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

/// The statements that rebuild a table, and where one rebuild ends and the next one begins.
struct RebuildParts {
  private let lineage: TableLineage
  private let after: SchemaTable
  private let script: RehearsedScript

  /// The indices of the statements of all its rebuilds.
  let statements: [Int]

  init(_ lineage: TableLineage, _ after: SchemaTable, in script: RehearsedScript) {
    (self.lineage, self.after, self.script) = (lineage, after, script)
    let parts = Set(
      lineage.before.indexes.map { SQLName($0.name) }
        + lineage.before.triggers.map { SQLName($0.name) })
    statements = script.statements.indices.filter { index in
      let statement = script.statements[index]
      guard statement.succeeded, index >= lineage.start else { return false }
      if lineage.copies.contains(index) || lineage.steps.contains(index) { return true }
      if let altered = statement.actions.first(where: { $0.kind == .alterTable }) {
        return lineage.passingNames(at: index, in: script).contains(SQLName(altered.name))
      }
      guard let created = statement.created, [.index, .trigger].contains(created.kind) else {
        return false
      }
      return parts.contains(SQLName(statement.name(created.name.name)))
    }
  }

  /// The statements by rebuild.
  var rebuilds: [[Int]] {
    var rebuilds: [[Int]] = [[]]
    var isRebuilt = false
    for index in statements {
      if isRebuilt, begins(index) {
        rebuilds.append([])
        isRebuilt = false
      }
      rebuilds[rebuilds.count - 1].append(index)
      isRebuilt = isRebuilt || tables(in: script.statements[index].after).count > 1
    }
    return rebuilds
  }

  /// Whether a statement begins with the table in its place, and takes it away or makes another one.
  private func begins(_ index: Int) -> Bool {
    let statement = script.statements[index]
    let present = tables(in: statement.before)
    guard present.count == 1, let only = present.first,
      [lineage.before.name, after.name].contains(where: { SQLName($0) == only })
    else { return false }
    return tables(in: statement.after).count > 1 || statement.renamedTable?.old == only
  }

  private func tables(in schema: SchemaSnapshot) -> [SQLName] {
    lineage.names.filter { schema[$0] != nil }
  }
}

extension TableLineage {
  /// The names that the new rows have at a statement, but no longer after the script.
  func passingNames(at index: Int, in script: RehearsedScript) -> Set<SQLName> {
    // Before and afterwards, the name is that of another table.
    guard let first = steps.min(), let last = steps.max(), first < index, index < last else {
      return []
    }
    let isCopied = copies.contains { $0 > index }
    let passing = (isCopied ? names : namesOfReplacement)
      .subtracting([before, after].compactMap { $0.map { SQLName($0.name) } })
    return passing.filter { name in
      // A column may have the name, too.
      let table = script.statements[index].before[name]
      return script.before[name] == nil && table.map { $0.column(name.text) == nil } ?? false
    }
  }
}
