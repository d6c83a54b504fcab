import SQLScriptsSQL
import SQLScriptsSchema

/// `date(born)`, where a CHECK says that `born` is “31.12.2000”
package struct NotADate: Rule {
  private static let guest = [
    "CREATE TABLE guest (id INTEGER PRIMARY KEY, born TEXT CHECK (born GLOB '[0-9][0-9].[0-9][0-9].[0-9][0-9][0-9][0-9]'), day TEXT CHECK (day LIKE '____-__-__'))"
  ]

  package static let documentation = RuleDocumentation(
    summary: "A date function gets a text in a form that SQLite does not read.", severity: .error,
    why: "The result is NULL for every row. SQLite reads dates such as 2000-12-31.",
    wrong: [
      .init(before: guest, "UPDATE guest SET day = date(«'31.12.2026'») WHERE id = 7"),
      .init(before: guest, "UPDATE guest SET born = date(«born»)"),
      .init(before: guest, "UPDATE guest SET day = strftime('%Y-%m-%d', «guest.born»)"),
    ],
    right: [
      .init(before: guest, "UPDATE guest SET day = date(day)"),
      .init(
        before: guest,
        "UPDATE guest SET day = substr(born, 7, 4) || '-' || substr(born, 4, 2) || '-' || substr(born, 1, 2)"
      ),
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.succeeded, statement.hasExpressions else { return }
    let calls = statement.indices.filter {
      statement.kind($0 + 1) == .leftParenthesis && DateFunctions.all.contains(statement.word($0))
    }
    guard !calls.isEmpty else { return }
    let tables = statement.namedTables(in: statement.indices)
    for call in calls {
      let skipped = statement.word(call) == "STRFTIME" ? 1 : 0
      // A modifier such as 'unixepoch' says how the value is read.
      guard statement.arguments(call + 1).count == skipped + 1 else { continue }
      if let value = statement.arguments(call + 1).dropFirst(skipped).first, value.count == 1 {
        checkLiteral(value.lowerBound, of: call, statement, &findings)
      }
      guard let value = statement.arguments(call + 1).dropFirst(skipped).first,
        value.count == 1 || value.count == 3, let last = value.last,
        let (table, column) = statement.column(at: last, of: tables),
        let sample = Self.sample(of: column.name, in: table.table),
        Self.isNotADate(sample, &findings.scratch)
      else { continue }
      let written = statement.text(ofTokens: value)
      let isDayFirst =
        sample.count == 10 && sample.filter { !$0.isNumber }.count == 2
        && !sample.suffix(4).contains { !$0.isNumber }
      findings.report(
        "“\(column.name)” has texts such as '\(sample)', which \(statement.word(call).lowercased())() does not read",
        at: statement.span(value.lowerBound...last),
        help: isDayFirst
          ? "Write substr(\(written), 7, 4) || '-' || substr(\(written), 4, 2) || '-' || substr(\(written), 1, 2)."
          : "Put the parts into the order YYYY-MM-DD with substr().")
    }
  }

  /// `date('31.12.2026')`
  private func checkLiteral(
    _ index: Int, of call: Int, _ statement: RehearsedStatement, _ findings: inout Findings
  ) {
    guard statement.kind(index) == .string else { return }
    let text = statement.name(index)
    let digits = text.filter(\.isNumber).count
    guard digits >= 4, text.allSatisfy({ $0.isNumber || "./- :".contains($0) }),
      text.contains(where: { "./-".contains($0) }), Double(text) == nil,
      findings.scratch.value("SELECT datetime(\(text.quoted(by: "'"))) IS NULL") == .integer(1)
    else { return }
    findings.report(
      "\(statement.word(call).lowercased())() does not read \(statement.text(statement.tokens[index])), so the result is NULL",
      at: statement.span(index...index),
      help: DayFirstDate.sortable(text).map { "Write '\($0)'." }
        ?? "Write the date in the form YYYY-MM-DD.")
  }

  /// A text that fits the pattern of a CHECK, if the pattern has a fixed length.
  private static func sample(of column: String, in table: SchemaTable) -> String? {
    for check in RowCondition.all(of: table)
    where check.columns == [column.asciiLowercased] {
      let text = SQLText(check.text)
      let isSimple = !text.mentions(["NOT", "OR", "CASE", "IIF"], in: text.indices)
      guard isSimple else { continue }
      // Not a part of the column: substr(day, 1, 7) GLOB '…'
      for index in text.indices
      where text.kind(index) == .string && text.isName(index - 2)
        && !text.indices.contains(index - 3)
      {
        let pattern = text.name(index)
        switch text.word(index - 1) {
        case "GLOB" where !pattern.contains("*"): return filled(pattern)
        case "LIKE" where !pattern.contains("%"):
          return String(pattern.map { $0 == "_" ? "1" : $0 })
        default: continue
        }
      }
    }
    return nil
  }

  /// A GLOB pattern with 1 for each digit.
  private static func filled(_ pattern: String) -> String? {
    var text = ""
    var rest = pattern[...]
    while let first = rest.first {
      if first == "[" {
        guard
          rest.hasPrefix("[0-9]") || rest.hasPrefix("[01]") || rest.hasPrefix("[0-3]")
            || rest.hasPrefix("[12]"), let end = rest.firstIndex(of: "]")
        else { return nil }
        text.append("1")
        rest = rest[rest.index(after: end)...]
      } else {
        text.append(first == "?" ? "1" : first)
        rest = rest.dropFirst()
      }
    }
    return text
  }

  /// Asks SQLite. The sample must look like a date at all.
  private static func isNotADate(_ sample: String, _ scratch: inout ScratchSQL) -> Bool {
    guard sample.filter({ $0 == "1" }).count >= 4 else { return false }
    return scratch.value("SELECT datetime(\(sample.quoted(by: "'"))) IS NULL") == .integer(1)
  }
}
