import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

/// A query that WITH gives a name.
struct CommonTable {
  /// The tokens of its name, and of its query in parentheses.
  let name: Int
  let query: Range<Int>
}

extension RehearsedStatement {
  var commonTables: [CommonTable] {
    guard indices.contains(where: { word($0) == "WITH" }) else { return [] }
    return indices.compactMap { index in
      guard isName(index) else { return nil }
      let hasColumns = kind(index + 1) == .leftParenthesis
      var next = hasColumns ? end(ofParenthesis: index + 1) + 1 : index + 1
      guard word(next) == "AS" else { return nil }
      next += 1
      if word(next) == "NOT" { next += 1 }
      if word(next) == "MATERIALIZED" { next += 1 }
      guard kind(next) == .leftParenthesis else { return nil }
      return CommonTable(name: index, query: next + 1..<max(next + 1, end(ofParenthesis: next)))
    }
  }

  /// The words with the queries that their SQL names: “Query **old**: `SELECT …`”.
  func withCommonTables(_ words: Words) -> Words {
    guard !words.asides.isEmpty else { return words }
    let tables = Dictionary(grouping: commonTables) { SQLName(name($0.name)) }
    guard !tables.isEmpty else { return words }
    var words = words
    var known: Set<Int> = []
    var place = 0
    while place < words.asides.count {
      defer { place += 1 }
      let sql = SQLText(words.asides[place].sql)
      guard sql.word(0) != "WITH" else { continue }
      let used = Set(sql.indices.filter(sql.isName).map { SQLName(sql.name($0)) })
      let named = used.flatMap { tables[$0] ?? [] }.sorted { $0.name < $1.name }
      for table in named where known.insert(table.name).inserted {
        words += "\(aside: "Query \(name: name(table.name))", code(of: table.query))"
      }
    }
    return words
  }
}
