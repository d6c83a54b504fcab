import SQLScriptsSQL

/// Values that differ on every device.
package struct NonDeterministic: Rule {
  package static let documentation = RuleDocumentation(
    summary: "A statement stores a value that differs on every device.", severity: .info,
    why: "Rows that should be equal differ, for example when they are synchronized or compared.",
    wrong: [
      .init(
        before: ["CREATE TABLE user (id INTEGER, made TEXT)"],
        "INSERT INTO user (id, made) VALUES (1, «datetime»('now'))"),
      .init(
        before: ["CREATE TABLE user (id INTEGER, made TEXT)"],
        "UPDATE user SET made = «current_timestamp» WHERE made IS NULL"),
      .init(
        before: ["CREATE TABLE user (id INTEGER, made TEXT)"],
        "UPDATE user SET made = hex(«randomblob»(16)) WHERE made IS NULL"),
    ],
    right: [
      .init(
        before: ["CREATE TABLE user (id INTEGER, made TEXT DEFAULT CURRENT_TIMESTAMP)"],
        "INSERT INTO user (id) VALUES (1)",
        "UPDATE user SET made = datetime('2024-01-01', '+1 day') WHERE id = 2",
        "UPDATE user SET made = 'random()' WHERE id = 3",
        "DELETE FROM user WHERE made < datetime('now', '-1 year')"),
      .init(
        before: ["CREATE TABLE user (id INTEGER, random TEXT)"],
        "UPDATE user SET random = 'now' WHERE id = 1"),
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard ["INSERT", "UPDATE", "REPLACE", "WITH"].contains(statement.word(0)), statement.succeeded,
      !statement.isReadOnly
    else { return }
    let called = Set(
      statement.actions.filter { $0.kind == .function }.map { $0.detail.asciiLowercased })
    let suspects = called.intersection(Self.random.union(Self.clocks).union(Self.dates))
    guard !suspects.isEmpty,
      let index = statement.tokens.indices.first(where: {
        statement.tokens[$0].kind == .word
          && suspects.contains(statement.word($0).asciiLowercased) && isUnsteady(statement, at: $0)
      })
    else { return }
    let token = statement.tokens[index]
    findings.report(
      "“\(statement.text(token))” has a different value on every device", at: statement.span(token),
      help: "If all users need the same value, write the value itself.")
  }

  private func isUnsteady(_ statement: RehearsedStatement, at index: Int) -> Bool {
    let name = statement.word(index).asciiLowercased
    if Self.clocks.contains(name) { return true }
    guard statement.word(index + 1) == "(" else { return false }
    if Self.random.contains(name) { return true }
    let isStrftime = name == "strftime"
    let first = isStrftime ? index + 4 : index + 2
    // Without a time they use the current time.
    if statement.word(first) == ")" || (isStrftime && statement.word(index + 3) == ")") {
      return true
    }
    return statement.word(first) == "'NOW'"
  }

  private static let random: Set = ["random", "randomblob"]
  private static let clocks: Set = ["current_timestamp", "current_date", "current_time"]
  private static let dates: Set = [
    "date", "time", "datetime", "julianday", "strftime", "unixepoch",
  ]
}
