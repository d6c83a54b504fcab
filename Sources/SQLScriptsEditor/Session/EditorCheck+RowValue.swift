import SQLScriptsDiagnostics
import SQLScriptsSQL
import SQLScriptsValidation

extension EditorCheck {
  /// A correction that gives existing rows the value that the author has typed; the correction itself without one.
  func filling(
    _ fixIt: FixIt, of finding: Diagnostic, in id: Int64, with value: String?
  ) throws(EditorProblem) -> FixIt {
    guard let value, let suggested = fixIt.rowValue else { return fixIt }
    let isNumber = Double(suggested) != nil
    if isNumber, Double(value).map(\.isFinite) != true {
      throw EditorProblem(.refused, "“\(value)” is not a number")
    }
    let literal = isNumber ? value : value.quoted(by: "'")
    let own = entries[id]?.rehearsed?.suggestion(for: finding, rowValue: literal)
    guard let own else { throw .noFinding }
    return own
  }
}
