import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsReporting

/// The description of a key, for ScriptFormat.md and the JSON Schemas.
package struct KeyDocumentation {
  /// The allowed values of a key.
  package enum Value {
    case text, flag
    case wholeNumber(from: Int64)
    case choice([String])
    case texts
    /// A statement: a string, or a list of lines.
    case statement
    case statements
    case queries
    /// A dictionary with any keys, whose values match a JSON Schema.
    case dictionary(JSONText)
  }

  package var value: Value

  /// The type of the value as text, for tables with a column for it.
  package var type: String

  /// The effect of the key: one line of Markdown.
  package var meaning: String

  /// The default value.
  package var assumed: JSONText?

  /// Examples of allowed values.
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

/// A key with a description.
package protocol DocumentedKey: FileKey {
  /// The description.
  var documentation: KeyDocumentation { get }
}
