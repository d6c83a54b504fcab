import SQLScriptsFiles

extension EditedScript {
  /// Why a file cannot be edited, and what to do.
  package enum Refusal: Error, Sendable, Hashable {
    /// The file has mistakes because of which its statements are not known.
    case unreadable
    case binary
    case noStatement(Int)
    /// The format cannot hold the text, for example because of a control character, or because a `.sql` file that
    /// begins with it would be taken for JSON.
    case unwritable
    /// The key can only be written in a property list or in JSON.
    case notInSQL

    // MARK: Texts that are not exactly one statement of a `.sql` file

    /// The text is empty, or only a comment.
    case noSQL
    case severalStatements([String])
    /// The text ends inside a comment.
    case openComment
    /// The text ends inside quotation marks or brackets, which this character opens.
    case openQuote(Character)
    /// The text ends inside a trigger.
    case openTrigger
    /// A statement in the file has no end, and another one would follow it.
    case openStatement(Int)
  }
}

extension EditedScript.Refusal: CustomStringConvertible {
  /// The reason and what to do, for people who do not program. They know statements as steps.
  package var description: String {
    switch self {
    case .unreadable: "the file has errors that hide its steps; correct them in a text editor first"
    case .binary:
      "the file is a binary property list; convert it to XML first: plutil -convert xml1"
    case .noStatement(let number) where number < 1:
      "this step does not exist any more; reload the page"
    case .noStatement(let number): "there is no step \(number) any more; reload the page"
    case .unwritable:
      "the file cannot hold this text; check how it begins and ends, and delete invisible characters"
    case .notInSQL:
      "a .sql file cannot store a check that runs before its steps; convert the file to JSON or to a property list"
    case .noSQL: "a step needs a statement; write one, or delete the step"
    case .severalStatements:
      "a step can only have one statement; write each statement as a step of its own"
    case .openComment: "the comment has no end; close the comment with */"
    case .openQuote("["): "the bracket [ is never closed; write ] where the name ends"
    case .openQuote(let mark):
      "the quotation mark \(mark) is never closed; write \(mark) again where the quoted text ends"
    case .openTrigger: "the trigger has no end; write END after its last statement"
    case .openStatement(let number):
      "step \(number) has no end, so no step can follow it; finish that step first"
    }
  }
}
