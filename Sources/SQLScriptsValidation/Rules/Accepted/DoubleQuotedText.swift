import SQLScriptsDiagnostics
import SQLScriptsSQL

/// `VALUES ("hello")`
package struct DoubleQuotedText: Rule {
  package static let documentation = RuleDocumentation(
    summary: "A string is in double quotes, which are for names.", severity: .warning,
    why:
      "SQLite reads \"hello\" as a string only if no column has that name. Builds without this "
      + "fallback refuse the statement. The fallback also hides typos in names.",
    wrong: [
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)"],
        "INSERT INTO user (name) VALUES («\"hello\"»)"),
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)"],
        "update user set name = 'x' where name = «\"y\"»"),
      .init("CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT DEFAULT «\"\"»)"),
      .init("CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT CHECK (name <> «\"x\"»))"),
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)"],
        "CREATE TRIGGER t BEFORE DELETE ON user BEGIN SELECT RAISE(ABORT, «\"no\"»); END"),
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)"],
        "CREATE TRIGGER t AFTER INSERT ON user BEGIN UPDATE user SET name = «\"new\"»; END"),
    ],
    right: [
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)"],
        "INSERT INTO \"user\" (\"name\") VALUES ('\"hello\"') /* \"text\" */"),
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)"],
        "CREATE VIEW \"v\" AS SELECT \"name\" AS \"called\" FROM \"user\" AS \"u\""),
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.succeeded else { return }
    var texts = statement.textsAndColumns.filter { $0.column == nil }.map(\.text)
    // The place of each that is a string whatever columns there are.
    var strings: Set<Int> = []
    for definition in statement.columnDefinitions {
      // SQLite never looks for a column here.
      guard let token = statement.defaultToken(of: definition), token.kind == .quotedName,
        statement.text(token).hasPrefix("\"")
      else { continue }
      texts.append(token)
      strings.insert(token.range.lowerBound)
    }
    let messages = raised(in: statement)
    texts += messages
    strings.formUnion(messages.map(\.range.lowerBound))
    // Reported once per statement, because an author who writes one such string usually writes more.
    guard var first = texts.min(by: { $0.range.lowerBound < $1.range.lowerBound }) else { return }
    // If it is a misspelled name, single quotes would make it a string for good.
    let near = statement.columnNear(
      Dictionary(
        texts.map { ($0.range.lowerBound, statement.name($0)) }, uniquingKeysWith: { $1 }))
    if let near { first = texts.first { $0.range.lowerBound == near.place } ?? first }
    let text = statement.name(first)
      .split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''")
    let more = texts.count > 1 ? " (\(texts.count) times in this statement)" : ""
    // A view, a trigger or a CHECK is read again with the columns that later scripts add.
    let isString =
      statement.word(0) != "CREATE" || texts.allSatisfy { strings.contains($0.range.lowerBound) }
    findings.report(
      "this string is in double quotes, which are for names\(more)",
      at: statement.span(first),
      help: "Write '\(text)'"
        + (near.map { ", or \"\($0.column)\" if you mean the column." } ?? "."),
      related: texts.filter { $0 != first }.map {
        .init(span: statement.span($0), message: "also here")
      },
      fixIt: near == nil && isString
        ? statement.fixIt("Write single quotes", texts.flatMap { edits(of: $0, statement) }) : nil
    )
  }

  /// SQLite already reads it as a string, so single quotes do not change the meaning.
  private func edits(of token: SQLToken, _ statement: RehearsedStatement) -> [StatementEdit] {
    let (start, end) = (token.range.lowerBound, token.range.upperBound)
    let inside = Array(statement.bytes(token)).dropFirst().dropLast()
    var edits = [StatementEdit(start..<start + 1, "'"), StatementEdit(end - 1..<end, "'")]
    var index = inside.startIndex
    while index < inside.endIndex {
      let place = start + index
      if inside[index] == UInt8(ascii: "'") {
        edits.append(StatementEdit(place..<place + 1, "''"))
      } else if inside[index] == UInt8(ascii: "\"") {
        // A double quote is doubled in a name, but not in a string.
        edits.append(StatementEdit(place..<place + 2, "\""))
        index += 1
      }
      index += 1
    }
    return edits
  }

  /// The message of RAISE is a string in either kind of quotes.
  private func raised(in statement: RehearsedStatement) -> [SQLToken] {
    statement.tokens.indices.compactMap { index in
      guard statement.word(index) == "RAISE", statement.tokens.indices.contains(index + 4),
        statement.word(index + 1) == "(", statement.word(index + 3) == ",",
        statement.tokens[index + 4].kind == .quotedName
      else { return nil }
      return statement.tokens[index + 4]
    }
  }
}
