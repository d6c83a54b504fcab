import SQLScriptsSQL
import SQLScriptsSchema

extension LostIndex {
  /// An index that a script drops, although a foreign key has no other. Whether queries need an index is not known.
  func check(
    drop statement: RehearsedStatement, in script: RehearsedScript, _ findings: inout Findings
  ) {
    guard let action = statement.actions.first(where: { $0.kind == .dropIndex }),
      let table = script.after[action.detail], let former = script.before[action.detail],
      let index = former.indexes.first(where: { $0.name.isSameName(as: action.name) }),
      let sql = index.sql,
      let key = table.foreignKeys.first(where: { key in
        index.covers(key) && !table.hasIndex(on: key) && former.foreignKeys.contains(key)
          && script.after[key.parent] != nil
      }), !table.hasNewPartialIndex(on: key, since: former)
    else { return }
    let isRebuilt = script.lineages.contains { lineage in
      lineage.kind == .rebuilt && lineage.before.name.isSameName(as: table.name)
    }
    let columns = key.columns.joined(separator: ", ")
    let way =
      isRebuilt
      ? "At the end of the script, write: \(sql.oneLine), or "
      : "Delete this statement, create another index on “\(columns)”, or "
    findings.report(
      "“\(table.name)” no longer has an index on “\(columns)”, which makes deleting from “\(key.parent)” slow",
      at: statement.span,
      why:
        "Without it, SQLite reads all of “\(table.name)” for each deleted row of “\(key.parent)”.",
      help: way + Suppressions.howTo("lost-index"), severity: .warning)
  }
}

extension SchemaTable {
  /// Whether a new index has only some rows of a foreign key, which shows that the author thought of it.
  fileprivate func hasNewPartialIndex(
    on key: SchemaForeignKey, since old: SchemaTable
  ) -> Bool {
    let columns = Set(key.columns.map { $0.asciiLowercased })
    return indexes.contains { index in
      index.isPartial
        && index.columns.contains { $0.map { columns.contains($0.asciiLowercased) } ?? false }
        && !old.indexes.contains(index)
    }
  }
}
