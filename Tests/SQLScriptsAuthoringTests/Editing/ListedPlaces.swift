import SQLScriptsFiles
import SQLScriptsValidation

enum ListedPlaces {
  /// The places of the statements in the bytes of the file.
  static func all(of script: Script) -> [Range<Int>] {
    ListedStatement.all(of: script).map { script.span(of: $0.range).range }
  }
}
