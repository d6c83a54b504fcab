import SQLScriptsDatabase
import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsScratch

/// Asks SQLite whether a column can have a value that satisfies some conditions, its CHECKs and NOT NULL.
///
/// Comparisons with literals change only at these literals, so a few values between them stand for all.
struct ValueProbe {
  private var connection: Connection?
  private var questions = 0

  private static let manyQuestions = 500
  private static let manyLiterals = 200

  /// What excludes every value: the text of a CHECK, “NOT NULL”, or “” for one of the conditions; nil if there is a
  /// value.
  mutating func contradiction(
    _ terms: [ColumnTerm], texts: [String], collation: String
  ) -> String? {
    guard let term = terms.first, questions < Self.manyQuestions else { return nil }
    let column = term.column
    let checks = RowCondition.all(of: term.table)
      .filter { $0.columns == [column.name.asciiLowercased] }
      .compactMap { Check($0.text, column) }
    let lists = checks.filter { $0.shape.map { $0.isEquality && $0.isComparison } ?? false }
    let isEquality = terms.contains { $0.shape.isEquality } && collation.uppercased() == "BINARY"
    let isComparison = terms.allSatisfy(\.shape.isComparison)
    let known: [Check]
    if isEquality {
      known = checks
    } else if isComparison {
      known = checks.filter { $0.shape?.isComparison ?? false }
    } else if !lists.isEmpty {
      known = lists
    } else if terms.count > 1, texts.contains(where: Self.isNullTest) {
      // With IS NULL, only NULL remains, whatever the functions are.
      known = checks
    } else {
      return nil
    }
    let isNeverNull = column.isNotNull || term.table.rowIDAlias == column
    guard !known.isEmpty || terms.count > 1 || isNeverNull && term.shape.asksForNull else {
      return nil
    }
    let literals = known.flatMap(\.literals) + zip(terms, texts).flatMap { Self.literals(in: $1) }
    guard literals.count <= Self.manyLiterals else { return nil }
    questions += 1
    do throws(SQLiteError) {
      let connection = try scratch()
      try connection.execute("DROP TABLE IF EXISTS temp.t")
      let name = column.name.quotedName
      try connection.execute(
        "CREATE TEMP TABLE t (\(name) \(column.type) COLLATE \(collation))")
      for value in Self.candidates(literals) {
        try connection.execute("INSERT INTO temp.t VALUES (\(value))")
      }
      let conditions = texts.map { "(\($0))" }
      func exists(_ conditions: [String]) throws(SQLiteError) -> Bool {
        try connection.value(
          "SELECT EXISTS (SELECT 1 FROM temp.t AS \(term.alias.quotedName) WHERE "
            + conditions.joined(separator: " AND ") + ")") == .integer(1)
      }
      let rules = known.map { (text: $0.text, condition: "(\($0.text)) IS NOT FALSE") }
      let all = isNeverNull ? [(text: "NOT NULL", condition: "\(name) IS NOT NULL")] + rules : rules
      if try exists(conditions + all.map(\.condition)) { return nil }
      if try !exists(conditions) { return terms.count > 1 ? "" : nil }
      for rule in all where try !exists(conditions + [rule.condition]) { return rule.text }
      return all.last?.text
    } catch {
      // A function or collation that SQLite does not know proves nothing.
      return nil
    }
  }

  /// Whether a condition is nothing but `column IS NULL`.
  private static func isNullTest(_ text: String) -> Bool {
    let sql = SQLText(text)
    let count = sql.tokens.count
    return count == 3 && sql.has("IS", "NULL", at: 1) || count == 2 && sql.word(1) == "ISNULL"
      || count == 5 && sql.kind(1) == .dot && sql.has("IS", "NULL", at: 3)
  }

  private mutating func scratch() throws(SQLiteError) -> Connection {
    if let connection { return connection }
    let connection = try Connection(path: ":memory:", mode: .scratch, busyTimeout: Milliseconds(0))
    try connection.setScratchLimits()
    self.connection = connection
    return connection
  }

  private struct Check {
    let text: String
    let shape: ColumnShape?
    let literals: [String]

    init?(_ text: String, _ column: SchemaColumn) {
      let sql = SQLText(text)
      self.text = text
      shape = ColumnShape(sql.indices, of: sql) { name, _ in name.isSameName(as: column.name) }
      literals = ValueProbe.literals(in: text)
      // A CHECK that is not about this column alone proves nothing.
      guard shape != nil || !sql.mentions(["SELECT", "RANDOM"], in: sql.indices) else {
        return nil
      }
    }
  }

  private static func literals(in text: String) -> [String] {
    let sql = SQLText(text)
    return sql.tokens.filter {
      [.string, .integer, .float, .blob].contains($0.kind)
    }.map { sql.text($0) }
  }

  /// The values at, between and beside the literals, as SQL.
  static func candidates(_ literals: [String]) -> [String] {
    var values = ["NULL", "''", "'a'", "x'00'", "0", "1", "-1", "0.5"]
    var numbers: [Double] = []
    for literal in Set(literals).sorted() {
      values.append(literal)
      if let number = Double(literal) {
        numbers += [number, -number]
        values += ["-\(literal)", "\(literal) + 1", "\(literal) - 1", "1 - \(literal)"]
      } else if literal.hasPrefix("'") {
        values += ["\(literal) || 'a'", "substr(\(literal), 1, length(\(literal)) - 1)"]
      }
    }
    numbers.sort()
    values += zip(numbers, numbers.dropFirst()).filter { $0 < $1 }.map { "\(($0 + $1) / 2)" }
    return values
  }
}
