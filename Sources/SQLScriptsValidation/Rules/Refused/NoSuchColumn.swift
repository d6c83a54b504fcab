import SQLScriptsDatabase
import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsSchema

/// A name of a column that is not there.
package struct NoSuchColumn: Rule {
  package static let documentation = RuleDocumentation(
    summary: "A statement names a column that its tables do not have at this point.",
    severity: .error,
    why: "The update stops here for every user, and with it all updates after it.",
    wrong: [
      .init(
        before: ["CREATE TABLE user (id INTEGER, name TEXT)"],
        "UPDATE user SET «nmae» = 'Ada' WHERE id = 1"),
      .init(
        before: ["CREATE TABLE user (id INTEGER, name TEXT)"],
        "INSERT INTO user (id, «mail») VALUES (1, 'ada@example.com')"),
      .init(
        before: ["CREATE TABLE user (id INTEGER, name TEXT)"],
        "INSERT INTO user (id, name) VALUES (1, «Ada»)"),
      .init(
        before: ["CREATE TABLE user (id INTEGER, name TEXT)"],
        "CREATE INDEX user_mail ON user («mail»)"),
      .init(
        before: ["CREATE TABLE user (id INTEGER, name TEXT)"],
        "ALTER TABLE user RENAME COLUMN «nick» TO nickname"),
      .init(
        before: ["CREATE TABLE user (id INTEGER, name TEXT)"],
        "CREATE VIEW v AS SELECT id FROM user", "SELECT «u».id FROM user"),
      .init("CREATE TABLE user (id INTEGER, name TEXT, PRIMARY KEY («uid»))"),
      .init(
        "CREATE TABLE user (id INTEGER, FOREIGN KEY («parent») REFERENCES user (id))"),
    ],
    right: [
      .init(
        before: ["CREATE TABLE user (id INTEGER, name TEXT)"],
        "UPDATE user SET NAME = \"name\" || 'nmae' WHERE user.id = rowid")
    ], canBeAllowed: false)

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard let missing = statement.missingColumn,
      !RehearsedStatement.hasMisleadingCharacters(missing)
    else { return }
    // “table.column” or “alias.column”
    let column = missing.split(separator: ".").last.map(String.init) ?? missing
    let token = statement.missingColumnToken(column)
    let here = statement.columnsInReach
    if let table = token.flatMap(statement.qualifier),
      !statement.names(table)
    {
      findings.report(
        "This statement has no table “\(statement.name(table))”", at: statement.span(table),
        help: "Name the table after FROM or JOIN, or correct the name before the dot.")
      return
    }
    let near = Spelling.closest(to: column, among: here)
    let shown = token.map { statement.name($0) } ?? column
    if near?.asciiLowercased == column.asciiLowercased, statement.has("CREATE", "TABLE", at: 0) {
      findings.report(
        "The column “\(shown)” stands behind the rule that names it",
        at: token.map { statement.span($0) } ?? statement.span,
        help: "Write all columns first, and FOREIGN KEY, UNIQUE and the like behind the last one.")
      return
    }
    findings.report(
      "There is no column “\(shown)” at this point",
      at: token.map { statement.span($0) } ?? statement.span,
      label: near.map { "did you mean “\($0)”?" },
      why: here.isEmpty ? nil : "The columns here are: \(Self.list(here)).",
      help: help(for: shown, near: near, isValue: token.map(statement.isValue) ?? false))
  }

  private func help(for column: String, near: String?, isValue: Bool) -> String {
    if let near { return "Write \(near)." }
    let isMoment = ["SYSDATE", "GETDATE", "TODAY", "SYSTIMESTAMP", "LOCALTIMESTAMP"]
      .contains(column.uppercased())
    if isMoment { return "Write CURRENT_TIMESTAMP." }
    if isValue { return "If “\(column)” is a text, write '\(column)' in single quotes." }
    return "Add the column before this statement, or correct the name."
  }

  private static func list(_ names: [String]) -> String {
    names.prefix(12).joined(separator: ", ") + (names.count > 12 ? ", …" : "")
  }
}

extension RehearsedStatement {
  fileprivate var missingColumn: String? {
    guard denial == nil else { return nil }
    switch error?.said {
    case .noSuchColumn(let name), .noColumn(let name, _): return name
    default: return nil
    }
  }

  /// The token of the column, which may stand behind a table's name and a dot.
  fileprivate func missingColumnToken(_ column: String) -> SQLToken? {
    guard let offset = error?.offset,
      let index = tokens.firstIndex(where: { $0.range.contains(offset) })
    else {
      // The name of the table may be the same word, before it.
      let isCreate = word(0) == "CREATE"
      return isCreate ? lastToken(named: column) : token(named: column, from: 3)
    }
    let candidates = [index, index + 2, index + 4].filter(tokens.indices.contains)
    return candidates.map { tokens[$0] }.first {
      name($0).asciiLowercased == column.asciiLowercased
    }
      ?? tokens[index]
  }

  /// The name of the table or alias before a column's name and a dot. The rows old and new of a
  /// trigger have no other mention.
  fileprivate func qualifier(_ column: SQLToken) -> SQLToken? {
    guard let index = tokens.firstIndex(of: column), index > 1, word(index - 1) == ".",
      !["OLD", "NEW", "EXCLUDED"].contains(word(index - 2))
    else { return nil }
    return tokens[index - 2]
  }

  /// Whether a name stands somewhere else than before a dot.
  fileprivate func names(_ table: SQLToken) -> Bool {
    let table = name(table).asciiLowercased
    return tokens.indices.contains { index in
      word(index + 1) != "." && name(tokens[index]).asciiLowercased == table
    }
  }

  /// Whether a bare word stands where a value is expected.
  fileprivate func isValue(_ token: SQLToken) -> Bool {
    guard token.kind == .word, let index = tokens.firstIndex(of: token) else { return false }
    let isInValues = tokens[..<index].contains { text($0).uppercased() == "VALUES" }
    return isInValues || word(index - 1) == "="
  }

  /// The columns of all tables that the statement names, or that it makes.
  fileprivate var columnsInReach: [String] {
    var names: [String] = []
    var seen: Set<String> = []
    for token in tokens.prefix(400) where token.kind == .word || token.kind == .quotedName {
      let table = name(token).asciiLowercased
      guard seen.insert(table).inserted, let columns = before[table]?.columns else { continue }
      names += columns.map(\.name)
    }
    if has("CREATE", "TABLE", at: 0) { names = columnParts.map { name($0.lowerBound) } }
    var unique: Set<String> = []
    return names.filter { unique.insert($0.asciiLowercased).inserted }
  }

  /// The columns of a name in the tables that the statement names.
  func columnsInReach(named name: String) -> [SchemaColumn] {
    let name = name.asciiLowercased
    var seen: Set<String> = []
    return tokens.prefix(400).compactMap { token in
      // UPDATE 'user' is right, too.
      guard [.word, .quotedName, .string].contains(token.kind) else { return nil }
      let table = self.name(token).asciiLowercased
      guard seen.insert(table).inserted else { return nil }
      return (after[table] ?? before[table])?.columns.first { $0.name.asciiLowercased == name }
    }
  }
}
