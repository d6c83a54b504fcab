import SQLScriptsDatabase
import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsSchema

/// A column that does not exist.
package struct NoSuchColumn: Rule {
  package static let documentation = RuleDocumentation(
    summary: "A statement names a column that its tables do not have.",
    severity: .error,
    why: RuleDocumentation.failsOnEveryDevice,
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
      let former = statement.formerObject(statement.name(table))
      let words = former.map { statement.words(about: $0, "table") }
      findings.report(
        "no table or alias named “\(statement.name(table))” in this statement"
          + (words?.message ?? ""),
        at: statement.span(table),
        help: words?.help
          ?? "Add the table after FROM or JOIN, or correct the name before the dot.",
        related: former?.related ?? [])
      return
    }
    if let token, let missing = MissingFrom(of: token, in: statement, statement.before) {
      findings.report(
        "no column named “\(statement.name(token))”: the SELECT has no FROM",
        at: statement.span(token), help: missing.help)
      return
    }
    let former = statement.formerColumn(column)
    let words = former.map { statement.words(about: $0, "column") }
    let isNull = token.map(statement.isNullTypo) ?? false
    let near = isNull ? "NULL" : former == nil ? Spelling.closest(to: column, among: here) : nil
    let shown = token.map { statement.name($0) } ?? column
    if near?.asciiLowercased == column.asciiLowercased, statement.has("CREATE", "TABLE", at: 0) {
      findings.report(
        "column “\(shown)” comes after the constraint that names it",
        at: token.map { statement.span($0) } ?? statement.span,
        help: "Move FOREIGN KEY, UNIQUE and other table constraints after the last column.")
      return
    }
    findings.report(
      "no column named “\(shown)”" + (statement.onlyTableInReach.map { " in table “\($0)”" } ?? "")
        + (words?.message ?? ""),
      at: token.map { statement.span($0) } ?? statement.span,
      label: near.map { "did you mean “\($0)”?" },
      why: here.isEmpty ? nil : "The columns are: \(Self.list(here)).",
      help: words?.help
        ?? help(for: shown, near: near, isValue: token.map(statement.isValue) ?? false),
      related: former?.related ?? [])
  }

  private func help(for column: String, near: String?, isValue: Bool) -> String {
    if let near { return "Write \(near)." }
    let isMoment = ["SYSDATE", "GETDATE", "TODAY", "SYSTIMESTAMP", "LOCALTIMESTAMP"]
      .contains(column.uppercased())
    if isMoment { return "Write CURRENT_TIMESTAMP." }
    if isValue { return "If “\(column)” is a string, write '\(column)' in single quotes." }
    return "Add the column before this statement, or correct the name."
  }

  /// The name of the missing column, and what is probably meant: another column, or a string.
  static func correction(of statement: RehearsedStatement) -> (token: SQLToken, text: String)? {
    guard let missing = statement.missingColumn else { return nil }
    let column = missing.split(separator: ".").last.map(String.init) ?? missing
    guard let token = statement.missingColumnToken(column),
      statement.qualifier(token).map(statement.names) ?? true,
      MissingFrom(of: token, in: statement, statement.before) == nil
    else { return nil }
    if let former = statement.formerColumn(column) {
      return former.present.map { (token, $0.quotedIfNeeded) }
    }
    if statement.isNullTypo(token) { return (token, "NULL") }
    if let near = Spelling.closest(to: column, among: statement.columnsInReach) {
      return near.isSameName(as: column) ? nil : (token, near.quotedIfNeeded)
    }
    return statement.isValue(token) ? (token, statement.name(token).quoted(by: "'")) : nil
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

  /// The token of the column, which may come after a table's name and a dot.
  fileprivate func missingColumnToken(_ column: String) -> SQLToken? {
    guard let offset = error?.offset,
      let index = tokens.firstIndex(where: { $0.range.contains(offset) })
    else {
      // The name of the table before it may be the same word.
      let isCreate = word(0) == "CREATE"
      return isCreate ? lastToken(named: column) : token(named: column, from: 3)
    }
    let candidates = [index, index + 2, index + 4].filter(tokens.indices.contains)
    return candidates.map { tokens[$0] }.first {
      name($0).asciiLowercased == column.asciiLowercased
    }
      ?? tokens[index]
  }

  /// The name of the table or alias before a column's name and a dot. The rows old and new in a
  /// trigger are not declared anywhere.
  fileprivate func qualifier(_ column: SQLToken) -> SQLToken? {
    guard let index = tokens.firstIndex(of: column), index > 1, word(index - 1) == ".",
      !["OLD", "NEW", "EXCLUDED"].contains(word(index - 2))
    else { return nil }
    return tokens[index - 2]
  }

  /// Whether a name occurs anywhere except before a dot.
  fileprivate func names(_ table: SQLToken) -> Bool {
    let table = name(table).asciiLowercased
    return tokens.indices.contains { index in
      word(index + 1) != "." && name(tokens[index]).asciiLowercased == table
    }
  }

  /// Whether a word is NULL with one wrong letter, where NULL makes more sense than a string.
  fileprivate func isNullTypo(_ token: SQLToken) -> Bool {
    guard token.kind == .word, Spelling.distance(name(token), "NULL") == 1,
      let index = tokens.firstIndex(of: token)
    else { return false }
    let isTested = word(index - 1) == "IS" || word(index - 1) == "NOT" && word(index - 2) == "IS"
    // FULL is as near, but it is rather a string.
    return isTested
      || isValue(token) && name(token).uppercased().hasPrefix("NUL")
        && !tokens[..<index].contains { text($0).uppercased() == "WHERE" }
  }

  /// Whether a bare word is in a position where a value is expected.
  fileprivate func isValue(_ token: SQLToken) -> Bool {
    guard token.kind == .word, let index = tokens.firstIndex(of: token) else { return false }
    let isInValues = tokens[..<index].contains { text($0).uppercased() == "VALUES" }
    return isInValues || word(index - 1) == "="
  }

  /// The name of the table that the statement names or creates, if there is only one.
  fileprivate var onlyTableInReach: String? {
    if has("CREATE", "TABLE", at: 0) { return createdName }
    let tables = tokens.prefix(400).compactMap { token in
      token.kind == .word || token.kind == .quotedName ? before[name(token)]?.name : nil
    }
    return Set(tables).count == 1 ? tables.first : nil
  }

  /// The columns of all tables that the statement names or creates.
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

  /// The columns with a given name in the tables that the statement names.
  func columnsInReach(named name: String) -> [SchemaColumn] {
    let name = name.asciiLowercased
    var seen: Set<String> = []
    return tokens.prefix(400).compactMap { token in
      // SQLite also accepts UPDATE 'user'.
      guard [.word, .quotedName, .string].contains(token.kind) else { return nil }
      let table = self.name(token).asciiLowercased
      guard seen.insert(table).inserted else { return nil }
      return (after[table] ?? before[table])?.columns.first { $0.name.asciiLowercased == name }
    }
  }
}
