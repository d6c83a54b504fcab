import SQLScriptsDatabase
import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsSQL

/// An error that stopped a migration, with the steps that were committed before (law 14 of `Documentation/Laws.md`).
public struct MigrationFailure: Error, Sendable {
  /// The reason why a migration stopped.
  public enum Reason: Error {
    /// The scripts cannot be applied to the database. Nothing was changed.
    case refused(MigrationRefusal)
    /// Scripts of the plan cannot be read (law 10). Nothing was changed.
    case scripts([ScriptFinding])
    /// The bundle's folder or a file of it cannot be read. Nothing was changed.
    case bundle(ScriptBundleError)
    /// A statement failed. Its script was rolled back.
    case statement(StatementFailure)
    /// A script left foreign key violations (law 17): the first few, and their number.
    case foreignKeys(script: String, version: Int64, [SQLiteForeignKeyViolation], count: Int)
    /// A script left views or triggers that cannot be used (law 18), with SQLite's messages.
    case brokenSchema(script: String, version: Int64, objects: [String: String])
    /// SQLite or the system reported an error: the file, the disk, or a lock of another program.
    case database(SQLiteError, during: Activity)
    /// `MigrationOptions.prepareConnection` threw an error. Nothing was read or changed.
    case preparation(any Error)
    /// A hook of the app threw an error.
    case hook(any Error)
    /// A code step threw an error (law 22). Its step was rolled back.
    case code(name: String, version: Int64, any Error)
    /// The backup could not be made (law 24). Nothing was changed.
    case backup(BackupError)
    /// The migration was canceled (law 23). The running step was rolled back.
    case cancelled(Activity)
  }

  /// The activity of the runner when SQLite failed.
  public enum Activity: Sendable, Hashable {
    /// Opening the database file.
    case opening
    /// Reading the installed version.
    case readingVersion
    /// Setting up the connection.
    case preparing
    /// Waiting for the write lock, or taking it.
    case locking
    /// Making the backup.
    case backingUp
    /// Starting a script.
    case starting(script: String)
    /// Running a script, in a statement that did not cause the error.
    case running(script: String, part: StatementFailure.Part, item: Int)
    /// Running a code step.
    case runningCode(name: String)
    /// Checking foreign keys, views or triggers after a script.
    case checking(script: String)
    /// Writing the version and the history.
    case recording(version: Int64)
    /// Committing these versions.
    case committing([Int64])
  }

  /// The reason why the migration stopped.
  public let reason: Reason

  /// The steps that were committed before the error.
  public let report: MigrationReport

  /// The database, as the caller named it.
  public let database: String

  package init(reason: Reason, report: MigrationReport, database: String) {
    var report = report
    report.database = database
    self.reason = reason
    self.report = report
    self.database = database
  }
}

extension MigrationFailure {
  /// The SQLite error behind the failure, if there is one.
  public var sqliteError: SQLiteError? {
    switch reason {
    case .database(let error, _): error
    case .statement(let failure): failure.error
    case .preparation(let error): error as? SQLiteError
    default: nil
    }
  }

  /// The places in the scripts that caused the failure; empty if there are none.
  public var findings: [ScriptFinding] { diagnostics.map(ScriptFinding.init) }

  package var diagnostics: [Diagnostic] { reason.diagnostics }

  private var isBeforeFirstStep: Bool {
    switch reason {
    case .refused, .bundle, .scripts, .preparation, .database(_, .opening),
      .database(_, .readingVersion):
      true
    default: false
    }
  }

  /// The outcome in one sentence: the committed steps, and the backup from before the migration.
  public var outcome: String {
    guard let backup = report.backup else { return standing }
    let words = "\(standing) A backup from before this run is at \(backup)."
    guard let first = report.backupBeforeFailures else { return words }
    return "\(words) The backup from before the first failed run is at \(first)."
  }

