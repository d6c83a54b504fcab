import SQLScriptsSQL
import SQLScriptsSchema

/// `WHERE post.id = conversation.id`, although `post.conversation_id` is the reference
package struct JoinIgnoresForeignKey: Rule {
  private static let tables = [
    "CREATE TABLE chat (id INTEGER PRIMARY KEY, posts INTEGER)",
    "CREATE TABLE post (id INTEGER PRIMARY KEY, chat_id INTEGER REFERENCES chat (id), title TEXT)",
    "CREATE TABLE detail (id INTEGER PRIMARY KEY REFERENCES post (id), text TEXT)",
  ]

  package static let documentation = RuleDocumentation(
    summary: "Two tables are joined by their IDs, although a foreign key connects them.",
    severity: .warning,
    why: "Rows that have the same number by chance are combined, not those that belong together.",
    wrong: [
      .init(
        before: tables,
        "UPDATE chat SET posts = (SELECT count(*) FROM post WHERE «post.id = chat.id»)"),
      .init(
        before: tables,
        "CREATE VIEW v AS SELECT p.title, c.posts FROM post AS p JOIN chat AS c ON «c.id = p.id»"),
      .init(
        before: tables,
        "CREATE TRIGGER t AFTER INSERT ON post BEGIN UPDATE chat SET posts = posts + 1 WHERE «id = NEW.id»; END"
      ),
      .init(before: tables, "DELETE FROM post WHERE «id NOT IN (SELECT id FROM chat)»"),
      .init(
        before: tables,
        "CREATE TRIGGER t AFTER DELETE ON post BEGIN «UPDATE chat SET posts = posts - length(OLD.text)»; END"
      ),
    ],
    right: [
      .init(
        before: tables,
        "UPDATE chat SET posts = (SELECT count(*) FROM post WHERE post.chat_id = chat.id)"),
      .init(
        before: tables,
        "CREATE VIEW v AS SELECT title, text FROM post JOIN detail ON detail.id = post.id"),
      .init(
        before: tables,
        "CREATE TRIGGER t AFTER INSERT ON post BEGIN UPDATE chat SET posts = posts + 1 WHERE id = NEW.chat_id; END"
      ),
      .init(before: tables, "DELETE FROM post WHERE chat_id NOT IN (SELECT id FROM chat)"),
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.succeeded, statement.hasExpressions else { return }
    if statement.created?.kind == .trigger { checkTrigger(statement, &findings) }
    checkOrphans(statement, &findings)
    let comparisons = statement.indices.filter { index in
      ["=", "=="].contains(statement.word(index)) && statement.isName(index - 1)
        && statement.isName(index + 1)
    }
    guard !comparisons.isEmpty else { return }
    let tables = statement.namedTables(in: statement.indices)
    guard tables.count > 1 else { return }
    for index in comparisons {
      let last = statement.kind(index + 2) == .dot ? index + 3 : index + 1
      guard let left = statement.column(at: index - 1, of: tables),
        let right = statement.column(at: last, of: tables),
        let (child, key, parent) = Self.key(left, right) ?? Self.key(right, left),
        !isCompared(key, of: child.table, in: statement, tables)
      else { continue }
      findings.report(
        "“\(child.table.table.name)” refers to “\(parent.table.table.name)” with “\(key)”, not with “\(child.column.name)”",
        at: statement.span(statement.start(ofName: index - 1)...last),
        help: "Write \(child.table.name).\(key) = \(parent.table.name).\(parent.column.name).")
    }
  }

  /// `DELETE FROM post WHERE id NOT IN (SELECT id FROM chat)`
  private func checkOrphans(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard
      let child = (statement.emptiedTable ?? statement.writtenTable).flatMap({
        statement.before[$0]
      }), let id = child.rowIDAlias?.name
    else { return }
    for index in statement.indices where statement.has("IN", "(", "SELECT", at: index) {
      let isNot = statement.word(index - 1) == "NOT"
      let left = isNot ? index - 2 : index - 1
      let end = statement.end(ofParenthesis: index + 1)
      guard statement.isName(left), statement.name(left).isSameName(as: id),
        statement.word(index + 4) == "FROM", let parent = statement.namedTable(at: index + 5),
        parent.end == end, !parent.table.name.isSameName(as: child.name),
        parent.table.rowIDAlias?.name.isSameName(as: statement.name(index + 3)) ?? false,
        !child.foreignKeys.contains(where: { $0.columns.contains { $0.isSameName(as: id) } }),
        let key = child.onlyReference(to: parent.table)
          ?? child.column("\(parent.table.name)_id")?.name
      else { continue }
      findings.report(
        "“\(child.name)” refers to “\(parent.table.name)” with “\(key)”, not with “\(id)”",
        at: statement.span(left...end), help: "Write \(key) instead of \(id).")
    }
  }

  /// A trigger that changes the row whose ID is that of the new row, not the one that the new row refers to.
  private func checkTrigger(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard let trigger = TriggerText(statement.text), let child = statement.after[trigger.table],
      let id = child.rowIDAlias?.name
    else { return }
    for part in statement.bodyParts {
      let text = statement.part(part)
      guard ["UPDATE", "DELETE"].contains(text.word(0)),
        let parent = text.writtenName.flatMap({ statement.after[$0] }),
        !parent.name.isSameName(as: child.name), let key = parent.rowIDAlias?.name,
        !child.foreignKeys.contains(where: { $0.columns.contains { $0.isSameName(as: id) } }),
        let reference = child.onlyReference(to: parent),
        !text.indices.contains(where: { text.isRow(of: reference, at: $0) })
      else { continue }
      guard let start = text.outerIndex(of: "WHERE") else {
        let rows = text.indices.filter { ["NEW", "OLD"].contains(text.word($0)) }
        guard let row = rows.first, text.kind(row + 1) == .dot else { continue }
        findings.report(
          "this changes all rows of “\(parent.name)”, not only the one that the row of “\(child.name)” refers to",
          at: statement.span(part.lowerBound...part.upperBound - 1),
          help: "Add WHERE \(key) = \(text.word(row)).\(reference).")
        return
      }
      for index in text.indices where index > start && ["=", "=="].contains(text.word(index)) {
        let isRight = text.isRow(of: id, at: index + 1)
        let isLeft = text.isRow(of: id, at: index - 3)
        let other = isRight ? index - 1 : text.kind(index + 2) == .dot ? index + 3 : index + 1
        guard isRight || isLeft, text.name(other).isSameName(as: key) else { continue }
        let row = text.word(isRight ? index + 1 : index - 3)
        let first = isRight ? (text.kind(index - 2) == .dot ? index - 3 : index - 1) : index - 3
        let last = isRight ? index + 3 : other
        findings.report(
          "“\(child.name)” refers to “\(parent.name)” with “\(reference)”, not with “\(id)”",
          at: statement.span(part.lowerBound + first...part.lowerBound + last),
          help: "Write \(key) = \(row).\(reference).")
        return
      }
    }
  }

  private typealias Side = (table: NamedTable, column: SchemaColumn)

  /// The column with which the first table refers to the second, if the IDs of both are compared.
  private static func key(_ child: Side, _ parent: Side) -> (Side, String, Side)? {
    guard child.table.index != parent.table.index,
      child.table.table.rowIDAlias == child.column, parent.table.table.rowIDAlias == parent.column,
      !child.table.table.name.isSameName(as: parent.table.table.name),
      !child.table.table.foreignKeys.contains(where: {
        $0.columns.contains { $0.isSameName(as: child.column.name) }
      })
    else { return nil }
    let keys = child.table.table.foreignKeys.filter {
      $0.parent.isSameName(as: parent.table.table.name) && $0.columns.count == 1
    }
    return keys.count == 1 ? (child, keys[0].columns[0], parent) : nil
  }

  /// Whether the statement compares the reference somewhere else.
  private func isCompared(
    _ key: String, of table: NamedTable, in statement: RehearsedStatement, _ tables: [NamedTable]
  ) -> Bool {
    statement.indices.contains { index in
      guard statement.isName(index), statement.name(index).isSameName(as: key) else { return false }
      let before = statement.word(statement.start(ofName: index) - 1)
      return ["=", "==", "IN", "IS", "NOT", "USING"].contains(statement.word(index + 1))
        || ["=", "==", "IS"].contains(before)
    }
  }
}

extension SchemaTable {
  /// The column with which it refers to another table, if there is only one.
  fileprivate func onlyReference(to parent: SchemaTable) -> String? {
    let keys = foreignKeys.filter {
      $0.parent.isSameName(as: parent.name) && $0.columns.count == 1
        && ($0.keys.isEmpty || $0.keys == [parent.rowIDAlias?.name])
    }
    return keys.count == 1 ? keys[0].columns[0] : nil
  }
}

extension SQLText {
  /// Whether `NEW.column` or `OLD.column` begins at an index.
  fileprivate func isRow(of column: String, at index: Int) -> Bool {
    ["NEW", "OLD"].contains(word(index)) && kind(index + 1) == .dot
      && name(index + 2).isSameName(as: column)
  }
}
