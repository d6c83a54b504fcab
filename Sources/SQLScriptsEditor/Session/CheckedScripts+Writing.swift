import SQLScripts
import SQLScriptsAuthoring
import SQLScriptsFiles

extension CheckedScripts {
  /// The script with the statements and queries of a form, at its end or instead of a step with its queries.
  func writing(
    _ result: FormResult, to file: ScriptFile, insteadOf step: EditorStep?, _ form: FormStep?
  ) async throws(EditorProblem) -> [UInt8] {
    var bytes: [UInt8]
    do throws(EditedScript.Refusal) {
      let edited = try edited(file)
      bytes =
        if let step {
          try edited.replacing(step.numbers, with: result.statements)
        } else {
          try edited.inserting(result.statements, before: edited.count + 1)
        }
    } catch {
      throw EditorProblem(.refused, "\(error)")
    }
    if let step {
      bytes = try removingIdleChecks(bytes, of: file)
      let checks = Set(form?.require ?? []).subtracting(result.require)
      let own = await ownChecks(checks, of: Set(step.numbers), in: file)
      bytes = try removing(own, bytes, of: file)
    }
    do throws(EditedScript.Refusal) {
      let edited = try edited(file.with(bytes))
      let known = Set(edited.requirements)
      return try edited.requiring(result.require.filter { !known.contains($0) })
    } catch {
      throw EditorProblem(.refused, "\(error)")
    }
  }
}
