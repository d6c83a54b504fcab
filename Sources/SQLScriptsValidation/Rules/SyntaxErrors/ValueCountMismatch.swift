import SQLScriptsDatabase
import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsSQL

/// More or fewer values than columns.
package struct ValueCountMismatch: Rule {
  package static let documentation = RuleDocumentation(
    summary: "An INSERT or UPDATE has more or fewer values than columns.", severity: .error,
    why: RuleDocumentation.failsOnEveryDevice,
    wrong: [
      .init(
        before: ["CREATE TABLE user (id INTEGER, name TEXT, age INTEGER)"],
        "INSERT INTO user (id, name) VALUES «(1, 'Ada', 36)»"),
      .init(
        before: ["CREATE TABLE user (id INTEGER, name TEXT, age INTEGER)"],
        "INSERT INTO user VALUES «(1, max(2, 3))»"),
      .init(
        before: ["CREATE TABLE user (id INTEGER, name TEXT)"],
        "INSERT INTO user (id, name) VALUES (1, 'Ada'), «(2)», (3, 'Bea')"),
      .init(
        before: ["CREATE TABLE user (id INTEGER, name TEXT)"],
        "INSERT INTO user (id, name) «SELECT id FROM user»"),
      .init(
        before: ["CREATE TABLE user (id INTEGER, name TEXT)"],
        "«UPDATE user SET (id, name) = (1, 'Ada', 3) WHERE id = 2»"),
    ],
    right: [
      .init(
        before: ["CREATE TABLE user (id INTEGER, name TEXT)"],
        "INSERT INTO user (name, id) VALUES ('Ada, Bea', (1)), ('', max(2, 3))")
    ], canBeAllowed: false)

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard let error = statement.error, statement.denial == nil else { return }
    switch error.said {
    case .valueCount(let columns, let values, _): report(columns, values, statement, &findings)
    case .unequalRows:
      let rows = statement.valueRows.map { statement.row($0) }
      let first = rows.first?.count ?? 0
      let other = rows.first { $0.count != first }
      findings.report(
        "this row does not have as many values as the first one",
        at: other.map { statement.span($0.range) } ?? statement.span,
        label: other.map { "\($0.count) instead of \(first)" },
        help: "Give each row \(Self.count(first, "value")).")
    default: break
    }
  }

  private func report(
    _ columns: Int, _ values: Int, _ statement: RehearsedStatement, _ findings: inout Findings
  ) {
    let row = statement.valueRows.map { statement.row($0) }.first { $0.count == values }
    let span = row.map { statement.span($0.range) } ?? statement.selection ?? statement.span
    let table = statement.targetIndex.flatMap {
      statement.before[statement.name(statement.tokens[$0])]
    }
    let hasList = statement.columnList != nil
    let names = statement.columnList ?? table?.columns.filter { !$0.isGenerated }.map(\.name) ?? []
    findings.report(
      "\(Self.count(values, "value")) for "
        + Self.count(columns, "column"),
      at: span,
      why: names.count == columns && columns < 20
        ? "The columns are: \(names.joined(separator: ", "))." : nil,
      help: values < columns && !hasList && statement.targetIndex != nil
        ? "Write the missing values, or list the columns: INSERT INTO table (columns) VALUES …"
        : Self.help(values > columns ? statement.numberWithComma : nil))
  }

  private static func help(_ number: (whole: String, fraction: String)?) -> String {
    guard let number else { return "Write one value for each column." }
    return "If \(number.whole),\(number.fraction) is one number, write "
      + "\(number.whole).\(number.fraction). Otherwise write one value for each column."
  }

  private static func count(_ count: Int, _ word: String) -> String {
    "\(count) \(word)\(count == 1 ? "" : "s")"
  }
}

extension RehearsedStatement {
  /// The range of the row whose parenthesis is at an index, and its number of values.
  fileprivate func row(_ parenthesis: Int) -> (range: Range<Int>, count: Int) {
    let end = tokens[end(ofParenthesis: parenthesis)]
    return (
      tokens[parenthesis].range.lowerBound..<end.range.upperBound,
      max(1, arguments(parenthesis).count)
    )
  }

  /// The SELECT of an INSERT.
  fileprivate var selection: SourceSpan? {
    guard word(0) == "INSERT" || word(0) == "REPLACE",
      let first = tokens.first(where: { text($0).uppercased() == "SELECT" }), let last = tokens.last
    else { return nil }
    return span(first, to: last)
  }
}

extension RehearsedStatement {
  /// Two numbers with a comma and no blank between them, which may be one number with a decimal comma.
  fileprivate var numberWithComma: (whole: String, fraction: String)? {
    for index in tokens.indices.dropLast(2) where tokens[index + 1].kind == .comma {
      let (whole, comma, fraction) = (tokens[index], tokens[index + 1], tokens[index + 2])
      guard whole.kind == .integer, fraction.kind == .integer || fraction.kind == .float,
        whole.range.upperBound == comma.range.lowerBound,
        comma.range.upperBound == fraction.range.lowerBound
      else { continue }
      return (word(index), word(index + 2))
    }
    return nil
  }
}
