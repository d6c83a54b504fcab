import SQLScriptsSQL
import SQLScriptsSchema

/// What ON CONFLICT and DEFERRABLE do with rows that a constraint refuses, as far as that changes.
struct ConflictChangeWords {
  let old: SchemaTable
  let new: SchemaTable
  /// The present name of a column of the old table.
  let present: (String) -> SQLName

  /// A constraint by the present names of its columns.
  private struct Constraint: Hashable {
    var kind: ConflictClause.Kind
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
    clauses += words(of: after.filter { !kept.contains($0.key) })
    // Those of columns that no longer refer to rows, or did not before, are not told.
    if references(of: old, present) == references(of: new, { SQLName($0) }),
      deferred(old) != deferred(new)
    {
      clauses.append("changes when it checks references")
    }
    return clauses
  }

  /// What constraints do that were not there before.
  private func words(of manners: [Constraint: String]) -> [Words] {
    let columns = new.columns.map(\.name)
    let names = { (manner: String, isRequired: Bool) -> [[String]] in
      manners.filter { $0.value == manner && ($0.key.kind == .required) == isRequired }
        .map { constraint, _ in columns.filter { constraint.columns.contains(SQLName($0)) } }
        .sorted {
          ($0.first.flatMap(columns.firstIndex) ?? 0) < ($1.first.flatMap(columns.firstIndex) ?? 0)
        }
    }
    let list = { (keys: [[String]]) -> Words in
      let isOne = keys.allSatisfy { $0.count == 1 }
      let words = keys.map(\.names)
      return isOne ? words.list("or") : words.joined(by: ", or the same ")
    }
    let clauses: [(keys: [[String]], words: (Words) -> Words)] = [
      (names("REPLACE", false), { "lets a new row replace the one with the same \($0)" }),
      (
        names("IGNORE", false),
        { "silently leaves out new rows with the same \($0) as another one" }
      ),
      (names("IGNORE", true), { "silently leaves out new rows without \($0)" }),
      (names("REPLACE", true), { "stores the default in \($0) if a new row has no value there" }),
    ]
    return clauses.filter { !$0.keys.isEmpty }.map { $0.words(list($0.keys)) }
  }

  private func manners(
    of table: SchemaTable, _ name: (String) -> SQLName
  ) -> [Constraint: String] {
    var manners: [Constraint: String] = [:]
    for clause in table.conflictClauses {
      let columns = Set(clause.columns.map(name))
      manners[Constraint(kind: clause.kind, columns: columns)] = clause.manner
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
