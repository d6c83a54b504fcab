import SQLScripts
import SQLScriptsAuthoring
import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsReporting
import SQLScriptsValidation

extension ValidateCommand {
  /// The number of findings that --fix would correct. It leaves a script unchanged whose other mistakes keep the
  /// correction from being proved.
  func correctableCount(_ validation: Validation) -> Int {
    guard validation.fixableCount > 0, let bundle = try? scripts.bundle(),
      let outcome = try? corrections(of: bundle)
    else { return 0 }
    return min(
      validation.fixableCount, outcome.corrections.reduce(0) { $0 + $1.diagnostics.count })
  }

  private func corrections(of bundle: ScriptBundle) throws -> Fixer.Outcome {
    let targets = try readTargets()
    let lock = LockFile.reading(bundle)?.lock ?? LockFile()
    return Fixer(
      bundle, isReleased: { lock.isReleased($0, of: bundle) },
      validate: {
        Validator(ScriptLibrary($0), targets: targets, failureLimit: $1).validate()
      }
    ).run()
  }

  /// Corrects the scripts, or shows the corrections.
  func correct(_ bundle: ScriptBundle, on terminal: Terminal) throws -> ExitStatus {
    let outcome = try corrections(of: bundle)
    if diff {
      for correction in outcome.corrections {
        let path = correction.file.displayName
        terminal.printText(
          UnifiedDiff(path: path, before: correction.before, after: correction.after).text)
      }
    }
    if fix {
      for correction in outcome.corrections {
        do throws(AuthoringError) {
          try ReplacedFile.write(
            correction.after, to: correction.file.displayName, insteadOf: correction.before)
        } catch {
          throw CommandFailure(authoring: error)
        }
        terminal.printError(correction.words)
      }
    }
    terminal.printError(outcome.refusals.map(\.words))
    guard diff else { return report(outcome.validation, on: terminal) }
    let isToDo = !fix && !outcome.corrections.isEmpty
    let summary = outcome.validation.summary
    terminal.printError([StyledText(isToDo ? "With these corrections: \(summary)" : summary)])
    if isToDo { return .findings }
    return status(of: outcome.validation)
  }
}

extension Fixer.Correction {
  /// One line for each correction.
  var words: [StyledText] {
    diagnostics.map { diagnostic in
      var line = StyledText("corrected", .emphasis)
      line.append(" ")
      line.append(VisibleText.oneLine(diagnostic.span.place), .path)
      line.append(": " + VisibleText.oneLine("\(diagnostic.message) [\(diagnostic.id)]"))
      return line
    }
  }
}

extension Fixer.Refusal {
  var words: StyledText {
    let why =
      switch reason {
      case .released: "it was released"
      case .bringsError(let error):
        "corrected, \(statements ?? 1 == 1 ? "it" : "they") would have a new error: \(error.message)"
      case .leavesFinding(let finding):
        "the corrected script would still have an error: \(finding.message)"
      case .changesResult(let words):
        "the correction would change the result: \(words.prefix(3).joined(separator: "; "))"
      case .notProved(let words): "the correction could not be verified: \(words)"
      }
    var line = StyledText("not corrected", .warning)
    line.append(" ")
    if let statements {
      line.append(statements == 1 ? "1 statement of " : "\(statements) statements of ")
    }
    line.append(VisibleText.oneLine(file.displayName), .path)
    line.append(": " + VisibleText.oneLine(why))
    return line
  }
}
