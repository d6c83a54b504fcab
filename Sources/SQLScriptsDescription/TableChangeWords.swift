import SQLScriptsSQL
import SQLScriptsSchema

/// The changes of a table as clauses, such as “removes **nick**” and “makes **email** required”.
struct TableChangeWords {
  let old: (table: SchemaTable, schema: SchemaSnapshot)
  let new: (table: SchemaTable, schema: SchemaSnapshot)

  /// The columns whose values are in a column with another name now.
  var renames: [(old: String, new: String)] = []

  /// The columns of all tables that a script renamed.
  var columnRenames: [SQLName: RowPairs.Columns] = [:]

  /// The indexes and triggers that other sentences are about.
  var told: Set<SQLName> = []

  /// The removed columns whose values are nowhere else.
  var lost: Set<SQLName> = []

  /// The name under which the old table stays beside the new one.
  var rest: String?

  private static let manyColumns = 4

  var clauses: [Words] {
    let changes = SchemaDifference(
      from: old.table, in: old.schema, to: new.table, in: new.schema
    ).changes
    var clauses: [Words] = (renames + respelled).map {
      "renames \(name: $0.old) to \(name: $0.new)"
    }
    clauses += removals(changes) + additions(changes)
    clauses += ColumnChangeWords(columns: keptColumns, old: old.table, new: new.table).clauses
    if isReordered { clauses.append("changes the order of its columns") }
    if changes.contains(where: { $0.subject == .primaryKey }) { clauses += keyClause }
    clauses += checkClauses(changes)
    clauses += changes.filter { $0.subject == .option && !isToldElsewhere($0) }.map(option)
    clauses += uniqueClauses
    clauses += ConflictChangeWords(old: old.table, new: new.table, present: present).clauses
    clauses +=
      ReferenceChangeWords(
        old: old.table, new: new.table, schemas: (old.schema, new.schema), present: present,
        presentKey: presentKey
      ).clauses
    return clauses + partClauses(changes)
  }

  /// The present name of a column of the old table.
  private func present(_ column: String) -> SQLName {
    SQLName(renames.first { SQLName($0.old) == SQLName(column) }?.new ?? column)
  }

  /// The present name of a column that a reference is to.
  private func presentKey(_ parent: String, _ column: String) -> SQLName {
    if [old.table.name, new.table.name].contains(where: parent.isSameName) {
      return present(column)
    }
    let rename = columnRenames[SQLName(parent)]?.first { SQLName($0.old) == SQLName(column) }
    // It may have been renamed before or after.
    guard let rename, new.schema[parent]?.column(rename.new) != nil,
      old.schema[parent]?.column(rename.new) == nil
    else { return SQLName(column) }
    return SQLName(rename.new)
  }

  private var keptColumns: [(old: SchemaColumn, new: SchemaColumn)] {
    old.table.columns.compactMap { column in
      new.table.column(present(column.name).text).map { (column, $0) }
    }
  }

  /// The columns whose names differ only in case. SQLite returns their names as they are written now.
  private var respelled: [(old: String, new: String)] {
    keptColumns.map { ($0.old.name, $0.new.name) }
      .filter { old, new in old != new && SQLName(old) == SQLName(new) }
  }

  /// Whether the columns that stay are in another order.
  private var isReordered: Bool {
    let places = keptColumns.map { pair in
      new.table.columns.map(\.name).firstIndex(of: pair.new.name) ?? 0
    }
    return zip(places, places.dropFirst()).contains { $0 > $1 }
  }

  private func removals(_ changes: [SchemaChange]) -> [Words] {
    let former = Set(renames.map { SQLName($0.old) })
    let names = changes.filter { change in
      change.subject == .column && change.action == .removed
        && !former.contains(SQLName(change.name))
    }.map(\.name)
    let gone = names.filter { lost.contains(SQLName($0)) }
    let rest = names.filter { !lost.contains(SQLName($0)) }
    return (rest.isEmpty ? [] : ["removes \(rest.names)"])
      + (gone.isEmpty
        ? [] : ["removes \(gone.names) and \(gone.count == 1 ? "its" : "their") values"])
  }

