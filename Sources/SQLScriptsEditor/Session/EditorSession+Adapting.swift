import SQLScripts
import SQLScriptsAuthoring
import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsReporting
import SQLScriptsSchema
import SQLScriptsValidation

extension EditorSession {
  /// The script with later steps that fit, if a step changes or goes and a later one would fail because of it.
  ///
  /// - Parameters:
  ///   - statements: the new statements of the step.
  ///   - bytes: the script in which only the step changes.
  func adapted(
    _ step: EditorStep, to statements: [String], _ names: FormNewNames,
    _ bytes: [UInt8], of file: ScriptFile
  ) -> [UInt8]? {
    let id = file.kind.version
    // SQLite takes the name of a column that is gone for a text, so a step may run and still be wrong.
    guard let library = check?.library, let old = check?.entries[id], let script = old.rehearsed,
      !old.findings.hasErrors, entry(of: file, with: bytes)?.findings.hasErrors == true,
      let settings = try? library.settings(),
      let before = try? schema(before: step, of: id, library),
      let adaptation = StepAdaptation(
        of: step, to: statements, names, in: script, knownSteps[id] ?? [], before: before,
        sqlite: Targets(settings).binding?.sqlite ?? .running, StandIns(settings))
    else { return nil }
    return try? writing(adaptation, to: file, insteadOf: step)
  }

  private func writing(
    _ adaptation: StepAdaptation, to file: ScriptFile, insteadOf step: EditorStep
  ) throws -> [UInt8] {
    var edited = try edited(file)
    for change in adaptation.changes.reversed() {
      edited = try self.edited(
        file.with(edited.replacing(change.numbers, with: change.statements)))
    }
    let idle = adaptation.oldChecks.union(checks(of: step, in: file))
      .subtracting(adaptation.newChecks)
    let bytes = try removing(idle, edited.bytes, of: file)
    let known = Set(try self.edited(file.with(bytes)).requirements)
    return try self.edited(file.with(bytes))
      .requiring(adaptation.newChecks.filter { !known.contains($0) })
  }

  /// Makes a change after which later steps may fail, and keeps the script in which they fit.
  func change(
    _ file: ScriptFile, to bytes: [UInt8], item: Int?, orAdapted adapted: [UInt8]?
  ) async -> JSONText {
    let answer = await change(file, to: bytes, item: item)
    adaptation = adapted.map { (revision, file.name, $0) }
    guard adapted != nil, case .object(let members) = answer else { return answer }
    return .object(members + [.init("adaptable", true)])
  }

  /// Replaces the last change by one in which the later steps fit, as one change.
  func adapt() async throws(EditorProblem) -> JSONText {
    guard let adaptation, adaptation.revision == revision else {
      throw EditorProblem(.refused, "the steps cannot be adapted any more")
    }
    if folder.locked.contains(adaptation.file) { throw .released }
    return await show {
      $0.undo()
      var contents = $0.present
      contents[adaptation.file] = adaptation.bytes
      $0.change(to: contents)
    }
  }
}
