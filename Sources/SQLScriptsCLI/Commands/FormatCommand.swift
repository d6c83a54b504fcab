import ArgumentParser
import SQLScriptsAdvice
import SQLScriptsAuthoring
import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsReporting

struct FormatCommand: TerminalCommand {
  static let configuration = CommandConfiguration(
    commandName: "format",
    abstract: "Formats the scripts: indentation, blank lines and line endings.",
    discussion: """
      Indents property lists with tabs and JSON with two spaces. Allows at most one blank line between the \
      statements of a .sql file. Statements and comments stay the same byte for byte. Leaves a script \
      unchanged if it cannot be read. Runs the scripts before and after, and writes nothing if the schema \
      or a row differs. A script that cannot run here is only compared as text, and the output names it.

      Example:
        sqlscripts format
        sqlscripts format --check
      """)

  @Flag(help: "Write nothing; exit with status 1 if a script would change.")
  var check = false

  @Flag(help: "Print what would change and write nothing.")
  var diff = false

  @OptionGroup var scripts: ScriptsOptions
  @OptionGroup var output: OutputOptions

  func run(on terminal: Terminal) throws -> ExitStatus {
    let bundle = try scripts.bundle()
    let layout: ScriptLayout
    do {
      layout = try ScriptLayout(of: bundle)
    } catch {
      throw CommandFailure(.couldNotRun, "\(error)")
    }
    let isToDo = (check || diff) && !layout.changes.isEmpty
    if !check, !diff {
      do throws(AuthoringError) {
        try layout.write()
      } catch {
        throw CommandFailure(authoring: error)
      }
    }
    let renderer = HumanRenderer(width: terminal.excerptWidth)
    for refusal in layout.refusals {
      terminal.printError(refusal.diagnostics.advised().flatMap(renderer.lines) + [refusal.words])
    }
    terminal.printError(StyledText.differences(layout.differences, verb: "formatted"))
    if !layout.differences.isEmpty { return .findings }
    if diff {
      for change in layout.changes {
        terminal.printText(
          UnifiedDiff(
            path: change.file.displayName, before: change.before, after: change.after
          ).text)
      }
    } else {
      terminal.print(layout.lines(check: check))
    }
    return layout.refusals.isEmpty && !isToDo ? .fine : .findings
  }
}

extension ScriptLayout {
  fileprivate func lines(check: Bool) -> [StyledText] {
    guard !changes.isEmpty else {
      guard refusals.isEmpty else { return [] }
      let what = count == 1 ? "1 script is" : "\(count) scripts are"
      return [StyledText("\(what) in order")]
    }
    let lines = changes.map { change in
      var line = StyledText(check ? "to format" : "formatted", .emphasis)
      line.append(" ")
      line.append(VisibleText.oneLine(change.file.displayName), .path)
      return line
    }
    guard !compared.isEmpty else { return lines }
    return lines + [StyledText(VisibleText.oneLine(StyledText.comparedWords(compared)))]
  }
}

extension ScriptLayout.Refusal {
  fileprivate var words: StyledText {
    let why =
      isUnproved
      ? ScriptFile.unprovedWords
      : diagnostics.isEmpty
        ? "its statements would not be the same" : "it has errors; correct them first"
    var line = StyledText("not formatted", .error)
    line.append(" ")
    line.append(VisibleText.oneLine(file.displayName), .path)
    line.append(": \(why)")
    return line
  }
}
