import SQLScriptsSQL
import SQLScriptsSchema

/// The changes of columns that stay, as clauses. Equal changes of several columns are one clause.
struct ColumnChangeWords {
  let columns: [(old: SchemaColumn, new: SchemaColumn)]
  let old: SchemaTable
  let new: SchemaTable

  var clauses: [Words] {
    let (former, present) = (TableClauses(old.sql), TableClauses(new.sql))
    var clauses: [Words] = []
    // A number in place of a missing value is told with the key.
    let isNumbered = { (column: SchemaColumn) in
      !column.isNotNull && new.rowIDAlias?.name.isSameName(as: column.name) == true
    }
    clauses += names {
      isRequired($0.new, new) && !isRequired($0.old, old) && !isNumbered($0.new)
    }.map {
      "makes \($0) required"
    }
    clauses += names { !isRequired($0.new, new) && isRequired($0.old, old) }.map {
      "makes \($0) optional"
    }
    clauses += types
    clauses += defaults
    let computed = columns.filter { $0.new.isGenerated && !$0.old.isGenerated }.map(\.new.name)
    if !computed.isEmpty {
      clauses.append(
        "removes the values of \(computed.names) and computes \(computed.count == 1 ? "it" : "them") from other columns"
      )
    }
    clauses += names { !$0.new.isGenerated && $0.old.isGenerated }.map {
      "no longer computes \($0) from other columns"
    }
    clauses += names { pair in
      guard pair.new.isGenerated, pair.old.isGenerated else { return false }
      return former.expression(of: pair.old) != present.expression(of: pair.new)
    }.map { "changes how \($0) is computed" }
    let isStored = { (pair: (old: SchemaColumn, new: SchemaColumn)) in
      (
        former.stored.contains(SQLName(pair.old.name)),
        present.stored.contains(SQLName(pair.new.name))
      )
    }
    let remain = { (pair: (old: SchemaColumn, new: SchemaColumn)) in
      pair.old.isGenerated && pair.new.isGenerated
    }
    clauses += names { remain($0) && isStored($0) == (false, true) }.map {
      "stores the computed values of \($0)"
    }
    clauses += names { remain($0) && isStored($0) == (true, false) }.map {
      "no longer stores the computed values of \($0)"
    }
    clauses += grouped { pair -> Words? in
      let (before, after) = (former.collation(pair.old), present.collation(pair.new))
      guard before != after else { return nil }
      switch (ExpressionScope.suffix(before), ExpressionScope.suffix(after)) {
      case (""?, _?): return "ignores case when it compares texts in "
      case (_?, ""?): return "no longer ignores case when it compares texts in "
      default: return "changes how it compares texts in "
      }
    }.map { names, change in change + names.names }
    return clauses
  }

  /// The names of the columns for which something is true, as one list; empty if there is none.
  private func names(_ holds: ((old: SchemaColumn, new: SchemaColumn)) -> Bool) -> [Words] {
    let names = columns.filter(holds).map(\.new.name)
    return names.isEmpty ? [] : [names.names]
  }

  /// The rowid is never NULL, whatever its declaration says.
  private func isRequired(_ column: SchemaColumn, _ table: SchemaTable) -> Bool {
    column.isNotNull || table.rowIDAlias?.name.isSameName(as: column.name) == true
  }

  private var types: [Words] {
    grouped { pair in
      guard CanonicalSQL(pair.old.type) != CanonicalSQL(pair.new.type) else { return nil }
      let (before, after) = (pair.old.typeWords, pair.new.typeWords)
      // Words that are equal, or that are no plain words, say less than SQL.
      let isPlain = before != after && ![before, after].contains { $0.hasPrefix("type ") }
      return isPlain
        ? " from \(before) to \(after)" : " from \(code: pair.old.type) to \(code: pair.new.type)"
    }.map { names, change in
      "changes the type\(names.count == 1 ? "" : "s") of \(names.names)\(change)"
    }
  }

  private var defaults: [Words] {
    let values = { (hadDefault: Bool) in
      grouped { pair in
        guard pair.old.storedDefault != pair.new.storedDefault,
          (pair.old.storedDefault != nil) == hadDefault, !isConverted(pair)
        else { return nil }
        return pair.new.defaultWords ?? ""
      }
    }
    return values(false).map { names, value in "makes \(value) the default of \(names.names)" }
      + values(true).map { names, value in
        value.isEmpty
          ? "removes the default of \(names.names)"
          : "changes the default of \(names.names) to \(value)"
      }
  }

  /// Whether a default differs only because the type does: 0 and '0'.
  private func isConverted(_ pair: (old: SchemaColumn, new: SchemaColumn)) -> Bool {
    guard pair.old.affinity != pair.new.affinity, let old = pair.old.effectiveDefault,
      let new = pair.new.effectiveDefault
    else { return false }
    return CanonicalSQL(old) == CanonicalSQL(new)
  }

  private func grouped(
    _ change: ((old: SchemaColumn, new: SchemaColumn)) -> Words?
  ) -> [(names: [String], change: Words)] {
    var groups: [(names: [String], change: Words)] = []
    for pair in columns {
      guard let words = change(pair) else { continue }
      if let index = groups.firstIndex(where: { $0.change == words }) {
        groups[index].names.append(pair.new.name)
      } else {
        groups.append(([pair.new.name], words))
      }
    }
    return groups
  }
}

extension TableClauses {
  /// What a generated column is computed from, wherever the values are.
  fileprivate func expression(of column: SchemaColumn) -> [String]? {
    let name = SQLName(column.name)
    return generated[name].map { $0.tokens.dropLast(stored.contains(name) ? 1 : 0) }
  }

  fileprivate func collation(_ column: SchemaColumn) -> SQLName {
    SQLName(collations[SQLName(column.name)] ?? "binary")
  }
}
