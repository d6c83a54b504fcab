import SQLScriptsSQL
import SQLScriptsSchema

/// `SET net = price * qty - discount`, where `discount` can be NULL
package struct NullInArithmetic: Rule {
  private static let line = [
    "CREATE TABLE line (id INTEGER PRIMARY KEY, price INTEGER NOT NULL, discount INTEGER, net INTEGER, start INTEGER NOT NULL, length INTEGER, stop INTEGER)"
  ]

  package static let documentation = RuleDocumentation(
    summary: "A sum or difference has a part that can be NULL.", severity: .warning,
    why: "If one part is NULL, the whole result is NULL, and the other parts are lost.",
    wrong: [
      .init(before: line, "UPDATE line SET net = price - «discount» WHERE id > 7"),
      .init(before: line, "UPDATE line SET net = price * 2 + «line.discount» WHERE id > 7"),
    ],
    right: [
      .init(before: line, "UPDATE line SET net = price - coalesce(discount, 0) WHERE id > 7"),
      .init(before: line, "UPDATE line SET net = price - discount WHERE discount IS NOT NULL"),
      // Without an end there is no length.
      .init(before: line, "UPDATE line SET stop = start + length WHERE id > 7"),
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.succeeded, let verb = statement.verb, statement.word(verb) == "UPDATE",
      !statement.isLong,
      let updated = statement.namedTables(in: verb..<verb + 1).first,
      statement.outerIndex(of: "FROM", from: verb) == nil
    else { return }
    for (column, value) in statement.storedValues {
      // Functions and subqueries may handle NULL.
      guard
        !value.contains(where: {
          statement.kind($0) == .leftParenthesis && statement.isName($0 - 1)
            || ["SELECT", "CASE", "||", "IS"].contains(statement.word($0))
        })
      else { continue }
      let columns = value.compactMap { index in
        statement.column(at: index, of: [updated]).map { (index: index, column: $0.column) }
      }
      let nullable = columns.filter { !$0.column.isNotNull && $0.column.primaryKeyPosition == 0 }
      let names = Set(nullable.map { SQLName($0.column.name) })
      guard names.count == 1, let (index, part) = nullable.first, columns.count > nullable.count,
        part.defaultValue == nil, SQLName(part.name) != SQLName(column),
        ["+", "-"].contains(statement.word(statement.start(ofName: index) - 1)),
        !["*", "/", "%"].contains(statement.word(index + 1)),
        !(columns.map(\.column.name) + [column]).contains(where: Self.isTime),
        !isMentioned(part.name, after: value, statement)
      else { continue }
      let written = statement.text(ofTokens: statement.start(ofName: index)..<index + 1)
      findings.report(
        "“\(column)” becomes NULL if “\(part.name)” is NULL",
        at: statement.span(statement.start(ofName: index)...index),
        help: "Write coalesce(\(written), 0).")
    }
  }

  /// Whether the WHERE asks for the column.
  private func isMentioned(
    _ column: String, after value: Range<Int>, _ statement: RehearsedStatement
  ) -> Bool {
    guard let start = statement.outerIndex(of: "WHERE", from: statement.verb ?? 0) else {
      return false
    }
    return statement.indices.contains {
      $0 > start && statement.isName($0) && statement.name($0).isSameName(as: column)
    }
  }

  /// Whether a column has a time or its length, where NULL says that there is none.
  private static func isTime(_ name: String) -> Bool {
    let name = name.asciiLowercased
    return name.hasSuffix("_at") || name.hasSuffix("_on")
      || [
        "date", "time", "start", "end", "stop", "begin", "finish", "duration", "length", "ttl",
        "expir", "until", "day", "second", "minute", "hour", "created", "updated", "due", "age",
        "interval", "offset", "delay", "since",
      ].contains(where: name.contains)
  }
}
