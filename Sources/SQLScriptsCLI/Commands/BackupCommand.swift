import ArgumentParser
import SQLScripts
import SQLScriptsDiagnostics

struct BackupCommand: TerminalCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: "Copies a database into a file beside it.",
    discussion: """
      Others may go on reading the database; where it has no write-ahead log, their writing waits. The copy \
      is checked and on the disk before it gets its name, which ends with the next number: \
      NAME.backup-000001. Before a migration the versions follow, as in NAME.backup-000002-v3-to-v5.

      Older backups are removed, and as many stay as --keep says. After migrations that failed one after \
      the other, the backup from before the first of them stays, too, until one has succeeded.

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
    try DatabaseArgument.check(database)
    do throws(BackupError) {
      let made =
        list
        ? nil
        : try DatabaseBackup.make(
          of: database, keep: keep, busyTimeout: .milliseconds(Int64(busyTimeout * 1000)))
      let all = try DatabaseBackup.all(of: database)
      switch format {
      case .human: terminal.print(lines(made, all))
      case .json:
        terminal.print(
          .document([
            .init("database", .string(database)),
            .init("made", .string(made?.path)),
            .init("backups", .array(all.map { .string($0.path) })),
          ]))
      }
    } catch {
      throw CommandStop(backup: error)
    }
    return .fine
  }

  private func lines(_ made: DatabaseBackup?, _ all: [DatabaseBackup]) -> [StyledText] {
    if let made {
      var line = StyledText(VisibleText.oneLine(database), .path)
      line.append(": backed up as \(VisibleText.oneLine(made.path))")
      return [line]
    }
    return all.map { StyledText(VisibleText.oneLine($0.path), .path) }
  }
}
