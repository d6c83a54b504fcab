import SQLScriptsDatabase
import SQLScriptsDiagnostics
import SQLScriptsFiles

/// A table, view, index or trigger that is made a second time.
package struct TableAlreadyExists: Rule {
  package static let documentation = RuleDocumentation(
    summary: "A statement makes a table, view, index or trigger that is there already.",
    severity: .error,
    why: "The update stops here for every user, and with it all updates after it.",
    wrong: [
      .init(
        before: ["CREATE TABLE user (id INTEGER)"], "CREATE TABLE «User» (id INTEGER, name TEXT)"),
      .init(
        before: ["CREATE TABLE user (id INTEGER)", "CREATE INDEX user_id ON user (id)"],
        "CREATE INDEX «user_id» ON user (id DESC)"),
      .init(
        before: ["CREATE TABLE user (id INTEGER)", "CREATE TABLE person (id INTEGER)"],
        "ALTER TABLE person RENAME TO «user»"),
      .init(
        before: ["CREATE TABLE user (id INTEGER)"], "CREATE VIEW «[user]» AS SELECT 1"),
    ],
    right: [
      .init(
        before: ["CREATE TABLE user (id INTEGER)"],
        "CREATE TABLE IF NOT EXISTS user (id INTEGER)",
        "ALTER TABLE user RENAME TO member", "CREATE TABLE user (id INTEGER, name TEXT)")
    ], canBeAllowed: false)

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard let (kind, name) = statement.error.flatMap(Self.existing), statement.denial == nil else {
      return
    }
    let token = statement.createdToken ?? statement.lastToken(named: name)
    let related = statement.madeBefore.map {
      [Diagnostic.Related(span: $0, message: "“\(name)” was made here")]
    }
    let origin = statement.madeBefore.map { " (\($0.file.name) has made it)" } ?? ""
    findings.report(
      "There is \(kind) “\(name)” already\(origin)",
      at: token.map { statement.span($0) } ?? statement.span,
      label: "this name is taken",
      help: statement.word(0) == "CREATE"
        ? "Take the statement out, choose another name, or drop the old one before."
        : "Choose another name, or drop the old “\(name)” before.",
      related: related ?? [])
  }

  private static func existing(_ error: SQLiteError) -> (kind: String, name: String)? {
    let message = error.message
    let suffix = " already exists"
    for (kind, words) in [
      ("table", "a table"), ("view", "a view"), ("index", "an index"), ("trigger", "a trigger"),
    ] {
      if message.hasPrefix("\(kind) "), message.hasSuffix(suffix) {
        return (words, unquoted(message.dropFirst(kind.count + 1).dropLast(suffix.count)))
      }
      let prefix = "there is already \(words) named "
      if message.hasPrefix(prefix) { return (words, unquoted(message.dropFirst(prefix.count))) }
    }
    let prefix = "there is already another table or index with this name: "
    guard message.hasPrefix(prefix) else { return nil }
    return ("a table or index", unquoted(message.dropFirst(prefix.count)))
  }

  /// SQLite shows the name as the statement has it.
  private static func unquoted(_ name: Substring) -> String {
    guard name.count > 2, let first = name.first, let last = name.last,
      first == last && (first == "\"" || first == "`") || (first == "[" && last == "]")
    else { return String(name) }
    return String(name.dropFirst().dropLast())
  }
}
