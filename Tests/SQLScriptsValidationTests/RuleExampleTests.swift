import SQLScriptsDiagnostics
import SQLScriptsFiles
import Testing

@testable import SQLScriptsValidation

/// Runs the examples of every rule: the wrong ones are reported at the place between « and », and the right ones
/// are not reported.
@Suite struct RuleExampleTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var rule: String
    var example: RuleDocumentation.Example
    var isWrong: Bool

    var testDescription: String {
      "\(rule), \(isWrong ? "wrong" : "right"): \(example.statements.joined(separator: "; "))"
    }
  }

  static let cases: [Case] = RuleCatalog.rules.flatMap { type in
    type.documentation.wrong.map { Case(rule: type.id, example: $0, isWrong: true) }
      + type.documentation.right.map { Case(rule: type.id, example: $0, isWrong: false) }
  }

  @Test(arguments: cases)
  func `an example produces the finding of its rule`(_ example: Case) throws {
    let bundle = example.example.bundle
    let found = try diagnostics(of: bundle.scripts, settings: example.example.settings)
    let mine = found.filter { $0.id == example.rule }
    guard example.isWrong else {
      #expect(mine == [])
      #expect(found.filter { $0.severity == .error } == [])
      return
    }
    let diagnostic = try #require(mine.first, "not found; found: \(found.map(\.id))")
    #expect(mine.count == 1)
    guard let marked = bundle.marked else { return }
    let text = String(
      decoding: diagnostic.span.file.bytes[diagnostic.span.range], as: UTF8.self)
    // The file is JSON.
    let written = marked.split(separator: "\"", omittingEmptySubsequences: false)
      .joined(separator: "\\\"")
    #expect(text == written.split(separator: "\n").joined(separator: "\\u000a"))
  }

  @Test func `every rule has a wrong and a right example`() {
    for type in RuleCatalog.rules {
      #expect(!type.documentation.wrong.isEmpty, "\(type.id)")
      #expect(!type.documentation.right.isEmpty, "\(type.id)")
    }
  }

  @Test func `no two rules have the same id`() {
    let ids = RuleCatalog.rules.map { $0.id }
    #expect(Set(ids).count == ids.count)
  }

  private func diagnostics(
    of scripts: [InMemoryScript], settings: String?
  ) throws -> [Diagnostic] {
    let bundle = ScriptBundle(scripts: scripts, settings: settings.map { Array($0.utf8) })
    let read = try bundle.settings()
    #expect(read.diagnostics == [])
    var readScripts: [Script] = []
    for file in [bundle.defaultScript].compactMap({ $0 }) + bundle.updates {
      let (script, diagnostics) = try bundle.read(file)
      #expect(diagnostics.filter { $0.severity == .error } == [])
      readScripts.append(try #require(script))
    }
    var runner = RuleRunner(settings: read.settings)
    return try runner.run(readScripts)
  }
}

extension RuleDocumentation.Example {
  /// The example as a bundle, and the text between the marks.
  var bundle: (scripts: [InMemoryScript], marked: String?) {
    var marked: String?
    let clean = statements.map { statement in
      guard let start = statement.firstIndex(of: "«"), let end = statement.firstIndex(of: "»")
      else {
        return statement
      }
      marked = String(statement[statement.index(after: start)..<end])
      return statement.filter { $0 != "«" && $0 != "»" }
    }
    return ([.default(before), .update(2, clean)], marked)
  }
}
