import SQLScriptsDiagnostics
import SQLScriptsReporting
import SQLScriptsValidation

extension RulePage {
  /// The page as a JSON object. Every field is always present.
  var json: JSONText {
    .object([
      .init("id", .string(id)),
      .init("severity", .string(severity.rawValue)),
      .init("summary", .string(summary)),
      .init("help", .string(advice)),
      .init("why", .string(why)),
      .init("canBeAllowed", .bool(canBeAllowed)),
      .init("wrong", .array(wrong.map(Self.json))),
      .init("right", .array(right.map(Self.json))),
    ])
  }

  private static func json(_ example: Example) -> JSONText {
    .array(
      example.map { file in
        .object([
          .init("name", .string(file.name)),
          .init("statements", file.isList ? .array(file.texts.map { .string($0.text) }) : .null),
          .init("text", file.isList ? .null : .string(file.texts.map(\.text).joined())),
        ])
      })
  }

  /// The rule in a SARIF log.
  var sarif: SARIFRenderer.Rule {
    SARIFRenderer.Rule(id: id, severity: severity, summary: summary, why: why, help: help)
  }
}
