import SQLScriptsSQL

/// `date(bought, '+30')`
package struct DateModifier: Rule {
  private static let pass = ["CREATE TABLE pass (id INTEGER PRIMARY KEY, bought TEXT, ends TEXT)"]

  package static let documentation = RuleDocumentation(
    summary: "A date function has a modifier that SQLite does not know.", severity: .error,
    why: "The result is NULL for every row.",
    wrong: [
      .init(before: pass, "UPDATE pass SET ends = date(bought, «'+30'»)"),
      .init(before: pass, "UPDATE pass SET ends = datetime(bought, 'utc', «'+1 week'»)"),
      .init(
        before: pass, "CREATE VIEW v AS SELECT strftime('%Y', bought, «'start of week'») FROM pass"),
    ],
    right: [
      .init(before: pass, "UPDATE pass SET ends = date(bought, '+30 days')"),
      .init(
        before: pass, "UPDATE pass SET ends = date(bought, 'start of month', '+1 month', '-1 day')"),
      .init(before: pass, "UPDATE pass SET ends = datetime(id, 'unixepoch', 'localtime')"),
      .init(before: pass, "UPDATE pass SET ends = date(bought, '+' || id || ' days')"),
    ])

  package init() {}

  /// Modifiers that need a number, and those of newer versions.
  private static let words: Set = [
    "unixepoch", "julianday", "auto", "localtime", "utc", "subsec", "subsecond", "ceiling", "floor",
  ]

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.succeeded, statement.hasExpressions else { return }
    for index in statement.indices
    where statement.kind(index + 1) == .leftParenthesis
      && DateFunctions.all.contains(statement.word(index))
    {
      let skipped = statement.word(index) == "STRFTIME" ? 2 : 1
      for argument in statement.arguments(index + 1).dropFirst(skipped)
      where argument.count == 1 && statement.kind(argument.lowerBound) == .string {
        let modifier = statement.name(argument.lowerBound)
        guard Self.isUnknown(modifier, &findings.scratch) else { continue }
        let written = statement.text(statement.tokens[argument.lowerBound])
        findings.report(
          "\(written) is not a modifier of \(statement.word(index).lowercased())()",
          at: statement.span(argument.lowerBound...argument.lowerBound),
          help: Self.help(modifier.lowercased()))
      }
    }
  }

  private static func help(_ modifier: String) -> String {
    let number = modifier.prefix { "+-".contains($0) || $0.isNumber }
    if number == modifier { return "Add a unit, such as '\(number) days'." }
    if modifier.hasSuffix("week") || modifier.hasSuffix("weeks"), let weeks = Int(number),
      abs(weeks) < 10_000
    {
      return "Write '\(weeks < 0 ? "" : "+")\(weeks * 7) days'."
    }
    return "Write a modifier such as '+1 day', '-3 months' or 'start of month'."
  }

  /// Asks SQLite.
  private static func isUnknown(_ modifier: String, _ scratch: inout ScratchSQL) -> Bool {
    guard !words.contains(modifier.lowercased()),
      // '+0001-02-03' adds years, months and days since SQLite 3.43.
      modifier.dropFirst().filter({ $0 == "-" }).count != 2
    else { return false }
    return scratch.value(
      "SELECT datetime('2020-05-15 12:00:00', \(modifier.quoted(by: "'"))) IS NULL") == .integer(1)
  }
}
