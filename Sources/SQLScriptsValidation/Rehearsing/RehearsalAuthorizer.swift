import SQLScripts
import SQLScriptsDatabase
import SQLScriptsSQL

/// Judges as the runner does, and records what each statement is about to do.
final class RehearsalAuthorizer: Authorizer {
  let policy: ScriptAuthorizer
  private(set) var actions: [RehearsedAction] = []
  private var seen: Set<RehearsedAction> = []
  private var records = false

  init(store: VersionStore) {
    policy = ScriptAuthorizer(store: store)
  }

  /// Begins a statement.
  func begin(records: Bool) {
    self.records = records
    actions = []
    seen = []
  }

  func authorize(_ action: AuthorizerAction) -> AuthorizerVerdict {
    // What is made in the temporary database matters, what is done there does not.
    let isRecorded = !action.isTemporary || action.kind == .createTemporary
    if records, isRecorded, !policy.isStepping, policy.mode != .runner { record(action) }
    return policy.authorize(action)
  }

  private func record(_ action: AuthorizerAction) {
    let known = RehearsedAction(
      kind: action.kind, name: action.name.map { String(cString: $0) } ?? "",
      detail: action.detail.map { String(cString: $0) } ?? "")
    if known.name.asciiLowercased.hasPrefix("sqlite_") { return }
    if seen.insert(known).inserted { actions.append(known) }
  }
}
