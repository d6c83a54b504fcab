import Foundation

/// The part of JSON Schema that `Schemas/output.schema.json` uses. A keyword that it does not know is an error, so that
/// no rule of the schema is skipped.
struct JSONSchema {
  private let definitions: [String: Any]

  init(_ data: Data) throws {
    let root = try JSONSerialization.jsonObject(with: data) as? [String: Any]
    definitions = root?["definitions"] as? [String: Any] ?? [:]
  }

  var names: Set<String> { Set(definitions.keys) }

  /// The violations of a definition, with their places.
  func problems(of value: Any, as definition: String) -> [String] {
    problems(value, ["$ref": "#/definitions/\(definition)"], at: "")
  }

  private func problems(_ value: Any, _ schema: [String: Any], at place: String) -> [String] {
    schema.flatMap { keyword, rule -> [String] in
      switch (keyword, rule) {
      case ("description", _), ("title", _): return []
      case ("$ref", let name as String):
        let name = name.replacing("#/definitions/", with: "")
        guard let target = definitions[name] as? [String: Any] else { return ["no \(name)"] }
        return problems(value, target, at: place)
      case ("allOf", let all as [[String: Any]]):
        return all.flatMap { problems(value, $0, at: place) }
      case ("anyOf", let any as [[String: Any]]):
        let found = any.map { problems(value, $0, at: place) }
        return found.contains([]) ? [] : found.min { $0.count < $1.count } ?? []
      case ("const", _), ("enum", _):
        let values = rule as? [Any] ?? [rule]
        return values.contains { Self.isSame($0, value) } ? [] : ["\(place): not one of \(values)"]
      case ("type", _):
        let types = rule as? [String] ?? [rule as? String ?? ""]
        return types.contains { Self.has(value, type: $0) } ? [] : ["\(place): not \(types)"]
      case ("required", let keys as [String]):
        guard let object = value as? [String: Any] else { return [] }
        return keys.filter { object[$0] == nil }.map { "\(place): no \($0)" }
      case ("properties", let members as [String: [String: Any]]):
        guard let object = value as? [String: Any] else { return [] }
        return members.flatMap { key, rule in
          object[key].map { problems($0, rule, at: "\(place)/\(key)") } ?? []
        }
      case ("additionalProperties", false as Bool):
        let known = schema["properties"] as? [String: Any] ?? [:]
        guard let object = value as? [String: Any] else { return [] }
        return object.keys.filter { known[$0] == nil }.map { "\(place): unknown \($0)" }
      case ("items", let rule as [String: Any]):
        guard let list = value as? [Any] else { return [] }
        return list.enumerated().flatMap { problems($1, rule, at: "\(place)/\($0)") }
      default: return ["\(place): the keyword “\(keyword)” is not known"]
      }
    }
  }

  private static func isSame(_ left: Any, _ right: Any) -> Bool {
    (left as? NSObject)?.isEqual(right) ?? false
  }

  private static func has(_ value: Any, type: String) -> Bool {
    let number = value as? NSNumber
    // A number may bridge to Bool. The description tells them apart on all platforms.
    let isBool = number.map { CFGetKind($0) } ?? false
    switch type {
    case "null": return value is NSNull
    case "string": return value is String
    case "boolean": return isBool
    case "integer":
      return !isBool && number.map { $0.doubleValue == $0.doubleValue.rounded() } == true
    case "number": return !isBool && number != nil
    case "array": return value is [Any]
    case "object": return value is [String: Any]
    default: return false
    }
  }

  /// Whether a number was written as true or false.
  private static func CFGetKind(_ number: NSNumber) -> Bool {
    String(cString: number.objCType) == "c" || type(of: number) == type(of: NSNumber(value: true))
  }
}
