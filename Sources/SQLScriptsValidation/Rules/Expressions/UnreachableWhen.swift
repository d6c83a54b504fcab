import SQLScriptsSQL

/// `CASE WHEN age >= 0 THEN … WHEN age >= 18 THEN … END`
package struct UnreachableWhen: Rule {
  private static let member = [
    "CREATE TABLE member (id INTEGER PRIMARY KEY, age INTEGER NOT NULL, class TEXT)"
  ]

  package static let documentation = RuleDocumentation(
    summary: "A CASE has a WHEN that is never reached.", severity: .warning,
    why:
      "CASE takes the first WHEN that is true. Every value that fits this one fits an earlier one.",
    wrong: [
      .init(
        before: member,
        "UPDATE member SET class = CASE WHEN age >= 0 THEN 'junior' WHEN «age >= 18» THEN 'senior' ELSE '' END WHERE id > 7"
      ),
      .init(
        before: member,
        "UPDATE member SET class = CASE class WHEN 'a' THEN 'A' WHEN «'a'» THEN 'B' ELSE class END"),
    ],
    right: [
      .init(
        before: member,
        "UPDATE member SET class = CASE WHEN age >= 18 THEN 'senior' WHEN age >= 0 THEN 'junior' END WHERE id > 7"
      ),
      .init(
        before: member,
        "UPDATE member SET class = CASE WHEN age < 18 THEN 'junior' WHEN class = 'a' THEN 'A' ELSE class END"
      ),
    ])

  package init() {}

  private static let manyConditions = 10

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.succeeded, statement.hasExpressions else { return }
    let cases = statement.indices.filter { statement.word($0) == "CASE" }
    guard !cases.isEmpty else { return }
    let tables = statement.namedTables(in: statement.indices)
    for start in cases.prefix(Self.manyConditions) {
      let parts = conditions(ofCase: start, statement)
      guard parts.conditions.count > 1, parts.conditions.count <= Self.manyConditions else {
        continue
      }
      let all = parts.conditions + [parts.operand].filter { !$0.isEmpty }
      guard let probe = ExpressionProbe(all, of: statement, tables) else { continue }
      let operand = statement.text(of: parts.operand)
      let texts = parts.conditions.map { range in
        let text = statement.text(of: range)
        return operand.isEmpty ? "(\(text))" : "((\(operand)) = (\(text)))"
      }
      for (index, range) in parts.conditions.enumerated().dropFirst() {
        let earlier = texts[..<index].map { "\($0) IS NOT TRUE" }.joined(separator: " AND ")
        guard probe.isPossible(texts[index], &findings.scratch) == true,
          probe.isPossible("\(texts[index]) AND \(earlier)", &findings.scratch) == false
        else { continue }
        let taker = parts.conditions[..<index].indices.first { number in
          probe.isPossible(
            "\(texts[index]) AND \(texts[number]) IS NOT TRUE", &findings.scratch) == false
        }
        let name = taker.map { statement.words(ofTokens: parts.conditions[$0]) }
        findings.report(
          "this WHEN is never reached"
            + (name.map { ": WHEN \($0) takes all such rows" } ?? ""),
          at: statement.span(range.lowerBound...range.upperBound - 1),
          help: operand.isEmpty
            ? "Put it before WHEN \(name ?? "…")." : "Correct the value, or remove it.")
      }
    }
  }

  /// The operand, which may be empty, and the conditions of a CASE.
  private func conditions(
    ofCase start: Int, _ statement: RehearsedStatement
  ) -> (operand: Range<Int>, conditions: [Range<Int>]) {
    var level = 0
    var operand = start + 1..<start + 1
    var found: [Range<Int>] = []
    var open: Int?
    for index in start..<statement.tokens.count {
      switch statement.word(index) {
      case "CASE": level += 1
      case "END":
        level -= 1
        if level == 0 { return (operand, found) }
      case "WHEN" where level == 1:
        if found.isEmpty, open == nil { operand = start + 1..<index }
        open = index + 1
      case "THEN" where level == 1:
        if let first = open, first < index { found.append(first..<index) }
      default: continue
      }
    }
    return (operand, [])
  }
}

extension RehearsedStatement {
  /// A part of the statement for a message.
  fileprivate func words(ofTokens part: Range<Int>) -> String {
    let text = text(ofTokens: part)
    return text.count > 40 ? "\(text.prefix(39))…" : text
  }
}
