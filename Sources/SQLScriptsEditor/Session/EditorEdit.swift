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
  /// Keeps a description that undoing has changed. It is part of that undoing.
  case keepDescription(script: Int64, description: String)
  /// A query of `require`, by its number.
  case removeRequirement(script: Int64, query: Int)
  /// The whole text of a file whose statements cannot be read.
  case setText(script: Int64, text: String)
  case newScript(description: String, format: ScriptFile.Format?)
  case removeScript(Int64)
  case fix(script: Int64, finding: FindingName)
  /// A suggestion for a finding. A finding of the folder has no script, and its place is its index.
  ///
  /// `value` is what existing rows get, as the author has typed it; nil for the suggested value.
  case suggestion(script: Int64?, finding: FindingName, choice: Int, value: String?)
  case ignore(script: Int64, finding: FindingName, reason: String)
  /// Replaces a statement with several.
  case split(script: Int64, statement: Int, sql: [String])
  case undo, redo
  /// Adapts the later steps to the last change.
  case adapt

  init(_ body: CallBody) throws(EditorProblem) {
    let kind = try body.required("kind", \.string)
    switch kind {
    case "undo": self = .undo
    case "redo": self = .redo
    case "adapt": self = .adapt
    case "newScript":
      self = .newScript(
        description: try body.required("description", \.string),
        format: try body.optional("format") { $0.string.flatMap { .init(rawValue: $0) } })
    case "suggestion":
      self = .suggestion(
        script: try body.optional("script", \.integer), finding: try Self.finding(body),
        choice: try body.required("choice", \.int), value: try body.optional("value", \.string))
    default: try self.init(kind, of: body.required("script", \.integer), body)
    }
  }

  private init(_ kind: String, of script: Int64, _ body: CallBody) throws(EditorProblem) {
    let text = { (name: String) throws(EditorProblem) in try body.required(name, \.string) }
    let number = { (name: String) throws(EditorProblem) in try body.required(name, \.int) }
    let items = { () throws(EditorProblem) in
      try body.required("items") { body in body.all(\.int).flatMap { $0.isEmpty ? nil : $0 } }
    }
    switch kind {
    case "set":
      self = .set(script: script, statement: try number("item"), sql: try text("sql"))
    case "insert":
      let sql = try body.required("sql") { body in
        body.all(\.string).flatMap { $0.isEmpty ? nil : $0 }
      }
      self = .insert(script: script, before: try number("before"), sql: sql)
    case "split":
      let sql = try body.required("sql") { body in
        body.all(\.string).flatMap { $0.count > 1 ? $0 : nil }
      }
      self = .split(script: script, statement: try number("item"), sql: sql)
    case "remove": self = .remove(script: script, statements: try items())
    case "move":
      self = .move(script: script, statements: try items(), before: try number("before"))
    case "describe": self = .describe(script: script, description: try text("description"))
    case "keepDescription":
      self = .keepDescription(script: script, description: try text("description"))
    case "removeRequirement":
      self = .removeRequirement(script: script, query: try number("query"))
    case "setText": self = .setText(script: script, text: try text("text"))
    case "removeScript": self = .removeScript(script)
    case "fix": self = .fix(script: script, finding: try Self.finding(body))
    case "ignore":
      self = .ignore(script: script, finding: try Self.finding(body), reason: try text("reason"))
    default: throw .malformed
    }
  }

  static func finding(_ body: CallBody) throws(EditorProblem) -> FindingName {
    let finding = try body.required("finding") { $0 }
    return FindingName(
      rule: try finding.required("id", \.string), offset: try finding.optional("offset", \.int) ?? 0
    )
  }

  /// The script that it changes; nil for those that change any or a new one.
  var script: Int64? {
    switch self {
    case .set(let script, _, _), .insert(let script, _, _), .remove(let script, _),
      .split(let script, _, _),
      .move(let script, _, _), .describe(let script, _),
      .keepDescription(let script, _), .setText(let script, _),
      .removeRequirement(let script, _),
      .removeScript(let script), .fix(let script, _), .ignore(let script, _, _):
      script
    case .suggestion(let script, _, _, _): script
    case .newScript, .undo, .redo, .adapt: nil
    }
  }
}
