import SQLScriptsSQL
import SQLScriptsSchema

/// A trigger that inserts a value that a CHECK refuses.
package struct TriggerAgainstCheck: Rule {
  private static let tables = [
    "CREATE TABLE audit (id INTEGER PRIMARY KEY, action TEXT NOT NULL CHECK (action IN ('create', 'delete')), who TEXT)",
    "CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT)",
  ]

  package static let documentation = RuleDocumentation(
    summary: "A trigger stores a value that the table refuses.", severity: .error,
    why: "Every statement of the app that fires the trigger fails.",
    wrong: [
      .init(
        before: tables,
        "CREATE TRIGGER t AFTER INSERT ON customer BEGIN INSERT INTO audit (action) VALUES («'insert'»); END"
      ),
      .init(
        before: tables,
        "CREATE TRIGGER t AFTER UPDATE ON customer BEGIN UPDATE audit SET action = «'change'» WHERE who = NEW.name; END"
      ),
      .init(
        before: tables,
        "CREATE TRIGGER t AFTER UPDATE ON customer BEGIN INSERT INTO «audit» (who) VALUES (NEW.name); END"
      ),
    ],
    right: [
      .init(
        before: tables,
        "CREATE TRIGGER t AFTER INSERT ON customer BEGIN INSERT INTO audit (action) VALUES ('create'); END"
      ),
      .init(
        before: tables,
        "CREATE TRIGGER t AFTER INSERT ON customer BEGIN INSERT OR IGNORE INTO audit (who) VALUES ('x'); END"
      ),
    ])

  package init() {}

  package func check(_ script: RehearsedScript, _ findings: inout Findings) {
    guard script.isComplete else { return }
    for statement in script.statements where statement.created?.kind == .trigger {
      guard let trigger = TriggerText(statement.text),
        script.after[trigger.table]?.triggers.contains(where: {
          $0.name.isSameName(as: trigger.name)
        }) ?? false
      else { continue }
      for part in statement.bodyParts { check(part, of: statement, trigger, script, &findings) }
    }
  }

  private func check(
    _ part: Range<Int>, of statement: RehearsedStatement, _ trigger: TriggerText,
    _ script: RehearsedScript, _ findings: inout Findings
  ) {
    let text = statement.part(part)
    guard text.word(1) != "OR", let target = text.target,
      let table = script.after[text.name(target.name)], table.kind == .table
    else { return }
    let offset = part.lowerBound
    for (column, value) in text.constants(for: table) {
      let literal = text.text(text.tokens[value])
      guard let refusal = table.refusal(of: literal, in: column, &findings.scratch) else {
        continue
      }
      findings.report(
        "“\(trigger.name)” fails: \(refusal) of “\(table.name)” refuses \(literal)",
        at: statement.span(offset + value...offset + value),
        help: "Write an allowed value, or change “\(table.name)”.")
      return
    }
    guard text.word(0) == "INSERT", let columns = text.columnList,
      // A trigger of the table may set it.
      !table.triggers.contains(where: { TriggerText($0)?.timing == "BEFORE" })
    else { return }
    let given = Set(columns.map { SQLName($0) })
    let missing = table.columns.first { column in
      column.isNotNull && column.defaultValue == nil && !column.isGenerated
        && table.rowIDAlias != column && !given.contains(SQLName(column.name))
    }
    guard let missing else { return }
    findings.report(
      "“\(trigger.name)” fails: it gives no value for “\(missing.name)”, which is NOT NULL",
      at: statement.span(offset + target.name...offset + target.name),
      help: "Add “\(missing.name)” to the INSERT.")
  }
}

extension SQLStatement {
  /// The literals that an INSERT or UPDATE stores, by column, with their indices.
  fileprivate func constants(for table: SchemaTable) -> [(SchemaColumn, Int)] {
    let kinds: Set<SQLToken.Kind> = [.string, .integer, .float, .blob]
    var found: [(SchemaColumn, Int)] = []
    let add = { (name: String, value: Range<Int>) in
      guard value.count == 1, let column = table.column(name) else { return }
      let index = value.lowerBound
      guard self.kind(index).map(kinds.contains) ?? false || self.word(index) == "NULL" else {
        return
      }
      found.append((column, index))
    }
    if word(0) == "UPDATE" {
      for assignment in assignments { add(name(assignment.column), assignment.value) }
    } else {
      let columns = columnList ?? table.columns.filter { !$0.isGenerated }.map(\.name)
      for row in valueRows {
        for (column, value) in zip(columns, arguments(row)) { add(column, value) }
      }
    }
    return found
  }
}

extension SchemaTable {
  /// The constraint of a column that refuses a literal.
  fileprivate func refusal(
    of literal: String, in column: SchemaColumn, _ scratch: inout ScratchSQL
  ) -> String? {
    if literal.uppercased() == "NULL" {
      return column.isNotNull && rowIDAlias != column ? "NOT NULL" : nil
    }
    for check in RowCondition.all(of: self)
    where check.columns == [column.name.asciiLowercased] {
      if DefaultAgainstCheck.refuses(check, column, literal, &scratch) {
        return "CHECK (\(check.text.oneLine))"
      }
    }
    return nil
  }
}
