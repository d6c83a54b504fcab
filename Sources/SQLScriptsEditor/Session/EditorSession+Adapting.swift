import SQLScriptsFiles
import SQLScriptsReporting

extension EditorSession {
  /// Looks in the background for what later steps have to be after the change that comes next.
  func fitLaterSteps(to change: StepChange) {
    fitLaterSteps(to: change, in: scripts, revision: revision + 1, edits: 1)
  }

  /// - Parameters:
  ///   - revision: the one to which the change leads.
  ///   - count: the number of edits of which it consists.
  private func fitLaterSteps(
    to change: StepChange, in scripts: CheckedScripts?, revision: Int, edits count: Int
  ) {
    fitting?.work.cancel()
    guard let scripts else { return fitting = nil }
    let released = folder.locked
    let work = Task.detached(priority: .utility) {
      await scripts.fitted(to: change, released: released)
    }
    fitting = (revision, count, work)
  }

  /// Notes what is typed or moved, for when the page asks about later steps.
  func remember(byHand edit: EditorEdit, of file: ScriptFile, to bytes: [UInt8]) {
    guard history.present[file.name] != bytes, let scripts else { return }
    byHand = ChangeByHand(edit, to: bytes, in: scripts, after: byHand)
  }

  /// The later steps that do not fit the change that led to a revision, and whether they can be adapted; null if there
  /// is a newer one.
  func laterSteps(after seen: Int) async -> JSONText {
    guard seen == revision else { return .null }
    let fitted = await fittedScripts()
    guard seen == revision else { return .null }
    return fitted?.json ?? ["adaptable": false, "steps": []]
  }

  /// Replaces the last change by one in which the later steps fit, as one change.
  func adapt() async throws(EditorProblem) -> JSONText {
    let seen = revision
    let contents = await fittedScripts()?.contents
    guard seen == revision else { throw .stale }
    guard let contents, !contents.isEmpty else {
      throw EditorProblem(.refused, "the steps cannot be adapted any more")
    }
    guard folder.locked.isDisjoint(with: contents.keys) else { throw .released }
    let count = fitting?.edits ?? 1
    return await show {
      for _ in 0..<count { $0.undo() }
      $0.change(to: $0.present.merging(contents) { $1 })
    }
  }

  /// What fits the last change; nil if that is not a change of steps.
  private func fittedScripts() async -> FittedScripts? {
    let seen = revision
    if let byHand, byHand.revision == seen, fitting?.revision != seen {
      fitLaterSteps(
        to: byHand.change, in: byHand.scripts, revision: seen, edits: byHand.count)
    }
    guard let fitting, fitting.revision == seen else { return nil }
    return await fitting.work.value
  }
}
