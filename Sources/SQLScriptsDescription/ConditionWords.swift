import SQLScriptsSQL
import SQLScriptsSchema

/// A WHERE in words if it is simple, otherwise its SQL.
struct ConditionWords<Statement: SQLStatement> {
  let statement: Statement
  /// The tokens after WHERE.
  let range: Range<Int>
  /// The column that “it” means; nil for none.
  let it: String?

  private static var manyConditions: Int { 3 }
  private static var manyValues: Int { 4 }

  /// “where it has no value”
  var words: Words {
    for conjunction in ["AND", "OR"] {
      let parts = parts(between: conjunction)
      guard parts.count <= Self.manyConditions else { continue }
      let words = parts.map { simple($0) }
      let known = words.compactMap { $0 }
      if known.count == parts.count { return "where \(known.list(conjunction.lowercased()))" }
    }
    return "where \(code: sql(range))"
  }

  private func parts(between conjunction: String) -> [Range<Int>] {
    let depth = statement.depth(range.lowerBound)
    let places = range.filter {
      statement.kind($0) == .word && statement.word($0) == conjunction
        && statement.depth($0) == depth
    }
    let starts = [range.lowerBound] + places.map { $0 + 1 }
    let ends = places + [range.upperBound]
    return zip(starts, ends).compactMap { $0 < $1 ? $0..<$1 : nil }
  }

  private func sql(_ range: Range<Int>) -> String {
    guard let first = range.first, let last = range.last else { return "" }
    return statement.withBytes(
      of: statement.tokens[first].range.lowerBound..<statement.tokens[last].range.upperBound
    ) { String(decoding: $0, as: UTF8.self) }
  }

  /// `column IS NULL` and comparisons with literals; nil for anything else.
  private func simple(_ part: Range<Int>) -> Words? {
    guard let start = part.first, statement.isName(start) || isTableName(start, part) else {
      return nil
    }
    let place = statement.kind(start + 1) == .dot ? start + 2 : start
    guard statement.isName(place), place < part.upperBound else { return nil }
    let column = statement.name(place)
    let name: Words = it.map { SQLName($0) == SQLName(column) } == true ? "it" : "\(name: column)"
    let rest = place + 1..<max(place + 1, part.upperBound)
    let words = rest.map { statement.word($0) }
    switch words {
    case ["IS", "NULL"], ["ISNULL"]: return "\(name) has no value"
    case ["IS", "NOT", "NULL"], ["NOTNULL"], ["NOT", "NULL"]: return "\(name) has a value"
    default: break
    }
    if words.first == "IN", statement.kind(place + 2) == .leftParenthesis,
      statement.end(ofParenthesis: place + 2) == part.upperBound - 1
    {
      let values = statement.arguments(place + 2).compactMap { literal($0) }
      guard values.count == statement.arguments(place + 2).count, !values.isEmpty,
        values.count <= Self.manyValues
      else { return nil }
      return "\(name) is \(values.list("or"))"
    }
    guard rest.count > 1, let value = literal(rest.dropFirst()),
      let comparison = Self.comparisons[words[0]]
    else { return nil }
    return "\(name) \(comparison) \(value)"
  }

  private func isTableName(_ index: Int, _ part: Range<Int>) -> Bool {
    statement.isName(index) && statement.kind(index + 1) == .dot
  }

  private static var comparisons: [String: String] {
    [
      "=": "is", "==": "is", "<>": "is not", "!=": "is not", ">": "is greater than",
      "<": "is less than", ">=": "is at least", "<=": "is at most",
    ]
  }

  /// A number or a short text.
  private func literal(_ range: Range<Int>) -> Words? { statement.literalWords(range) }
}

extension SQLStatement {
  /// A number, a short text or NULL in words; nil for other expressions.
  func literalWords(_ range: Range<Int>) -> Words? {
    guard let last = range.last else { return nil }
    let isSigned = range.count == 2 && ["-", "+"].contains(word(range.lowerBound))
    guard range.count == 1 || isSigned else { return nil }
    let text = range.map { self.text(tokens[$0]) }.joined()
    switch kind(last) {
    case .integer, .float: return Words(text)
    case .string where !isSigned && text.count <= 40: return Words(text)
    case .word where !isSigned && word(last) == "NULL": return "no value"
    case .word where !isSigned && ["TRUE", "FALSE"].contains(word(last)):
      return Words(text.lowercased())
    default: return nil
    }
  }
}