  private func additions(_ changes: [SchemaChange]) -> [Words] {
    let renamed = Set(renames.map { SQLName($0.new) })
    let columns = changes.filter { change in
      change.subject == .column && change.action == .added
        && !renamed.contains(SQLName(change.name))
    }.compactMap { new.table.column($0.name) }
    guard !columns.isEmpty else { return [] }
    if columns.count > Self.manyColumns { return ["adds \(columns.map(\.name).names)"] }
    // A rebuild fills new columns as it likes, so only the default of new rows is known.
    let words = columns.map {
      "\(name: $0.name) (\($0.words(in: new.table, existing: false)))" as Words
    }
    return ["adds \(words.list())"]
  }

  private var keyClause: [Words] {
    let key = new.table.primaryKey
    var clauses: [Words] = []
    if key.isEmpty {
      clauses.append("removes its primary key\(keptKey)")
    } else if old.table.primaryKey.isEmpty {
      clauses.append("makes \(key.names) the primary key")
    } else if key.map({ SQLName($0) }) != old.table.primaryKey.map(present) {
      clauses.append(
        "changes its primary key to \(key.names)\(repetition(of: old.table.primaryKey))")
    }
    let number = old.table.rowIDAlias.map { present($0.name) }
    let alias = new.table.rowIDAlias
    guard number != alias.map({ SQLName($0.name) }) else { return clauses }
    if let former = number.flatMap({ new.table.column($0.text) }) {
      clauses.append("no longer fills \(name: former.name) of new rows with the next number")
    }
    if let alias, let former = keptColumns.first(where: { $0.new.name == alias.name })?.old {
      let rows: Words = former.isNotNull ? "new rows" : "new rows and of rows without a value"
      clauses.append("fills \(name: alias.name) of \(rows) with the next number")
    }
    return clauses
  }

  /// “, but keeps **id** unique”, or that rows may have the same key now; empty if its columns are gone.
  private var keptKey: Words {
    let key = old.table.primaryKey.compactMap { new.table.column(present($0).text)?.name }
    guard !key.isEmpty, key.count == old.table.primaryKey.count else { return "" }
    let lost = repetition(of: old.table.primaryKey)
    return lost.isEmpty ? ", but keeps \(Self.combination(of: key)) unique" : lost
  }

  /// “ (rows of **user** may now have the same **id**)”, unless something keeps them different.
  private func repetition(of key: [String]) -> Words {
    let names = key.compactMap { new.table.column(present($0).text)?.name }
    let set = Set(names.map { SQLName($0) })
    guard names.count == key.count, !new.table.uniqueKeys().contains(where: set.isSuperset) else {
      return ""
    }
    return " (rows of \(name: new.table.name) may now have the same \(names.names))"
  }

  /// A condition that takes the place of another about the same column is one change.
  private func checkClauses(_ changes: [SchemaChange]) -> [Words] {
    let checks = changes.filter { $0.subject == .check }
    let (oldTexts, newTexts) = (old.table.writtenChecks, new.table.writtenChecks)
    var removed = checks.filter { $0.action == .removed }.map { oldTexts[$0.name] ?? $0.name }
    let added = checks.filter { $0.action == .added }.map { newTexts[$0.name] ?? $0.name }
    let words = CheckWords(old: old.table, new: new.table)
    var clauses: [Words] = []
    for check in Self.conjunctions(added, sharing: removed, checkedColumns) {
      let columns = checkedColumns(check)
      let former = removed.filter { !columns.isDisjoint(with: checkedColumns($0)) }
      removed.removeAll(where: former.contains)
      clauses.append(
        former.isEmpty
          ? words.addition(check) : words.change(from: Self.conjunction(former), to: check))
    }
    return clauses + removed.map(words.removal)
  }

