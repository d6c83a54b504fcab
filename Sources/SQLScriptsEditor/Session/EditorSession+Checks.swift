import SQLScripts
import SQLScriptsAuthoring
import SQLScriptsDescription
import SQLScriptsFiles
import SQLScriptsSchema
import SQLScriptsValidation

extension EditorSession {
  /// The bytes without the queries of `require` that only the removed steps needed. They would stop the update for the
  /// sake of nothing. A query that no form would write for these tables stays.
  func removingIdleChecks(
    _ bytes: [UInt8], of file: ScriptFile
  ) throws(EditorProblem) -> [UInt8] {
    guard let library = check?.library,
      let old = check?.entries[file.kind.version]?.rehearsed, !old.script.require.isEmpty,
      let new = entry(of: file, with: bytes)?.rehearsed
    else { return bytes }
    let standIns = (try? library.settings()).map { StandIns($0) } ?? .none
    let needed = { (script: RehearsedScript) in
      FormChecks.queries(from: script.before, to: script.after, standIns: standIns)
    }
    guard let before = needed(old), let after = needed(new) else { return bytes }
    let idle = before.subtracting(after)
    var bytes = bytes
    for (index, query) in old.script.require.enumerated().reversed()
    where idle.contains(old.script.text(query.text)) {
      do throws(EditedScript.Refusal) {
        bytes = try edited(file.with(bytes)).removingRequirement(index + 1)
      } catch {
        throw EditorProblem(.refused, "\(error)")
      }
    }
    return bytes
  }

  /// A script as it would be with other contents.
  func entry(of file: ScriptFile, with bytes: [UInt8]) -> BundleDescription.Entry? {
    guard let library = check?.library else { return nil }
    let trial = ScriptLibrary(library.bundle.replacing([file.name: bytes]), sharing: library)
    return BundleDescription.Entry(
      trial.bundle.scripts.first { $0.name == file.name } ?? file, Validator(trial), memory,
      isReleased: false)
  }
}
