import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

/// INSERT, UPDATE and DELETE on a view in words. Only its INSTEAD OF triggers do anything.
struct InsteadWords {
  let statement: RehearsedStatement
  /// What the statement would do if the view were a table.
  let intended: Words

  /// “a trigger deletes rows of **user** instead of deleting **all** rows of **names**”
  var words: Words {
    let triggered = TriggeredWords(statement: statement)
    if let clause = triggered.clause { return "\(clause) instead of \(intended.asGerund)" }
    return "changes nothing, because a trigger runs instead of \(intended.asGerund)"
  }
}

extension RehearsedStatement {
  /// Whether it writes to a view.
  var isOnView: Bool { target.map { before[SQLName(name($0.name))]?.kind == .view } == true }
}

extension Words {
  private static let gerunds = [
    "adds ": "adding ", "sets ": "setting ", "clears ": "clearing ", "changes ": "changing ",
    "deletes ": "deleting ",
  ]

  /// The words of an INSERT, UPDATE or DELETE after “instead of”.
  fileprivate var asGerund: Words {
    guard case .text(let text)? = pieces.first,
      let (verb, gerund) = Self.gerunds.first(where: { text.hasPrefix($0.key) })
    else { return self }
    return with([.text(gerund + text.dropFirst(verb.count))] + pieces.dropFirst())
  }
}
