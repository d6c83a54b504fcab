import SQLScriptsAuthoring

/// Statements that were typed or moved in one go, and the scripts before that. Only when the page asks, later steps are
/// looked at: typing goes on most of the time.
struct ChangeByHand: Sendable {
  let scripts: CheckedScripts
  private(set) var change: StepChange
  /// The revision to which it led, and the number of edits.
  private(set) var revision: Int
  private(set) var count = 1

  /// Nil if an edit neither types nor moves statements.
  ///
  /// - Parameters:
  ///   - bytes: the script after the edit.
  ///   - earlier: the change that led to the present revision.
  init?(
    _ edit: EditorEdit, to bytes: [UInt8], in scripts: CheckedScripts, after earlier: ChangeByHand?
  ) {
    if let earlier, earlier.revision == scripts.revision, let next = earlier.change(after: edit) {
      self = earlier
      change = next
      change.bytes = bytes
      (revision, count) = (scripts.revision + 1, count + 1)
      return
    }
    switch edit {
    case .set(let script, let number, let sql):
      change = StepChange(script: script, numbers: [number], statements: [sql], bytes: bytes)
    case .insert(let script, let place, let sql):
      let known = scripts.check.entries[script]?.rehearsed?.statements
      let isEnd = known?.contains { $0.number == place } != true
      change = StepChange(
        script: script, numbers: [], statements: sql, target: isEnd ? nil : place, bytes: bytes)
    case .move(let script, let numbers, let place):
      change = StepChange(
        script: script, numbers: Set(numbers).sorted(), target: place, bytes: bytes)
    default: return nil
    }
    (self.scripts, revision) = (scripts, scripts.revision + 1)
  }

  /// The change if typing goes on; nil if an edit is another one. A description changes nothing for later steps.
  private func change(after edit: EditorEdit) -> StepChange? {
    switch edit {
    case .describe(change.script, _): return change
    case .set(change.script, let number, let sql):
      guard let index = index(of: number) else { return nil }
      var change = change
      change.statements[index] = sql
      return change
    default: return nil
    }
  }

  /// The place of a statement among those that were typed, by its number now.
  private func index(of number: Int) -> Int? {
    guard !change.isMove else { return nil }
    let count = scripts.check.entries[change.script]?.rehearsed?.statements.count ?? 0
    let index = number - (change.first ?? count + 1)
    return change.statements.indices.contains(index) ? index : nil
  }
}
