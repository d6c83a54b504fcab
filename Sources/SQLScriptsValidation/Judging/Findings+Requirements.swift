import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsSchema

extension Findings {
  /// Reports queries of `require` that find every row of a table, so that the script stops wherever the table is used.
  mutating func reportRequirements(in rehearsed: RehearsedScript) {
    rule = "stops-with-rows"
    severity = .warning
    let script = rehearsed.script
    for query in script.require {
      let name = script.document.withBytes(of: query.text) { StatementText.tableOfAllRows(in: $0) }
      guard let name, let table = rehearsed.before[name], table.kind == .table else { continue }
      report(
        "this update stops in every database in which “\(table.name)” has rows",
        at: script.span(of: query.text),
        why: "The query finds every row of the table.",
        help: "Add a WHERE that finds only the rows that do not fit, or give the new column a "
          + "default value.")
    }
  }
}

extension StatementText {
  /// The table of a query that selects all its rows as they are: `SELECT * FROM user LIMIT 20`.
  fileprivate static func tableOfAllRows(in text: UnsafeBufferPointer<UInt8>) -> SQLName? {
    var scanner = SQLScanner(text)
    var tokens: [String] = []
    while let token = scanner.nextSignificant() {
      guard tokens.count < 64, token.kind != .leftParenthesis else { return nil }
      tokens.append(String(decoding: text[token.range], as: UTF8.self))
    }
    let words = tokens.map { $0.uppercased() }
    guard words.first == "SELECT", let from = words.firstIndex(of: "FROM"),
      var rest = tokens[from...].dropFirst() as ArraySlice<String>?, let name = rest.popFirst()
    else { return nil }
    if rest.last == ";" { rest.removeLast() }
    if rest.first?.uppercased() == "AS" { rest = rest.dropFirst(2) }
    guard rest.isEmpty || rest.first?.uppercased() == "LIMIT" && rest.count == 2,
      rest.dropFirst().first != "0"
    else { return nil }
    let isQuoted = ["\"", "`", "["].contains(name.prefix(1))
    return isQuoted ? SQLName(quoted: name) : SQLName(name)
  }
}
