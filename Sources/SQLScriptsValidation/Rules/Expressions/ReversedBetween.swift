import SQLScriptsSQL

/// `WHERE celsius BETWEEN 25 AND 15`
package struct ReversedBetween: Rule {
  private static let day = [
    "CREATE TABLE day (id INTEGER PRIMARY KEY, celsius REAL, name TEXT, mild INTEGER)"
  ]

  package static let documentation = RuleDocumentation(
    summary: "The bounds of BETWEEN are in the wrong order.", severity: .warning,
    why: "x BETWEEN 9 AND 1 means x >= 9 AND x <= 1, which is true for no row.",
    wrong: [
      .init(before: day, "UPDATE day SET mild = 1 WHERE celsius «BETWEEN 25 AND 15»"),
      .init(before: day, "DELETE FROM day WHERE name «BETWEEN '2021-06-01' AND '2020-06-01'»"),
      .init("CREATE TABLE place (id INTEGER PRIMARY KEY, x REAL CHECK (x «BETWEEN 90 AND -90»))"),
    ],
    right: [
      .init(before: day, "UPDATE day SET mild = 1 WHERE celsius BETWEEN 15 AND 25"),
      .init(before: day, "UPDATE day SET mild = 1 WHERE celsius BETWEEN -5 AND 5"),
      .init(before: day, "UPDATE day SET mild = 1 WHERE 5 BETWEEN celsius AND mild"),
      .init(before: day, "UPDATE day SET mild = 1 WHERE celsius BETWEEN 25 AND 15 + mild"),
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.succeeded, statement.hasExpressions else { return }
    for index in statement.indices where statement.word(index) == "BETWEEN" {
      guard let low = statement.literal(at: index + 1), statement.word(low.upperBound) == "AND",
        let high = statement.literal(at: low.upperBound + 1),
        statement.kind(high.upperBound) != .operator,
        isGreater(low, than: high, in: statement)
      else { continue }
      let (first, second) = (statement.text(ofTokens: low), statement.text(ofTokens: high))
      findings.report(
        "no value is between \(first) and \(second)",
        at: statement.span(index...high.upperBound - 1),
        help: "Write BETWEEN \(second) AND \(first).")
    }
  }

  private func isGreater(
    _ low: Range<Int>, than high: Range<Int>, in statement: RehearsedStatement
  ) -> Bool {
    let kinds = [low, high].map { statement.kind($0.upperBound - 1) }
    let texts = [low, high].map { range in
      statement.kind(range.lowerBound) == .string
        ? statement.name(range.lowerBound)
        : statement.text(ofTokens: range).filter { $0 != " " }
    }
    if !kinds.contains(.string), let first = Double(texts[0]), let second = Double(texts[1]) {
      return first > second
    }
    // Another collation may order letters in another way.
    return kinds == [.string, .string] && texts[0] > texts[1]
      && texts[0].lowercased() > texts[1].lowercased()
  }
}

extension RehearsedStatement {
  /// The tokens of a number, with its sign, or of a string that begins at an index.
  func literal(at index: Int) -> Range<Int>? {
    switch kind(index) {
    case .string, .integer, .float: index..<index + 1
    case .operator where word(index) == "-":
      kind(index + 1) == .integer || kind(index + 1) == .float ? index..<index + 2 : nil
    default: nil
    }
  }
}
