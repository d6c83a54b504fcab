import SQLScriptsSQL
import SQLScriptsSchema

/// `SET done = 'true'` for an INTEGER column
package struct TextForBoolean: Rule {
  private static let task = [
    "CREATE TABLE task (id INTEGER PRIMARY KEY, name TEXT, done INTEGER, open BOOLEAN)"
  ]

  package static let documentation = RuleDocumentation(
    summary: "'true' or 'false' is stored in, or compared with, a column of numbers.",
    severity: .warning,
    why:
      "SQLite has no type for true and false. They are 1 and 0; 'true' is a text and counts as 0.",
    wrong: [
      .init(before: task, "UPDATE task SET done = «'true'» WHERE id = 7"),
      .init(before: task, "INSERT INTO task (name, open) VALUES ('a', «'False'»)"),
      .init(before: task, "DELETE FROM task WHERE done = «'false'»"),
    ],
    right: [
      .init(before: task, "UPDATE task SET done = 1 WHERE id = 7"),
      .init(before: task, "UPDATE task SET name = 'true' WHERE done = true"),
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.succeeded else { return }
    for (index, column) in places(in: statement) {
      let text = statement.name(index).lowercased()
      guard statement.kind(index) == .string, ["true", "false"].contains(text), let column,
        [.integer, .real, .numeric].contains(Affinity(column.type))
      else { continue }
      findings.report(
        "“\(column.name)” holds numbers, and \(statement.text(statement.tokens[index])) is a text",
        at: statement.span(index...index), help: "Write \(text == "true" ? 1 : 0).")
    }
  }

  /// The values that a column gets or is compared with, if one of them is such a string.
  private func places(in statement: RehearsedStatement) -> [(Int, SchemaColumn?)] {
    let strings = statement.indices.filter {
      statement.kind($0) == .string && ["'TRUE'", "'FALSE'"].contains(statement.word($0))
    }
    guard !strings.isEmpty else { return [] }
    var places: [(Int, SchemaColumn?)] = []
    let table = statement.writtenTable.flatMap { statement.after[$0] }
    for assignment in statement.assignments where assignment.value.count == 1 {
      places.append((assignment.value.lowerBound, table?.column(statement.name(assignment.column))))
    }
    let assigned = Set(places.map(\.0))
    for index in strings
    where !assigned.contains(index) && ["=", "==", "<>", "!="].contains(statement.word(index - 1)) {
      let columns = statement.readColumns(named: statement.name(index - 2))
      places.append((index, columns.count == 1 ? columns.first : nil))
    }
    guard let table else { return places }
    let names = statement.columnList ?? table.columns.filter { !$0.isGenerated }.map(\.name)
    for row in statement.valueRows.prefix(1000) {
      for (value, name) in zip(statement.arguments(row), names) where value.count == 1 {
        places.append((value.lowerBound, table.column(name)))
      }
    }
    return places
  }
}
