import SQLScriptsFiles

extension EditedScript {
  /// Why a file cannot be edited, and what to do.
  package enum Refusal: Error, Sendable, Hashable {
    /// The file has mistakes because of which its statements are not known.
    case unreadable
    case binary
    case noStatement(Int)
    /// The format cannot hold the text, for example because of a control character.
    case unwritable
    /// The key can only be written in a property list or in JSON.
    case notInSQL
  }
}

extension EditedScript.Refusal: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unreadable:
      "the file has errors that hide its statements, so correct them in a text editor first"
    case .binary:
      "the file is a binary property list, so convert it to XML first: plutil -convert xml1"
    case .noStatement(let number): "there is no statement \(number), so load the file again"
    case .unwritable:
      "the file would not contain what you wrote, so check the text for control characters and unclosed quotes"
    case .notInSQL:
      "a .sql file cannot contain queries that must find no row, so convert it to JSON or to a property list"
    }
  }
}
