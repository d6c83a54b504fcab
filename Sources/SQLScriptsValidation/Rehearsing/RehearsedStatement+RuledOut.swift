import SQLScripts
import SQLScriptsDatabase
import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsSchema

// A statement whose `onlyIf` is false in the rehearsal may still run on some user's device.
extension RehearsedStatement {
  /// Whether rules must check it: it succeeds, or it fails for a reason that its condition does not cover.
  ///
  /// - Parameter promised: the lowercase names of objects that other ruled-out statements would have created.
  func isFault(besides promised: Set<String>) -> Bool {
    guard let error, denial == nil else { return true }
    if error.said.isAboutSyntax || error.code.primary == .interrupted { return true }
    // Values and rows differ where it runs.
    guard error.code.primary == .error, !error.said.isAboutExisting else { return false }
    let subject = SQLiteMessage(error.message).subject
    guard let name = error.said.missingName ?? subject?.asciiLowercased else { return true }
    return !promised.contains(name) && !conditionMentions(name)
  }

  /// Whether `onlyIf` mentions a name. A pattern may match any name.
  private func conditionMentions(_ name: String) -> Bool {
    guard let range = script.options(of: item)?.onlyIf else { return false }
    let words = script.document.withBytes(of: range) { StatementText($0).names }
    return words.contains { word in
      word == "like" || word == "glob" || word == "regexp" || word.folded.contains(name)
    }
  }
}

extension SQLiteMeaning {
  /// Whether the object of a statement already exists, or a view or trigger prevents it.
  fileprivate var isAboutExisting: Bool {
    switch self {
    case .alreadyExists, .duplicateColumn, .broken, .cannotDrop: true
    default: false
    }
  }
}
