import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsReporting

/// The JSON Schemas of scripts and settings, generated from the keys, for editors.
package enum KeySchema {
  private static let dialect: JSONText.Member = .init(
    "$schema", "http://json-schema.org/draft-07/schema#")

  /// The schema of `sql_default.json` and `sql_update_N.json`.
  package static let script: JSONText = .object([
    dialect,
    .init("title", "SQLScripts: a script"),
    .init(
      "description",
      "sql_default.json or sql_update_N.json: a list of SQL statements, or a dictionary that contains one."
    ),
    .init(
      "oneOf",
      [
        ["$ref": "#/definitions/items"],
        object(ScriptKey.self, requires: [.statements], named: "script"),
      ]),
    .init(
      "definitions",
      [
        "items": ["type": "array", "items": ["$ref": "#/definitions/item"]],
        "queries": ["type": "array", "items": ["$ref": "#/definitions/query"]],
        "text": ["oneOf": [["type": "string"], lines]],
        "item": [
          "description": "One SQL statement: a string, a list of its lines, or a dictionary.",
          "oneOf": [["type": "string"], lines, object(StatementKey.self, requires: [.sql])],
        ],
        "query": [
          "description": "One query: a string, a list of its lines, or a dictionary.",
          "oneOf": [
            ["type": "string"], lines,
            object(StatementKey.self, requires: [.sql]) { $0.isForQueries },
          ],
        ],
      ]),
  ])

  /// The schema of `sqlscripts.json`.
  package static let settings: JSONText = {
    guard case .object(let members) = object(SettingsKey.self, named: "settings") else {
      return [:]
    }
    return .object(
      [
        dialect, .init("title", "SQLScripts: settings"),
        .init("description", "sqlscripts.json, in the scripts folder."),
      ] + members)
  }()

  private static let lines: JSONText = [
    "type": "array", "minItems": 1, "items": ["type": "string"],
  ]

  /// - Parameter file: the description of the file, if the dictionary is a file that may name its schema.
  private static func object<Key: DocumentedKey>(
    _ keys: Key.Type, requires required: [Key] = [], named file: String? = nil,
    where isIncluded: (Key) -> Bool = { _ in true }
  ) -> JSONText {
    var properties = Key.allCases.filter(isIncluded).map {
      JSONText.Member($0.name, property($0.documentation))
    }
    if let file {
      properties.insert(
        .init(
          "$schema", ["type": "string", "examples": [.string("../Schemas/\(file).schema.json")]]),
        at: 0)
    }
    var members: [JSONText.Member] = [.init("type", "object")]
    if !required.isEmpty {
      members.append(.init("required", .array(required.map { .string($0.name) })))
    }
    members.append(.init("additionalProperties", false))
    members.append(.init("properties", .object(properties)))
    return .object(members)
  }

  private static func property(_ key: KeyDocumentation) -> JSONText {
    let plain = String(key.meaning.filter { $0 != "`" })
    var members = [JSONText.Member("description", .string(plain))] + schema(of: key.value)
    if let assumed = key.assumed { members.append(.init("default", assumed)) }
    members.append(.init("examples", .array(key.examples)))
    return .object(members)
  }

  private static func schema(of value: KeyDocumentation.Value) -> [JSONText.Member] {
    switch value {
    case .text: [.init("type", "string")]
    case .flag: [.init("type", "boolean")]
    case .wholeNumber(let minimum):
      [
        .init("type", "integer"), .init("minimum", .integer(minimum)),
        .init("maximum", .integer(.max)),
      ]
    case .choice(let names): [.init("enum", .array(names.map { .string($0) }))]
    case .texts: [.init("type", "array"), .init("items", ["type": "string"])]
    case .statement: [.init("$ref", "#/definitions/text")]
    case .statements: [.init("$ref", "#/definitions/items")]
    case .queries: [.init("$ref", "#/definitions/queries")]
    case .dictionary(let values):
      [.init("type", "object"), .init("additionalProperties", values)]
    }
  }
}
