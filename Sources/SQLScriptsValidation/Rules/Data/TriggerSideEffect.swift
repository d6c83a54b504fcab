import SQLScriptsSQL
import SQLScriptsSchema

/// A change of many rows that fires a trigger made for the changes of users.
package struct TriggerSideEffect: Rule {
  private static let note = [
    "CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT, updated_at TEXT)",
    "CREATE TABLE queue (note_id INTEGER)",
  ]
  private static let touch =
    "CREATE TRIGGER note_touch AFTER UPDATE ON note BEGIN UPDATE note SET updated_at = datetime('now') WHERE id = new.id; END"
  private static let sync =
    "CREATE TRIGGER note_sync AFTER UPDATE ON note BEGIN INSERT INTO queue VALUES (new.id); END"
  private static let accounts = [
    "CREATE TABLE account (id INTEGER PRIMARY KEY, balance INTEGER)",
    "CREATE TABLE posting (id INTEGER PRIMARY KEY, account INTEGER, amount INTEGER)",
    "CREATE TRIGGER posting_sum AFTER INSERT ON posting BEGIN UPDATE account SET balance = balance + new.amount WHERE id = new.account; END",
  ]

  package static let documentation = RuleDocumentation(
    summary: "A statement fires a trigger that changes other rows or columns.",
    severity: .warning,
    why:
      "A trigger cannot tell a migration from a user. On every device, all rows get the time of the "
      + "update, are uploaded again, or are counted twice.",
    wrong: [
      .init(before: note + [touch], "«UPDATE note SET text = trim(text) WHERE text LIKE ' %'»"),
      .init(before: note + [sync], "«UPDATE note SET text = trim(text) WHERE text LIKE ' %'»"),
      .init(
        before: accounts,
        "«INSERT INTO posting (account, amount) SELECT account, 0 - amount FROM posting WHERE amount > 5»"
      ),
    ],
    right: [
      .init(
        before: note + [touch], "DROP TRIGGER note_touch",
        "UPDATE note SET text = trim(text) WHERE text LIKE ' %'", touch),
      .init(
        before: note + [touch],
        "UPDATE note SET text = trim(text), updated_at = '2024-01-15' WHERE text LIKE ' %'"),
      .init(
        before: note + [
          "CREATE VIRTUAL TABLE found USING fts5 (text, content='note', content_rowid='id')",
          "CREATE TRIGGER note_found AFTER UPDATE ON note BEGIN INSERT INTO found (found, rowid, text) VALUES ('delete', old.id, old.text); INSERT INTO found (rowid, text) VALUES (new.id, new.text); END",
        ], "UPDATE note SET text = trim(text) WHERE text LIKE ' %'"),
      .init(before: accounts, "INSERT INTO posting (account, amount) VALUES (1, 5)"),
    ])

  package init() {}

  package func check(_ script: RehearsedScript, _ findings: inout Findings) {
    // The tables of a new database have no users' rows yet.
    guard script.script.file.kind != .default else { return }
    for (index, statement) in script.statements.enumerated() where statement.succeeded {
      guard statement.actions.contains(where: { !$0.trigger.isEmpty }),
        let change = RowChange(statement)
      else { continue }
      var seen: Set<SQLName> = []
      for action in statement.actions where !action.trigger.isEmpty {
        guard seen.insert(SQLName(action.trigger)).inserted,
          let sql = statement.before.definition(of: SQLName(action.trigger)),
          let trigger = TriggerText(sql), !change.isExcluded(by: trigger.condition),
          !script.isSwitchedOff(trigger, before: index),
          let effect = trigger.statements.lazy.compactMap({ change.sideEffect(of: $0, trigger) })
            .first(where: { !script.isUndone($0, of: index) })
        else { continue }
        findings.report(
          "this \(change.verb) fires the trigger “\(trigger.name)”, which \(effect.words)",
          at: statement.span, why: script.count(effect),
          help: "Drop the trigger before this statement and create it again after it. If the "
            + "trigger should fire, \(Suppressions.howTo("trigger-side-effect"))")
        reportRepetition(of: effect, trigger, after: index, script, &findings)
        break
      }
    }
  }
}

extension TriggerSideEffect {
  /// Statements that belong together are near each other.
  private static let manyStatements = 100

