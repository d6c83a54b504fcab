import ArgumentParser
import SQLScripts
import SQLScriptsDatabase
import SQLScriptsDiagnostics
import SQLScriptsReporting

struct BackupCommand: TerminalCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: "Copies a database into a file beside it.",
    discussion: """
      Others may go on reading the database; where it has no write-ahead log, their writing waits. The copy \
      is checked and on the disk before it gets its name, which ends with the next number: \
      NAME.backup-000001. Before a migration the versions follow, as in NAME.backup-000002-v3-to-v5.

      Older backups are removed and named, and as many stay as --keep says, the new one included. After \
      migrations that failed one after the other, one of these is the backup from before the first of them, \
      until one has succeeded; with --keep 1 it stays besides the new one. What has such a name and is not \
      a whole database is neither counted nor removed.

      Example:
        sqlscripts backup app.sqlite
        sqlscripts backup app.sqlite --keep 10
        sqlscripts backup app.sqlite --list
      """)

  @Argument(help: "The database.", completion: .file())
  var database: String

  @Option(help: ArgumentHelp("How many backups stay, this one too.", valueName: "count"))
  var keep = 2

  @Flag(help: "Only list the backups that there are, the newest first.")
  var list = false

  @Option(
    help: ArgumentHelp("How long to wait for others who use the database.", valueName: "seconds"))
  var busyTimeout = 5.0

  @Option(help: ArgumentHelp("How to report.", valueName: "format"))
  var format = ReportFormat.human

  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard (1...1_000_000).contains(keep) else { throw ValidationError("--keep must be at least 1") }
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
          of: database, keep: keep, waiting: Milliseconds(.milliseconds(Int64(busyTimeout * 1000))))
      let all = try DatabaseBackup.all(of: database)
      switch format {
      case .human: terminal.print(lines(change, all))
      case .json:
        terminal.print(
          .document([
            .init("database", .string(database)),
            .init("made", .string(change?.made.path)),
            .init("removed", .array((change?.removed ?? []).map { .string($0.path) })),
            .init("backups", .array(all.map { .string($0.path) })),
          ]))
      }
    } catch {
      throw CommandStop(backup: error)
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
  /// Names an older backup that made room for a new one.
  static func removedBackup(_ path: String) -> StyledText {
    StyledText(VisibleText.oneLine("  removed: \(path)"))
  }
}
