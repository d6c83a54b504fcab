import SQLScriptsSQL

/// A constraint, default or property of a table that a new definition of the table does not have.
package struct ConstraintLoss: Sendable, Hashable {
  /// Its keyword, such as `NOT NULL` or `UNIQUE`.
  package let kind: String

  /// The whole clause, for people.
  package let words: String

  /// What `new` has lost of `old`, in the order of the columns. A column that is gone takes its constraints along.
  package static func all(
    from old: SchemaTable, to new: SchemaTable, in former: SchemaSnapshot
  ) -> [ConstraintLoss] {
    var losses = key(old, new)
    let (before, after) = (TableClauses(old.sql), TableClauses(new.sql))
    for column in old.columns {
      guard let now = new.column(column.name) else { continue }
      let name = SQLName(column.name)
      if column.isNotNull, !now.isNotNull, now.primaryKeyPosition == 0 {
        losses.append(.init(kind: "NOT NULL", words: "NOT NULL on “\(now.name)”"))
      }
      if let value = column.defaultValue, now.defaultValue == nil, value.uppercased() != "NULL" {
        losses.append(.init(kind: "DEFAULT", words: "DEFAULT \(value.oneLine) on “\(now.name)”"))
      }
      if let collation = before.collations[name], collation != "binary",
        (after.collations[name] ?? "binary") == "binary"
      {
        losses.append(
          .init(kind: "COLLATE", words: "COLLATE \(collation.uppercased()) on “\(now.name)”"))
      }
      if let formula = before.generated[name], after.generated[name] == nil {
        losses.append(
          .init(kind: "AS", words: "GENERATED ALWAYS AS (\(formula.text)) on “\(now.name)”"))
      }
    }
    return losses + uniques(old, new) + references(old, new, former)
      + checks(old, new, before, after)
      + options(old, new, before, after)
  }

  private static func key(_ old: SchemaTable, _ new: SchemaTable) -> [ConstraintLoss] {
    let columns = old.primaryKey
    guard !columns.isEmpty, new.primaryKey.isEmpty,
      columns.allSatisfy({ new.column($0) != nil })
    else { return [] }
    return [.init(kind: "PRIMARY KEY", words: "PRIMARY KEY on \(list(columns))")]
  }

  private static func uniques(_ old: SchemaTable, _ new: SchemaTable) -> [ConstraintLoss] {
    let now = new.indexes.filter(\.isUnique).map { names($0.columns) }
    return old.indexes.compactMap { index -> ConstraintLoss? in
      let columns = names(index.columns)
      guard index.origin == .unique, columns.allSatisfy({ new.column($0) != nil }),
        !now.contains(where: columns.isSuperset)
      else { return nil }
      return .init(
        kind: "UNIQUE", words: "UNIQUE on \(list(index.columns.compactMap { $0 }))")
    }
  }

  private static func references(
    _ old: SchemaTable, _ new: SchemaTable, _ former: SchemaSnapshot
  ) -> [ConstraintLoss] {
    old.foreignKeys.compactMap { key -> ConstraintLoss? in
      let columns = names(key.columns)
      guard columns.allSatisfy({ new.column($0) != nil }) else { return nil }
      guard let now = new.foreignKeys.first(where: { names($0.columns) == columns }) else {
        // A key that lost its table has its own rule.
        guard former[key.parent] != nil else { return nil }
        return .init(
          kind: "REFERENCES", words: "REFERENCES “\(key.parent)” on \(list(key.columns))")
      }
      let actions = [
        ("DELETE", key.onDelete, now.onDelete), ("UPDATE", key.onUpdate, now.onUpdate),
      ].filter { action in
        // Another action instead of RESTRICT no longer protects the row.
        action.1 != "NO ACTION" && action.2 == "NO ACTION"
          || action.1 == "RESTRICT" && action.2 != "RESTRICT"
      }.map { "ON \($0.0) \($0.1)" }
      guard !actions.isEmpty else { return nil }
      return .init(
        kind: "ON DELETE", words: "\(actions.joined(separator: " ")) on \(list(key.columns))")
    }
  }

  private static func checks(
    _ old: SchemaTable, _ new: SchemaTable, _ before: TableClauses, _ after: TableClauses
  ) -> [ConstraintLoss] {
    let known = Set(old.columns.map { SQLName($0.name).folded })
    let columns = { (check: CanonicalSQL) in Set(check.tokens).intersection(known) }
    return before.checks.compactMap { check -> ConstraintLoss? in
      let own = columns(check)
      guard own.allSatisfy({ new.column($0) != nil }), !after.checks.contains(check),
        // STRICT checks the types itself.
        !(new.isStrict && check.tokens.contains("typeof")),
        // Another CHECK of the same columns replaces it.
        !after.checks.contains(where: { !columns($0).isDisjoint(with: own) })
      else { return nil }
      return .init(kind: "CHECK", words: "CHECK (\(check.text))")
    }
  }

  private static func options(
    _ old: SchemaTable, _ new: SchemaTable, _ before: TableClauses, _ after: TableClauses
  ) -> [ConstraintLoss] {
    var losses: [ConstraintLoss] = []
    if old.isStrict, !new.isStrict { losses.append(.init(kind: "STRICT", words: "STRICT")) }
    if old.isWithoutRowID, !new.isWithoutRowID {
      losses.append(.init(kind: "WITHOUT ROWID", words: "WITHOUT ROWID"))
    }
    if before.isAutoincrement, !after.isAutoincrement, new.rowIDAlias != nil {
      losses.append(.init(kind: "AUTOINCREMENT", words: "AUTOINCREMENT"))
    }
    let now = Set(after.conflicts)
    return losses
      + before.conflicts.filter { !now.contains($0) }.map {
        .init(kind: $0.hasSuffix("DEFERRED") ? "DEFERRABLE" : "ON CONFLICT", words: $0)
      }
  }

  private static func names(_ columns: [String?]) -> Set<String> {
    Set(columns.compactMap { $0?.asciiLowercased })
  }

  private static func list(_ columns: [String]) -> String {
    columns.map { "“\($0)”" }.joined(separator: ", ")
  }
}
