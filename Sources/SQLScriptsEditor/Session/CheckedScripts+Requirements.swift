import SQLScripts
import SQLScriptsAuthoring
import SQLScriptsDescription
import SQLScriptsFiles
import SQLScriptsSchema
import SQLScriptsValidation

extension CheckedScripts {
  /// The bytes without the queries of `require` that only the removed steps needed. They would stop the update for the
  /// sake of nothing. A query that no form would write for these tables stays.
  func removingIdleChecks(
    _ bytes: [UInt8], of file: ScriptFile
  ) throws(EditorProblem) -> [UInt8] {
    guard let old = check.entries[file.kind.version]?.rehearsed, !old.script.require.isEmpty,
      let new = entry(of: file, with: bytes).rehearsed
    else { return bytes }
    let standIns = (try? library.settings()).map { StandIns($0) } ?? .none
    let needed = { (script: RehearsedScript) in
      FormChecks.queries(from: script.before, to: script.after, standIns: standIns)
    }
    guard let before = needed(old), let after = needed(new) else { return bytes }
    return try removing(before.subtracting(after), bytes, of: file)
  }

  /// The bytes without some queries of `require`.
  func removing(
    _ queries: Set<String>, _ bytes: [UInt8], of file: ScriptFile
  ) throws(EditorProblem) -> [UInt8] {
    do throws(EditedScript.Refusal) {
      var edited = try edited(file.with(bytes))
      while let index = edited.requirements.lastIndex(where: queries.contains) {
        edited = try self.edited(file.with(edited.removingRequirement(index + 1)))
      }
      return edited.bytes
    } catch {
      throw EditorProblem(.refused, "\(error)")
    }
  }

  /// The queries that only the forms of some steps have written.
  func ownChecks(
    _ checks: Set<String>, of numbers: Set<Int>, in file: ScriptFile
  ) async -> Set<String> {
    guard !checks.isEmpty, let entry = check.entries[file.kind.version] else { return checks }
    let others = await steps(of: entry).filter { numbers.isDisjoint(with: $0.step.numbers) }
    return checks.subtracting(others.flatMap { $0.form?.require ?? [] })
  }

  /// A script as it would be with other contents.
  func entry(of file: ScriptFile, with bytes: [UInt8]) -> BundleDescription.Entry {
    let trial = ScriptLibrary(library.bundle.adding(file.with(bytes)), sharing: library)
    return BundleDescription.Entry(
      trial.bundle.scripts.first { $0.name == file.name } ?? file, Validator(trial), memory,
      isReleased: false)
  }
}
