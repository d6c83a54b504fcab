import SQLScriptsSQL
import SQLScriptsSchema

/// What CHECKs refuse. A CHECK refuses a row only if it is false, so NULL passes.
struct CheckWords {
  let old: SchemaTable
  let new: SchemaTable

  /// “allows 'ADMIN' in **role**, no longer 'OWNER'”
  func change(from before: String, to after: String) -> Words {
    if let words = values(from: before, to: after) { return words }
    // Rows may fail both, so neither condition alone says which rows are refused no longer, or are from now on.
    if let before = refused(before, old), let now = refused(after, new), before != now {
      return allowed(after, new).map {
        "now allows only \($0.values) in \(name: $0.column) (before: refused rows in which \(before))"
      } ?? "now refuses rows in which \(now) (before: in which \(before))"
    }
    if refused(before, old) != nil, refused(after, new) != nil {
      return
        "writes a CHECK in another way\(aside: "Check before", before)\(aside: "Check now", after)"
    }
    return
      "changes what rows it refuses\(aside: "Check before", before)\(aside: "Check now", after)"
  }

  func addition(_ check: String) -> Words {
    allowed(check, new).map { "allows only \($0.values) in \(name: $0.column)" }
      ?? refused(check, new).map { "refuses rows in which " + $0 }
      ?? code(check)
  }

  /// A condition that is too much for words.
  func code(_ check: String) -> Words { "checks each row\(aside: "Check", check)" }

  func removal(_ check: String) -> Words {
    allowed(check, old).map { "no longer limits \(name: $0.column) to \($0.values)" }
      ?? refused(check, old).map { "no longer refuses rows in which " + $0 }
      ?? "no longer checks a condition\(aside: "Check before", check)"
  }

  private func expression(_ check: String) -> SQLExpression? {
    let sql = SQLText(check)
    return ExpressionReader(sql, sql.indices).expression
  }

  /// The only values that a list of them leaves, “'a' and 'b'” or “'a', 'b' or no value”; nil for other conditions.
  private func allowed(_ check: String, _ table: SchemaTable) -> (column: String, values: Words)? {
    guard case .isIn(.column(let name, nil), let list, false)? = expression(check),
      let column = table.column(name.text), refused(check, table) != nil
    else { return nil }
    var scope = ExpressionScope()
    scope.sources = [ExpressionScope.Source(table)]
    let values = list.compactMap {
      NounWords(scope: scope).noun($0, in: scope.column(name, qualifier: nil))?.words
    }
    let isExact = scope.ownCollation(.column(name, qualifier: nil)) == ExpressionScope.binary
    guard isExact, values.count == list.count else { return nil }
    let isRequired = column.isNotNull || table.rowIDAlias?.name.isSameName(as: column.name) == true
    return (column.name, isRequired ? values.list() : (values + ["no value"]).list("or"))
  }

  private func refused(_ check: String, _ table: SchemaTable) -> Words? {
    var scope = ExpressionScope()
    scope.sources = [ExpressionScope.Source(table)]
    return expression(check).flatMap { ConditionReading(scope: scope).tree($0.negation)?.words() }
  }

  /// The difference of two lists of values for the same column.
  private func values(from before: String, to after: String) -> Words? {
    guard case .isIn(.column(let column, nil), let old, false)? = expression(before),
      case .isIn(.column(let other, nil), let new, false)? = expression(after),
      let name = self.new.column(other.text)?.name, self.old.column(column.text) != nil
    else { return nil }
    let scope = NounWords(scope: ExpressionScope())
    let words = { (values: [SQLExpression]) in values.compactMap { scope.value($0) } }
    let (added, removed) = (new.filter { !old.contains($0) }, old.filter { !new.contains($0) })
    // NULL in the list allows every value.
    guard !(old + new).contains(.null), words(old + new).count == old.count + new.count else {
      return nil
    }
    switch (added.isEmpty, removed.isEmpty) {
    case (true, true): return "allows the same values in \(name: name) as before"
    case (false, true): return "also allows \(words(added).list()) in \(name: name)"
    case (true, false): return "no longer allows \(words(removed).list()) in \(name: name)"
    case (false, false):
      return
        "allows \(words(added).list()) in \(name: name), no longer \(words(removed).list("or"))"
    }
  }
}
