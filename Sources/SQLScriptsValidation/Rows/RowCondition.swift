import SQLScriptsSQL
import SQLScriptsSchema

/// A condition that the rows of a table satisfy: one of those that AND connects in a CHECK.
package struct RowCondition {
  /// Two sides that the condition compares.
  struct Comparison {
    var left: Range<Int>
    var right: Range<Int>
  }

  let sql: SQLText
  /// Its tokens.
  let range: Range<Int>

  /// The columns that it names, in lowercase. A generated column stands for those from which it is computed.
  package private(set) var columns: [String] = []

  /// The condition as SQL.
  package var text: String { text(of: range) }

  private static let comparing: Set<String> = [
    "=", "==", "<>", "!=", "<", ">", "<=", ">=", "IS", "BETWEEN",
  ]
  private static let separating: Set<String> = [
    "AND", "OR", "NOT", "WHEN", "THEN", "ELSE", "CASE", "END", ",",
  ]

  private init(_ sql: SQLText, _ range: Range<Int>, _ sources: [String: [String]]) {
    self.sql = sql
    self.range = range
    for index in range where sql.isName(index) {
      for name in sources[sql.name(index).asciiLowercased] ?? [] where !columns.contains(name) {
        columns.append(name)
      }
    }
  }

  /// The conditions of all CHECKs of a table.
  package static func all(of table: SchemaTable) -> [RowCondition] {
    let sql = SQLText(table.sql)
    let checks = sql.indices.filter { sql.has("CHECK", "(", at: $0) }
    guard !checks.isEmpty else { return [] }
    let sources = sources(of: table, sql)
    return checks.flatMap { place -> [RowCondition] in
      let contents = place + 2..<max(place + 2, sql.end(ofParenthesis: place + 1))
      return conjuncts(contents, of: sql).map { RowCondition(sql, $0, sources) }
    }
  }

  /// The expressions from which columns and keys are computed, as conditions that only have to be computable.
  static func computations(of table: SchemaTable) -> [RowCondition] {
    let sql = SQLText(table.sql)
    let sources = sources(of: table, sql)
    let columns = sql.indices.filter { sql.has("AS", "(", at: $0) }.map { place in
      RowCondition(sql, place + 2..<max(place + 2, sql.end(ofParenthesis: place + 1)), sources)
    }
    let keys = table.indexes.filter { $0.columns.contains(nil) }.compactMap(\.sql).map { sql in
      let sql = SQLText(sql)
      let start = sql.indices.first { sql.kind($0) == .leftParenthesis } ?? 0
      return RowCondition(sql, min(start, sql.tokens.count)..<sql.tokens.count, sources)
    }
    return (columns + keys).filter { !$0.columns.isEmpty }
  }

  /// The stored columns behind each column, by lowercase name.
  private static func sources(of table: SchemaTable, _ sql: SQLText) -> [String: [String]] {
    var sources: [String: [String]] = [:]
    for column in table.columns where !column.isGenerated {
      sources[column.name.asciiLowercased] = [column.name.asciiLowercased]
    }
    for column in table.columns where column.isGenerated {
      let name = column.name.asciiLowercased
      guard
        let start = sql.indices.first(where: {
          sql.depth($0) == 1 && sql.isName($0) && sql.name($0).asciiLowercased == name
            && [",", "("].contains(sql.word($0 - 1))
        }),
        let place = sql.indices.first(where: { $0 > start && sql.has("AS", "(", at: $0) })
      else { continue }
      let names = (place + 2..<max(place + 2, sql.end(ofParenthesis: place + 1)))
        .filter(sql.isName).map { sql.name($0).asciiLowercased }
      // Each once: the lists of columns that are computed from each other would double in length.
      var known: Set<String> = []
      sources[name] = names.flatMap { sources[$0] ?? [] }.filter { known.insert($0).inserted }
    }
    return sources
  }

  /// The parts of a condition between its ANDs.
  private static func conjuncts(_ condition: Range<Int>, of sql: SQLText) -> [Range<Int>] {
    var condition = condition
    // Not by recursion: there may be any number of parentheses.
    while let first = condition.first, sql.kind(first) == .leftParenthesis, condition.count > 2,
      sql.end(ofParenthesis: first) == condition.upperBound - 1
    {
      condition = first + 1..<condition.upperBound - 1
    }
    guard let first = condition.first else { return [] }
    var parts: [Range<Int>] = []
    var (start, cases, isBetween) = (first, 0, false)
    for index in condition where sql.depth(index) == sql.depth(first) {
      switch sql.word(index) {
      case "CASE": cases += 1
      case "END": cases -= 1
      case "BETWEEN": isBetween = true
      case "OR" where cases == 0: return [condition]
      case "AND" where cases == 0:
        if !isBetween {
          parts.append(start..<index)
          start = index + 1
        }
        isBetween = false
      default: continue
      }
    }
    parts.append(start..<condition.upperBound)
    return parts.count == 1 ? parts : parts.flatMap { conjuncts($0, of: sql) }
  }

  /// All comparisons in it.
  var comparisons: [Comparison] {
    range.filter { Self.comparing.contains(sql.word($0)) }.flatMap { place -> [Comparison] in
      let left = operand(before: place)
      let right = operand(after: place)
      guard !left.isEmpty, !right.isEmpty else { return [] }
      var found = [Comparison(left: left, right: right)]
      if sql.word(place) == "BETWEEN", sql.word(right.upperBound) == "AND" {
        let upper = operand(after: right.upperBound)
        if !upper.isEmpty { found.append(Comparison(left: left, right: upper)) }
      }
      return found
    }
  }

  private func operand(before place: Int) -> Range<Int> {
    let start = (range.lowerBound..<place).last { ends(at: $0, place) }.map { $0 + 1 }
    return (start ?? range.lowerBound)..<place
  }

  private func operand(after place: Int) -> Range<Int> {
    var start = place + 1
    if sql.word(start) == "NOT", start < range.upperBound { start += 1 }
    let end = (start..<max(start, range.upperBound)).first { ends(at: $0, place) }
    return start..<max(start, end ?? range.upperBound)
  }

  /// Whether a token is outside the operands of an operator.
  private func ends(at index: Int, _ place: Int) -> Bool {
    sql.depth(index) < sql.depth(place)
      || sql.depth(index) == sql.depth(place)
        && (Self.separating.contains(sql.word(index)) || Self.comparing.contains(sql.word(index)))
  }

  /// The lowercase name of the column, if a part is nothing else.
  func column(_ part: Range<Int>) -> String? {
    guard part.count == 1, let index = part.first, sql.isName(index) else { return nil }
    let name = sql.name(index).asciiLowercased
    return columns.contains(name) ? name : nil
  }

  func text(of part: Range<Int>) -> String {
    guard let first = part.first, let last = part.last, sql.tokens.indices.contains(last) else {
      return ""
    }
    let bytes = sql.bytes[sql.tokens[first].range.lowerBound..<sql.tokens[last].range.upperBound]
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension SchemaTable {
  /// Whether a CHECK fixes its key: `id INTEGER PRIMARY KEY CHECK (id = 1)`
  var hasOneRow: Bool {
    guard primaryKey.count == 1 else { return false }
    return RowCondition.all(of: self).contains { condition in
      condition.range.count == 3 && condition.columns == [primaryKey[0].asciiLowercased]
        && condition.range.contains { ["=", "==", "IS"].contains(condition.sql.word($0)) }
    }
  }
}