  /// A later UPDATE that adds what the trigger has added.
  private func reportRepetition(
    of effect: SideEffect, _ trigger: TriggerText, after index: Int, _ script: RehearsedScript,
    _ findings: inout Findings
  ) {
    guard let (column, sign) = effect.sum else { return }
    let insert = script.statements[index]
    let tables = insert.readTables.union(insert.writtenTable.map { [$0] } ?? [])
    for other in script.statements[(index + 1)...].prefix(Self.manyStatements)
    where other.word(0) == "UPDATE" && other.writtenTable == effect.table {
      let repeats = other.assignments.contains { assignment in
        SQLName(other.name(assignment.column)) == column
          && SQLName(other.name(assignment.value.lowerBound)) == column
          && other.word(assignment.value.lowerBound + 1) == sign
          && other.mentions(["SELECT"], in: assignment.value)
      }
      guard repeats, !other.readTables.isDisjoint(with: tables) else { continue }
      findings.report(
        "“\(trigger.name)” has already changed “\(column.text)” for these rows, so they count twice",
        at: other.span,
        help:
          "Delete this statement, or drop the trigger before the \(insert.word(insert.verb ?? 0)) and create it again after it.",
        related: [.init(span: insert.span, message: "the trigger fires here")])
      return
    }
  }
}

/// What a trigger does besides the change that fires it.
private struct SideEffect {
  var words: String
  var table: SQLName
  /// Whether it adds to or subtracts from a value, so that another statement may undo it.
  var isSum = false
  /// The column to which it adds a value, and + or -.
  var sum: (column: SQLName, sign: String)?
}

/// A statement that changes rows of a table.
private struct RowChange {
  let verb: String
  private let statement: RehearsedStatement
  private let table: SchemaTable
  /// The columns that it names; nil for all.
  private let columns: Set<SQLName>?
  private let copies: Bool

  init?(_ statement: RehearsedStatement) {
    guard let verb = statement.verb, let target = statement.target,
      let table = statement.before[statement.name(target.name)], table.kind == .table
    else { return nil }
    self.statement = statement
    self.table = table
    self.verb = statement.word(verb)
    copies =
      self.verb != "UPDATE" && self.verb != "DELETE"
      && statement.outerIndex(of: "SELECT", from: target.name) != nil
    columns =
      self.verb == "UPDATE"
      ? Set(statement.assignments.map { SQLName(statement.name($0.column)) })
      : statement.columnList.map { Set($0.map { SQLName($0) }) }
  }

  /// Whether the condition of a trigger is true only if columns change that the UPDATE does not name.
  func isExcluded(by when: SQLText) -> Bool {
    guard verb == "UPDATE", let columns else { return false }
    let compared = when.indices.compactMap { when.comparedColumn(at: $0) }
    let others = compared.filter { !columns.contains($0) }
    let choices = when.indices.count { when.word($0) == "OR" }
    return choices == 0 ? !others.isEmpty : compared.count > choices && others == compared
  }

  /// What a statement of a trigger does that the change itself does not ask for.
  func sideEffect(of write: SQLText, _ trigger: TriggerText) -> SideEffect? {
    guard let verb = write.verb.map({ write.word($0) }), let name = write.writtenName,
      let written = statement.before[name], written.kind == .table
    else { return nil }
    if let place = write.outerIndex(of: "WHERE"),
      isExcluded(by: write.part(place + 1..<write.tokens.count))
    {
      return nil
    }
    let table = SQLName(written.name)
    // A trigger that replaces rows by those of the table keeps a copy.
    let verbs = Set(
      trigger.statements(writing: table).compactMap { other in other.verb.map { other.word($0) } })
    switch verb {
    case "INSERT", "REPLACE":
      let isCopy = verbs.contains("DELETE") || write.replaces
      guard !isCopy, isBulk || written.isQueue else { return nil }
      return SideEffect(words: "adds rows to “\(written.name)”", table: table)
    case "UPDATE":
      for assignment in write.assignments {
        let column = write.name(assignment.column)
        guard changes(SQLName(column), of: table, to: assignment.value, in: write) else { continue }
        return SideEffect(
          words: "changes “\(column)” of “\(written.name)”", table: table,
          isSum: assignment.value.contains { SQLName(write.name($0)) == SQLName(column) },
          sum: write.name(assignment.value.lowerBound).isSameName(as: column)
            && ["+", "-"].contains(write.word(assignment.value.lowerBound + 1))
            ? (SQLName(column), write.word(assignment.value.lowerBound + 1)) : nil)
      }
      return nil
    case "DELETE":
      guard isBulk, self.verb != "DELETE", !verbs.contains("INSERT") else { return nil }
      return SideEffect(words: "deletes rows of “\(written.name)”", table: table)
    default: return nil
    }
  }

