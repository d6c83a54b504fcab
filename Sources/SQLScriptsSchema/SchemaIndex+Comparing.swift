import SQLScriptsSQL

extension SchemaIndex {
  /// The columns with collation and direction, as text.
  var key: String {
    zip(columns, zip(collations, isDescending)).map { column, order in
      (column.map { SQLName($0).folded } ?? "…")
        + (order.0.uppercased() == "BINARY" ? "" : " COLLATE \(order.0.uppercased())")
        + (order.1 ? " DESC" : "")
    }.joined(separator: ", ")
  }

  /// The SQL after the name, with expressions and conditions.
  private var definition: CanonicalSQL {
    let tokens = CanonicalSQL(sql ?? "").tokens
    return CanonicalSQL(tokens: tokens.drop { $0 != "(" })
  }

  /// The index as text.
  var words: String {
    (isUnique ? "unique on " : "on ")
      + (isPartial || columns.contains(nil) ? definition.text : "(\(key))")
  }

  package func isSame(as other: SchemaIndex) -> Bool {
    guard isUnique == other.isUnique, isPartial == other.isPartial,
      key.hasSameBytes(as: other.key)
    else {
      return false
    }
    return !isPartial && !columns.contains(nil) || definition == other.definition
  }
}
