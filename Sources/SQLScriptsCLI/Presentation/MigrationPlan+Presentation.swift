import SQLScripts
import SQLScriptsDiagnostics
import SQLScriptsReporting

extension MigrationPlan {
  /// The plan on one line.
  func headline(of database: String) -> StyledText {
    var first = StyledText(VisibleText.oneLine(database), .path)
    guard !isEmpty else {
      first.append(": at version \(to), nothing to do")
      return first
    }
    let count = steps.count == 1 ? "1 script" : "\(steps.count) scripts"
    switch (from, adoption?.version) {
    case (_, let version?):
      first.append(": adopted at version \(version), then \(count) to version \(to)")
    case (to, _): first.append(": at version \(to), \(count) out of order")
    case (let version?, _): first.append(": from version \(version) to \(to), \(count)")
    case (nil, _): first.append(": a new database, to version \(to), \(count)")
    }
    if let unfinished { first.append("; \(unfinished.words)") }
    return first
  }

  /// The plan as a table, with the descriptions of the scripts if there are any.
  func lines(of database: String, _ descriptions: [String?]) -> [StyledText] {
    let first = headline(of: database)
    guard !steps.isEmpty else { return [first] }
    let hasDescriptions = descriptions.contains { $0 != nil }
    var table = Table(
      [("VERSION", .right), ("SCRIPT", .left)] + (hasDescriptions ? [("DESCRIPTION", .left)] : []))
    for (step, description) in zip(steps, descriptions) {
      table.add(
        ["\(step.version)", step.script.name] + (hasDescriptions ? [description ?? ""] : []))
    }
    return [first] + table.lines
  }

  /// The plan as JSON. Every field is always present.
  ///
  /// - Parameter sentences: what the scripts do; nil if nobody asked.
  func json(
    of database: String, _ descriptions: [String?], _ sentences: ScriptSentences?,
    rehearsal: JSONText = .null, findings: [Diagnostic] = []
  ) -> JSONText {
    .document([
      .init("database", .string(database)),
      .init("from", .integer(from)),
      .init("to", .int(to)),
      .init("adopts", .integer(adoption?.version)),
      .init(
        "steps",
        .array(
          zip(steps, descriptions).map { step, description in
            .object([
              .init("version", .int(step.version)),
              .init("script", .string(step.script.name)),
              .init("description", .string(description)),
              .init("sentences", sentences?.json(of: step.script.name) ?? .null),
            ])
          })),
      .init("unfinished", unfinished.json),
      .init("rehearsal", rehearsal),
      .init("diagnostics", .array(findings.map(\.json))),
    ])
  }
}
