import SQLScripts
import SQLScriptsDiagnostics
import SQLScriptsReporting
import SQLScriptsValidation

extension Terminal {
  /// Prints the findings of a validation.
  func report(_ validation: Validation, as format: ValidateFormat, failOn: FailOn) {
    let diagnostics = validation.diagnostics
    let folder = WorkingFolder(System.workingFolder)
    switch format {
    case .human:
      let renderer = HumanRenderer(width: excerptWidth)
      let shown = ShownDiagnostics(diagnostics)
      print(renderer.lines(shown))
      print(StyledText(validation.summary))
      if shown.isShortened {
        print(StyledText("Show one line for each: sqlscripts validate --format concise"))
      }
    case .concise: print(diagnostics.withLongAdviceOnce.map { ConciseRenderer().line($0) })
    case .json: print(validation.json)
    case .sarif:
      let renderer = SARIFRenderer(
        toolVersion: SQLScriptsVersion.current, rules: RulePage.all.map(\.sarif), folder: folder)
      print(renderer.document(diagnostics))
    case .github: print(diagnostics.map { StyledText(GitHubRenderer().text($0)) })
    case .junit:
      let renderer = JUnitRenderer(failOn: failOn.severity)
      print(StyledText(renderer.text(diagnostics, files: validation.scripts)))
    case .xcode:
      print(
        diagnostics.withLongAdviceOnce.map { StyledText(XcodeRenderer(folder: folder).text($0)) })
    }
  }
}
