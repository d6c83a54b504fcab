import SQLScriptsSQL

/// `ltrim(sku, 'SKU-')`
package struct TrimmedCharacters: Rule {
  private static let article = ["CREATE TABLE article (id INTEGER PRIMARY KEY, sku TEXT NOT NULL)"]

  package static let documentation = RuleDocumentation(
    summary: "trim() gets a text where it expects single characters.", severity: .warning,
    why:
      "trim(), ltrim() and rtrim() remove each character that occurs in the second argument, in any "
      + "order. So ltrim('SKU-KS12', 'SKU-') is '12'.",
    wrong: [
      .init(before: article, "UPDATE article SET sku = «ltrim(sku, 'SKU-')» WHERE id > 7"),
      .init(before: article, "UPDATE article SET sku = «rtrim(sku, '.jpg')» WHERE id > 7"),
    ],
    right: [
      .init(before: article, "UPDATE article SET sku = substr(sku, 5) WHERE sku LIKE 'SKU-%'"),
      .init(before: article, "UPDATE article SET sku = ltrim(sku, '0123456789') WHERE id > 7"),
      .init(before: article, "UPDATE article SET sku = trim(sku, ' -/') WHERE id > 7"),
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.succeeded, statement.hasExpressions else { return }
    for index in statement.indices
    where ["TRIM", "LTRIM", "RTRIM"].contains(statement.word(index))
      && statement.kind(index + 1) == .leftParenthesis
    {
      let arguments = statement.arguments(index + 1)
      guard arguments.count == 2, arguments[1].count == 1,
        statement.kind(arguments[1].lowerBound) == .string,
        Self.isWord(statement.name(arguments[1].lowerBound))
      else { continue }
      let (value, text) = (
        statement.text(ofTokens: arguments[0]), statement.name(arguments[1].lowerBound)
      )
      let name = statement.word(index).lowercased()
      let better =
        name == "rtrim"
        ? "substr(\(value), 1, length(\(value)) - \(text.unicodeScalars.count))"
        : "substr(\(value), \(text.unicodeScalars.count + 1))"
      findings.report(
        "\(name)() removes each of these characters, not the text \(text.quoted(by: "'").forMessage)",
        at: statement.span(index...statement.end(ofParenthesis: index + 1)),
        help: name == "trim"
          ? "Use substr() for the rows that begin or end with the text."
          : "Write \(better), only for rows that \(name == "rtrim" ? "end" : "begin") with it.")
    }
  }

  /// Whether it is a text rather than a set of characters: two letters or more, not all of a range.
  private static func isWord(_ text: String) -> Bool {
    let letters = text.unicodeScalars.filter { $0.properties.isAlphabetic }
    guard letters.count > 1 else { return false }
    let values = letters.map(\.value)
    return !zip(values, values.dropFirst()).allSatisfy { $1 == $0 + 1 }
  }
}
