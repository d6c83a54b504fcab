import SQLScriptsSQL
import SQLScriptsSchema

/// A counter that new triggers keep, and that does not count the rows that exist.
package struct CounterStartsEmpty: Rule {
  private static let tables = [
    "CREATE TABLE topic (id INTEGER PRIMARY KEY, title TEXT)",
    "CREATE TABLE reply (id INTEGER PRIMARY KEY, topic INTEGER REFERENCES topic (id))",
  ]
  private static let trigger =
    "CREATE TRIGGER reply_ai AFTER INSERT ON reply BEGIN UPDATE topic SET replies = replies + 1 WHERE id = NEW.topic; END"

  private static let inverse =
    "CREATE TRIGGER reply_ad AFTER DELETE ON reply BEGIN UPDATE topic SET replies = replies - 1 WHERE id = OLD.topic; END"

  package static let documentation = RuleDocumentation(
    summary: "New triggers keep a counter that does not count the rows that exist.",
    severity: .warning,
    why: "On every device with rows, the counter is too low, and below zero after some deletions.",
    wrong: [
      .init(
        before: tables, "«ALTER TABLE topic ADD COLUMN replies INTEGER NOT NULL DEFAULT 0»",
        trigger, inverse)
    ],
    right: [
      .init(
        before: tables, "ALTER TABLE topic ADD COLUMN replies INTEGER NOT NULL DEFAULT 0",
        "UPDATE topic SET replies = (SELECT count(*) FROM reply WHERE reply.topic = topic.id)",
        trigger, inverse),
      // A version, not a counter.
      .init(
        before: tables, "ALTER TABLE topic ADD COLUMN version INTEGER NOT NULL DEFAULT 0",
        "CREATE TRIGGER reply_ai AFTER INSERT ON reply BEGIN UPDATE topic SET version = version + 1 WHERE id = NEW.topic; END"
      ),
      .init(
        "CREATE TABLE topic (id INTEGER PRIMARY KEY, title TEXT, replies INTEGER DEFAULT 0)",
        "CREATE TABLE reply (id INTEGER PRIMARY KEY, topic INTEGER)", trigger),
    ])

  package init() {}

  package func check(_ script: RehearsedScript, _ findings: inout Findings) {
    guard script.isComplete else { return }
    let all = script.statements.filter { $0.created?.kind == .trigger }
      .compactMap { TriggerText($0.text) }
    let triggers = all.filter {
      $0.event == "INSERT" && script.before[$0.table]?.kind == .table
    }
    guard !triggers.isEmpty else { return }
    for statement in script.statements {
      guard let added = statement.addedColumn, let table = statement.alteredTable,
        script.before[table]?.kind == .table,
        isCounter(added.name, of: SQLName(table), all), !isWritten(added.name, of: table, script)
      else { continue }
      for trigger in triggers {
        guard
          let update = trigger.statements(writing: SQLName(table)).first(where: {
            $0.adjusts(added.name)
          })
        else { continue }
        findings.report(
          "“\(added.name)” does not count the rows that “\(trigger.table)” already has",
          at: statement.span,
          help: "After this statement, write: \(Self.cure(update, added.name, table, trigger))")
        break
      }
    }
  }

  /// Whether a column counts rows: it is lowered when one is deleted, or its name says so. Otherwise it may be a version.
  private func isCounter(_ column: String, of table: SQLName, _ triggers: [TriggerText]) -> Bool {
    ["count", "total", "num"].contains(where: column.asciiLowercased.contains)
      || triggers.contains { trigger in
        trigger.event == "DELETE"
          && trigger.statements(writing: table).contains { $0.adjusts(column) }
      }
  }

  /// Whether a statement of the script itself sets the column.
  private func isWritten(_ column: String, of table: String, _ script: RehearsedScript) -> Bool {
    let names = script.names(of: table)
    return (script.statements + script.ruledOut).contains { statement in
      guard let written = statement.writtenTable, names.contains(written),
        statement.madeTable == nil
      else { return false }
      return statement.assignments.contains {
        statement.name($0.column).isSameName(as: column)
      } || (statement.columnList ?? [column]).contains { $0.isSameName(as: column) }
    }
  }

  /// The UPDATE that counts them.
  private static func cure(
    _ update: SQLText, _ column: String, _ table: String, _ trigger: TriggerText
  ) -> String {
    let new = update.indices.last { update.has("NEW", ".", at: $0) }
    let key = update.outerIndex(of: "WHERE").map { update.name($0 + 1) }
    let (target, source) = (table.quotedIfNeeded, trigger.table.quotedIfNeeded)
    let counting =
      "UPDATE \(target) SET \(column.quotedIfNeeded) = (SELECT count(*) FROM \(source) WHERE "
    guard let new, let key,
      update.outerIndices(from: 0).filter({ update.word($0) == "=" }).count == 2
    else {
      return "\(counting)…)"
    }
    let other = update.name(new + 2).quotedIfNeeded
    return "\(counting)\(source).\(other) = \(target).\(key.quotedIfNeeded))"
  }
}

extension SQLText {
  /// Whether it adds to a column or subtracts from it: `SET n = n + 1`.
  fileprivate func adjusts(_ column: String) -> Bool {
    assignments.contains { assignment in
      name(assignment.column).isSameName(as: column) && assignment.value.count > 2
        && assignment.value.contains { isName($0) && name($0).isSameName(as: column) }
        && assignment.value.contains { ["+", "-"].contains(word($0)) }
    }
  }
}
