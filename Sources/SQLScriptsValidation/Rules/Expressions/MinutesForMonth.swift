import SQLScriptsSQL

/// `strftime('%Y-%M', date)`
package struct MinutesForMonth: Rule {
  private static let visit = ["CREATE TABLE visit (id INTEGER PRIMARY KEY, day TEXT, month TEXT)"]

  package static let documentation = RuleDocumentation(
    summary: "A date format has %M, the minutes, beside a year or day.", severity: .warning,
    why: "The month is %m. %M is the minutes, which are 00 for a date without a time.",
    wrong: [
      .init(
        before: visit,
        "UPDATE visit SET month = strftime(«'%Y-%M'», day) WHERE month IS NULL"),
      .init(
        before: visit, "CREATE VIEW v AS SELECT strftime(«'%d.%M.%Y'», day) AS day FROM visit"),
      .init(
        before: visit, "UPDATE visit SET day = strftime(«'%H:%m'», day) WHERE month IS NULL"),
    ],
    right: [
      .init(
        before: visit, "UPDATE visit SET month = strftime('%Y-%m', day) WHERE month IS NULL"),
      .init(
        before: visit,
        "UPDATE visit SET month = strftime('%Y-%m-%d %H:%M:%S', day) WHERE month IS NULL"),
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.succeeded else { return }
    for index in statement.indices where statement.kind(index) == .string {
      guard statement.has("STRFTIME", "(", at: index - 2) else { continue }
      let text = statement.name(index)
      guard let better = Self.corrected(text) else { continue }
      findings.report(
        text.contains("%m") && !text.contains("%M")
          ? "%m is the month, but it stands beside the hours"
          : "%M is the minutes, but it stands beside a year or day",
        at: statement.span(index...index), help: "Write '\(better.forMessage)'.")
    }
  }

  /// The format with the other letter, where the neighbors show that it is meant.
  private static func corrected(_ format: String) -> String? {
    var parts = format.split(separator: "%", omittingEmptySubsequences: false).map(String.init)
    var isWrong = false
    for index in parts.indices.dropFirst() {
      let neighbors = [index - 1, index + 1].filter { $0 > 0 && parts.indices.contains($0) }
        .filter { max($0, index) < parts.count && isClose(parts[min($0, index)]) }
        .compactMap { parts[$0].first }
      switch parts[index].first {
      case "M" where !neighbors.isEmpty && neighbors.allSatisfy { "Yd".contains($0) }:
        parts[index] = "m" + parts[index].dropFirst()
      case "m" where !neighbors.isEmpty && neighbors.allSatisfy { "HS".contains($0) }:
        parts[index] = "M" + parts[index].dropFirst()
      default: continue
      }
      isWrong = true
    }
    return isWrong ? parts.joined(separator: "%") : nil
  }

  /// Whether at most one character follows the letter of a conversion.
  private static func isClose(_ part: String) -> Bool { part.count <= 2 }
}
