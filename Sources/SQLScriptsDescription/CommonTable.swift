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
}