  /// Checks, of which those that take the place of the same ones are one condition.
  private static func conjunctions(
    _ added: [String], sharing removed: [String], _ columns: (String) -> Set<SQLName>
  ) -> [String] {
    var groups: [(checks: [String], columns: Set<SQLName>)] = []
    for check in added {
      let former = removed.map(columns).filter { !$0.isDisjoint(with: columns(check)) }
      let shared = former.reduce(Set<SQLName>()) { $0.union($1) }
      let joined = groups.filter { !$0.columns.isDisjoint(with: shared) }
      groups.removeAll { !$0.columns.isDisjoint(with: shared) }
      groups.append(
        (joined.flatMap(\.checks) + [check], joined.reduce(shared) { $0.union($1.columns) }))
    }
    return groups.map { conjunction($0.checks) }
  }

  private static func conjunction(_ checks: [String]) -> String {
    checks.count == 1 ? checks[0] : checks.map { "(\($0))" }.joined(separator: " AND ")
  }

  private func checkedColumns(_ condition: String) -> Set<SQLName> {
    let sql = SQLText(condition)
    return Set(sql.indices.filter(sql.isName).map { present(sql.name($0)) })
      .intersection(
        old.table.columns.map { present($0.name) } + new.table.columns.map { SQLName($0.name) })
  }

  /// Whether AUTOINCREMENT goes with the column that it numbered, or `ConflictChangeWords` are about it.
  private func isToldElsewhere(_ change: SchemaChange) -> Bool {
    if [" ON CONFLICT ", " DEFERRABLE "].contains(where: change.name.contains) { return true }
    return change.name == "AUTOINCREMENT" && change.action == .removed
      && new.table.rowIDAlias == nil
  }

  private func option(_ change: SchemaChange) -> Words {
    let isAdded = change.action == .added
    switch change.name {
    case "STRICT":
      return isAdded ? "refuses values of other types" : "accepts values of other types"
    case "AUTOINCREMENT":
      return isAdded
        ? "never reuses the number of a deleted row" : "may reuse numbers of deleted rows"
    case "WITHOUT ROWID":
      return isAdded
        ? "stores its rows in the order of its primary key"
        : "no longer stores its rows in the order of its primary key"
    default: return isAdded ? "adds \(code: change.name)" : "removes \(code: change.name)"
    }
  }

  private var uniqueClauses: [Words] {
    let added = Self.keys(of: new.table).filter { key in
      let names = Set(key.map { SQLName($0) })
      // The words of a new column say so already, unless there are many.
      let isNew =
        key.count == 1 && new.table.columns.count - keptColumns.count <= Self.manyColumns
        && !keptColumns.contains { SQLName($0.new.name) == names.first }
      return !isNew
        && !old.table.uniqueKeys().contains { Set($0.map { present($0.text) }) == names }
    }
    let constraints = Self.keys(of: new.table).map { Set($0.map { SQLName($0) }) }
    let unique = old.table.indexes.filter { $0.origin == .unique }
    let former = unique.map { index in
      (index: index, columns: index.columns.compactMap { $0.map { present($0).text } })
    }.filter { _, key in
      key.allSatisfy { new.table.column($0) != nil }
        && !constraints.contains(Set(key.map { SQLName($0) }))
    }
    return added.map {
      "makes \(Self.combination(of: $0)) unique"
    }
      + former.compactMap { index, key in
        let names = Set(key.map { SQLName($0) })
        if new.table.uniqueKeys().contains(names) {
          guard
            new.table.keepsUnique(index, by: new.table.indexes, present: { present($0.text) })
          else { return "changes which values of \(key.names) count as the same" }
          let isKey = Set(new.table.primaryKey.map { SQLName($0) }) == names
          return
            "keeps \(Self.combination(of: key)) unique, now \(isKey ? "as its primary key" : "with an index")"
        }
        if new.table.uniqueKeys().contains(where: { $0.isSubset(of: names) }) { return nil }
        if new.table.hasUniqueExpression(of: names) {
          return "keeps \(Self.combination(of: key)) unique, now with an index"
        }
        return "allows \(Self.combination(of: key)) to repeat"
      }
  }

  /// “**a**”, “the combination of **a** and **b**”
  private static func combination(of key: [String]) -> Words {
    key.count == 1 ? key.names : "the combination of \(key.names)"
  }

