import SQLScripts
import SQLScriptsDiagnostics
import SQLScriptsReporting

extension [HistoryEntry] {
  /// The history as a table.
  func lines(of database: String) -> [StyledText] {
    guard !isEmpty else {
      return [StyledText(VisibleText.oneLine("\(database): no history"))]
    }
    var table = Table([
      ("VERSION", .right), ("SCRIPT", .left), ("STATEMENTS", .right), ("APPLIED (UTC)", .left),
      ("TIME", .right),
    ])
    for entry in self {
      table.add([
        "\(entry.version)", entry.script ?? "(\(entry.origin))", "\(entry.statementCount)",
        entry.appliedAt, DurationText.text(wholeMilliseconds: entry.milliseconds),
      ])
    }
    return table.lines
  }

  /// The history as JSON. Every field is always present.
  func json(of database: String) -> JSONText {
    .document([
      .init("database", .string(database)),
      .init(
        "history",
        .array(
          map { entry in
            .object([
              .init("version", .int(entry.version)),
              .init("script", .string(entry.script)),
              .init("checksum", .string(entry.checksum)),
              .init("statements", .int(entry.statementCount)),
              .init("appliedAt", .string(entry.appliedAt)),
              .init("milliseconds", .milliseconds(Double(entry.milliseconds))),
              .init("sqlscripts", .string(entry.toolVersion)),
              .init("origin", .string(entry.origin)),
            ])
          })),
    ])
  }
}
