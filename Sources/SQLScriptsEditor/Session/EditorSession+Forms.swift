import SQLScriptsAuthoring
import SQLScriptsFiles
import SQLScriptsReporting

extension EditorSession {
  /// Answers a form: with questions, with the statements that it would make, or with the changed script.
  func form(_ body: CallBody) async throws(EditorProblem) -> JSONText {
    let call = try FormCall(body)
    let seen = try file(for: call)
    let outcome = try await aside { (scripts) throws(EditorProblem) in
      try await scripts.outcome(of: call, in: seen)
    }
    switch outcome {
    case .shown(let answer): return answer
    case .made(let change, let item):
      // It may have been released meanwhile.
      let file = try file(for: call)
      let bytes = known(change.bytes, of: file)
      guard history.present[file.name] != bytes else { return FormResult.nothing.json() }
      fitLaterSteps(to: change)
      return await self.change(file, to: bytes, item: item)
    case nil: throw .stale
    }
  }

  /// The script that a form changes. The form of a new update alone creates it: without the form, nothing is left of
  /// the update.
  private func file(for call: FormCall) throws(EditorProblem) -> ScriptFile {
    guard call.isNewUpdate else { return try editable(call.script) }
    guard let check, call.script == check.order.last else {
      throw EditorProblem(
        .refused, "another update was added meanwhile; close this form and open it again")
    }
    return try check.library.newUpdate(for: "", nil)
  }
}
