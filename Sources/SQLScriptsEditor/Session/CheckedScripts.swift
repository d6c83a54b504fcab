import SQLScripts
import SQLScriptsAuthoring
import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsValidation

/// The scripts of one revision, and what forms do with them. It is a value, so the session can answer other calls
/// meanwhile.
struct CheckedScripts: Sendable {
  let check: EditorCheck
  let revision: Int
  let memory: RehearsalMemory
  let forms: FormMemory

  var library: ScriptLibrary { check.library }

  func file(_ id: Int64) -> ScriptFile? {
    library.bundle.scripts.first { $0.kind.version == id }
  }

  func edited(_ file: ScriptFile) throws(EditedScript.Refusal) -> EditedScript {
    let bundle = library.bundle
    guard let source = try? bundle.source(of: file) else { throw .unreadable }
    return try EditedScript(file, source, bundle.read(file, in: source).script)
  }

  /// The settings that forms need; nil if there is a mistake in them.
  var targets: (sqlite: SQLiteVersion, standIns: StandIns)? {
    (try? library.settings()).map { settings in
      (Targets(settings).binding?.sqlite ?? .running, StandIns(settings))
    }
  }
}

extension EditorSession {
  /// The present scripts; nil until they are checked.
  var scripts: CheckedScripts? {
    guard let check = present else { return nil }
    let settings = try? check.library.settings()
    if forms.settings != settings { forms = FormMemory(for: settings) }
    return CheckedScripts(check: check, revision: revision, memory: memory, forms: forms)
  }

  /// Does work that takes long, while the session answers other calls.
  ///
  /// - Returns: nil if the scripts were changed meanwhile.
  func aside<Value: Sendable>(
    _ work: @escaping @Sendable (CheckedScripts) async throws(EditorProblem) -> Value
  ) async throws(EditorProblem) -> Value? {
    _ = await current()
    guard let scripts else { return nil }
    let result = await Task.detached { () -> Result<Value, EditorProblem> in
      do throws(EditorProblem) {
        return .success(try await work(scripts))
      } catch {
        return .failure(error)
      }
    }.value
    guard scripts.revision == revision else { return nil }
    return try result.get()
  }
}
