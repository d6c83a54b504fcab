import SQLScriptsSQL

/// Syntax of MySQL, PostgreSQL or another database.
package struct OtherDatabaseSyntax: Rule {
  package static let documentation = RuleDocumentation(
    summary: "A statement uses the syntax of another database.", severity: .error,
    why: RuleDocumentation.failsOnEveryDevice,
    wrong: [
      .init("CREATE TABLE user (id INTEGER PRIMARY KEY «AUTO_INCREMENT», name TEXT)"),
      .init("CREATE TABLE user (id INT PRIMARY KEY «AUTOINCREMENT», name TEXT)"),
      .init("CREATE TABLE user (id INTEGER) «ENGINE»=InnoDB DEFAULT CHARSET=utf8"),
      .init("CREATE TABLE user (id INTEGER, made TEXT DEFAULT «NOW»())"),
      .init("CREATE TABLE user (id INTEGER, kind «ENUM»('a', 'b'))"),
      .init("CREATE TABLE user (id INTEGER, name TEXT NOT NULL «COMMENT» 'of the user')"),
      .init("CREATE TABLE «dbo».user (id INTEGER)"),
      .init(
        before: ["CREATE TABLE user (id INTEGER)"],
        "ALTER TABLE user ADD COLUMN «IF NOT EXISTS» age INTEGER"),
      .init(
        before: ["CREATE TABLE user (id INTEGER)"],
        "ALTER TABLE user ADD COLUMN age INTEGER«, ADD» COLUMN town TEXT"),
      .init(
        before: ["CREATE TABLE user (id INTEGER)"], "ALTER TABLE user «MODIFY» id TEXT"),
      .init(
        before: ["CREATE TABLE user (id INTEGER)"],
        "ALTER TABLE user «ADD CONSTRAINT» one UNIQUE (id)"),
      .init(before: ["CREATE TABLE user (id INTEGER)"], "«TRUNCATE» TABLE user"),
      .init(
        before: ["CREATE TABLE user (id INTEGER)"], "«INSERT IGNORE» INTO user VALUES (1)"),
      .init(
        before: ["CREATE TABLE user (id INTEGER)"],
        "INSERT INTO user (id) VALUES (1) «ON DUPLICATE KEY» UPDATE id = 2"),
      .init(
        before: ["CREATE TABLE user (id INTEGER)"], "UPDATE user SET id = «1::int»"),
      .init(
        before: ["CREATE TABLE user (id INTEGER)"], "DELETE FROM user WHERE id = 1 «#» old one"),
    ],
    right: [
      .init(
        before: ["CREATE TABLE ignore (id INTEGER PRIMARY KEY AUTOINCREMENT, engine TEXT)"],
        "INSERT OR IGNORE INTO ignore (engine) VALUES ('# ENGINE=InnoDB') -- ON DUPLICATE KEY"),
      .init("CREATE TABLE main.comment (id INTEGER PRIMARY KEY, after TEXT, \"enum\" TEXT)"),
    ], canBeAllowed: false)

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    if case .otherDatabase(let syntax, let range) = statement.syntaxErrorCause {
      findings.report(
        "“\(statement.words(in: range))” is \(syntax.database) syntax, which SQLite does not support",
        at: statement.span(range),
        help: statement.helpForAddedMoment(syntax) ?? syntax.help)
      reportRest(of: statement, besides: range, &findings)
    } else if let brackets = statement.columnDefinitions.flatMap(\.type).first(where: {
      statement.text($0).hasPrefix("[]")
    }) {
      findings.report(
        "“[]” is PostgreSQL syntax; SQLite has no array types", at: statement.span(brackets),
        help:
          "Write TEXT and store the array as JSON, or create a table with one row for each value.",
        severity: .warning)
    } else if let pipes = statement.pipesForOr {
      findings.report(
        "|| concatenates strings and does not mean OR", at: statement.span(pipes),
        help: "Replace || with OR.", severity: .warning)
    } else if let schema = statement.unknownSchema {
      findings.report(
        "no database named “\(statement.name(schema))”: a script has only one database",
        at: statement.span(schema), help: "Remove “\(statement.name(schema)).”.")
    } else if statement.error?.said == .autoincrementWithoutIntegerKey,
      let token = statement.token(named: "AUTOINCREMENT")
    {
      findings.report(
        "AUTOINCREMENT is only allowed with the type INTEGER", at: statement.span(token),
        help: "Declare the column as INTEGER PRIMARY KEY AUTOINCREMENT, without a length.")
    }
  }
}

