import SQLScriptsDiagnostics
import SQLScriptsFiles

@testable import SQLScriptsValidation

/// The scripts before, the statements of an update, and the findings of rules about them.
struct RuleMessageCase: Sendable {
  var before: [String]
  var statements: [String]
  /// "severity[id] line:column message | help"
  var expected: [String]

  init(_ before: [String], _ statements: [String], _ expected: [String]) {
    self.before = before
    self.statements = statements
    self.expected = expected
  }

  func found(by rules: [any Rule.Type]) throws -> [String] {
    let ids = Set(rules.map { $0.id })
    let text = statements.map { "\($0)\n;\n" }.joined()
    let bundle = ScriptBundle(scripts: [
      .default(before), .file(named: "sql_update_2.sql", text: text),
    ])
    var scripts: [Script] = []
    for file in [bundle.defaultScript].compactMap({ $0 }) + bundle.updates {
      if let script = try bundle.read(file).script { scripts.append(script) }
    }
    var runner = RuleRunner(settings: try bundle.settings().settings)
    return try runner.run(scripts).filter {
      ids.contains($0.id) && $0.span.file.name.hasSuffix("sql_update_2.sql")
    }.map { found in
      let place = found.span.start
      return "\(found.severity)[\(found.id)] \(place.line):\(place.column) \(found.message)"
        + (found.help.map { " | \($0)" } ?? "")
    }
  }
}
