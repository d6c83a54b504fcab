import SQLScriptsFiles

// Drift: applied scripts whose files have changed since.
extension MigrationRun {
  /// The file names of scripts whose statements have changed since they were applied.
  func changedScripts() throws(MigrationFailure) -> [String] {
    let history = try history()
    let applied = Dictionary(
      history.compactMap { entry in entry.checksum.map { (entry.version, (entry, $0)) } },
      uniquingKeysWith: { first, _ in first })
    var changed: [String] = []
    for file in library.bundle.scripts {
      do throws(MigrationFailure.Reason) {
        let script = try library.script(file)
        // The default script of today may create a later version than the one that was applied.
        guard let (entry, checksum) = applied[script.version], entry.script == script.file.name
        else { continue }
        if library.checksum(of: script) != checksum { changed.append(file.name) }
      } catch {
        // An unreadable script is not the one that was applied, if one was.
        if history.contains(where: { $0.script == file.name }) { changed.append(file.name) }
      }
    }
    return changed
  }

  #if DEBUG
    /// Reports applied scripts that were edited since, to the caller and to the developer.
    ///
    /// A migration that has succeeded does not fail because of them, and not because they cannot be read.
    func checkAppliedScripts() {
      guard let changed = try? changedScripts(), !changed.isEmpty else { return }
      report.changedScripts = changed
      DevelopmentNotice.print(DevelopmentNotice.edited(changed, in: database))
    }
  #endif
}
