import SQLScriptsDatabase
import SQLScriptsDiagnostics
import SQLScriptsReporting
import SQLScriptsValidation

extension Validation {
  /// The findings as JSON. Every field is always present.
  ///
  /// - Parameter failure: the reason why something could not be checked.
  func json(_ failure: CommandFailure?) -> JSONText {
    .document(
      [
        .init("scripts", .int(scriptCount)),
        .init("rehearsal", rehearsal),
        .init("comparedVersion", .integer(comparedVersion)),
        .init("oldestTarget", target.map(\.json) ?? .null),
        .init("summary", .string(summary)),
        .init(
          "counts",
          .object(
            Diagnostic.Severity.allCases.map { .init($0.rawValue, .int(count(of: $0))) })),
        .init("diagnostics", .array(diagnostics.map(\.json))),
        .init("released", .array(released.map(\.json))),
      ], error: failure?.json ?? .null)
  }

  /// What was proved, and what was not.
  private var rehearsal: JSONText {
    let strings = { (texts: [String]) in JSONText.array(texts.map { .string($0) }) }
    return .object([
      .init("complete", .bool(proof != nil)),
      .init("words", .string(coverageWords)),
      .init("version", .integer(proof?.version)),
      .init("updatedVersions", .array((proof?.updatedVersions ?? []).map { .integer($0) })),
      .init(
        "reconstructedVersions", .array((proof?.reconstructed ?? []).map { .integer($0) })),
      .init("sampleRows", .bool(proof?.isWithSampleRows ?? false)),
      .init("ran", strings(coverage.ran)),
      .init(
        "notRun",
        .array(
          coverage.notRun.map {
            ["script": .string($0.script), "message": .string($0.reason.rawValue)]
          })),
      .init(
        "tables",
        [
          "filled": strings(coverage.filledTables),
          "empty": strings(coverage.emptyTables),
          "virtual": strings(coverage.virtualTables),
        ]),
      .init(
        "conditions",
        [
          "bothWays": .int(coverage.conditionsBothWays),
          "oneWay": .int(coverage.conditionsOneWay),
        ]),
      .init("realData", .string(realRows)),
      .init("sqlite", .string(Connection.libraryVersion)),
    ])
  }
}

extension Target {
  fileprivate var json: JSONText {
    .object([.init("name", .string(name)), .init("sqlite", .string(sqlite.description))])
  }
}
