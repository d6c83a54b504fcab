import SQLScriptsSQL
import SQLScriptsSchema

/// `json_set(value, '$.notify', '{"sound":true}')`
package struct JsonTextAsString: Rule {
  private static let setting = ["CREATE TABLE setting (key TEXT PRIMARY KEY, value TEXT NOT NULL)"]

  private static let link = [
    "CREATE TABLE link (id INTEGER PRIMARY KEY, url TEXT, tags TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(tags)), doc TEXT)"
  ]

  package static let documentation = RuleDocumentation(
    summary: "A JSON function gets an object or array as text.", severity: .warning,
    why:
      "json_set() and its relatives store a text as a JSON string. The app then finds the string "
      + "\"{…}\" where it expects an object.",
    wrong: [
      .init(
        before: setting,
        "UPDATE setting SET value = json_set(value, '$.notify', «'{\"sound\":true}'») WHERE key = 'a'"
      ),
      .init(
        before: setting,
        "INSERT INTO setting (key, value) VALUES ('tags', json_object('list', «'[]'»))"),
      .init(
        before: link, "UPDATE link SET doc = json_object('url', url, 'tags', «tags») WHERE id > 7"),
    ],
    right: [
      .init(
        before: setting,
        "UPDATE setting SET value = json_set(value, '$.notify', json('{\"sound\":true}')) WHERE key = 'a'"
      ),
      .init(
        before: setting,
        "INSERT INTO setting (key, value) VALUES ('tags', json_object('[]', 'list'))"),
      .init(
        before: link,
        "UPDATE link SET doc = json_object('url', url, 'tags', json(tags)) WHERE id > 7"),
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.succeeded, statement.hasExpressions else { return }
    for index in statement.indices where statement.kind(index + 1) == .leftParenthesis {
      guard let values = Self.values(of: statement.word(index)) else { continue }
      checkColumns(index + 1, values, statement, &findings)
      for (place, argument) in statement.arguments(index + 1).enumerated()
      where argument.count == 1 && values(place) && statement.kind(argument.lowerBound) == .string {
        let text = statement.name(argument.lowerBound)
        guard
          text.hasPrefix("{") && text.hasSuffix("}") || text.hasPrefix("[") && text.hasSuffix("]")
        else { continue }
        let written = statement.text(statement.tokens[argument.lowerBound])
        findings.report(
          "\(written) is stored as a string, not as JSON",
          at: statement.span(argument.lowerBound...argument.lowerBound),
          help: "Write json(\(written)).")
      }
    }
  }

  /// Values that are columns with JSON.
  private func checkColumns(
    _ open: Int, _ values: (Int) -> Bool, _ statement: RehearsedStatement,
    _ findings: inout Findings
  ) {
    for (place, argument) in statement.arguments(open).enumerated() where values(place) {
      guard argument.count == 1 || argument.count == 3, let last = argument.last,
        argument.lowerBound == statement.start(ofName: last), statement.isName(last)
      else { continue }
      let name = SQLName(statement.name(last))
      let tables = statement.actions.filter { $0.kind == .read && SQLName($0.detail) == name }
        .compactMap { statement.before[$0.name] }
      guard !tables.isEmpty, tables.allSatisfy({ $0.hasJSON(in: name) }) else { continue }
      let written = statement.text(ofTokens: argument)
      findings.report(
        "the JSON of “\(name.text)” is stored as a string, not as JSON",
        at: statement.span(argument.lowerBound...last), help: "Write json(\(written)).")
    }
  }

  /// Which arguments of a function are values.
  private static func values(of function: String) -> ((Int) -> Bool)? {
    switch function {
    case "JSON_SET", "JSON_INSERT", "JSON_REPLACE", "JSONB_SET", "JSONB_INSERT", "JSONB_REPLACE":
      { $0 > 1 && $0.isMultiple(of: 2) }
    case "JSON_OBJECT", "JSONB_OBJECT": { !$0.isMultiple(of: 2) }
    case "JSON_ARRAY", "JSONB_ARRAY": { _ in true }
    default: nil
    }
  }
}

extension SchemaTable {
  /// Whether a CHECK or the default says that a column has JSON.
  fileprivate func hasJSON(in name: SQLName) -> Bool {
    guard let column = column(name.text) else { return false }
    let text = column.defaultValue ?? ""
    if ["'{}'", "'[]'"].contains(text) || text.hasPrefix("'{\"") || text.hasPrefix("'[\"") {
      return true
    }
    let sql = SQLText(self.sql)
    return sql.indices.contains { index in
      sql.has("JSON_VALID", "(", at: index) && SQLName(sql.name(index + 2)) == name
    }
  }
}
