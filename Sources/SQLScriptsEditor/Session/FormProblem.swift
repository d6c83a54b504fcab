import SQLScriptsDescription
import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsReporting
import SQLScriptsValidation

/// Why statements that a form would make do not run, and what to do about it.
struct FormProblem: Sendable, Hashable {
  let message: String
  let help: String?

  var json: JSONText { ["message": .string(message), "help": .string(help)] }
}

extension BundleDescription.Entry {
  /// The errors of some statements. One that fails without a finding of its own has the words of SQLite.
  func problems(of numbers: Range<Int>) -> [FormProblem] {
    guard let rehearsed else { return [] }
    let listed = ListedStatement.all(of: rehearsed.script)
    let errors = findings.filter { finding in
      finding.severity == .error
        && listed.number(at: finding.span.range, in: rehearsed.script).map(numbers.contains) == true
    }
    guard errors.isEmpty else {
      return errors.map { FormProblem(message: $0.message, help: $0.help) }
    }
    let failed = rehearsed.statements.filter { numbers.contains($0.number) && !$0.succeeded }
    return failed.prefix(1).map {
      FormProblem(message: $0.error?.message ?? "an earlier step fails", help: nil)
    }
  }
}
