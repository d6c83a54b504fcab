import SQLScripts
import SQLScriptsDiagnostics
import SQLScriptsFiles
import Testing

@testable import SQLScriptsValidation

/// Typical mistakes, planted one at a time: each is found at its place, and nothing else is an error.
@Suite struct PlantedMistakeTests {
  @Test(
    arguments: PlantedMistake.statements + PlantedMistake.pastedStatements,
    ScriptFile.Format.allCases)
  func `a mistake in a statement is found in every format`(
    _ mistake: PlantedMistake, _ format: ScriptFile.Format
  ) {
    guard mistake.format == nil || mistake.format == format else { return }
    expectOne(mistake, in: mistake.written(as: format), format)
  }

  @Test(arguments: PlantedMistake.files + PlantedMistake.pastedFiles)
  func `a mistake in the format of a file is found`(_ mistake: PlantedMistake) {
    let format = mistake.format ?? .json
    let text = format == .plist ? PlantedMistake.plist(mistake.text) : mistake.text
    expectOne(mistake, in: text, format)
  }

  @Test(
    arguments: PlantedMistake.nearMisses + PlantedMistake.pastedNearMisses,
    ScriptFile.Format.allCases)
  func `a text that only looks like a mistake is not reported`(
    _ statement: String, _ format: ScriptFile.Format
  ) {
    let text = PlantedMistake("", statement).written(as: format)
    let found = diagnostics(of: text, format).filter { $0.severity != .info }
    #expect(found.map(\.message) == [])
  }

  private func expectOne(
    _ mistake: PlantedMistake, in text: String, _ format: ScriptFile.Format
  ) {
    let (clean, place) = PlantedMistake.withoutMarks(text)
    let found = diagnostics(of: clean, format)
    let mine = found.filter { $0.id == mistake.rule }
    #expect(mine.map(\.span.range.lowerBound) == [place], "\(found.map(\.id))")
    let others = found.filter { $0.severity == .error && $0.id != mistake.rule }
    #expect(others.map(\.message) == [])
  }

  private func diagnostics(of text: String, _ format: ScriptFile.Format) -> [Diagnostic] {
    let bundle = ScriptBundle(scripts: [
      .default([PlantedMistake.table]),
      .file(named: "sql_update_2.\(format.rawValue)", text: text),
    ])
    return Validator(ScriptLibrary(bundle)).validate().diagnostics
  }
}
