import SQLScripts
import SQLScriptsDatabase

/// Something that an app does with a database, how it begins, and what may come of it.
package struct Situation {
  package let name: String
  package let start: Folder.Files
  /// What the database may be at any time: each only together with its own history, schema and rows.
  package var allowed: [Standing] = []
  /// What it is in the end.
  package var end: Standing?
  /// What a backup beside the database may be.
  package var backups: [Standing] = []
  /// What the database is without a backup of it: with one that is asked for, as at the beginning.
  package var withoutBackup: Standing?
  /// Whether the database cannot be read before the end. Its bytes may change all the same: whoever opens
  /// it plays its journal in.
  package var isUnreadable = false
  /// What differs from one undisturbed run to the next, and is not compared.
  package var unstable: Set<String> = []
  /// Whether each run asks the same of the disk.
  package var isSteady = true
  package let act: (Folder, Act) throws -> Void

  package init(
    name: String, start: Folder.Files, act: @escaping (Folder, Act) throws -> Void
  ) {
    self.name = name
    self.start = start
    self.act = act
  }

  /// What is wrong with the files, after whatever happened; nil for nothing.
  package func complaint(in folder: Folder, _ promise: Act.Promise) -> String? {
    do {
      if let found = try standsWrong(folder, promise) { return found }
      let again = Act()
      do {
        try again.run(self, in: folder)
      } catch {
        return "the next run fails: \((error as? MigrationFailure)?.summary ?? "\(error)")"
      }
      if let found = try standsWrong(folder, again.promise) {
        return "after the next run: \(found)"
      }
      // An empty file that was a lock may stay: it locks nobody out.
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

  /// What is not as it should be, compared with the most similar one that it may be.
  private func differences(of found: Standing) -> String {
    let same = allowed.filter { $0.version == found.version }
    let names = same.map { found.differences(from: $0) }.min { $0.count < $1.count }
    guard let names else { return found.words }
    return "\(found.versionWords), but otherwise than there: "
      + names.sorted().prefix(5).joined(separator: ", ")
      + (names.count > 5 ? " and \(names.count - 5) more" : "")
  }

  /// PERSIST leaves the journal where it is.
  private var keepsJournal: Bool { name.contains("persist") }

  /// What is wrong before anything is run again; nil for nothing.
  package func standsWrong(_ folder: Folder, _ promise: Act.Promise) throws -> String? {
    let found: Standing
    do {
      found = try Standing(of: folder.database).without(unstable)
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
    var kept: [Standing] = []
    for backup in try DatabaseBackup.all(of: folder.database) {
      let standing = try Standing(of: backup.path)
      guard backups.contains(standing) else { return "a backup has \(standing.words)" }
      kept.append(standing)
    }
    if let withoutBackup, found != withoutBackup || (end == nil && promise.isDone),
      !kept.contains(withoutBackup)
    {
      return "there is no backup of the database as it was, and it has \(found.words)"
    }
    return nil
  }
}
