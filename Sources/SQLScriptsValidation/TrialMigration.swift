import SQLScripts
import SQLScriptsDatabase
import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsScratch

/// Runs the scripts on a scratch database in memory, with the same runner that migrates real ones.
struct TrialMigration {
  enum Outcome {
    /// All scripts ran.
    case reached(Validation.Trial)
    /// A script, or what it left behind, stopped it.
    case stopped([Diagnostic])
    /// What was found before keeps the scripts from running, at all or to the end.
    case notPossible
  }

  let library: ScriptLibrary

  init(_ library: ScriptLibrary) {
    self.library = library
  }

  func run(at pace: TrialPace) -> Outcome {
    let extent = extent
    if extent == .none { return .notPossible }
    var options = MigrationOptions()
    // Each script by itself: one that stops leaves the database at the version before it.
    options.groupCommit = .zero
    options.cancellation = pace.cancellation
    do throws(SQLiteError) {
      let connection = try Connection(
        path: ":memory:", mode: .scratch, busyTimeout: Milliseconds(0))
      try connection.setScratchLimits()
      let deadline = Deadline()
      options.observer = Timed(pace: pace, deadline: deadline)
      connection.setDeadline(deadline)
      defer { connection.setDeadline(nil) }
      let sqlite = try connection.value("SELECT sqlite_version()")?.string ?? "of unknown version"
      let migrator = Migrator(connection: connection, library: library, options: options)
      do throws(MigrationFailure) {
        if case .upTo(let version) = extent { return upTo(version, migrator) }
        let report = try migrator.migrate()
        return .reached(
          Validation.Trial(
            version: report.to, oldestUpdated: oldestVersion.flatMap { $0 < report.to ? $0 : nil },
            latestUpdated: versions.last { $0 < report.to }, sqlite: sqlite))
      } catch {
        // The format layer has reported the gap. What stands before it is rehearsed all the same.
        if case .refused(let refusal) = error.reason, let version = refusal.versionBeforeGap {
          return upTo(version, migrator)
        }
        return .stopped(diagnostics(of: error))
      }
    } catch {
      return .stopped(diagnostics(of: .database(error, during: .opening)))
    }
  }

  /// Gives each script its time, which begins when it may run.
  private struct Timed: MigrationObserver {
    let pace: TrialPace
    // Only the thread that migrates uses it.
    nonisolated(unsafe) let deadline: Deadline

    func observe(_ event: MigrationEvent) {
      pace.observe(event)
      deadline.extend(by: pace.budget)
    }
  }

  private func upTo(_ version: Int64, _ migrator: Migrator) -> Outcome {
    do throws(MigrationFailure) {
      try migrator.migrate(to: version)
      return .notPossible
    } catch {
      if case .refused = error.reason { return .notPossible }
      return .stopped(diagnostics(of: error))
    }
  }

  /// The oldest version that a database with rows can have and that is updated: what the default script
  /// makes, or the first update, or the first of those that `minimumVersion` leaves.
  var oldestVersion: Int64? {
    let minimum = (try? library.settings().minimumVersion) ?? 0
    return versions.first { $0 >= minimum }
  }

  /// The versions that a new database comes by, ascending.
  private var versions: [Int64] {
    let updates = library.bundle.updateVersions
    guard let file = library.bundle.defaultScript else { return updates }
    guard let start = try? library.script(file).version else { return [] }
    return [start] + updates.filter { $0 > start }
  }

  private enum Extent: Hashable {
    case all, none
    case upTo(Int64)

    var version: Int64 { if case .upTo(let version) = self { version } else { 0 } }
  }

  /// How far the scripts can be read: one that cannot be stops the rehearsal before it, and what is
  /// wrong with those before is found all the same.
  private var extent: Extent {
    let bundle = library.bundle
    guard !bundle.diagnostics.hasErrors else { return .none }
    var extent = Extent.none
    for file in bundle.scripts {
      do throws(MigrationFailure.Reason) {
        extent = .upTo(max(try library.script(file).version, extent.version))
      } catch {
        return extent
      }
    }
    return .all
  }

  func diagnostics(of failure: MigrationFailure) -> [Diagnostic] {
    switch failure.reason {
    case .foreignKeys(let script, _, _, _):
      [.foreignKeyViolation(failure.summary, at: span(of: script))].compactMap { $0 }
    case .brokenSchema(let script, _, _):
      [.brokenSchema(failure.summary, at: span(of: script))].compactMap { $0 }
    case .statement(let stopped) where stopped.error.code.primary == .interrupted:
      [.runsTooLong(at: stopped.diagnostic.span)]
    default: diagnostics(of: failure.reason)
    }
  }

  private func diagnostics(of reason: MigrationFailure.Reason) -> [Diagnostic] {
    library.bundle.scripts.first.map { reason.diagnostics(at: $0) } ?? []
  }

  func span(of name: String) -> SourceSpan? {
    let scripts = library.bundle.scripts
    return (scripts.first { $0.name == name } ?? scripts.first)?.nameSpan
  }
}

extension Diagnostic {
  fileprivate static func runsTooLong(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "runs-too-long", .error, "This does not come to its end", at: span,
      help: "Give a recursive query a WHERE that ends it, or a LIMIT.")
  }

  fileprivate static func foreignKeyViolation(_ message: String, at span: SourceSpan?)
    -> Diagnostic?
  {
    span.map {
      Diagnostic(
        "foreign-key-violation", .error, message, at: $0,
        help: "Delete these rows in the script, or insert the rows they refer to.")
    }
  }

  fileprivate static func brokenSchema(_ message: String, at span: SourceSpan?) -> Diagnostic? {
    span.map {
      Diagnostic(
        "broken-view-or-trigger", .error, message, at: $0,
        why: "SQLite finds out only when it is used, which is then in the app.",
        help: "Drop it before the change and create it again after it.")
    }
  }
}