extension OtherDatabaseSyntax {
  /// Words that can only be another database's syntax in a CREATE TABLE. SQLite stopped at one of them and
  /// would stop at each of the others in turn.
  private static let unmistakable: Set = ["AUTO_INCREMENT", "ENUM", "NOW", "GETDATE", "ENGINE"]

  private func reportRest(
    of statement: RehearsedStatement, besides range: Range<Int>, _ findings: inout Findings
  ) {
    guard statement.word(0) == "CREATE", statement.word(1) == "TABLE" else { return }
    for syntax in ForeignSyntax.all {
      let words = syntax.pattern.map { $0.hasPrefix("~") ? String($0.dropFirst()) : $0 }
      guard let own = syntax.pattern.indices.first(where: { !syntax.pattern[$0].hasPrefix("~") }),
        Self.unmistakable.contains(words[own]), words != ["ENGINE"]
      else { continue }
      for start in statement.tokens.indices {
        guard words.indices.allSatisfy({ statement.word(start + $0) == words[$0] }),
          statement.tokens.indices.contains(start + own),
          !statement.tokens[start + own].range.overlaps(range)
        else { continue }
        findings.report(
          "“\(statement.text(statement.tokens[start + own]))” is \(syntax.database) syntax, "
            + "which SQLite does not support",
          at: statement.span(statement.tokens[start + own]), help: syntax.help)
      }
    }
  }
}

extension RehearsedStatement {
  /// What to write instead of `ADD COLUMN … DEFAULT NOW()`: SQLite does not add a column with CURRENT_TIMESTAMP to rows.
  fileprivate func helpForAddedMoment(_ syntax: ForeignSyntax) -> String? {
    guard word(0) == "ALTER", syntax.help.contains("DEFAULT CURRENT_TIMESTAMP"),
      let column = addedColumn?.name
    else { return nil }
    let isNotNull = indices.contains { has("NOT", "NULL", at: $0) }
    let change = isNotNull ? "as NOT NULL DEFAULT ''" : "without a default"
    return "Add “\(column)” \(change), because SQLite refuses CURRENT_TIMESTAMP here. Then set it: "
      + "UPDATE \((alteredTable ?? "").quotedIfNeeded) SET \(column.quotedIfNeeded) = CURRENT_TIMESTAMP"
  }

  /// The `||` of `a = 1 || b = 2`.
  fileprivate var pipesForOr: SQLToken? {
    guard succeeded, let clause = tokens.indices.first(where: { word($0) == "WHERE" }) else {
      return nil
    }
    let comparisons: Set = ["=", "==", "<>", "!=", "<", ">", "<=", ">=", "IS", "LIKE"]
    return tokens.indices[clause...].first { index in
      word(index) == "||" && tokens.indices.contains(index + 1)
        && [.word, .quotedName].contains(tokens[index + 1].kind)
        && comparisons.contains(word(index + 2)) && comparisons.contains(word(index - 2))
        && tokens[index - 1].kind != .rightParenthesis
    }.map { tokens[$0] }
  }

  /// The schema name before the dot, if the statement refers to a database that does not exist.
  var unknownSchema: SQLToken? {
    guard let error, denial == nil else { return nil }
    var schema: String?
    if case .unknownDatabase(let name) = error.said { schema = name }
    if case .noSuch(.table, let name) = error.said {
      let parts = name.split(separator: ".")
      if parts.count == 2 { schema = String(parts[0]) }
    }
    guard let schema, !["main", "temp"].contains(schema.asciiLowercased) else { return nil }
    return tokens.indices.first { index in
      word(index + 1) == "." && name(tokens[index]).asciiLowercased == schema.asciiLowercased
    }.map { tokens[$0] }
  }
}
