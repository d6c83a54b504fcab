import SQLScriptsSQL
import SQLScriptsSchema

/// Columns or expressions that must not have the same values in two rows.
struct UniqueKey {
  /// The columns, without expressions.
  let columns: [String]

  private let collations: [String]

  /// CREATE INDEX, if it says more than the columns: expressions, or a condition.
  private let definition: CanonicalSQL?

  /// The SQL of the columns and expressions, and the condition of the rows.
  let terms: [String]
  let condition: String?

  init(_ index: SchemaIndex) {
    columns = index.columns.compactMap { $0 }
    collations = index.collations
    if let sql = index.sql, index.isPartial || columns.count < index.columns.count {
      definition = CanonicalSQL(sql)
      (terms, condition) = Self.parts(of: SQLText(sql))
    } else {
      definition = nil
      terms = zip(columns, index.collations).map { name, collation in
        collation.uppercased() == "BINARY"
          ? name.quotedName : "\(name.quotedName) COLLATE \(collation)"
      }
      condition = nil
    }
  }

  init(rowID column: String) {
    (columns, collations, terms) = ([column], ["BINARY"], [column.quotedName])
    (definition, condition) = (nil, nil)
  }

  /// Whether rows without duplicates of another key have none of this one.
  func isImplied(by other: UniqueKey) -> Bool {
    if definition != nil || other.definition != nil { return definition == other.definition }
    let own = zip(columns, collations).map { (SQLName($0), $1.uppercased()) }
    return zip(other.columns, other.collations).allSatisfy { name, collation in
      own.contains { $0.0 == SQLName(name) && $0.1 == collation.uppercased() }
    }
  }

  /// The key in words: “lower(email)” where active.
  var words: String {
    let list = (definition == nil ? columns : terms).joined(separator: ", ")
    return "“\(list.oneLine)”" + (condition.map { " where \($0.oneLine)" } ?? "")
  }

  /// A query for all rows that have the key of another one, because somebody has to decide which of them is right.
  func duplicates(in source: String) -> String {
    let keys = terms.joined(separator: ", ")
    let row = terms.count == 1 ? keys : "(\(keys))"
    let rows = condition.map { "(\($0))" }
    // Rows without a value are never the same.
    let present = ([rows].compactMap { $0 } + terms.map { "\($0) IS NOT NULL" })
      .joined(separator: " AND ")
    let found =
      "\(row) IN (SELECT \(keys) FROM \(source) WHERE \(present) GROUP BY \(keys) HAVING count(*) > 1)"
    return "SELECT * FROM \(source) WHERE "
      + ([rows, found].compactMap { $0 }).joined(separator: " AND ") + " ORDER BY \(keys)"
  }

  /// The terms and the condition of CREATE INDEX.
  private static func parts(of sql: SQLText) -> (terms: [String], condition: String?) {
    guard let on = sql.indices.first(where: { sql.word($0) == "ON" }),
      let open = sql.indices.first(where: { $0 > on && sql.word($0) == "(" })
    else { return ([], nil) }
    var terms: [String] = []
    var depth = 0
    var start = open + 1
    for index in sql.indices where index >= open {
      let word = sql.word(index)
      if word == "(" { depth += 1 }
      if word == ")" { depth -= 1 }
      guard depth == 0 || depth == 1 && word == "," else { continue }
      var end = index - 1
      if end > start, ["ASC", "DESC"].contains(sql.word(end)) { end -= 1 }
      terms.append(sql.text(from: start, through: end))
      start = index + 1
      if depth == 0 { break }
    }
    let last = sql.indices.last { sql.word($0) != ";" } ?? start
    guard sql.word(start) == "WHERE", last > start else { return (terms, nil) }
    return (terms, sql.text(from: start + 1, through: last))
  }
}

extension SQLText {
  fileprivate func text(from first: Int, through last: Int) -> String {
    guard first <= last, indices.contains(first), indices.contains(last) else { return "NULL" }
    let range = tokens[first].range.lowerBound..<tokens[last].range.upperBound
    return String(decoding: bytes[range], as: UTF8.self)
  }
}
