import SQLScriptsSQL
import SQLScriptsValidation

extension RehearsedStatement {
  /// A query in a FROM, in parentheses or with a name that WITH gives.
  struct NamedQuery {
    let name: SQLName
    /// The names of its columns; empty for those that it has.
    var columns: [SQLName] = []
    let query: Range<Int>
    /// Whether there is nothing else in the FROM.
    var isWhole = false
    /// Whether it is in parentheses.
    var isInPlace = true
  }

  /// The tokens after the FROM of an UPDATE; nil without one.
  var updateSources: Range<Int>? {
    guard let verb, word(verb) == "UPDATE" else { return nil }
    return clause("FROM", from: verb, until: ["WHERE", "RETURNING", "ORDER", "LIMIT"])
  }

  /// The queries in a FROM, without those in joins in parentheses.
  func queries(in from: Range<Int>) -> [NamedQuery] {
    guard let first = from.first else { return [] }
    let common = Dictionary(commonTables.map { (SQLName(name($0.name)), $0) }) { one, _ in one }
    return from.filter { depth($0) == depth(first) }.compactMap { index in
      var found: NamedQuery?
      var end = index
      if kind(index) == .leftParenthesis, ["SELECT", "VALUES", "WITH"].contains(word(index + 1)) {
        end = self.end(ofParenthesis: index)
        let name = word(end + 1) == "AS" ? end + 2 : end + 1
        guard from.contains(name), isName(name) else { return nil }
        found = NamedQuery(name: SQLName(self.name(name)), query: index + 1..<end)
        end = name
      } else if isName(index),
        kind(index - 1) == .comma || ["FROM", "JOIN"].contains(word(index - 1)),
        let table = common[SQLName(name(index))]
      {
        var name = word(index + 1) == "AS" ? index + 2 : index + 1
        if !from.contains(name) { name = index }
        end = name
        let list = arguments(table.name + 1).map { SQLName(self.name($0.lowerBound)) }
        found = NamedQuery(
          name: SQLName(self.name(name)),
          columns: kind(table.name + 1) == .leftParenthesis ? list : [], query: table.query,
          isInPlace: false)
      }
      found?.isWhole = index == first && end == from.upperBound - 1
      return found
    }
  }
}
