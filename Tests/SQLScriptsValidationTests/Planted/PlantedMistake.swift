import SQLScriptsFiles
import Testing

/// A mistake in an update, and the rule that finds it at the place between « and ».
struct PlantedMistake: Sendable, CustomTestStringConvertible {
  var rule: String
  /// The only format in which it is a mistake; nil for all.
  var format: ScriptFile.Format?
  /// The statement, or the text of the file.
  var text: String

  var testDescription: String { "\(rule): \(text)" }

  init(_ rule: String, _ text: String) {
    (self.rule, self.text) = (rule, text)
  }

  init(_ rule: String, _ format: ScriptFile.Format, _ text: String) {
    (self.rule, self.format, self.text) = (rule, format, text)
  }

  /// The statements before the update.
  static let table =
    "CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT NOT NULL, email TEXT, age INTEGER)"

  static func plist(_ text: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0">
    \(text)
    </plist>

    """
  }

  /// A file with only this statement, with its marks.
  func written(as format: ScriptFile.Format) -> String {
    var escaped = ""
    for character in text.unicodeScalars {
      switch (format, character) {
      case (.plist, "&"): escaped += "&amp;"
      case (.plist, "<"): escaped += "&lt;"
      case (.json, "\""): escaped += "\\\""
      case (.json, "\\"): escaped += "\\\\"
      case (.json, "\n"): escaped += "\\n"
      default: escaped.unicodeScalars.append(character)
      }
    }
    switch format {
    case .plist: return Self.plist("<array>\n\t<string>\(escaped)</string>\n</array>")
    case .json: return "[\n  \"\(escaped)\"\n]\n"
    case .sql: return "-- an update\n\(escaped)\n;\n"
    }
  }

  /// The text without its marks, and the byte offset of the first mark.
  static func withoutMarks(_ text: String) -> (text: String, place: Int) {
    let before = text.unicodeScalars.prefix { $0 != "«" }
    var clean = text.unicodeScalars
    clean.removeAll { $0 == "«" || $0 == "»" }
    return (String(clean), before.reduce(0) { $0 + String($1).utf8.count })
  }
}
