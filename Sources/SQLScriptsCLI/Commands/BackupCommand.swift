import ArgumentParser
import SQLScripts
import SQLScriptsDatabase
import SQLScriptsDiagnostics
import SQLScriptsReporting

struct BackupCommand: TerminalCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: "Copies a database to a file next to it.",
    discussion: """
      Safe while the database is in use. Without a write-ahead log, writers wait until the copy is \
      complete. The copy is checked and synced before it gets its final name, which ends in the next \
      number: NAME.backup-000001. A backup before a migration also has the versions in its name: \
      NAME.backup-000002-v3-to-v5.

      Keeps the newest --keep backups, including the new one, and deletes and lists the rest. After failed \
      migrations, the backup from before the first failure counts as one of them until a migration \
      succeeds. With --keep 1 it is kept in addition to the new one. A file with such a name that is not a \
      complete database is neither counted nor deleted.

      Example:
        sqlscripts backup app.sqlite
        sqlscripts backup app.sqlite --keep 10
        sqlscripts backup app.sqlite --list
      """)

  @Argument(help: "The database.", completion: .file())
  var database: String

  @Option(
    help: ArgumentHelp("The number of backups to keep, including this one.", valueName: "count"))
  var keep = 2

  @Flag(help: "Only list the existing backups, newest first.")
  var list = false

  @Option(
    help: ArgumentHelp("How long to wait for a locked database.", valueName: "seconds"))
  var busyTimeout = 5.0

  @Option(help: ArgumentHelp("The output format.", valueName: "format"))
  var format = ReportFormat.human

  @OptionGroup var output: OutputOptions

  var machineFormat: MachineFormat? { format.machine }

  func validate() throws {
    guard (1...1_000_000).contains(keep) else {
      throw ValidationError("--keep must be from 1 to 1000000")
    }
    guard (0...1_000_000).contains(busyTimeout) else {
      throw ValidationError("--busy-timeout must be from 0 to 1000000 seconds")
    }
  }

  func run(on terminal: Terminal) throws -> ExitStatus {
    if list {
      try DatabaseArgument.check(database)
    } else {
      try DatabaseArgument.checkForWriting(database)
    }
    do throws(BackupError) {
      let change =
        list
        ? nil
        : try DatabaseBackup.make(
          of: database, keep: keep,
          busyTimeout: Milliseconds(.milliseconds(Int64(busyTimeout * 1000))))
      let all = try DatabaseBackup.all(of: database)
      switch format {
      case .human: terminal.print(lines(change, all))
      case .json:
        terminal.print(
          .document([
            .init("database", .string(database)),
            .init("backup", .string(change?.made.path)),
            .init("removedBackups", .array((change?.removed ?? []).map { .string($0.path) })),
            .init("backups", .array(all.map { .string($0.path) })),
          ]))
      }
    } catch {
      throw CommandFailure(backup: error)
    }
    return .fine
  }

  private func lines(_ change: DatabaseBackup.Change?, _ all: [DatabaseBackup]) -> [StyledText] {
    if let change {
      var line = StyledText(VisibleText.oneLine(database), .path)
      line.append(": backed up as \(VisibleText.oneLine(change.made.path))")
      return [line] + change.removed.map { .removedBackup($0.path) }
    }
    return all.map { StyledText(VisibleText.oneLine($0.path), .path) }
  }
}

extension StyledText {
  /// The line for an older backup that was deleted.
  static func removedBackup(_ path: String) -> StyledText {
    StyledText(VisibleText.oneLine("  removed: \(path)"))
  }
}
