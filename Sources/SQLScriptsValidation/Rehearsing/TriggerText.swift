import SQLScriptsSQL
import SQLScriptsSchema

/// A trigger as it was written: when it fires, and its statements.
package struct TriggerText {
  package let name: String
  /// BEFORE, AFTER or INSTEAD.
  package let timing: String
  /// INSERT, UPDATE or DELETE.
  package let event: String
  /// The columns after UPDATE OF; empty for all.
  package let columns: Set<SQLName>
  package let table: String
  /// Its WHEN; empty if it has none.
  package let condition: SQLText
  package let statements: [SQLText]

  package init?(_ sql: String) {
    let text = SQLText(sql)
    guard let created = text.created, created.kind == .trigger,
      let begin = text.indices.first(where: { text.word($0) == "BEGIN" && text.depth($0) == 0 }),
      let on = (created.name.end..<begin).first(where: { text.word($0) == "ON" }),
      let table = text.qualifiedName(at: on + 1)
    else { return nil }
    name = text.name(created.name.name)
    let first = text.word(created.name.end)
    timing = ["AFTER", "INSTEAD"].contains(first) ? first : "BEFORE"
    let head = created.name.end..<on
    let event = head.first { ["INSERT", "UPDATE", "DELETE"].contains(text.word($0)) }
    self.event = event.map { text.word($0) } ?? ""
    let list = event.map { text.word($0 + 1) == "OF" ? $0 + 2..<on : on..<on } ?? on..<on
    columns = Set(list.filter { text.kind($0) != .comma }.map { SQLName(text.name($0)) })
    self.table = text.name(table.name)
    let when = (table.end..<begin).first { text.word($0) == "WHEN" }
    condition = when.map { text.part($0 + 1..<begin) } ?? SQLText("")
    statements = text.bodyParts.map { text.part($0) }
  }

  init?(_ trigger: SchemaTrigger) { self.init(trigger.sql) }

  /// The statements that write a table.
  func statements(writing table: SQLName) -> [SQLText] {
    statements.filter { $0.writtenName.map { SQLName($0) } == table }
  }
}

extension SQLStatement {
  /// A part of the tokens as a text.
  package func part(_ range: Range<Int>) -> SQLText {
    guard let first = range.first, let last = range.last else { return SQLText("") }
    return withBytes(of: tokens[first].range.lowerBound..<tokens[last].range.upperBound) {
      SQLText(Array($0))
    }
  }

  /// The table that INSERT, UPDATE or DELETE writes.
  package var writtenName: String? { target.map { name($0.name) } }

  /// Whether a range contains one of some words.
  func mentions(_ words: Set<String>, in range: Range<Int>) -> Bool {
    range.contains { kind($0) == .word && words.contains(word($0)) }
  }

  /// Whether a range contains the time.
  func readsClock(in range: Range<Int>) -> Bool {
    range.contains { index in
      ["CURRENT_TIMESTAMP", "CURRENT_DATE", "CURRENT_TIME"].contains(word(index))
        || kind(index) == .string && name(index).asciiLowercased == "now"
        || ["UNIXEPOCH", "JULIANDAY"].contains(word(index)) && has("(", ")", at: index + 1)
    }
  }
}