  private var standing: String {
    let steps = report.steps
    // Before the first step, the version of the database may not be known yet.
    if steps.isEmpty, isBeforeFirstStep { return "Nothing was changed." }
    if let unfinished = report.unfinished {
      let count = unfinished.statementCount
      return "\(unfinished.script) runs outside a transaction. Its first "
        + "\(count == 1 ? "statement" : "\(count) statements") took effect, and the next run continues after "
        + "\(count == 1 ? "it" : "them"). "
        + "\(committing == nil ? "The version did not change" : "The commit failed"). \(place)."
    }
    if let uncommitted = report.uncommitted, !uncommitted.scripts.isEmpty {
      let scripts = uncommitted.scripts
      let names =
        scripts.count == 1
        ? scripts[0] : "\(scripts.count) scripts up to \(scripts[scripts.count - 1])"
      return "Committing \(names) failed too (SQLite said “\(uncommitted.error.message)” "
        + "[\(uncommitted.error.code)]). \(place)."
    }
    switch steps.count {
    case 0 where report.adopted != nil: return "The version was adopted. \(place)."
    case 0: return "\(committing == nil ? "Nothing was changed" : "The commit failed"). \(place)."
    case 1: return "\(steps[0].script) was committed. \(place)."
    default:
      return
        "\(steps.count) scripts up to \(steps[steps.count - 1].script) were committed. "
        + "\(place)."
    }
  }

  private var place: String {
    let known =
      if !report.steps.isEmpty || report.adopted != nil {
        "The database is at version \(report.to)"
      } else if report.wasToAdopt {
        "The database has no version of its own yet"
      } else if report.from == nil, !report.hasVersion {
        "The database is still new"
      } else if report.isStale {
        "The database was at version \(report.to) when it was last read"
      } else {
        "The database is still at version \(report.to)"
      }
    guard let committing else { return known }
    return "\(known), or at version \(committing) if the commit reached the disk despite the error"
  }

  /// Whether nobody can tell before the next launch if the last commit arrived.
  var isCommitInDoubt: Bool {
    guard case .database(let error, during: .committing) = reason else {
      return report.uncommitted != nil
    }
    return error.leavesCommitInDoubt
  }

  /// Whether a `require` query found rows, so that the script did not run.
  package var isRequirement: Bool {
    if case .statement(let failure) = reason, failure.part == .require { return true }
    return false
  }

  /// Whether the connection lacks a function, a collation or a module that the app adds.
  package var isAboutConnection: Bool {
    sqliteError.map { SQLiteMessage($0.message).isAboutConnection } ?? false
  }

  var isBusy: Bool {
    switch sqliteError?.code.primary {
    case .busy?, .locked?, .lockingProtocol?: true
    default: false
    }
  }

  /// The version whose commit failed with an I/O error.
  private var committing: Int64? {
    guard case .database(let error, during: .committing(let versions)) = reason,
      error.leavesCommitInDoubt
    else { return report.doubtful }
    return versions.last ?? report.to
  }
}

extension MigrationFailure.Reason {
  /// The failure for scripts that cannot be read.
  package static func unreadable(_ diagnostics: [Diagnostic]) -> Self {
    .scripts(diagnostics.map(ScriptFinding.init))
  }

  /// The places in the scripts that caused the failure; empty if there are none.
  package var diagnostics: [Diagnostic] {
    switch self {
    case .scripts(let findings): findings.map(\.diagnostic)
    case .statement(let failure): [failure.diagnostic]
    default: []
    }
  }
}

extension SQLiteError {
  /// Whether a commit that failed with this error may have arrived. SQLite finds out only when the database is opened
  /// again; the commit is there completely or not at all (law 12). A full disk is such an error, too: half of the bytes
  /// that clear the journal's header are enough to end the transaction.
  var leavesCommitInDoubt: Bool { code.primary == .inputOutput || code.primary == .full }
}

extension MigrationFailure {
  /// A database that could not be opened or read.
  package init(reading error: SQLiteError, at database: String) {
    self.init(reading: .database(error, during: .opening), at: database)
  }

  /// A failure before anything was read from the database.
  package init(reading reason: Reason, at database: String) {
    self.init(reason: reason, report: MigrationReport(from: nil, to: 0), database: database)
  }
}
