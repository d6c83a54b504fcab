import ArgumentParser
import SQLScripts
import SQLScriptsDiagnostics
import SQLScriptsReporting

struct RestoreCommand: TerminalCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Replaces a database with a backup.",
    discussion: """
      Checks the backup first, then replaces the database, all or nothing. The backup is kept. Back up the \
      current database first if you may need it. If the database is missing but its write-ahead log or \
      journal still exists, nothing is restored: move that file away first.

      Close every program that uses the database.

      Example:
        sqlscripts restore app.sqlite
        sqlscripts restore app.sqlite --from app.sqlite.backup-000001-v3-to-v5
      """)

  @Argument(help: "The database.", completion: .file())
  var database: String

  @Option(
    help: ArgumentHelp("The backup. (default: the newest)", valueName: "file"), completion: .file())
  var from: String?

  @Option(
    help: ArgumentHelp("How long to wait for a locked database.", valueName: "seconds"))
  var busyTimeout = 5.0

  @Option(help: ArgumentHelp("The output format.", valueName: "format"))
  var format = ReportFormat.human

  @OptionGroup var output: OutputOptions

  var machineFormat: MachineFormat? { format.machine }

  func validate() throws {
    guard (0...1_000_000).contains(busyTimeout) else {
      throw ValidationError("--busy-timeout must be from 0 to 1000000 seconds")
    }
  }

  func run(on terminal: Terminal) throws -> ExitStatus {
    try DatabaseArgument.checkForWriting(database)
    let backup: DatabaseBackup
    do throws(BackupError) {
      backup = try chosen()
      try backup.restore(
        to: database, busyTimeout: .milliseconds(Int64(busyTimeout * 1000)))
    } catch {
      throw CommandFailure(backup: error)
    }
    switch format {
    case .human:
      var line = StyledText(VisibleText.oneLine(database), .path)
      line.append(": restored from \(VisibleText.oneLine(backup.path))")
      terminal.print([line])
    case .json:
      terminal.print(
        .document([
          .init("database", .string(database)), .init("backup", .string(backup.path)),
        ]))
    }
    return .fine
  }

  private func chosen() throws(BackupError) -> DatabaseBackup {
    if let from { return DatabaseBackup(path: from) }
    guard let newest = try DatabaseBackup.all(of: database).first else {
      throw .noBackup(database: database)
    }
    return newest
  }
}
