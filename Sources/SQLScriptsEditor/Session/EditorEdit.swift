import SQLScriptsFiles

/// A change that the page asks for.
enum EditorEdit: Sendable, Hashable {
  /// A finding of a script, by its rule and its place.
  struct FindingName: Sendable, Hashable {
    var rule: String
    var offset: Int
  }

  case set(script: Int64, statement: Int, sql: String)
  case insert(script: Int64, before: Int, sql: [String])
  case remove(script: Int64, statements: [Int])
  case move(script: Int64, statements: [Int], before: Int)
  case describe(script: Int64, description: String)
  /// A query of `require`, by its number.
  case removeRequirement(script: Int64, query: Int)
  /// The whole text of a file whose statements cannot be read.
  case setText(script: Int64, text: String)
  case newScript(description: String, format: ScriptFile.Format?)
  case removeScript(Int64)
  case fix(script: Int64, finding: FindingName)
  /// A suggestion for a finding. A finding of the folder has no script, and its place is its index.
  case suggestion(script: Int64?, finding: FindingName, choice: Int)
  case ignore(script: Int64, finding: FindingName, reason: String)
  case undo, redo
  /// Adapts the later steps to the last change.
  case adapt

  init(_ body: CallBody) throws(EditorProblem) {
    guard let edit = Self.read(body) else { throw .malformed }
    self = edit
  }

  private static func read(_ body: CallBody) -> EditorEdit? {
    let script = body["script"]?.integer
    switch body["kind"]?.string {
    case "undo": return .undo
    case "redo": return .redo
    case "adapt": return .adapt
    case "newScript":
      let format = body["format"]?.string
      guard let description = body["description"]?.string else { return nil }
      if let format, ScriptFile.Format(rawValue: format) == nil { return nil }
      return .newScript(description: description, format: format.flatMap { .init(rawValue: $0) })
    case "removeScript": return script.map { .removeScript($0) }
    case "suggestion":
      guard let finding = finding(body), let choice = body["choice"]?.int else { return nil }
      return .suggestion(script: script, finding: finding, choice: choice)
    case let kind?: return script.flatMap { read(body, kind, $0) }
    case nil: return nil
    }
  }

  private static func read(_ body: CallBody, _ kind: String, _ script: Int64) -> EditorEdit? {
    let statements = body["items"]?.all(\.int) ?? []
    let before = body["before"]?.int
    switch kind {
    case "set":
      guard let item = body["item"]?.int, let sql = body["sql"]?.string else { return nil }
      return .set(script: script, statement: item, sql: sql)
    case "insert":
      guard let before, let sql = body["sql"]?.all(\.string), !sql.isEmpty else { return nil }
      return .insert(script: script, before: before, sql: sql)
    case "remove":
      return statements.isEmpty ? nil : .remove(script: script, statements: statements)
    case "move":
      guard let before, !statements.isEmpty else { return nil }
      return .move(script: script, statements: statements, before: before)
    case "describe":
      return body["description"]?.string.map { .describe(script: script, description: $0) }
    case "removeRequirement":
      return body["query"]?.int.map { .removeRequirement(script: script, query: $0) }
    case "setText": return body["text"]?.string.map { .setText(script: script, text: $0) }
    case "fix":
      return finding(body).map { .fix(script: script, finding: $0) }
    case "ignore":
      guard let finding = finding(body), let reason = body["reason"]?.string else { return nil }
      return .ignore(script: script, finding: finding, reason: reason)
    default: return nil
    }
  }

  static func finding(_ body: CallBody) -> FindingName? {
    guard let finding = body["finding"], let rule = finding["id"]?.string else { return nil }
    guard let place = finding["offset"] else { return FindingName(rule: rule, offset: 0) }
    return place.int.map { FindingName(rule: rule, offset: $0) }
  }

  /// The script that it changes; nil for those that change any or a new one.
  var script: Int64? {
    switch self {
    case .set(let script, _, _), .insert(let script, _, _), .remove(let script, _),
      .move(let script, _, _), .describe(let script, _), .setText(let script, _),
      .removeRequirement(let script, _),
      .removeScript(let script), .fix(let script, _), .ignore(let script, _, _):
      script
    case .suggestion(let script, _, _): script
    case .newScript, .undo, .redo, .adapt: nil
    }
  }
}
