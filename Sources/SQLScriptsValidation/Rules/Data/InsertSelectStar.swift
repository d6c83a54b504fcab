import SQLScriptsSQL
import SQLScriptsSchema

/// INSERT … SELECT *, which copies by position.
package struct InsertSelectStar: Rule {
  private static let user = ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, city TEXT)"]

  package static let documentation = RuleDocumentation(
    summary: "INSERT … SELECT * copies columns by position, not by name.",
    severity: .warning,
    why: "If the column order of the tables differs, values end up in the wrong columns.",
    wrong: [
      .init(
        before: user, "CREATE TABLE new_user (id INTEGER PRIMARY KEY, full_name TEXT, city TEXT)",
        "INSERT INTO new_user «SELECT *» FROM user", "DROP TABLE user",
        "ALTER TABLE new_user RENAME TO user"),
      .init(
        before: user, "CREATE TABLE copy (id INTEGER PRIMARY KEY, name TEXT, city TEXT)",
        "insert into copy «select *» from user"),
    ],
    right: [
      .init(
        before: user, "CREATE TABLE copy (id INTEGER PRIMARY KEY, name TEXT, city TEXT)",
        "INSERT INTO copy (id, name, city) SELECT id, name, city FROM user"),
      .init(
        before: user, "CREATE TABLE copy (id INTEGER PRIMARY KEY, count INTEGER)",
        "INSERT INTO copy (id, count) SELECT id, (SELECT count(*) FROM user) FROM user"),
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.succeeded, let verb = statement.verb, statement.word(verb) != "UPDATE",
      let target = statement.targetIndex, let table = statement.writtenTable,
      let select = statement.outerIndex(of: "SELECT", from: target),
      let star = star(statement, after: select), let into = statement.before[table]
    else { return }
    let names = statement.columnList ?? into.columns.filter { !$0.isGenerated }.map(\.name)
    let ends: Set = ["", ";", "WHERE", "ORDER", "LIMIT"]
    let isAlone =
      statement.qualifiedName(at: star + 2).map { ends.contains(statement.word($0.end)) } ?? true
    let sources =
      isAlone ? [statement.copiedTable.flatMap { statement.before[$0] }].compactMap { $0 } : []
    let isSame =
      sources.count == 1
      && sources[0].columns.filter { !$0.isGenerated }.map { $0.name.asciiLowercased }
        == names.map { $0.asciiLowercased }
    let copied = statement.copiedTable.flatMap { statement.before[$0]?.name }
    let (source, written) = (copied ?? "the other table", copied?.quotedIfNeeded ?? "…")
    let own = into.name.quotedIfNeeded
    guard !sources.isEmpty else {
      return findings.report(
        "SELECT * copies columns by position, not by name",
        at: statement.span(statement.tokens[select], to: statement.tokens[star]),
        help: "List the columns on both sides: INSERT INTO \(own) (…) SELECT … FROM …")
    }
    findings.report(
      isSame
        ? "SELECT * copies “\(source)” by position, which works only while both tables have the same column order"
        : "SELECT * copies “\(source)” by position, but its columns differ from those of “\(into.name)”",
      at: statement.span(statement.tokens[select], to: statement.tokens[star]),
      help: "List the columns on both sides: INSERT INTO \(own) (…) SELECT … FROM \(written)",
      severity: isSame ? .info : .warning)
  }

  private func star(_ statement: RehearsedStatement, after select: Int) -> Int? {
    var index = select + 1
    if ["DISTINCT", "ALL"].contains(statement.word(index)) { index += 1 }
    return statement.word(index) == "*" && statement.word(index + 1) == "FROM" ? index : nil
  }
}
