import SQLScriptsDiagnostics
import SQLScriptsFiles
import Testing

@testable import SQLScriptsValidation

/// One row of a table of messages.
struct MessageCase: CustomTestStringConvertible, Sendable {
  var setup: [String]
  var statement: String
  var messages: [String]

  var testDescription: String { statement }

  init(_ setup: [String], _ statement: String, _ messages: [String]) {
    self.setup = setup
    self.statement = statement
    self.messages = messages
  }

  /// The findings of these rules about the statement, in the order of the text.
  func messages(of rules: [any Rule.Type]) throws -> [String] {
    let ids = Set(rules.map { $0.id })
    return try diagnostics().filter { ids.contains($0.id) }.map { diagnostic in
      let start = diagnostic.span.start
      let help = diagnostic.help.map { " | \($0)" } ?? ""
      return
        "\(diagnostic.severity.rawValue)[\(diagnostic.id)] \(start.line):\(start.column) \(diagnostic.message)\(help)"
    }
  }

  func diagnostics() throws -> [Diagnostic] {
    let bundle = ScriptBundle(scripts: [.default(setup), .update(2, [statement])])
    var scripts: [Script] = []
    for file in [bundle.defaultScript].compactMap({ $0 }) + bundle.updates {
      scripts.append(try #require(try bundle.read(file).script))
    }
    var runner = RuleRunner(settings: BundleSettings())
    return try runner.run(scripts).filter { $0.span.file.name == "sql_update_2.json" }
      .enumerated().sorted {
        ($0.element.span.range.lowerBound, $0.offset) < (
          $1.element.span.range.lowerBound, $1.offset
        )
      }.map(\.element)
  }
}
