// Nothing of this file is in a release build. An app in the field must not be able to delete a database, whatever its
// options say.
#if DEBUG
  import SQLScriptsDatabase
  import SQLScriptsFiles

  extension Migrator {
    /// Recreates a development database that the scripts would no longer create.
    ///
    /// The new database is complete before it replaces the old one in one transaction, so a crash leaves one of them.
    ///
    /// - Parameter check: called before anything is read.
    /// - Returns: the report of the new database; nil if the old one stays.
    func recreateIfOutdated(
      onNewDatabase: ((Connection) throws -> Void)? = nil,
      checking check: () throws(SQLiteError) -> Void = {}
    ) throws(MigrationFailure) -> MigrationReport? {
      guard options.recreatesDevelopmentDatabase, let path, path != ":memory:",
        DatabasePath.hasContents(path), !CompanionName.isOne(DatabaseFile(path).name)
      else { return nil }
      do throws(SQLiteError) {
        try check()
      } catch {
        throw failure(.database(error, during: .opening))
      }
      guard try reasonToRecreate() != nil else { return nil }
      let file = DatabaseFile(path).resolved
      let lock: StepLock
      do throws(SQLiteError) {
        lock = try StepLock(
          of: file, ".recreate-lock", busyTimeout: Milliseconds(options.busyTimeout)
        ) { isCancelled }
      } catch {
        throw failure(isCancelled ? .cancelled(.locking) : .database(error, during: .locking))
      }
      // Another process may have recreated it meanwhile. Its copy of the old database must not be replaced.
      guard let reason = try reasonToRecreate() else {
        _ = consume lock
        return nil
      }
      let new = file.beside(".recreate-partial")
      new.remove()
      defer { new.remove() }
      var report = try makeNew(at: new.path, onNewDatabase)
      let kept = file.beside(".before-recreate")
      do throws(BackupError) {
        try replace(file, with: new, keeping: kept)
      } catch {
        let installed = try status().installed
        throw MigrationFailure(
          reason: isCancelled ? .cancelled(.backingUp) : .backup(error),
          report: MigrationReport(from: installed, to: installed ?? 0), database: database)
      }
      _ = consume lock
      report.database = database
      report.replacedDatabase = kept.path
      DevelopmentNotice.print(
        DevelopmentNotice.recreated(database, because: reason, kept: kept.path))
      return report
    }

    /// Sends the last event, with the report of a recreated database.
    func observed(_ report: MigrationReport) -> MigrationReport {
      options.observer?.observe(.finished(report), in: database)
      return report
    }

    private var isCancelled: Bool {
      (cancellations + [options.cancellation].compactMap { $0 }).contains(where: \.isCancelled)
    }

    private func makeNew(
      at path: String, _ onNewDatabase: ((Connection) throws -> Void)?
    ) throws(MigrationFailure) -> MigrationReport {
      var options = options
      options.backup = nil
      options.adoption = nil
      options.recreatesDevelopmentDatabase = false
      options.observer = options.observer.map { UnfinishedObserver(next: $0) }
      var migrator = Migrator(path: path, library: library, options: options)
      migrator.displayName = database
      do throws(MigrationFailure) {
        return try migrator.stopped(by: cancellations).open(onNewDatabase: onNewDatabase).1
      } catch {
        // The steps were those of the new file, which is deleted. The database is as it was.
        let installed = try status().installed
        throw MigrationFailure(
          reason: error.reason, report: MigrationReport(from: installed, to: installed ?? 0),
          database: database)
      }
    }

    /// Replaces a database in one transaction, after it was copied.
    private func replace(
      _ file: DatabaseFile, with new: DatabaseFile, keeping kept: DatabaseFile
    ) throws(BackupError) {
      let busyTimeout = Milliseconds(options.busyTimeout)
      let users = OpenFiles.users(of: file, busyTimeout: busyTimeout)
      guard users.isEmpty else { throw .inUse(database: database, by: users) }
      let copy = file.beside(".backup-partial")
      copy.remove()
      try keep(file, as: copy, busyTimeout)
      do throws(SQLiteError) {
        try copy.replace(kept)
      } catch {
        copy.remove()
        throw .database(error, path: kept.path)
      }
      try DatabaseBackup(path: new.path).restore(
        to: path ?? file.path, busyTimeout: options.busyTimeout,
        prepareConnection: options.prepareConnection)
    }

    /// Copies a database into one file. The connection is closed at the end, before somebody looks for users.
    private func keep(
      _ file: DatabaseFile, as copy: DatabaseFile, _ busyTimeout: Milliseconds
    ) throws(BackupError) {
      let access = DatabaseAccess(
        database: database, prepare: options.prepareConnection, busyTimeout: busyTimeout)
      try copy.fill(from: access.open(file), of: file, access) { isCancelled }
    }

    /// Why the scripts would not create this database, in words that follow “because”; nil if it stays.
    ///
    /// A database whose history SQLScripts did not write belongs to somebody else and always stays.
    private func reasonToRecreate() throws(MigrationFailure) -> String? {
      guard let run = try makeReadingRun(), !run.connection.isReadOnly else { return nil }
      let installed = try run.installed()
      guard case .version(let version) = installed, !(try run.history()).isEmpty else { return nil }
      if let changed = try run.changedScripts().first { return "\(changed) was edited" }
      let names = Set(library.bundle.scripts.map(\.name))
      let scripts = try run.history().compactMap(\.script)
      if let removed = scripts.first(where: { !names.contains($0) }) {
        return "\(removed) was removed or renamed"
      }
      do throws(MigrationFailure) {
        _ = try run.plan(for: installed, to: nil)
      } catch {
        guard case .refused(let refusal) = error.reason else { throw error }
        if case .newerThanScripts(let installed, let latest) = refusal {
          return "it is at version \(installed), and the scripts only go up to \(latest)"
        }
        return "\(refusal)"
      }
      return run.differences(from: version).first.map { "its schema changed: \($0)" }
    }
  }

  /// Leaves out the last event, because the new database still has to replace the old one.
  private struct UnfinishedObserver: MigrationObserver {
    let next: any MigrationObserver

    func observe(_ event: MigrationEvent) {}

    func observe(_ event: MigrationEvent, in database: String) {
      if case .finished = event { return }
      next.observe(event, in: database)
    }
  }
#endif
