import SQLScriptsSQL

/// `WHERE state <> 'open' OR state <> 'done'`
package struct AlwaysTrueOr: Rule {
  private static let task = [
    "CREATE TABLE task (id INTEGER PRIMARY KEY, state TEXT NOT NULL, price INTEGER)"
  ]

  package static let documentation = RuleDocumentation(
    summary: "Conditions joined by OR cover all values.", severity: .warning,
    why: "Every value is different from one of two values, so no row is left out.",
    wrong: [
      .init(
        before: task, "UPDATE task SET state = 'other' WHERE «state <> 'open' OR state <> 'done'»"),
      .init(before: task, "DELETE FROM task WHERE «price > 100 OR price <= 100»"),
      .init(
        before: task,
        "DELETE FROM task WHERE id > 7 AND («task.state != 'a' OR task.state NOT IN ('b', 'c')»)"),
      .init(
        before: task,
        "CREATE TRIGGER t AFTER UPDATE ON task WHEN «NEW.price < 5 OR NEW.price > 3» BEGIN DELETE FROM task WHERE id = NEW.id; END"
      ),
    ],
    right: [
      .init(
        before: task, "UPDATE task SET state = 'other' WHERE state <> 'open' AND state <> 'done'"),
      .init(before: task, "DELETE FROM task WHERE price > 100 OR price < 100"),
      .init(before: task, "DELETE FROM task WHERE state <> 'open' OR price <> 5"),
      .init(
        before: task, "DELETE FROM task WHERE id > 7 AND state <> 'a' OR state <> 'b' AND id < 3"),
    ])

  package init() {}

  private static let starts: Set = ["WHERE", "WHEN", "ON", "HAVING"]
  private static let ends: Set = [
    "THEN", "BEGIN", "GROUP", "ORDER", "LIMIT", "RETURNING", "UNION", "EXCEPT", "INTERSECT",
    "LEFT", "JOIN", "INNER", "WHERE", "HAVING",
  ]

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.succeeded, statement.hasExpressions else { return }
    var checked = 0
    for index in statement.indices where index >= checked && statement.word(index) == "OR" {
      guard let range = condition(around: index, statement) else { continue }
      checked = range.upperBound
      guard range.count < 200, let read = ReadColumn(range, statement),
        isTrue(read, range, statement, &findings.scratch)
      else { continue }
      findings.report(
        "every value of “\(read.name)” fulfills this condition",
        at: statement.span(range.lowerBound...range.upperBound - 1),
        help: help(range, statement))
    }
  }

  private func help(_ range: Range<Int>, _ statement: RehearsedStatement) -> String {
    let isUnequal = range.allSatisfy {
      statement.kind($0) != .operator || ["<>", "!=", "-"].contains(statement.word($0))
    }
    return isUnequal
      ? "Write AND instead of OR." : "Correct the condition. If you mean all rows, remove it."
  }

  /// The tokens from the start to the end of the condition with an OR; nil if it also contains AND.
  private func condition(around place: Int, _ statement: RehearsedStatement) -> Range<Int>? {
    let depth = statement.depth(place)
    var start = place
    while start > 0,
      statement.depth(start - 1) > depth
        || statement.depth(start - 1) == depth && !Self.starts.contains(statement.word(start - 1))
    {
      if statement.depth(start - 1) == depth,
        ["AND", "NOT", "SELECT", "SET", "ELSE", "THEN", "CASE"].contains(statement.word(start - 1))
          || statement.kind(start - 1) == .comma
      {
        return nil
      }
      start -= 1
    }
    guard start > 0 else { return nil }
    let end =
      statement.indices.first { index in
        index > place
          && (statement.depth(index) < depth || statement.kind(index) == .semicolon
            || statement.depth(index) == depth && Self.ends.contains(statement.word(index)))
      } ?? statement.tokens.count
    let rest = place..<end
    return rest.contains { statement.depth($0) == depth && statement.word($0) == "AND" }
      ? nil : start..<end
  }

  /// The only column that a condition compares, with literals of one kind.
  private struct ReadColumn {
    let name: String
    let qualifier: String?

    init?(_ range: Range<Int>, _ statement: RehearsedStatement) {
      var found: (name: String, qualifier: String?)?
      let shape = ColumnShape(range, of: statement) { name, qualifier in
        if let found, found.name != name || found.qualifier != qualifier { return false }
        found = (name, qualifier)
        return true
      }
      guard let shape, shape.isComparison, !shape.asksForNull, let found,
        !shape.literals.isEmpty,
        Set(shape.literals.map { statement.kind($0) == .string }).count == 1
      else { return nil }
      // SQLite may compare such strings as numbers.
      let isNumber = shape.literals.contains {
        statement.kind($0) == .string && Double(statement.name($0)) != nil
      }
      if isNumber { return nil }
      (name, qualifier) = found
    }
  }

  /// Asks SQLite.
  private func isTrue(
    _ read: ReadColumn, _ range: Range<Int>, _ statement: RehearsedStatement,
    _ scratch: inout ScratchSQL
  ) -> Bool {
    let literals = range.filter {
      [.string, .integer, .float, .blob].contains(statement.kind($0))
    }.map { statement.text(statement.tokens[$0]) }
    let values = ValueProbe.candidates(literals).map { "SELECT \($0) AS v" }
    return scratch.value(
      "SELECT min((\(statement.text(of: range))) IS TRUE) FROM (SELECT v AS \(read.name.quotedName)"
        + " FROM (\(values.joined(separator: " UNION ALL "))) WHERE v IS NOT NULL)"
        + " AS \((read.qualifier ?? "t").quotedName)") == .integer(1)
  }
}
