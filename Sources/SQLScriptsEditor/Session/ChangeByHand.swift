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
    if case .set(let script, let number, let sql) = edit, let earlier,
      earlier.change.script == script, earlier.revision == scripts.revision,
      let index = earlier.index(of: number)
    {
      self = earlier
      change.statements[index] = sql
      change.bytes = bytes
      (revision, count) = (scripts.revision + 1, count + 1)
      return
    }
    switch edit {
    case .set(let script, let number, let sql):
      change = StepChange(script: script, numbers: [number], statements: [sql], bytes: bytes)
    case .insert(let script, let place, let sql):
      let known = scripts.check.entries[script]?.rehearsed?.statements
      let next = known?.first { $0.number == place }
      change = StepChange(
        script: script, numbers: next.map { [$0.number] } ?? [],
        statements: sql + (next.map { [$0.text] } ?? []), bytes: bytes)
    case .move(let script, let numbers, let place):
      change = StepChange(
        script: script, numbers: Set(numbers).sorted(), target: place, bytes: bytes)
    default: return nil
    }
    (self.scripts, revision) = (scripts, scripts.revision + 1)
  }

  /// The place of a statement among those that were typed, by its number now.
  private func index(of number: Int) -> Int? {
    guard change.target == nil else { return nil }
    let count = scripts.check.entries[change.script]?.rehearsed?.statements.count ?? 0
    let index = number - (change.numbers.first ?? count + 1)
    return change.statements.indices.contains(index) ? index : nil
  }
}