  /// Whether it may concern rows of users.
  private var isBulk: Bool { copies || verb == "UPDATE" || verb == "DELETE" }

  private func changes(
    _ column: SQLName, of written: SQLName, to value: Range<Int>, in write: SQLText
  ) -> Bool {
    guard isBulk else { return false }
    let isOwn = written == SQLName(table.name)
    if isOwn, verb == "UPDATE", columns?.contains(column) == true { return false }
    // The trigger completes the new rows, unless the copy has a value.
    if isOwn, copies, columns.map({ !$0.contains(column) }) ?? false { return false }
    if write.readsClock(in: value) { return true }
    if write.mentions(["SELECT"], in: value) { return false }
    if copies { return true }
    return !isDerived(value, in: write, isOwn)
  }

  /// Whether a value follows from what the statement changes.
  private func isDerived(_ value: Range<Int>, in write: SQLText, _ isOwn: Bool) -> Bool {
    if verb == "DELETE" {
      return write.mentions(["OLD"], in: value) || value.contains { write.word($0) == "-" }
    }
    return value.contains { index in
      ["NEW", "OLD"].contains(write.word(index)) && write.kind(index + 1) == .dot
        && (!isOwn || columns?.contains(SQLName(write.name(index + 2))) ?? true)
    }
  }
}

extension SQLText {
  /// The column of `NEW.a <> OLD.a` or `NEW.a IS NOT OLD.a`.
  fileprivate func comparedColumn(at index: Int) -> SQLName? {
    guard ["NEW", "OLD"].contains(word(index)), kind(index + 1) == .dot else { return nil }
    var next = index + 3
    if has("IS", "NOT", at: next) {
      next += 2
    } else if has("IS", "DISTINCT", "FROM", at: next) {
      next += 3
    } else if ["<>", "!=", "<", ">"].contains(word(next)) {
      next += 1
    } else {
      return nil
    }
    let other = word(index) == "NEW" ? "OLD" : "NEW"
    guard word(next) == other, SQLName(name(next + 2)) == SQLName(name(index + 2)) else {
      return nil
    }
    return SQLName(name(index + 2))
  }

  /// REPLACE, or an INSERT that updates the row that exists.
  fileprivate var replaces: Bool {
    word(0) == "REPLACE" || has("OR", "REPLACE", at: 1) || first("DO", "UPDATE") != nil
  }
}

extension SchemaTable {
  /// Whether its name says that it records changes for a later time.
  fileprivate var isQueue: Bool {
    let name = name.asciiLowercased
    return ["queue", "outbox", "sync", "audit", "pending", "upload"].contains {
      name.contains($0)
    }
  }
}

extension RehearsedScript {
  /// Whether the trigger asks a table that the script writes first, such as a switch.
  fileprivate func isSwitchedOff(_ trigger: TriggerText, before index: Int) -> Bool {
    let when = trigger.condition
    guard when.mentions(["SELECT"], in: when.indices) else { return false }
    return statements[..<index].contains { statement in
      (statement.writtenTable ?? statement.emptiedTable).map {
        when.token(named: $0.text) != nil
      } ?? false
    }
  }

  /// Whether another statement writes the table, too, and it has the same sample rows at the end.
  fileprivate func isUndone(_ effect: SideEffect, of index: Int) -> Bool {
    guard effect.isSum, changes.indices.contains(index), changes[index] > 0,
      let rows = rows[effect.table], rows.before > 0, !rows.valuesBefore.isEmpty,
      statements.indices.contains(where: { other in
        other != index
          && statements[other].actions.contains {
            $0.kind == .update && SQLName($0.name) == effect.table
          }
      })
    else { return false }
    return rows.before == rows.after && rows.valuesBefore == rows.valuesAfter
  }

  /// The rows that the sample rows added.
  fileprivate func count(_ effect: SideEffect) -> String? {
    guard let rows = rows[effect.table], let after = rows.after, after > rows.before else {
      return nil
    }
    return
      "In the rehearsal, “\(effect.table.text)” had \(rows.before) row\(rows.before == 1 ? "" : "s") before the script and \(after) after it."
  }
}
