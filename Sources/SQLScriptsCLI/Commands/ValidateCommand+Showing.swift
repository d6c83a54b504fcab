import SQLScripts
import SQLScriptsDiagnostics
import SQLScriptsReporting
import SQLScriptsValidation

extension ValidateCommand {
  /// Prints the findings of a validation.
  ///
  /// - Parameter failure: the reason why something could not be checked.
  func show(
    _ validation: Validation, _ failure: CommandFailure?, _ status: ExitStatus,
    on terminal: Terminal
  ) {
    let diagnostics = shown(validation)
    let report = FindingsReport(
      diagnostics: diagnostics, files: validation.scripts, problem: failure?.message,
      status: status)
    switch format {
    case .human: showToPeople(validation, on: terminal)
    case .concise:
      terminal.print(diagnostics.withLongAdviceOnce.map { ConciseRenderer().line($0) })
    case .json: terminal.print(validation.json(failure))
    case .sarif: terminal.print(report.sarif)
    case .github: terminal.print(diagnostics.map { StyledText(GitHubRenderer().text($0)) })
    case .junit: terminal.printDocument(report.junit(failOn: failOn.severity))
    case .xcode:
      let renderer = XcodeRenderer(folder: WorkingFolder(System.workingFolder))
      terminal.print(diagnostics.withLongAdviceOnce.map { StyledText(renderer.text($0)) })
    }
  }

  /// The findings, with or without those in released scripts.
  private func shown(_ validation: Validation) -> [Diagnostic] {
    guard all else { return validation.diagnostics }
    return (validation.diagnostics + validation.released).sorted(by: Diagnostic.inReportOrder)
  }

  /// All fields of a validation, so that a program finds the findings in the same place.
  func document(of failure: CommandFailure) -> JSONText? {
    Validation(scripts: [], diagnostics: failure.diagnostics).json(failure)
  }

  private func showToPeople(_ validation: Validation, on terminal: Terminal) {
    let shown = ShownDiagnostics(shown(validation))
    terminal.print(HumanRenderer(width: terminal.excerptWidth).lines(shown))
    terminal.print(StyledText(validation.summary))
    if !all, let words = validation.releasedWords { terminal.print(StyledText(words)) }
    if shown.isShortened {
      terminal.print(StyledText("Show one line for each: \(scripts.validating) --format concise"))
    }
    let fixable = fix ? 0 : correctableCount(validation)
    if fixable > 0 {
      let what = fixable == 1 ? "1 of them" : "\(fixable) of them"
      terminal.print(StyledText("\(what) can be corrected with: \(scripts.validating) --fix"))
    }
    if let words = validation.coverageWords {
      terminal.print(StyledText(VisibleText.oneLine(words)))
    }
    // With findings, the next step is to correct them.
    if validation.diagnostics.isEmpty, validation.proof != nil, validation.rowsError == nil,
      validation.unreleasedUpdateCount > 0, !watch, withData == nil, sampleData == nil
    {
      terminal.printError([
        StyledText(
          "next: try it with “\(scripts.calling("migrate")) FILE”; when users get it, run "
            + "“\(scripts.calling("release"))”")
      ])
    }
  }
}
