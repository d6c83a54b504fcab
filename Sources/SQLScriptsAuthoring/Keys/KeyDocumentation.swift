import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsReporting

/// What people and editors are told about a key: in ScriptFormat.md and in the JSON Schemas.
package struct KeyDocumentation {
  /// What the value of a key may be.
  package enum Value {
    case text, flag
    case wholeNumber(from: Int64)
    case choice([String])
    case texts
    /// A statement: a text, or its lines.
    case statement
    case statements
    /// A dictionary with any keys, whose values match a JSON Schema.
    case dictionary(JSONText)
  }

  package var value: Value

  /// The value in words, for the tables that have a column for it.
  package var type: String

  /// What the key does: one line of Markdown.
  package var meaning: String

  /// What is assumed without the key.
  package var assumed: JSONText?

  /// Values that a reader accepts and a person may want.
  package var examples: [JSONText]

  init(
    _ value: Value, type: String = "", _ meaning: String, assumed: JSONText? = nil,
    examples: [JSONText]
  ) {
    self.value = value
    self.type = type
    self.meaning = meaning
    self.assumed = assumed
    self.examples = examples
  }
}

/// A key that people are told about.
package protocol DocumentedKey: FileKey {
  /// What they are told.
  var documentation: KeyDocumentation { get }
}
