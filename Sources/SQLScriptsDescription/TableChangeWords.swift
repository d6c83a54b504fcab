import SQLScriptsSQL
import SQLScriptsSchema

/// The changes of a table as clauses, such as “removes **nick**” and “makes **email** required”.
struct TableChangeWords {
  let old: (table: SchemaTable, schema: SchemaSnapshot)
  let new: (table: SchemaTable, schema: SchemaSnapshot)

  /// The columns whose values are in a column with another name now.
  var renames: [(old: String, new: String)] = []

  /// Whether the old table may have had rows.
  var hasRows = true

  var clauses: [Words] {
    let changes = SchemaDifference(
      from: old.table, in: old.schema, to: new.table, in: new.schema
    ).changes
    var clauses: [Words] = renames.map { "renames \(name: $0.old) to \(name: $0.new)" }
    clauses += columnClauses(changes)
    for change in changes {
      switch change.subject {
      case .column, .table, .view, .virtualTable, .foreignKey, .index, .trigger, .unique: break
      case .columnOrder where changes.count == 1: clauses.append("changes the order of its columns")
      case .columnOrder: break
      case .primaryKey: clauses.append(keyClause)
      case .check:
        clauses.append(
          change.action == .added
            ? "checks \(code: change.name)" : "no longer checks \(code: change.name)")
      case .option: clauses += optionClause(change)
      }
    }
    return clauses + uniqueClauses + referenceClauses + indexClauses(changes)
  }

  private func columnClauses(_ changes: [SchemaChange]) -> [Words] {
    let columns = changes.filter { $0.subject == .column }
    let former = Set(renames.map { SQLName($0.old) })
    let renamed = Set(renames.map { SQLName($0.new) })
    let removed = columns.filter { $0.action == .removed && !former.contains(SQLName($0.name)) }
    var clauses: [Words] = []
    if !removed.isEmpty { clauses.append("removes \(removed.map(\.name).names)") }
    for change in columns where change.action == .added && !renamed.contains(SQLName(change.name)) {
      guard let column = new.table.column(change.name) else { continue }
      // A rebuild fills new columns as it likes, so only the default of new rows is known.
      let words = column.words(in: new.table, existing: false)
      clauses.append("adds \(name: column.name) (\(words))")
    }
    for column in new.table.columns {
      let name =
        renames.first { SQLName($0.new) == SQLName(column.name) }?.old ?? column.name
      if let before = old.table.column(name) { clauses += columnClauses(before, column) }
    }
    return clauses
  }

  private func columnClauses(_ old: SchemaColumn, _ new: SchemaColumn) -> [Words] {
    var clauses: [Words] = []
    let isRowID = { (column: SchemaColumn, table: SchemaTable) in
      table.rowIDAlias?.name.isSameName(as: column.name) == true
    }
    if old.isNotNull != new.isNotNull, !isRowID(old, self.old.table), !isRowID(new, self.new.table)
    {
      clauses.append(
        new.isNotNull
          ? "makes \(name: new.name) required" : "allows \(name: new.name) to have no value")
    }
    if CanonicalSQL(old.type) != CanonicalSQL(new.type) {
      let (before, after) = (old.typeWords, new.typeWords)
      clauses.append(
        before == after
          ? "changes the type of \(name: new.name) from \(code: old.type) to \(code: new.type)"
          : "changes the type of \(name: new.name) from \(before) to \(after)")
    }
    let (before, after) = (old.effectiveDefault, new.effectiveDefault)
    if before.map({ CanonicalSQL($0) }) != after.map({ CanonicalSQL($0) }) {
      clauses.append(
        after.map { "changes the default of \(name: new.name) to \(code: $0)" }
          ?? "removes the default of \(name: new.name)")
    }
    if old.isGenerated != new.isGenerated {
      clauses.append(
        new.isGenerated
          ? "computes \(name: new.name) from other columns" : "stores \(name: new.name) in its rows"
      )
    }
    return clauses
  }

  private var keyClause: Words {
    let key = new.table.primaryKey
    if key.isEmpty { return "removes its primary key" }
    if key.map({ SQLName($0) }) == old.table.primaryKey.map({ SQLName($0) }) {
      return new.table.rowIDAlias == nil
        ? "no longer numbers its rows in \(key.names)" : "numbers its rows in \(key.names)"
    }
    return "changes its primary key to \(key.names)"
  }

  private func optionClause(_ change: SchemaChange) -> [Words] {
    let isAdded = change.action == .added
    switch change.name {
    case "STRICT":
      return [isAdded ? "refuses values of other types" : "accepts values of other types"]
    case "AUTOINCREMENT":
      return [isAdded ? "never uses a number twice" : "may use the number of a deleted row again"]
    default:
      return [isAdded ? "adds \(code: change.name)" : "removes \(code: change.name)"]
    }
  }

  private var uniqueClauses: [Words] {
    let keys = { (table: SchemaTable) in
      table.indexes.filter { $0.origin == .unique }.map { $0.columns.compactMap { $0 } }
    }
    let name = { (column: String) -> SQLName in
      SQLName(renames.first { SQLName($0.old) == SQLName(column) }?.new ?? column)
    }
    let before = Set(keys(old.table).map { $0.map(name) })
    let after = Set(keys(new.table).map { $0.map { SQLName($0) } })
    let added = keys(new.table).filter { !before.contains($0.map { SQLName($0) }) }
    let removed = keys(old.table).filter { key in
      !after.contains(key.map(name)) && key.allSatisfy { new.table.column(name($0).text) != nil }
    }
    return added.map { "makes \($0.names) unique" }
      + removed.map { "allows \($0.names) to repeat" }
  }

  private var referenceClauses: [Words] {
    // The columns of the parent make no difference for a reader.
    let key = { (reference: SchemaForeignKey) in
      [SQLName(reference.parent)] + reference.columns.map { SQLName($0) }
    }
    let (before, after) = (old.table.foreignKeys, new.table.foreignKeys)
    var clauses: [Words] = []
    for reference in after {
      guard let same = before.first(where: { key($0) == key(reference) }) else {
        clauses.append(
          "lets \(reference.columns.names) refer to a row of \(name: reference.parent)")
        continue
      }
      guard same.onDelete != reference.onDelete else { continue }
      clauses.append(
        reference.deletion.map { "a row that belongs to one of \(name: reference.parent) \($0)" }
          ?? "keeps its rows when the row of \(name: reference.parent) that they belong to is deleted"
      )
    }
    for reference in before where !after.contains(where: { key($0) == key(reference) }) {
      guard reference.columns.contains(where: { new.table.column($0) != nil }) else { continue }
      clauses.append(
        "\(reference.columns.names) no longer has to refer to a row of \(name: reference.parent)")
    }
    return clauses
  }

  private func indexClauses(_ changes: [SchemaChange]) -> [Words] {
    changes.filter { $0.subject == .index || $0.subject == .trigger }.map { change in
      let noun = change.subject == .index ? "index" : "trigger"
      switch change.action {
      case .added: return "adds the \(noun) \(name: change.name)"
      case .removed: return "removes the \(noun) \(name: change.name)"
      case .changed, .renamed: return "changes the \(noun) \(name: change.name)"
      }
    }
  }
}
