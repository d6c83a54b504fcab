import SQLScriptsDiagnostics
import SQLScriptsFiles

extension ScriptMistake {
  /// The advice for a key that belongs to another level of the script; nil for other keys.
  ///
  /// - Parameter known: the keys of the dictionary that has it.
  static func advice(forKey name: String, among known: [String], at span: SourceSpan) -> Advice? {
    let isOfScript = known.contains(ScriptKey.statements.name)
    switch (ScriptKey(rawValue: name), StatementKey(rawValue: name)) {
    case (.description?, _) where !isOfScript:
      return Advice(
        help: "Write “\(StatementKey.note.name)”: “\(name)” is a key of the whole script.")
    case (_, .note?) where isOfScript:
      return Advice(
        help: "Write “\(ScriptKey.description.name)”: “\(name)” is a key of one statement.")
    case (.statements?, _) where !isOfScript:
      return Advice(help: "Make each of these statements an item of the list that has this item.")
    case (let key?, _) where !isOfScript:
      let file = span.file.name.split(separator: "/").last.map(String.init) ?? ""
      if key.isForDefaultOnly, case .update? = ScriptName(file)?.kind {
        return versionInUpdate.advice(at: span)
      }
      return Advice(help: "Move it out of this item: “\(name)” is a key of the whole script.")
    case (_, _?) where isOfScript:
      return Advice(
        help: "Move it into an item of “statements”: “\(name)” is a key of one statement.")
    default: return nil
    }
  }
}
