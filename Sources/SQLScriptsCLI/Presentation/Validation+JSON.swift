import SQLScriptsDiagnostics
import SQLScriptsReporting
import SQLScriptsValidation

extension Validation {
  /// The findings as JSON. Every field is always present.
  var json: JSONText {
    let rehearsal: JSONText =
      if let proof {
        .object([
          .init("version", .int(proof.version)),
          .init("sqlite", .string(proof.sqlite)),
        ])
      } else {
        .null
      }
    return .document([
      .init("scripts", .int(scriptCount)),
      .init("rehearsal", rehearsal),
      .init("comparedVersion", .integer(comparedVersion)),
      .init("oldestTarget", target.map(\.json) ?? .null),
      .init("summary", .string(summary)),
      .init("diagnostics", .array(diagnostics.map(\.json))),
      .init("released", .array(released.map(\.json))),
    ])
  }
}

extension Target {
  fileprivate var json: JSONText {
    .object([.init("name", .string(name)), .init("sqlite", .string(sqlite.description))])
  }
}
