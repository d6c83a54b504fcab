import SQLScriptsSQL
import SQLScriptsSchema

/// `UPDATE item SET price = cents / 100`, `cents / euros * 100`, `5 / 9`
package struct IntegerDivision: Rule {
  private static let item = [
    "CREATE TABLE item (id INTEGER PRIMARY KEY, cents INTEGER, price REAL, euros INTEGER)"
  ]

  package static let documentation = RuleDocumentation(
    summary: "A division of integers loses decimals that are needed.",
    severity: .warning,
    why: "The quotient of two integers is an integer, so 1999 / 100 is 19, not 19.99.",
    wrong: [
      .init(before: item, "UPDATE item SET price = «cents / 100» WHERE price IS NULL"),
      .init(
        before: item, "UPDATE item SET price = «(cents - 5) / 100» WHERE price IS NULL"),
      .init(
        before: item, "CREATE TABLE offer (id INTEGER PRIMARY KEY, price DECIMAL(10, 2))",
        "INSERT INTO offer (id, price) SELECT id, «cents / 100» FROM item"),
      .init(before: item, "UPDATE item SET price = «cents / euros» WHERE price IS NULL"),
      .init(before: item, "UPDATE item SET euros = «cents / euros * 100» WHERE euros > 0"),
      .init(before: item, "UPDATE item SET price = «5 / 9» * (price - 32) WHERE price > 0"),
      .init(before: item, "CREATE VIEW prices AS SELECT id, «cents / 100» AS price FROM item"),
    ],
    right: [
      .init(before: item, "UPDATE item SET price = cents / 100.0 WHERE price IS NULL"),
      .init(before: item, "UPDATE item SET euros = cents / 100 WHERE euros IS NULL"),
      .init(before: item, "UPDATE item SET euros = cents * 100 / euros WHERE euros > 0"),
      .init(before: item, "UPDATE item SET cents = cents / 60 * 60 WHERE euros > 0"),
      .init(before: item, "UPDATE item SET price = (price - 32) * 5 / 9 WHERE price > 0"),
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    if statement.succeeded, statement.hasExpressions { checkOrder(statement, &findings) }
    if statement.succeeded, statement.created?.kind == .view { check(view: statement, &findings) }
    guard statement.succeeded, let table = statement.writtenTable.flatMap({ statement.after[$0] })
    else { return }
    for (column, value) in statement.storedValues where !value.isEmpty {
      guard let type = table.column(column)?.type,
        [.real, .numeric].contains(Affinity(type)),
        // Dates and booleans are NUMERIC, too.
        !["DATE", "TIME", "BOOL"].contains(where: type.uppercased().contains)
      else { continue }
      for index in value where statement.word(index) == "/" {
        guard statement.depth(index) == statement.depth(value.lowerBound),
          value.contains(index - 1), value.contains(index + 1),
          statement.isInteger(index + 1), !value.contains(where: { statement.kind($0) == .float }),
          let start = statement.startOfIntegers(before: index), value.contains(start)
        else { continue }
        findings.report(
          "this divides integers, so “\(column)” loses the decimals",
          at: statement.span(start...index + 1),
          help: statement.kind(index + 1) == .integer
            ? "Write \(statement.text(ofTokens: start..<index + 2)).0"
            : "Write 1.0 * \(statement.text(ofTokens: start..<index + 2))")
      }
    }
  }
}

extension IntegerDivision {
  /// Divisions that come before a multiplication, or that have no column at all.
  private func checkOrder(_ statement: RehearsedStatement, _ findings: inout Findings) {
    for index in statement.indices where statement.word(index) == "/" {
      guard !["*", "/", "%", "."].contains(statement.word(index - 2)) else { continue }
      let text = statement.text(ofTokens: index - 1..<index + 2)
      if let left = statement.number(index - 1), let right = statement.number(index + 1) {
        guard right > 1, left % right != 0 else { continue }
        findings.report(
          "\(text) is \(left / right): both are integers",
          at: statement.span(index - 1...index + 1),
          help: "Write \(left).0 / \(right).")
      } else if statement.isName(index - 1), statement.isInteger(index - 1),
        statement.isName(index + 1), statement.isInteger(index + 1),
        statement.word(index + 2) == "*", let factor = statement.number(index + 3)
      {
        let names = [index - 1, index + 1].map { statement.text(statement.tokens[$0]) }
        findings.report(
          "this divides integers before it multiplies, so the decimals are lost",
          at: statement.span(index - 1...index + 3),
          help: "Write \(names[0]) * \(factor) / \(names[1]).")
      }
    }
  }

  /// Cents divided by 100 in a view. A view has no types, so only the names tell what is meant.
  private func check(view statement: RehearsedStatement, _ findings: inout Findings) {
    for index in statement.indices where statement.word(index) == "/" {
      guard statement.isName(index - 1), statement.kind(index + 1) == .integer,
        statement.text(statement.tokens[index + 1]) == "100",
        statement.name(index - 1).lowercased().contains("cent")
      else { continue }
      findings.report(
        "this divides integers, so the view loses the decimals",
        at: statement.span(index - 1...index + 1),
        help: "Write \(statement.text(ofTokens: index - 1..<index + 2)).0")
    }
  }
}

extension RehearsedStatement {
  fileprivate func number(_ index: Int) -> Int64? {
    kind(index) == .integer ? Int64(text(tokens[index])) : nil
  }

  /// The first token of a column of integers, or of a calculation with them in parentheses, that ends before an index.
  fileprivate func startOfIntegers(before index: Int) -> Int? {
    if isName(index - 1) { return isInteger(index - 1) ? index - 1 : nil }
    guard kind(index - 1) == .rightParenthesis,
      let open = indices.last(where: {
        $0 < index && kind($0) == .leftParenthesis && end(ofParenthesis: $0) == index - 1
      }), !isName(open - 1)
    else { return nil }
    let inside = open + 1..<index - 1
    let names = inside.filter(isName)
    let isPlain = inside.allSatisfy { at in
      isName(at) ? isInteger(at) : kind(at) == .integer || ["+", "-", "*"].contains(word(at))
    }
    return isPlain && !names.isEmpty ? open : nil
  }

  /// Whether a token is an integer, or a column of integers without a qualifier.
  fileprivate func isInteger(_ index: Int) -> Bool {
    if kind(index) == .integer { return true }
    guard isName(index), kind(index + 1) != .leftParenthesis else { return false }
    let columns = readColumns(named: name(index))
    return !columns.isEmpty && columns.allSatisfy { Affinity($0.type) == .integer }
  }
}
