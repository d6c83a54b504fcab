import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsSchema

/// A table, view, index or trigger that does not exist.
package struct NoSuchTable: Rule {
  package static let documentation = RuleDocumentation(
    summary: "A statement names a table, view, index or trigger that does not exist.",
    severity: .error,
    why: RuleDocumentation.failsOnEveryDevice,
    wrong: [
      .init(
        before: ["CREATE TABLE user_info (id INTEGER PRIMARY KEY)"],
        "ALTER TABLE «usr_info» ADD COLUMN age INTEGER"),
      .init(
        before: ["CREATE TABLE user_info (id INTEGER PRIMARY KEY)"],
        "delete from «[users]» where id = 1"),
      .init(
        before: ["CREATE TABLE user (id INTEGER)", "CREATE INDEX user_id ON user (id)"],
        "DROP INDEX «users_id»"),
      .init(
        before: [
          "CREATE TABLE user (id INTEGER)",
          "CREATE TRIGGER logged AFTER INSERT ON user BEGIN INSERT INTO log VALUES (new.id); END",
        ], "«INSERT INTO user VALUES (1)»"),
    ],
    right: [
      .init(
        before: ["CREATE TABLE user_info (id INTEGER PRIMARY KEY)"],
        "ALTER TABLE user_info ADD COLUMN age INTEGER"),
      .init(
        before: ["CREATE TABLE user (id INTEGER)"], "DROP TABLE IF EXISTS users",
        "ALTER TABLE user RENAME TO users", "DROP TABLE main.USERS"),
    ], canBeAllowed: false)

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.unknownSchema == nil, let missing = statement.missingObject,
      !RehearsedStatement.hasMisleadingCharacters(missing.name)
    else { return }
    let (kind, name) = missing
    // Searching so many names for each statement would take longer than everything else.
    let areMany = statement.before.count > Self.manyTables
    let here = areMany ? [] : Self.names(of: kind, in: statement.before)
    guard let token = statement.lastToken(named: name) else {
      reportUse(of: name, by: statement, &findings)
      return
    }
    let former = statement.formerObject(name)
    let words = former.map { statement.words(about: $0, "\(kind)") }
    let near = former == nil ? Spelling.closest(to: name, among: here) : nil
    let others = near.map { Self.asNear(as: $0, to: name, among: here) } ?? []
    let shown = statement.name(token)
    findings.report(
      "no \(kind) named “\(shown)”" + (words?.message ?? ""), at: statement.span(token),
      label: near.map { _ in "did you mean \(others.map { "“\($0)”" }.list("or"))?" },
      why: areMany ? nil : Self.list(here, of: kind),
      help: words?.help
        ?? help(for: shown, near: near.map { _ in others.list("or") }, kind, in: statement),
      related: former?.related ?? [])
  }

  private func help(
    for name: String, near: String?, _ kind: SQLObjectKind, in statement: RehearsedStatement
  ) -> String {
    if name.asciiLowercased == "dual" {
      return "Remove FROM \(name): SQLite can select a value without a table."
    }
    if let near {
      // A guess must not lead somebody to drop another table.
      return statement.word(0) == "DROP"
        ? "Write \(near) if that is the one to drop. Otherwise delete this statement."
        : "Write \(near)."
    }
    // What such a statement does to a new, empty table is nothing.
    switch statement.word(0) {
    case "DROP":
      let sql = "\(kind)".uppercased()
      return "Correct the name, or delete this statement. If only some databases have the \(kind), "
        + "write DROP \(sql) IF EXISTS."
    case "DELETE", "UPDATE": return "Correct the name, or delete this statement."
    default: return "Create it before this statement, or correct the name."
    }
  }

  /// Reports a table that a trigger or view names, not the statement itself.
  private func reportUse(
    of name: String, by statement: RehearsedStatement, _ findings: inout Findings
  ) {
    let user = statement.userOf(name)
    let former = statement.formerObject(name)
    if let former, let user, let present = former.present {
      findings.report(
        "\(user) uses table “\(name)”, which does not exist"
          + former.words(in: statement.script.document.source),
        at: statement.span, help: "Drop \(user) and recreate it with “\(present)”.",
        related: former.related)
      return
    }
    findings.report(
      "this statement uses table “\(name)”, which does not exist"
        + (user.map { ": \($0) needs it" } ?? ""),
      at: statement.span,
      help: user.map { "Create “\(name)” first, or drop \($0) and recreate it without “\(name)”." }
        ?? "Create “\(name)” before this statement.")
  }

  /// The name of the missing object, and the one that is probably meant.
  static func correction(of statement: RehearsedStatement) -> (token: SQLToken, name: String)? {
    guard let (kind, name) = statement.missingObject, statement.before.count <= manyTables,
      let token = statement.lastToken(named: name)
    else { return nil }
    if let former = statement.formerObject(name) { return former.present.map { (token, $0) } }
    let names = names(of: kind, in: statement.before)
    let near = Spelling.closest(to: name, among: names)
    return near.flatMap { asNear(as: $0, to: name, among: names).count == 1 ? (token, $0) : nil }
  }

  /// The names that may be meant as well as the nearest one: those that are as near, and its plural or singular.
  private static func asNear(as near: String, to name: String, among names: [String]) -> [String] {
    let distance = Spelling.distance(name, near)
    return names.filter {
      abs($0.count - name.count) <= distance + 1
        && (Spelling.distance(name, $0) == distance || $0 == near + "s" || $0 + "s" == near)
    }
  }

  private static let manyTables = 1000

  private static func names(of kind: SQLObjectKind, in schema: SchemaSnapshot) -> [String] {
    switch kind {
    case .index:
      schema.tables.values.flatMap { $0.indexes.filter { $0.origin == .created }.map(\.name) }
        .sorted()
    case .trigger: schema.tables.values.flatMap { $0.triggers.map(\.name) }.sorted()
    case .view: schema.tables.values.filter { $0.kind == .view }.map(\.name).sorted()
    case .table: schema.names
    }
  }

  private static func list(_ names: [String], of kind: SQLObjectKind) -> String {
    let kinds = kind == .index ? "indexes" : "\(kind)s"
    guard !names.isEmpty else { return "There are no \(kinds) yet." }
    let listed = names.prefix(8).joined(separator: ", ") + (names.count > 8 ? ", …" : "")
    return "The \(kinds) are: \(listed)."
  }
}

extension RehearsedStatement {
  /// The kind and name of the object that the error says is missing.
  fileprivate var missingObject: (kind: SQLObjectKind, name: String)? {
    guard denial == nil, case .noSuch(let kind, let said) = error?.said else { return nil }
    var name = said[...]
    for schema in ["main.", "temp."] where name.hasPrefix(schema) {
      name = name.dropFirst(schema.count)
    }
    return (kind, String(name))
  }

  /// The trigger or view behind a table of this statement whose SQL mentions a name.
  fileprivate func userOf(_ name: String) -> String? {
    let name = name.asciiLowercased
    for token in tokens.prefix(100) {
      guard let table = before[self.name(token)] else { continue }
      if let trigger = table.triggers.first(where: { $0.sql.asciiLowercased.contains(name) }) {
        return "the trigger “\(trigger.name)”"
      }
      if table.kind == .view, table.sql.asciiLowercased.contains(name) {
        return "the view “\(table.name)”"
      }
    }
    return nil
  }
}
