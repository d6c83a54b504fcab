import Foundation
import Testing

@testable import SQLScriptsFiles

/// What an editor is told a file may say is what the reader takes.
struct EditorSchemaTests {
  private static func schema(_ name: String) throws -> [String: Any] {
    let root = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let data = try Data(
      contentsOf: root.appendingPathComponent(
        "Sources/SQLScriptsAuthoring/Schemas/\(name).schema.json"))
    return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  private func properties(_ schema: Any?) throws -> [String: [String: Any]] {
    let schema = try #require(schema as? [String: Any])
    return try #require(schema["properties"] as? [String: [String: Any]])
  }

  /// The dictionary form among the forms that a schema allows.
  private func longForm(_ schema: [String: Any]) throws -> [String: [String: Any]] {
    let forms = try #require(schema["oneOf"] as? [[String: Any]])
    return try properties(forms.first { $0["properties"] != nil })
  }

  private func json(_ value: Any) throws -> String {
    String(
      decoding: try JSONSerialization.data(withJSONObject: value, options: .fragmentsAllowed),
      as: UTF8.self)
  }

  private func read(_ text: String, as name: String) throws -> [String] {
    let bundle = ScriptBundle(scripts: [.file(named: name, text: text)])
    return try bundle.read(try #require(bundle.scripts.first)).diagnostics.map(\.message)
  }

  @Test func `the settings are all there, and every example reads`() throws {
    let properties = try properties(Self.schema("settings"))
    let keys = Mirror(reflecting: BundleSettings()).children.compactMap(\.label)
    #expect(Set(properties.keys) == Set(keys + ["$schema"]))
    for (key, property) in properties {
      let examples = try #require(property["examples"] as? [Any], "\(key)")
      for example in examples {
        let text = "{ \"\(key)\": \(try json(example)) }"
        let bundle = ScriptBundle(scripts: [], settings: Array(text.utf8))
        #expect(try bundle.settings().diagnostics == [], "\(text)")
      }
    }
  }

  @Test func `the settings' choices are the reader's`() throws {
    let properties = try properties(Self.schema("settings"))
    func choices(_ key: String) -> [String]? { properties[key]?["enum"] as? [String] }
    #expect(choices("numbering") == BundleSettings.Numbering.allCases.map(\.rawValue))
    #expect(choices("outOfOrder") == BundleSettings.OutOfOrder.allCases.map(\.rawValue))
    #expect(
      choices("existingVersionMeans") == BundleSettings.ExistingVersion.allCases.map(\.rawValue))
    #expect(choices("versionStore") == BundleSettings.VersionStore.allCases.map(\.rawValue))
    let levels = properties["rules"]?["additionalProperties"] as? [String: [String]]
    #expect(levels?["enum"] == BundleSettings.RuleLevel.allCases.map(\.rawValue))
  }

  @Test func `the keys of a script are all there, and every example reads`() throws {
    let properties = try longForm(Self.schema("script"))
    #expect(Set(properties.keys) == Set(ScriptShaper.keys + ["$schema"]))
    for (key, property) in properties {
      for example in try #require(property["examples"] as? [Any], "\(key)") {
        let statements = key == "statements" ? "" : ", \"statements\": []"
        let text = "{ \"\(key)\": \(try json(example))\(statements) }"
        #expect(try read(text, as: "sql_default.json") == [], "\(text)")
      }
    }
  }

  @Test func `the keys of a statement's dictionary read`() throws {
    let definitions = try #require(try Self.schema("script")["definitions"] as? [String: Any])
    let item = try #require(definitions["item"] as? [String: Any])
    let properties = try longForm(item)
    #expect(Set(properties.keys) == ["sql", "note", "onlyIf", "ignore"])
    for (key, property) in properties {
      for example in try #require(property["examples"] as? [Any], "\(key)") {
        let sql = key == "sql" ? "" : ", \"sql\": \"SELECT 1\""
        let text = "[ { \"\(key)\": \(try json(example))\(sql) } ]"
        #expect(try read(text, as: "sql_update_2.json") == [], "\(text)")
      }
    }
  }
}
