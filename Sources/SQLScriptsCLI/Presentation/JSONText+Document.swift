import SQLScriptsDiagnostics
import SQLScriptsReporting

extension JSONText {
  /// A JSON document of this command. The format number increases with incompatible changes.
  ///
  /// - Parameter error: the reason why the call failed.
  static func document(_ members: [Member], error: JSONText = .null) -> JSONText {
    .object([Member("schema", 2)] + members + [Member("error", error)])
  }
}
