import SQLScripts
import SQLScriptsDatabase
import SQLScriptsSQL

/// An operation of an app on a database, with its start and its allowed results.
package struct Scenario {
  package let name: String
  package let start: Folder.Files
  /// The allowed states during the operation. A state has its own version, history, schema and rows.
  package var allowed: [DatabaseState] = []
  /// The state at the end.
  package var end: DatabaseState?
  /// The allowed contents of a backup.
  package var backups: [DatabaseState] = []
  /// The state in which there may be no backup. If a backup is requested, this is the state at the start.
  package var withoutBackup: DatabaseState?
  /// Whether the database cannot be read before the end. Its bytes may change anyway, because whoever opens it recovers
  /// from the journal.
  package var isUnreadable = false
  /// Columns that differ between fault-free runs, and are not compared.
  package var unstable: Set<String> = []
  /// Whether each run makes the same disk operations.
  package var isSteady = true
  package let body: (Folder, ScenarioRun) throws -> Void

  package init(
    name: String, start: Folder.Files, body: @escaping (Folder, ScenarioRun) throws -> Void
  ) {
    self.name = name
    self.start = start
    self.body = body
  }

  /// The error in the files after a fault; nil for none.
  package func violation(in folder: Folder, _ promise: ScenarioRun.Promise) -> String? {
    do {
      if let found = try stateViolation(folder, promise) { return found }
      let again = ScenarioRun()
      do {
        try again.perform(self, in: folder)
      } catch {
        return "the next run fails: \((error as? MigrationFailure)?.summary ?? "\(error)")"
      }
      if let found = try stateViolation(folder, again.promise) {
        return "after the next run: \(found)"
      }
      // An empty lock file may remain. It locks nobody out.
      let left = try folder.names().filter {
        $0.hasSuffix("-partial") || ($0.hasSuffix("-journal") && !keepsJournal)
      }
      if let left = try left.first(where: { try !folder.bytes($0).isEmpty }) {
        return "after the next run there is \(left)"
      }
      return nil
    } catch {
      return "\(error)"
    }
  }

  /// The differences from the most similar allowed state.
  private func differences(of found: DatabaseState) -> String {
    let same = allowed.filter { $0.version == found.version }
    let names = same.map { found.differences(from: $0) }.min { $0.count < $1.count }
    guard let names else { return found.words }
    return "\(found.versionWords), but otherwise than there: "
      + names.sorted().prefix(5).joined(separator: ", ")
      + (names.count > 5 ? " and \(names.count - 5) more" : "")
  }

  /// PERSIST keeps the journal.
  private var keepsJournal: Bool { name.contains("persist") }

  /// The error before anything is repeated; nil for none.
  package func stateViolation(_ folder: Folder, _ promise: ScenarioRun.Promise) throws -> String? {
    let found: DatabaseState
    do {
      found = try DatabaseState(of: folder.database).without(unstable)
    } catch {
      if isUnreadable, !promise.isDone { return nil }
      throw error
    }
    guard allowed.contains(found) else {
      return "the database is between two versions: \(differences(of: found))"
    }
    if promise.isDone, let end, found != end {
      return "all was said to be done, and it has \(found.words)"
    }
    if let committed = promise.committed, (found.version ?? 0) < committed {
      return "version \(committed) was said to be committed, and it has \(found.words)"
    }
    var kept: [DatabaseState] = []
    for backup in try DatabaseBackup.all(of: folder.database) {
      let state = try DatabaseState(of: backup.path)
      guard backups.contains(state) else { return "a backup has \(state.words)" }
      kept.append(state)
    }
    if let withoutBackup, found != withoutBackup || (end == nil && promise.isDone),
      !kept.contains(withoutBackup)
    {
      return "there is no backup of the database as it was, and it has \(found.words)"
    }
    return nil
  }
}
