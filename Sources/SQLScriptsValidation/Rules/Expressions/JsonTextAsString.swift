import SQLScriptsSQL

/// `json_set(value, '$.notify', '{"sound":true}')`
package struct JsonTextAsString: Rule {
  private static let setting = ["CREATE TABLE setting (key TEXT PRIMARY KEY, value TEXT NOT NULL)"]

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
    ],
    right: [
      .init(
        before: setting,
        "UPDATE setting SET value = json_set(value, '$.notify', json('{\"sound\":true}')) WHERE key = 'a'"
      ),
      .init(
        before: setting,
        "INSERT INTO setting (key, value) VALUES ('tags', json_object('[]', 'list'))"),
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.succeeded, statement.hasExpressions else { return }
    for index in statement.indices where statement.kind(index + 1) == .leftParenthesis {
      guard let values = Self.values(of: statement.word(index)) else { continue }
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
