import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsSQL

/// `DROP TABLE IF EXISTS usr`
package struct DropIfExistsTypo: Rule {
  package static let documentation = RuleDocumentation(
    summary: "DROP … IF EXISTS names something that does not exist, but a similar name does.",
    severity: .warning,
    why: "IF EXISTS hides the typo: SQLite silently drops nothing.",
    wrong: [
      .init(
        before: ["CREATE TABLE message (id INTEGER PRIMARY KEY)"],
        "DROP TABLE IF EXISTS «mesage»"),
      .init(
        before: [
          "CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)",
          "CREATE INDEX user_by_name ON user (name)",
        ],
        "drop index if exists «\"user_by_nmae\"»"),
    ],
    right: [
      .init(
        before: ["CREATE TABLE message (id INTEGER PRIMARY KEY)"], "DROP TABLE IF EXISTS message"),
      .init(
        before: ["CREATE TABLE message (id INTEGER PRIMARY KEY)"],
        "DROP TABLE IF EXISTS messages", "CREATE TABLE messages (id INTEGER PRIMARY KEY)"),
    ])

  package init() {}

  package func check(_ script: RehearsedScript, _ findings: inout Findings) {
    let created = Set(script.statements.compactMap { $0.createdName?.asciiLowercased })
    let needless = script.statements.filter { $0.needlesslyDropped != nil }
    // A long list cleans up whatever may be left.
    guard needless.count < 3 else { return }
    for statement in needless {
      guard let name = statement.needlesslyDropped, let near = statement.nearToDropped,
        !created.contains(name.asciiLowercased), let token = statement.token(named: name, from: 4)
      else { continue }
      findings.report(
        "“\(name)” does not exist, so this statement does nothing", at: statement.span(token),
        label: "did you mean “\(near)”?", help: "Write \(near), or delete the statement.")
    }
  }
}

extension RehearsedStatement {
  /// The name that DROP … IF EXISTS probably means, if the given one does not exist.
  var nearToDropped: String? {
    guard let name = needlesslyDropped, name.count > 2 else { return nil }
    let tables = before.tables.values
    let candidates: [String]
    switch word(1) {
    case "INDEX": candidates = tables.flatMap { $0.indexes.filter { $0.sql != nil }.map(\.name) }
    case "TRIGGER": candidates = tables.flatMap { $0.triggers.map(\.name) }
    case "VIEW": candidates = tables.filter { $0.kind == .view }.map(\.name)
    default: candidates = tables.filter { $0.kind != .view }.map(\.name)
    }
    if name.count == 3, candidates.count > 8 { return nil }
    // user_2 is not a typo of user_1.
    return Spelling.closest(to: name, among: candidates.sorted()).flatMap { near in
      near.filter(\.isNumber) == name.filter(\.isNumber) ? near : nil
    }
  }
}
