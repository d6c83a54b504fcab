import SQLScripts
import SQLScriptsDiagnostics
import SQLScriptsReporting
import SQLScriptsValidation

extension Terminal {
  /// Prints the findings of a validation, with or without those in released scripts.
  func report(
    _ validation: Validation, as format: ValidateFormat, failOn: FailOn,
    showingReleased showsReleased: Bool = false
  ) {
    var diagnostics = validation.diagnostics
    if showsReleased {
      diagnostics = (diagnostics + validation.released).sorted(by: Diagnostic.inReportOrder)
    }
    let folder = WorkingFolder(System.workingFolder)
    switch format {
    case .human:
      let renderer = HumanRenderer(width: excerptWidth)
      let shown = ShownDiagnostics(diagnostics)
      print(renderer.lines(shown))
      print(StyledText(validation.summary))
      if !showsReleased, let words = validation.releasedWords { print(StyledText(words)) }
      if shown.isShortened {
        print(StyledText("Show one line for each: sqlscripts validate --format concise"))
      }
    case .concise: print(diagnostics.map { ConciseRenderer().line($0) })
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
      print(diagnostics.map { StyledText(XcodeRenderer(folder: folder).text($0)) })
    }
  }
}
