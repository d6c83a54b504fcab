import SQLScripts
import SQLScriptsDatabase
import SQLScriptsSQL

/// Allows and denies like the runner, and records the actions of each statement.
final class RehearsalAuthorizer: Authorizer {
  let policy: ScriptAuthorizer
  private(set) var actions: [RehearsedAction] = []
  private var seen: Set<RehearsedAction> = []
  private var records = false

  init(store: VersionStore) {
    policy = ScriptAuthorizer(store: store)
  }

  /// Starts a statement.
  func begin(records: Bool) {
    self.records = records
    actions = []
    seen = []
  }

  func authorize(_ action: AuthorizerAction) -> AuthorizerVerdict {
    // Objects created in the temporary database matter, other actions there do not.
    let isRecorded = !action.isTemporary || action.kind == .createTemporary
    if records, isRecorded, !policy.isStepping, policy.mode != .runner { record(action) }
    return policy.authorize(action)
  }

  private func record(_ action: AuthorizerAction) {
    let known = RehearsedAction(
      kind: action.kind, name: action.name.map { String(cString: $0) } ?? "",
      detail: action.detail.map { String(cString: $0) } ?? "", trigger: action.trigger)
    if known.name.asciiLowercased.hasPrefix("sqlite_") { return }
    if seen.insert(known).inserted { actions.append(known) }
  }
}

extension AuthorizerAction {
  /// The trigger that writes rows; “” if the statement itself does.
  fileprivate var trigger: String {
    switch kind {
    case .insert, .update, .delete: container.map { String(cString: $0) } ?? ""
    default: ""
    }
  }
}
