import SQLScripts
import SQLScriptsDatabase
import SQLScriptsFiles
import SQLScriptsSQL

// A statement whose `onlyIf` is false in the rehearsal may still run on some user's device.
extension RehearsedStatement {
  /// Whether rules have to look at it: it succeeds, or it fails for a reason that its condition does not ask about.
  ///
  /// - Parameter promised: the names, in lower case, of what other statements would have made that were ruled out.
  func isFault(besides promised: Set<String>) -> Bool {
    guard let error, denial == nil else { return true }
    if error.said.isAboutSyntax || error.code.primary == .interrupted { return true }
    // Values and rows are others where it runs.
    guard error.code.primary == .error, !error.said.isAboutExisting else { return false }
    guard let name = error.said.missingName ?? error.said.subject?.asciiLowercased else {
      return true
    }
    return !promised.contains(name) && !conditionMentions(name)
  }

  /// Whether `onlyIf` asks about a name. A pattern may mean any name.
  private func conditionMentions(_ name: String) -> Bool {
    guard let range = script.options(of: item)?.onlyIf else { return false }
    let words = script.document.withBytes(of: range) { StatementText($0).names }
    return words.contains { word in
      word == "like" || word == "glob" || word == "regexp" || word.folded.contains(name)
    }
  }
}

extension SQLiteMessage {
  /// Whether what a statement makes already exists, or a view or trigger stands in its way.
  fileprivate var isAboutExisting: Bool {
    switch self {
    case .alreadyExists, .duplicateColumn, .broken, .cannotDrop: true
    default: false
    }
  }
}