  /// The columns of each UNIQUE.
  private static func keys(of table: SchemaTable) -> [[String]] {
    table.indexes.filter { $0.origin == .unique }.map { $0.columns.compactMap { $0 } }
  }

  /// Whether SQLite may have put new names into the SQL of a trigger.
  private func isRewritten(_ change: SchemaChange) -> Bool {
    let isRenamed = !renames.isEmpty || SQLName(old.table.name) != SQLName(new.table.name)
    return change.subject == .trigger && change.action == .changed && isRenamed
  }

  /// “, which now speeds up searching **t** by **a** (rows of **t** may now have the same **a**)”
  private func redefinition(_ change: SchemaChange) -> Words {
    if change.subject == .trigger {
      let sql = { (table: SchemaTable) in
        table.triggers.first { $0.name.isSameName(as: change.name) }?.sql
      }
      guard let before = sql(old.table), let after = sql(new.table) else { return "" }
      return RedefinitionWords.trigger(before, in: old.schema, to: after, in: new.schema)
    }
    let index = { (table: SchemaTable) in
      table.indexes.first { $0.name.isSameName(as: change.name) }
    }
    guard let before = index(old.table), let after = index(new.table) else { return "" }
    let words = RedefinitionWords.index(before, of: old.table, to: after, of: new.table)
    let loss =
      renames.isEmpty ? IndexWords(index: before, table: new.table).loss(with: after) : nil
    return words + (loss.map { " (\($0))" } ?? "")
  }

  /// The old table, if it stays with an index or trigger.
  private func owner(of part: SchemaChange) -> String? {
    guard let table = rest.flatMap({ new.schema[$0] }) else { return nil }
    let parts = part.subject == .index ? table.indexes.map(\.name) : table.triggers.map(\.name)
    return parts.contains { $0.isSameName(as: part.name) } ? table.name : nil
  }

  /// What keeps the rows of a removed unique index different now, or that nothing does; empty for other indexes.
  private func uniqueness(without name: String) -> Words {
    let index = old.table.indexes.first { $0.name.isSameName(as: name) }
    guard let index, index.isUnique, !index.isPartial, !index.columns.contains(nil) else {
      return ""
    }
    let key = index.columns.compactMap { $0.flatMap { new.table.column(present($0).text)?.name } }
    guard key.count == index.columns.count else { return "" }
    let names = Set(key.map { SQLName($0) })
    let constraints = new.table.indexes.filter { constraint in
      constraint.origin != .created
        && Set(constraint.columns.map { $0.map { SQLName($0) } }) == names
    }
    let isNew = !old.table.indexes.contains { other in
      other.origin != .created && Set(other.columns.map { $0.map { present($0) } }) == names
    }
    let keeps = { (others: [SchemaIndex]) in
      new.table.keepsUnique(index, by: others) { present($0.text) }
    }
    if isNew, let constraint = constraints.first, keeps(constraints) {
      return constraint.origin == .primaryKey
        ? ", because the primary key keeps \(Self.combination(of: key)) unique now"
        : ", because a UNIQUE constraint keeps \(Self.combination(of: key)) unique now"
    }
    if keeps(Array(new.table.indexes)) { return "" }
    return new.table.uniqueKeys().contains(names)
      ? " (changes which values of \(key.names) count as the same)"
      : " (rows of \(name: new.table.name) may now have the same \(key.names))"
  }

  private func partClauses(_ changes: [SchemaChange]) -> [Words] {
    changes.compactMap { change in
      guard change.subject == .index || change.subject == .trigger,
        !told.contains(SQLName(change.name)), !isRewritten(change)
      else { return nil }
      let noun = change.subject == .index ? "index" : "trigger"
      switch change.action {
      case .added: return "adds the \(noun) \(name: change.name)"
      case .removed:
        let rest = uniqueness(without: change.name)
        return owner(of: change).map {
          "leaves the \(noun) \(name: change.name) with \(name: $0)\(rest)"
        } ?? "removes the \(noun) \(name: change.name)\(rest)"
      case .changed, .renamed:
        return "changes the \(noun) \(name: change.name)\(redefinition(change))"
      }
    }
  }
}
