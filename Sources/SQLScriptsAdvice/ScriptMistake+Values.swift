import SQLScriptsDiagnostics
import SQLScriptsFiles

extension ScriptMistake {
  /// The key, the value as the author wrote it, and the value that is probably meant.
  private var guess: (key: String, found: String, value: String)? {
    switch self {
    case .wrongHeader(let key, _, let found, let choices):
      Spelling.onlyClosest(to: found, among: choices).map { (key, "“\(found)”", $0) }
    case .wrongValue(let key, _, let found, let meant, let choices):
      Spelling.onlyClosest(to: meant, among: choices).map { (key, found, $0) }
    default: nil
    }
  }

  /// The correction of a misspelled value.
  func correctedValue(at span: SourceSpan) -> FixIt? {
    guard let guess else { return nil }
    let correction = TextCorrection(source: span.file)
    if case .wrongHeader = self { return correction.word(guess.value, at: span) }
    return correction.value(guess.value, at: span)
  }

  /// Puts a text into a list, where a key has to be a list.
  func listOfValue(at span: SourceSpan) -> FixIt? {
    guard case .wrongValue(let key, let wanted, _, let text, _) = self, !text.isEmpty,
      wanted.hasPrefix("a list")
    else { return nil }
    return TextCorrection(source: span.file).list(of: key, around: span)
  }

  /// Whether a guess would turn off a protection. Only a person may do that.
  var guessesLessProtection: Bool {
    guard let guess, guess.found.lowercased() != "“\(guess.value)”" else { return false }
    return guess.value == (guess.key == ScriptKey.allowsRowLoss.name ? "true" : "false")
      || guess.value == Script.ForeignKeys.unchecked.rawValue
  }
}
