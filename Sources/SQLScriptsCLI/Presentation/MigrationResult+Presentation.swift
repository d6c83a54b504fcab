import SQLScripts
import SQLScriptsAdvice
import SQLScriptsDiagnostics
import SQLScriptsReporting

extension MigrationResult {
  /// The result for one database: one line, or a complete failure.
  ///
  /// - Parameter isNew: whether the failure is shown completely, because no other database has shown it.
  func lines(width: Int, isNew: Bool) -> [StyledText] {
    let notices = report.steps.flatMap { step in
      step.notices.map { StyledText(VisibleText.oneLine("  \(step.script): \($0)")) }
    }
    let removed = report.removedBackups.map { StyledText.removedBackup($0) }
    switch result {
    case .success(let report):
      let backup = report.backup.map { StyledText(VisibleText.oneLine("  backup: \($0)")) }
      return [line(report.sentence)] + (backup.map { [$0] } ?? []) + removed + notices
    case .failure(let failure):
      let diagnostics = failure.diagnostics.advised()
      var first = StyledText(VisibleText.oneLine(database), .path)
      first.append(": ")
      first.append(outcome == .refused ? "refused" : "stopped", .error)
      if diagnostics.isEmpty || !isNew {
        let place = diagnostics.first.map { "\($0.span.place): " } ?? ""
        first.append(": " + VisibleText.oneLine(place + failure.summary))
      }
      let renderer = HumanRenderer(width: width)
      let help = failure.help.map { StyledText(VisibleText.oneLine("help: \($0)")) }
      return [first] + notices + (isNew ? diagnostics.flatMap(renderer.lines) : [])
        + (help.map { [$0] } ?? []) + [StyledText(VisibleText.oneLine(failure.outcome))] + removed
    }
  }

  private func line(_ words: String) -> StyledText {
    var line = StyledText(VisibleText.oneLine(database), .path)
    line.append(": " + words)
    return line
  }

  var json: JSONText { .object(fields.members + [.init("error", fields.error)]) }

  /// The result as a document of its own.
  var document: JSONText { .document(fields.members, error: fields.error) }

  /// The result as JSON. Every field is always present.
  private var fields: (members: [JSONText.Member], error: JSONText) {
    let report = report
    var error = JSONText.null
    var (to, milliseconds): (Int64?, JSONText) = (report.to, .milliseconds(report.milliseconds))
    if case .failure(let failure) = result {
      error = failure.json
      // The time of a migration that stops is not measured, and its version may be unknown.
      milliseconds = .null
      if report.from == nil, report.steps.isEmpty, report.adopted == nil { to = nil }
    }
    let members: [JSONText.Member] = [
      .init("database", .string(database)),
      .init("outcome", .string(outcome.rawValue)),
      .init("from", .integer(report.from)),
      .init("to", .integer(to)),
      .init("adopted", .integer(report.adopted)),
      .init("backup", .string(report.backup)),
      .init("removedBackups", .array(report.removedBackups.map { .string($0) })),
      .init("stepsOfOthers", .int(report.stepsOfOthers)),
      .init("milliseconds", milliseconds),
      .init("steps", .array(report.steps.map(\.json))),
      .init("unfinished", report.unfinished.json),
    ]
    return (members, error)
  }
}

extension MigrationReport {
  /// The steps in a sentence after the name of the database.
  fileprivate var sentence: String {
    if isCurrent { return "at version \(to), nothing to do" }
    var parts: [String] = []
    if let adopted { parts.append("adopted at version \(adopted)") }
    if !steps.isEmpty {
      let scripts = steps.count == 1 ? "1 script" : "\(steps.count) scripts"
      let way =
        switch from {
        case to: "at version \(to), applied out-of-order scripts"
        case let from?: "from version \(from) to \(to)"
        case nil: "new, at version \(to)"
        }
      parts.append("\(way) (\(scripts), \(DurationText.text(milliseconds: milliseconds)))")
    }
    if stepsOfOthers > 0 {
      let scripts = stepsOfOthers == 1 ? "1 script was" : "\(stepsOfOthers) scripts were"
      parts.append("at version \(to): \(scripts) meanwhile applied by another process")
    }
    return parts.joined(separator: "; ")
  }
}

extension MigrationReport.Step {
  var json: JSONText {
    .object([
      .init("version", .int(version)),
      .init("script", .string(script)),
      .init("statements", .int(statementCount)),
      .init("milliseconds", .milliseconds(milliseconds)),
      .init("atomic", .bool(isAtomic)),
      .init("notices", .array(notices.map { .string($0) })),
    ])
  }
}
