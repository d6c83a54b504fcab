import SQLScriptsAdvice
import SQLScriptsDiagnostics
import SQLScriptsSQL
import SQLScriptsSchema

extension RehearsedStatement {
  /// Writes the INTO of an INSERT or the FROM of a DELETE; nil if another word is missing.
  ///
  /// - Parameters:
  ///   - place: where the word is missing.
  ///   - isConfirmed: whether the author decides. Otherwise, it is also nil if the statement would then delete all rows.
  func withMissingWord(
    _ kind: SyntaxErrorKind, at place: Int, isConfirmed: Bool = false
  ) -> FixIt? {
    guard case .missingWord(let word) = kind else { return nil }
    let verbs = ["INTO": ["INSERT", "REPLACE"], "FROM": ["DELETE"]]
    let edits = [StatementEdit(place..<place, word + " ")]
    guard verbs[word]?.contains(self.word(0)) == true,
      isConfirmed || !SQLText(bytes(after: edits)).isDestructive
    else { return nil }
    return provedFixIt("Write \(word)", edits)
  }
}
