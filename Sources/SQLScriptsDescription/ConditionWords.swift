import SQLScriptsSQL
import SQLScriptsSchema

/// A WHERE in words if it is simple, otherwise its SQL. Words are only used where they say the same for NULL.
struct ConditionWords<Statement: SQLStatement> {
  let statement: Statement
  /// The tokens after WHERE.
  let range: Range<Int>
  /// The column that “it” means; nil for none.
  var it: String?
  /// The tokens in double quotes that SQLite read as texts.
  var texts: [SQLToken] = []

  private static var manyConditions: Int { 3 }
  private static var manyValues: Int { 4 }

  /// A comparison of one column: “has no value”.
  private struct Comparison {
    var column: String
    var words: Words
    /// Whether it only says that there is a value.
    var isValue = false
  }

  /// “where it has no value”
  var words: Words {
    for conjunction in ["AND", "OR"] {
      let parts = parts(between: conjunction)
      let known = parts.compactMap { simple($0) }
      guard known.count == parts.count, !known.isEmpty else { continue }
      let told = conjunction == "AND" ? withoutRepetition(known) : known
      guard told.count <= Self.manyConditions else { continue }
      return "where \(clauses(told).list(conjunction.asciiLowercased))"
    }
    let code: Words = "where \(code: statement.code(of: range))"
    return range.count == 1 ? code + " is true" : code
  }

  /// “it” is only clear until another column is named.
  private func clauses(_ comparisons: [Comparison]) -> [Words] {
    let it = it.map { SQLName($0) }
    let count = comparisons.prefix { SQLName($0.column) == it }.count
    return comparisons.enumerated().map { place, comparison in
      (place < count ? "it" : "\(name: comparison.column)") + " " + comparison.words
    }
  }

  /// All comparisons except IS NULL say that there is a value.
  private func withoutRepetition(_ comparisons: [Comparison]) -> [Comparison] {
    comparisons.filter { one in
      !one.isValue
        || !comparisons.contains {
          SQLName($0.column) == SQLName(one.column) && !$0.isValue && $0.words != Self.noValue
        }
    }
  }

  private static var noValue: Words { "has no value" }

  private func parts(between conjunction: String) -> [Range<Int>] {
    guard !range.isEmpty else { return [] }
    let depth = statement.depth(range.lowerBound)
    let places = range.filter {
      statement.kind($0) == .word && statement.word($0) == conjunction
        && statement.depth($0) == depth
    }
    let starts = [range.lowerBound] + places.map { $0 + 1 }
    let ends = places + [range.upperBound]
    return zip(starts, ends).compactMap { $0 < $1 ? $0..<$1 : nil }
  }

  /// `column IS NULL` and comparisons with literals; nil for anything else.
  private func simple(_ part: Range<Int>) -> Comparison? {
    guard let start = part.first, statement.isName(start) else { return nil }
    let isQualified = statement.kind(start + 1) == .dot
    // The column of another table is not the one that readers think of.
    if isQualified,
      statement.target.map({ SQLName(statement.name($0.name)) })
        != SQLName(statement.name(start))
    {
      return nil
    }
    let place = isQualified ? start + 2 : start
    guard place < part.upperBound, statement.isName(place),
      !texts.contains(statement.tokens[place])
    else { return nil }
    let column = statement.name(place)
    let rest = place + 1..<part.upperBound
    switch rest.map({ statement.word($0) }) {
    case ["IS", "NULL"], ["ISNULL"]: return Comparison(column: column, words: Self.noValue)
    case ["IS", "NOT", "NULL"], ["NOTNULL"], ["NOT", "NULL"]:
      return Comparison(column: column, words: "has a value", isValue: true)
    default: break
    }
    if let values = list(after: place, in: part) {
      return Comparison(column: column, words: "is \(values)")
    }
    guard let comparison = Self.comparisons[statement.word(place + 1)],
      let value = value(rest.dropFirst())
    else { return nil }
    return Comparison(column: column, words: "\(comparison) \(value)")
  }

  /// The values of `IN (…)`.
  private func list(after place: Int, in part: Range<Int>) -> Words? {
    guard statement.word(place + 1) == "IN", statement.kind(place + 2) == .leftParenthesis,
      statement.end(ofParenthesis: place + 2) == part.upperBound - 1
    else { return nil }
    let arguments = statement.arguments(place + 2)
    let values = arguments.compactMap { value($0) }
    guard values.count == arguments.count, !values.isEmpty, values.count <= Self.manyValues else {
      return nil
    }
    return values.count == 1 ? values[0] : "one of \(values.joined(by: ", "))"
  }

  /// A comparison with NULL is never true, so it has no words.
  private func value(_ range: Range<Int>) -> Words? {
    guard range.isEmpty || statement.word(range.upperBound - 1) != "NULL" else { return nil }
    return statement.literalWords(range, texts: texts)
  }

  private static var comparisons: [String: String] {
    [
      "=": "is", "==": "is", "IS": "is",
      "<>": "has a value other than", "!=": "has a value other than",
      ">": "is greater than", "<": "is less than", ">=": "is at least", "<=": "is at most",
    ]
  }
}
