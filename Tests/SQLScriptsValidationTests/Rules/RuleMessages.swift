import SQLScriptsDiagnostics
import SQLScriptsFiles
import Testing

@testable import SQLScriptsValidation

/// The findings of a script, one line each, as in the snapshots of the rules' messages.
enum RuleMessages {
  /// - Parameters:
  ///   - before: the statements of the default script.
  ///   - text: the text of `sql_update_2.sql`.
  /// - Returns: "severity[id] line:column message | help", of the update only.
  static func of(_ text: String, before: [String] = []) throws -> [String] {
    let bundle = ScriptBundle(scripts: [
      .default(before), .file(named: "sql_update_2.sql", text: text),
    ])
    var scripts: [Script] = []
    for file in [bundle.defaultScript].compactMap({ $0 }) + bundle.updates {
      scripts.append(try #require(try bundle.read(file).script))
    }
    var runner = RuleRunner(settings: try bundle.settings().settings)
    return try runner.run(scripts).filter { $0.span.file.name == "sql_update_2.sql" }.map { found in
      let place = "\(found.span.start.line):\(found.span.start.column)"
      let help = found.help.map { " | \($0)" } ?? ""
      return "\(found.severity)[\(found.id)] \(place) \(found.message)\(help)"
    }
  }
}
