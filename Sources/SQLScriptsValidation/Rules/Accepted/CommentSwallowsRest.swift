import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsSchema

/// `DELETE FROM user -- all of them WHERE id = 1`
package struct CommentSwallowsRest: Rule {
  package static let documentation = RuleDocumentation(
    summary: "A comment that starts with -- runs to the end of the line and hides SQL.",
    severity: .error,
    why:
      "In a statement on one line, everything after -- is a comment. A WHERE there has no "
      + "effect, and a statement there does not run.",
    wrong: [
      .init(
        before: ["CREATE TABLE item (id INTEGER PRIMARY KEY)"],
        "ALTER TABLE item ADD COLUMN weight REAL «-- in kg»"),
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY)"],
        "DELETE FROM user «-- the first WHERE id = 1»"),
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY)"],
        "INSERT INTO user VALUES (1); «-- and INSERT INTO user VALUES (2)»"),
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)"],
        "update user set name = '' «-- empty where id = 1»"),
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY)"],
        "«-- sqlscripts: ignore[delete-without-where] only a cache DELETE FROM user»",
        "INSERT INTO user VALUES (2)"),
    ],
    right: [
      .init(
        before: ["CREATE TABLE item (id INTEGER PRIMARY KEY)"],
        "ALTER TABLE item ADD COLUMN weight REAL /* in kg */"),
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY)"],
        "INSERT INTO user VALUES (1) -- where we start from; the set of values comes later"),
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY)"],
        "DELETE FROM user -- the first\nWHERE id = 1"),
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY)"],
        "INSERT INTO user VALUES (1)\n-- INSERT INTO user VALUES (2)"),
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard let comment = statement.commentAfter else { return }
    if case .broken(.table, _, after: .addColumn, because: .incompleteInput) = statement.error?.said
    {
      return findings.report(
        "ALTER TABLE … ADD COLUMN cannot end with a comment that starts with --",
        at: statement.script.span(of: comment),
        why: "SQLite inserts it into the CREATE TABLE, where it hides the closing parenthesis.",
        help: "Write the comment as /* … */, or before the statement.")
    }
    check(comment, in: statement.item, of: statement.script, &findings)
  }

  package func check(_ script: RehearsedScript, _ findings: inout Findings) {
    for item in script.script.itemsWithoutStatement {
      guard let comment = script.script.lastComment(in: item.text) else { continue }
      check(comment, in: item, of: script.script, &findings)
    }
  }

  private func check(
    _ comment: Range<Int>, in item: ScriptItem, of script: Script, _ findings: inout Findings
  ) {
    guard script.file.format != .sql, script.text(comment).hasPrefix("--"),
      // In a statement of several lines, SQL after -- was commented out on purpose.
      !script.document.withBytes(of: item.text, { $0.contains(0x0A) })
    else { return }
    let words = Self.words(
      script.document.bytes(of: (comment.lowerBound + 2)..<comment.upperBound))
    guard let found = words.indices.lazy.compactMap({ Self.sql(at: $0, in: words) }).first else {
      return
    }
    findings.report(
      "“\(found)” is part of the comment that starts with --", at: script.span(of: comment),
      label: "commented out",
      help: "Write the comment as /* … */, or start a new line after it.")
  }

  private static func words(_ bytes: [UInt8]) -> [String] {
    let sql = SQLText(bytes)
    return sql.tokens.map { sql.text($0) }
  }

  /// SQL that starts at a word and cannot be part of an English sentence.
  private static func sql(at index: Int, in words: [String]) -> String? {
    let word = { (offset: Int) in
      words.indices.contains(index + offset) ? words[index + offset].uppercased() : ""
    }
    let raw = { (count: Int) in words[index...].prefix(count).joined(separator: " ") }
    let pair = "\(word(0)) \(word(1))"
    switch word(0) {
    case "WHERE":
      let operators: Set = ["=", "==", "<", ">", "<=", ">=", "<>", "!=", "IS", "IN", "LIKE"]
      return operators.contains(word(2)) ? raw(4) : nil
    case "VALUES": return word(1) == "(" ? "\(raw(1)) (…)" : nil
    case "SET": return word(2) == "=" ? raw(4) : nil
    case "INSERT":
      return pair == "INSERT INTO" && ["VALUES", "(", "SELECT"].contains(word(3)) ? raw(3) : nil
    case "UPDATE": return word(2) == "SET" ? raw(3) : nil
    // A sentence may say “delete from …”, but not in capitals.
    case "DELETE" where words[index] == "DELETE":
      return pair == "DELETE FROM" && !word(2).isEmpty ? raw(3) : nil
    case "CREATE":
      return ["TABLE", "INDEX", "VIEW", "TRIGGER", "UNIQUE"].contains(word(1))
        && ["(", "ON", "AS", "INDEX"].contains(word(3)) ? raw(3) : nil
    case "ALTER":
      return pair == "ALTER TABLE" && ["ADD", "RENAME", "DROP"].contains(word(3)) ? raw(3) : nil
    case "DROP" where words[index] == "DROP":
      return ["TABLE", "INDEX", "VIEW", "TRIGGER"].contains(word(1)) && !word(2).isEmpty
        ? raw(3) : nil
    default: return nil
    }
  }
}
