import SQLScripts
import SQLScriptsDescription
import SQLScriptsFiles
import SQLScriptsReporting
import SQLScriptsValidation

/// The sentences of scripts, for commands that say more than what scripts do.
struct ScriptSentences {
  private let entries: [String: BundleDescription.Entry]

  /// The names of the scripts that are not released, in their order.
  let unreleased: [String]

  init(_ description: BundleDescription) {
    entries = Dictionary(
      description.entries.map { ($0.file.name, $0) }, uniquingKeysWith: { first, _ in first })
    unreleased = description.entries.filter { !$0.isReleased }.map(\.file.name)
  }

  /// Rehearses all scripts, which takes as long as `validate`.
  init(_ library: ScriptLibrary) {
    self.init(BundleDescription(Validator(library), of: library))
  }

  /// A heading and the sentences of each script, with empty lines between them.
  func lines(of names: [String], width: Int?) -> [StyledText] {
    let width = min(width ?? .max, TextWrapping.usualWidth)
    let blocks = names.compactMap { entries[$0]?.lines(width: width, hasState: false) }
    return [StyledText](blocks.joined(separator: [StyledText()]))
  }

  /// The unreleased scripts with their sentences.
  var unreleasedJSON: JSONText {
    .array(
      unreleased.map { name in
        .object([
          .init("script", .string(name)),
          .init("version", .integer(entries[name]?.version)),
          .init("sentences", json(of: name)),
        ])
      })
  }

  /// The sentences of a script; null if it could not be run.
  func json(of name: String) -> JSONText {
    guard let sentences = entries[name]?.description?.sentences else { return .null }
    return .array(sentences.map(\.json))
  }
}
