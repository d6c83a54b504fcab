import SQLScriptsDatabase
import SQLScriptsDiagnostics
import SQLScriptsFiles

extension Validator {
  /// Functions of the settings that cannot stand in for one of the app.
  func unusableStandIns(_ settings: BundleSettings) -> [Diagnostic] {
    let spans = settingsSpans(of: settings.functions.keys)
    let evaluator = StandInEvaluator()
    var names: Set<String> = []
    return settings.functions.sorted { $0.key < $1.key }.compactMap { signature, expression in
      guard let span = spans[signature] else { return nil }
      guard let function = StandInFunction(signature, expression: expression) else {
        return .wrongSignature(signature, at: span)
      }
      let count = function.parameters.map { "\($0.count)" } ?? "any"
      guard names.insert("\(function.name.lowercased())/\(count)").inserted else {
        return .functionDeclaredTwice(function, at: span)
      }
      do throws(SQLiteError) {
        try evaluator.check(function)
        return nil
      } catch {
        return .wrongExpression(of: function, error, at: span)
      }
    }
  }
}

extension Diagnostic {
  fileprivate static func wrongSignature(_ signature: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "wrong-stand-in", .error, "“\(signature)” is not a function with its parameters", at: span,
      help: "Write, for example, \"slug(title)\", \"new_id()\" or \"first_of(...)\".")
  }

  fileprivate static func functionDeclaredTwice(
    _ function: StandInFunction, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "wrong-stand-in", .error, "“\(function.name)” with these parameters is declared twice",
      at: span,
      help: "Remove one of them. SQLite ignores the case of names.")
  }

  fileprivate static func wrongExpression(
    of function: StandInFunction, _ error: SQLiteError, at span: SourceSpan
  ) -> Diagnostic {
    let names = (function.parameters ?? []).map { "“\($0)”" }
    return Diagnostic(
      "wrong-stand-in", .error, "SQLite cannot compute what stands in for “\(function.name)”",
      at: span,
      label: error.message,
      help: "Write an SQL expression "
        + (names.isEmpty ? "without columns." : "over \(names.list("and")).")
    )
  }
}
