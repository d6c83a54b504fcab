import SQLScripts
import SQLScriptsDatabase
import SQLScriptsFiles
import SQLScriptsSQL

/// Judges as the runner does, and notes what each statement was about to do.
final class RehearsalAuthorizer: Authorizer {
  private let policy = ScriptAuthorizer(store: .table)
  private var records = false
  private(set) var actions: [RehearsedAction] = []
  private var seen: Set<RehearsedAction> = []
  private var isWatching = false

  var isStepping: Bool {
    get { policy.isStepping }
    set { policy.isStepping = newValue }
  }

  /// Begins a script: its statements are judged by what else is in it.
  func begin(_ script: Script) {
    policy.begin(script)
  }

  /// Begins a statement of the script.
  ///
  /// - Parameter offset: where SQLite begins to read it in the script's document.
  func begin(_ script: Script, at offset: Int, records: Bool) {
    policy.mode = .script(isTransactional: script.isTransactional)
    policy.beginStatement()
    policy.offset = offset
    _ = policy.takeTouches()
    self.records = records
    actions = []
    seen = []
    isWatching = true
  }

  func end() {
    policy.mode = .runner
    isWatching = false
  }

  /// Why the statement was denied, if that is what the error means.
  func denial(of error: SQLiteError) -> ScriptDenial? {
    error.isVacuumInTransaction ? .attach : policy.denial
  }

  /// What the runner says of the statement if it ignores it.
  var notice: ScriptNotice? { policy.notice }

  /// Law 30: they end with their script.
  func dropTemporaryObjects(_ connection: Connection) {
    policy.dropTemporaryObjects(connection)
  }

  func unwatched<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let mode = policy.mode
    let watched = isWatching
    policy.mode = .runner
    isWatching = false
    defer {
      policy.mode = mode
      isWatching = watched
    }
    return try body()
  }

  func authorize(_ action: AuthorizerAction) -> AuthorizerVerdict {
    // What is made in the temporary database matters, what is done there does not.
    let isNoted = !action.isTemporary || action.kind == .createTemporary
    if records, isWatching, !isStepping, isNoted { note(action) }
    return policy.authorize(action)
  }

  private func note(_ action: AuthorizerAction) {
    let known = RehearsedAction(
      kind: action.kind, name: action.name.map { String(cString: $0) } ?? "",
      detail: action.detail.map { String(cString: $0) } ?? "")
    if known.name.asciiLowercased.hasPrefix("sqlite_") { return }
    if seen.insert(known).inserted { actions.append(known) }
  }
}
