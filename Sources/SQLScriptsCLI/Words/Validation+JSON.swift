import SQLScriptsDiagnostics
import SQLScriptsValidation

extension Validation {
  /// Every field is always there.
  var json: JSONText {
    let proof: JSONText =
      if let rehearsal {
        .object([
          .init("version", .int(rehearsal.version)),
          .init("sqlite", .string(rehearsal.sqlite)),
        ])
      } else {
        .null
      }
    return .document([
      .init("scripts", .int(scriptCount)),
      .init("rehearsal", proof),
      .init("summary", .string(summary)),
      .init("diagnostics", .array(diagnostics.map(\.json))),
    ])
  }
}
