import SQLScriptsDiagnostics
import SQLScriptsReporting

extension JSONText {
  /// A JSON document of this command. The format number increases with incompatible changes.
  ///
  /// - Parameter error: the reason why the call failed.
  static func document(_ members: [Member], error: JSONText = .null) -> JSONText {
    .object([Member("schema", 2)] + members + [Member("error", error)])
  }

  /// A whole number, or null.
  static func integer(_ number: Int64?) -> JSONText { number.map { .integer($0) } ?? .null }

  /// A time in milliseconds, to the microsecond.
  static func milliseconds(_ time: Double) -> JSONText { .double((time * 1000).rounded() / 1000) }
}
