import SQLScripts
import SQLScriptsAdvice
import SQLScriptsDiagnostics
import SQLScriptsReporting
import SQLScriptsValidation

extension Result<MigrationRehearsal, MigrationFailure> {
  /// The result of a rehearsal on a copy of a database, below the line with the plan.
  func lines(of database: String, _ verdict: RealRowsVerdict, width: Int) -> [StyledText] {
    let name = VisibleText.oneLine(database)
    let renderer = HumanRenderer(width: width)
    let findings = verdict.diagnostics.advised().flatMap { renderer.lines($0) + [StyledText()] }
    switch self {
    case .success(let rehearsal):
      let time = DurationText.text(milliseconds: rehearsal.report.milliseconds)
      return rehearsal.report.stepLines + [StyledText()] + rehearsal.changeLines
        + [StyledText()] + findings
        + [StyledText("Rehearsed in \(time) on a copy. \(name) was not changed.")]
    case .failure(let failure):
      let isExplained = verdict.unexplained(failure.diagnostics).isEmpty
      return failure.rehearsalLines(findings, isExplained: isExplained, width: width)
        + [StyledText("The rehearsal ran on a copy. \(name) was not changed.")]
    }
  }

  /// The result as JSON. Every field is always present.
  var json: JSONText {
    switch self {
    case .success(let rehearsal):
      let report = rehearsal.report
      return .object([
        .init("milliseconds", .milliseconds(report.milliseconds)),
        .init("steps", .array(report.steps.map(\.json))),
        .init("changes", .array(rehearsal.difference.changes.map(\.json))),
        .init("tables", .array(rehearsal.tables.map(\.json))),
        .init("error", .null),
      ])
    case .failure(let failure):
      return .object([
        .init("milliseconds", .null),
        .init("steps", .array(failure.report.steps.map(\.json))),
        .init("changes", .null),
        .init("tables", .null),
        .init(
          "error", failure.json(state: "Nothing was changed. The rehearsal ran on a copy.")),
      ])
    }
  }
}

extension MigrationRehearsal {
  /// The changes of the schema and of the rows.
  var changeLines: [StyledText] {
    let difference = difference
    let schema =
      difference.isEmpty ? [StyledText("The schema does not change")] : difference.lines
    return schema + [StyledText()] + TableRows.lines(tables)
  }
}

extension MigrationFailure {
  /// The steps of a rehearsal, the findings and its failure, unless a finding explains it.
  func rehearsalLines(
    _ findings: [StyledText] = [], isExplained: Bool = false, width: Int
  ) -> [StyledText] {
    let steps = (report.steps.isEmpty ? [] : report.stepLines + [StyledText()]) + findings
    if isExplained, !diagnostics.isEmpty { return steps }
    let renderer = HumanRenderer(width: width)
    guard diagnostics.isEmpty else { return steps + diagnostics.advised().flatMap(renderer.lines) }
    var line = StyledText("error", .error)
    line.append(": " + VisibleText.oneLine(summary))
    return steps + [line] + (help.map { [StyledText(VisibleText.oneLine("help: \($0)"))] } ?? [])
  }
}

extension MigrationReport {
  /// The steps as a table with the time of each, and the runner's notices.
  var stepLines: [StyledText] {
    guard !steps.isEmpty else { return [] }
    var table = Table([
      ("VERSION", .right), ("SCRIPT", .left), ("STATEMENTS", .right), ("TIME", .left),
    ])
    for step in steps {
      table.add([
        "\(step.version)", step.script, "\(step.statementCount)",
        DurationText.text(milliseconds: step.milliseconds),
      ])
    }
    let notices = steps.flatMap { step in
      step.notices.map { StyledText(VisibleText.oneLine("  \(step.script): \($0)")) }
    }
    return table.lines + notices
  }
}
