import SQLScripts
import SQLScriptsAdvice
import SQLScriptsDiagnostics
import SQLScriptsReporting

extension MigrationFailure {
  var json: JSONText { json(state: outcome) }

  /// The failure as JSON. Every field is always present.
  ///
  /// - Parameter state: the state of the database, as text.
  func json(state: String) -> JSONText {
    let sqlite: JSONText =
      if let error = sqliteError {
        .object([
          .init("code", .int(error.code.rawValue)),
          .init("message", .string(error.message)),
          .init("sql", .string(error.sql.isEmpty ? nil : error.sql.shortened(to: 4_000))),
        ])
      } else {
        .null
      }
    return .object([
      .init("kind", .string(kind)),
      .init("message", .string(summary)),
      .init("help", .string(help)),
      .init("state", .string(state)),
      .init("sqlite", sqlite),
      .init("diagnostics", .array(diagnostics.advised().map(\.json))),
    ])
  }

  private var kind: String {
    switch reason {
    case .refused: "refused"
    case .scripts: "scripts"
    case .bundle: "bundle"
    case .statement: "statement"
    case .foreignKeys: "foreignKeys"
    case .brokenSchema: "brokenSchema"
    case .database: "database"
    case .preparation: "preparation"
    case .hook: "hook"
    case .backup: "backup"
    case .code: "code"
    case .cancelled: "cancelled"
    }
  }
}
