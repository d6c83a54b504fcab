import SQLScriptsSQL
import SQLScriptsSchema

extension Findings {
  /// Reports queries of `require` that find every row of a table, so that the script stops wherever the table is used.
  mutating func reportRequirements(in rehearsed: RehearsedScript) {
    rule = "stops-with-rows"
    severity = .warning
    let script = rehearsed.script
    for query in script.require {
      let name = SQLText(script.document.bytes(of: query.text)).tableOfAllRows
      guard let name, let table = rehearsed.before[name], table.kind == .table else { continue }
      let columns = rehearsed.after[name]?.columns.map(\.name) ?? []
      let addsColumn = columns.contains { table.column($0) == nil }
      report(
        "this update stops in every database in which “\(table.name)” has rows",
        at: script.span(of: query.text),
        why: "The query finds every row of the table.",
        help: "Add a WHERE that finds only the rows that do not fit"
          + (addsColumn ? ", or give the new column a default value." : "."))
    }
  }
}

extension SQLText {
  /// The table of a query that selects all its rows as they are: `SELECT * FROM user LIMIT 20`.
  fileprivate var tableOfAllRows: SQLName? {
    guard word(0) == "SELECT", !tokens.contains(where: { $0.kind == .leftParenthesis }),
      let from = indices.first(where: { word($0) == "FROM" }), tokens.indices.contains(from + 1)
    else { return nil }
    let end = tokens.last?.kind == .semicolon ? tokens.count - 1 : tokens.count
    let rest = from + (word(from + 2) == "AS" ? 4 : 2)
    guard rest == end || word(rest) == "LIMIT" && rest + 2 == end && isPositive(rest + 1) else {
      return nil
    }
    return SQLName(name(tokens[from + 1]))
  }
  /// Whether a token is a whole number from 1 on, also a hexadecimal one.
  private func isPositive(_ index: Int) -> Bool {
    tokens[index].kind == .integer && word(index).contains { !"0X_".contains($0) }
  }
}
