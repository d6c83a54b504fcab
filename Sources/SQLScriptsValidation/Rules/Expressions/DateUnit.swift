import SQLScriptsSQL
import SQLScriptsSchema

/// `datetime(created_ms, 'unixepoch')`
package struct DateUnit: Rule {
  private static let visit = [
    "CREATE TABLE visit (id INTEGER PRIMARY KEY, at_ms INTEGER, at INTEGER, day TEXT)"
  ]

  package static let documentation = RuleDocumentation(
    summary: "A date function reads a number in another unit than it has.", severity: .warning,
    why:
      "'unixepoch' expects seconds. Without a modifier, a number is a Julian day. In both cases, most results are NULL "
      + "or far from the date that is meant.",
    wrong: [
      .init(
        before: visit, "UPDATE visit SET day = date(«at_ms», 'unixepoch') WHERE day IS NULL"),
      .init(before: visit, "UPDATE visit SET day = datetime(«at») WHERE day IS NULL"),
      .init(before: visit, "UPDATE visit SET day = strftime('%Y', «visit.at») WHERE day IS NULL"),
    ],
    right: [
      .init(
        before: visit, "UPDATE visit SET day = date(at_ms / 1000, 'unixepoch') WHERE day IS NULL"),
      .init(before: visit, "UPDATE visit SET day = datetime(at, 'unixepoch') WHERE day IS NULL"),
      .init(before: visit, "UPDATE visit SET day = date(day) WHERE day < '2020'"),
    ])

  package init() {}

  private static let functions: Set = ["DATE", "TIME", "DATETIME", "JULIANDAY"]

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.succeeded else { return }
    for index in statement.indices where statement.kind(index) == .leftParenthesis {
      let isFormat = statement.word(index - 1) == "STRFTIME"
      guard statement.kind(index - 1) == .word,
        isFormat || Self.functions.contains(statement.word(index - 1))
      else { continue }
      let arguments = statement.arguments(index).dropFirst(isFormat ? 1 : 0)
      guard let value = arguments.first, let last = value.last, statement.isName(last),
        value.count == 1 || value.count == 3 && statement.kind(last - 1) == .dot
      else { continue }
      let modifiers = arguments.dropFirst().flatMap { $0.map(statement.name) }
      let name = statement.name(last)
      let span = statement.span(value.lowerBound...last)
      let defaults = statement.readColumns(named: name).compactMap(\.defaultValue)
      let isMilliseconds =
        Self.isMilliseconds(name)
        || defaults.contains { $0.filter { $0 != " " }.hasSuffix("*1000") }
      if modifiers.contains(where: { $0.lowercased() == "unixepoch" }), isMilliseconds {
        findings.report(
          "“\(name)” seems to be in milliseconds, but 'unixepoch' expects seconds", at: span,
          help: "Write \(statement.text(ofTokens: value)) / 1000.")
      } else if arguments.count == 1 {
        let columns = statement.readColumns(named: name)
        guard !columns.isEmpty,
          columns.allSatisfy({ Affinity($0.type) == .integer })
        else { continue }
        findings.report(
          "“\(name)” is an integer, which is read as a Julian day", at: span,
          help:
            "For seconds since 1970, add 'unixepoch': \(statement.text(ofTokens: value)), 'unixepoch'"
        )
      }
    }
  }

  private static func isMilliseconds(_ name: String) -> Bool {
    let name = name.lowercased()
    return name == "ms" || name.hasSuffix("_ms") || name.contains("milli")
  }
}
