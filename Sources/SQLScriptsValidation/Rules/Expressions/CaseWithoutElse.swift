import SQLScriptsSQL
import SQLScriptsSchema

/// `SET kind = CASE kind WHEN 'car' THEN 'automobile' END`
package struct CaseWithoutElse: Rule {
  private static let vehicle = [
    "CREATE TABLE vehicle (id INTEGER PRIMARY KEY, kind TEXT, label TEXT, size TEXT CHECK (size IN ('S', 'L', 'XL')))"
  ]

  package static let documentation = RuleDocumentation(
    summary: "A CASE that replaces the values of a column has no ELSE.", severity: .warning,
    why: "All values that no WHEN mentions become NULL.",
    wrong: [
      .init(
        before: vehicle,
        "UPDATE vehicle SET kind = «CASE kind WHEN 'car' THEN 'automobile' WHEN 'bike' THEN 'bicycle' END»"
      ),
      .init(
        before: vehicle,
        "UPDATE vehicle SET kind = «CASE WHEN kind = 'car' THEN 'automobile' END» WHERE id > 7"),
      .init(
        before: vehicle,
        "UPDATE vehicle SET label = «CASE size WHEN 'S' THEN 'small' WHEN 'L' THEN 'large' END»"),
    ],
    right: [
      .init(
        before: vehicle,
        "UPDATE vehicle SET kind = CASE kind WHEN 'car' THEN 'automobile' ELSE kind END"),
      .init(
        before: vehicle,
        "UPDATE vehicle SET kind = CASE kind WHEN 'car' THEN 'automobile' END WHERE kind = 'car'"),
      .init(before: vehicle, "UPDATE vehicle SET label = CASE kind WHEN 'car' THEN 'A car' END"),
      .init(
        before: vehicle,
        "UPDATE vehicle SET size = CASE size WHEN 'S' THEN 'L' WHEN 'L' THEN 'S' WHEN 'XL' THEN 'XL' END"
      ),
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.succeeded, statement.hasExpressions else { return }
    for (column, value) in statement.storedValues
    where statement.word(value.lowerBound) == "CASE"
      && statement.word(value.upperBound - 1) == "END"
    {
      guard let parts = parts(of: value, statement), !parts.hasElse else { continue }
      checkForgotten(parts, column, value, statement, &findings)
      guard
        parts.conditions.contains(where: {
          statement.isName($0) && statement.name($0).isSameName(as: column)
        }), !isInWhere(column, statement), !coversAll(parts.conditions, column, statement)
      else { continue }
      findings.report(
        "“\(column)” becomes NULL in all other rows",
        at: statement.span(value.lowerBound...value.upperBound - 1),
        help: "Add before END: ELSE \(sourceName(column, parts.conditions, statement))")
    }
  }

  /// A value that the CHECK of another column allows and no WHEN mentions: `SET label = CASE size WHEN 'S' THEN …`
  private func checkForgotten(
    _ parts: Parts, _ column: String, _ value: Range<Int>, _ statement: RehearsedStatement,
    _ findings: inout Findings
  ) {
    let operand = value.lowerBound + 1
    guard statement.isName(operand), statement.word(operand + 1) == "WHEN",
      !statement.name(operand).isSameName(as: column),
      !isInWhere(statement.name(operand), statement),
      let table = statement.writtenTable.flatMap({ statement.before[$0] })
    else { return }
    let name = statement.name(operand).asciiLowercased
    let literals = Set(parts.conditions.map { statement.name($0) })
    for check in RowCondition.all(of: table) where check.columns == [name] {
      let list = check.range.first { check.sql.has("IN", "(", at: $0) }
      guard let list else { continue }
      let allowed = check.sql.arguments(list + 1).filter { $0.count == 1 }.map(\.lowerBound)
      let forgotten = allowed.first { !literals.contains(check.sql.name($0)) }
      guard let forgotten else { continue }
      let word = check.sql.text(check.sql.tokens[forgotten])
      findings.report(
        "“\(column)” becomes NULL where “\(statement.name(operand))” is \(word)",
        at: statement.span(value.lowerBound...value.upperBound - 1),
        help: "Add WHEN \(word) THEN …, or ELSE … before END.")
      return
    }
  }

  private func sourceName(
    _ column: String, _ conditions: [Int], _ statement: RehearsedStatement
  ) -> String {
    let index = conditions.first { statement.name($0).isSameName(as: column) }
    return index.map { statement.text(ofTokens: statement.start(ofName: $0)..<$0 + 1) } ?? column
  }

  private struct Parts {
    /// The tokens of the operand and of the conditions.
    var conditions: [Int] = []
    var hasElse = false
  }

  /// The parts of a CASE that is the whole value.
  private func parts(of value: Range<Int>, _ statement: RehearsedStatement) -> Parts? {
    var parts = Parts()
    var level = 0
    var isCondition = false
    for index in value {
      switch statement.word(index) {
      case "CASE":
        level += 1
        if level == 1 { isCondition = true }
      case "END":
        level -= 1
        if level == 0, index != value.upperBound - 1 { return nil }
      case "WHEN" where level == 1: isCondition = true
      case "THEN" where level == 1: isCondition = false
      case "ELSE" where level == 1: parts.hasElse = true
      default: if isCondition { parts.conditions.append(index) }
      }
    }
    return parts
  }

  private func isInWhere(_ column: String, _ statement: RehearsedStatement) -> Bool {
    guard let start = statement.outerIndex(of: "WHERE") else { return false }
    return statement.indices.contains {
      $0 > start && statement.isName($0) && statement.name($0).isSameName(as: column)
    }
  }

  /// Whether the conditions mention all values that a CHECK allows, or both of a boolean.
  private func coversAll(
    _ conditions: [Int], _ column: String, _ statement: RehearsedStatement
  ) -> Bool {
    let literals = Set(
      conditions.filter { [.string, .integer].contains(statement.kind($0)) }
        .map { statement.name($0) })
    if literals.isSuperset(of: ["0", "1"]) { return true }
    guard let table = statement.writtenTable.flatMap({ statement.before[$0] }) else { return true }
    return RowCondition.all(of: table)
      .filter { $0.columns == [column.asciiLowercased] }
      .contains { check in
        let text = SQLText(check.text)
        let allowed = text.tokens.filter { [.string, .integer].contains($0.kind) }
          .map { text.name($0) }
        return !allowed.isEmpty && literals.isSuperset(of: allowed)
      }
  }
}
