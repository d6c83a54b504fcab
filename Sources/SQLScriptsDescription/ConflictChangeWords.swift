import SQLScriptsSQL
import SQLScriptsSchema

/// What ON CONFLICT and DEFERRABLE do with rows that a constraint refuses, as far as that changes.
struct ConflictChangeWords {
  let old: SchemaTable
  let new: SchemaTable
  /// The present name of a column of the old table.
  let present: (String) -> SQLName

  private enum Kind: String { case unique = "UNIQUE", key = "PRIMARY", required = "NOT" }

  /// A constraint by the present names of its columns.
  private struct Constraint: Hashable {
    var kind: Kind
    var columns: Set<SQLName>
  }

  var clauses: [Words] {
    let before = manners(of: old, present)
    let after = manners(of: new) { SQLName($0) }
    let (kept, added) = (constraints(of: old, present), constraints(of: new) { SQLName($0) })
    let common = Set(before.keys).union(after.keys).intersection(kept).intersection(added)
    var clauses: [Words] = []
    if common.contains(where: { before[$0] != after[$0] }) {
      clauses.append("changes what happens if a row is not allowed")
    }
    let fresh = after.filter { !kept.contains($0.key) }
    clauses += fresh.compactMap { words($0.key, $0.value) }.sorted { $0.plain < $1.plain }
    // Those of columns that no longer refer to rows, or did not before, are not told.
    if references(of: old, present) == references(of: new, { SQLName($0) }),
      deferred(old) != deferred(new)
    {
      clauses.append("changes when it checks references")
    }
    return clauses
  }

  /// What a constraint does that was not there before.
  private func words(_ constraint: Constraint, _ manner: String) -> Words? {
    let names = new.columns.map(\.name).filter { constraint.columns.contains(SQLName($0)) }.names
    return switch (constraint.kind, manner) {
    case (.required, "REPLACE"): "stores the default in \(names) if a new row has no value there"
    case (.required, "IGNORE"): "silently leaves out new rows without \(names)"
    case (_, "REPLACE"): "lets a new row replace the one with the same \(names)"
    case (_, "IGNORE"): "silently leaves out new rows with the same \(names) as another one"
    default: nil
    }
  }

  /// The last word of each ON CONFLICT. A CHECK ignores it.
  private func manners(
    of table: SchemaTable, _ name: (String) -> SQLName
  ) -> [Constraint: String] {
    var manners: [Constraint: String] = [:]
    for clause in TableClauses(table.sql).conflicts where clause.contains(" ON CONFLICT ") {
      let text = SQLText(clause)
      guard let kind = Kind(rawValue: text.word(0)), let manner = text.tokens.last else { continue }
      let columns = text.indices.filter { index in
        text.depth(index) == 1 && text.isName(index)
          && [.leftParenthesis, .comma].contains(text.kind(index - 1))
      }
      let names = Set(columns.map { name(text.name($0)) })
      manners[Constraint(kind: kind, columns: names)] = text.text(manner)
    }
    return manners
  }

  private func constraints(of table: SchemaTable, _ name: (String) -> SQLName) -> Set<Constraint> {
    let unique = table.indexes.filter { $0.origin == .unique }.map { index in
      Constraint(kind: .unique, columns: Set(index.columns.compactMap { $0.map(name) }))
    }
    let required = table.columns.filter(\.isNotNull).map {
      Constraint(kind: .required, columns: [name($0.name)])
    }
    return Set(unique + required)
      .union([Constraint(kind: .key, columns: Set(table.primaryKey.map(name)))])
  }

  private func references(of table: SchemaTable, _ name: (String) -> SQLName) -> Set<[SQLName]> {
    Set(table.foreignKeys.map { $0.columns.map(name) })
  }

  private func deferred(_ table: SchemaTable) -> Int {
    TableClauses(table.sql).conflicts.count { $0.contains(" DEFERRABLE ") }
  }
}
