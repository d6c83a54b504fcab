import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

/// The sample rows of all tables that a script touched.
struct SampleTables {
  private let script: RehearsedScript
  /// Whether it has the first rows of tables whose rows are not compared.
  private let showsFirst: Bool
  /// The columns that ALTER TABLE renamed, by the last name of their table.
  private var renames: [SQLName: [(old: String, new: String)]] = [:]

  init(_ script: RehearsedScript, showingFirst: Bool = false) {
    self.script = script
    showsFirst = showingFirst
    for statement in script.statements where statement.succeeded {
      if let (old, new) = statement.renamedTable {
        // The last part of a rebuild: the columns of the old table may have been renamed before.
        let known = (renames[new] ?? []) + (renames.removeValue(forKey: old) ?? [])
        renames[new] = known.isEmpty ? nil : known
      } else if let renamed = statement.renamedColumn {
        var list = renames[renamed.table] ?? []
        if let index = list.firstIndex(where: { SQLName($0.new) == SQLName(renamed.old) }) {
          list[index].new = renamed.new
        } else {
          list.append((renamed.old, renamed.new))
        }
        renames[renamed.table] = list
      }
    }
  }

  /// All tables, by name.
  var all: [SampleTable] {
    let lineages = script.lineages.filter { $0.after != nil }
    let followed = Set(lineages.map { SQLName($0.before.name) })
    let heirs = Set(lineages.compactMap { $0.after.map { SQLName($0.name) } })
    let others = script.touchedTables.filter { !followed.contains($0) && !heirs.contains($0) }
    let tables =
      lineages.map(table) + others.map { table(script.before[$0], script.after[$0]) }
    return tables.sorted {
      SQLName($0.after?.name ?? $0.before?.name ?? "")
        < SQLName($1.after?.name ?? $1.before?.name ?? "")
    }
  }

  /// The renamed columns of all tables, including those whose values a rebuild copied, by the last name of their table.
  var columnRenames: [SQLName: RowPairs.Columns] {
    script.lineages.reduce(into: renames) { all, lineage in
      guard let after = lineage.after else { return }
      all[SQLName(after.name)] = table(lineage).renames
    }
  }

  func table(_ lineage: TableLineage) -> SampleTable {
    let renames = renames(of: lineage.after)
    return table(
      lineage.before, lineage.after, lineage,
      CopiedColumns(lineage, in: script, renames: renames))
  }

  private func table(
    _ before: SchemaTable?, _ after: SchemaTable?, _ lineage: TableLineage? = nil,
    _ copied: CopiedColumns? = nil
  ) -> SampleTable {
    SampleTable(
      before: before, before.flatMap { script.rows[SQLName($0.name)] }, after: after,
      after.flatMap { script.rows[SQLName($0.name)] }, renames: renames(of: after), copied: copied,
      computed: computedColumns(of: after, lineage), showsFirst: showsFirst)
  }

  /// The columns that get anything else than the value of a column. What a subquery finds may be one.
  private func computedColumns(
    of table: SchemaTable?, _ lineage: TableLineage?
  ) -> Set<SQLName> {
    guard let table else { return [] }
    let names = (lineage?.names ?? []).union([SQLName(table.name)])
    var computed: Set<SQLName> = []
    for statement in script.statements where statement.succeeded {
      guard statement.writtenTable.map(names.contains) == true else { continue }
      var values = statement.lastAssignments.map { (statement.name($0.column), $0.value) }
      if let lineage, statement.outerIndex(of: "SELECT") != nil {
        let copy = CopyWords(
          statement: statement, names: names, old: lineage.before, new: table, renames: [])
        values += copy.values.filter { $0.source == nil }.map { ($0.column, $0.range) }
      }
      for (column, value) in values
      where value.count > 1 && !value.contains(where: { statement.word($0) == "SELECT" }) {
        let isColumn = value.count == 3 && statement.kind(value.lowerBound + 1) == .dot
        if !isColumn { computed.insert(SQLName(column)) }
      }
    }
    return computed
  }

  private func renames(of table: SchemaTable?) -> [(old: String, new: String)] {
    table.flatMap { renames[SQLName($0.name)] } ?? []
  }
}
