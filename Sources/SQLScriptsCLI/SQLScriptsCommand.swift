import ArgumentParser
import SQLScripts
import SQLScriptsDatabase
import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsScratch

@main
struct SQLScriptsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sqlscripts",
    abstract: "Migrates SQLite databases with versioned SQL scripts.",
    discussion: """
      A scripts folder contains sql_default, which creates a new database, and sql_update_2, sql_update_3 \
      and so on, which migrate an existing one version by version. A script is a property list, JSON or \
      plain SQL.

      “sqlscripts --version” prints the version of the command.

      Exit status: 0 success; 1 problems found, migration failed, or (--check) work pending; 2 could not \
      run: no scripts, no database, invalid settings or an unreadable file; 64 invalid usage; 70 internal \
      error.

      With --format json (for init, new and generate: --output json) a command prints exactly one JSON \
      document, also if it fails: then its “error” is not null. Schemas/output.schema.json describes all \
      documents.

      Example:
        sqlscripts init
        sqlscripts new "add age to users"
        sqlscripts validate
        sqlscripts migrate app.sqlite
      """,
    subcommands: [
      InitCommand.self, NewCommand.self, ValidateCommand.self, DescribeCommand.self,
      ReportCommand.self, EditCommand.self, ReleaseCommand.self, ExplainCommand.self,
      RulesCommand.self, StatusCommand.self, PlanCommand.self, MigrateCommand.self,
      RehearseCommand.self, HistoryCommand.self, AdoptCommand.self, IdentifyCommand.self,
      SchemaCommand.self, ConvertCommand.self, FormatCommand.self, DiffCommand.self,
      SquashCommand.self, GenerateCommand.self, BackupCommand.self, RestoreCommand.self,
    ])

  static func main() {
    System.keepStreamsFromFiles()
    System.ignoreClosedPipes()
    System.ignoreFileSizeLimits()
    Connection.limitMemory()
    // The parser's own --version would replace the --version of “adopt” if another option is wrong.
    if System.arguments.dropFirst() == ["--version"] {
      return Terminal(color: .auto).printText("\(SQLScriptsVersion.current)\n")
    }
    System.withFullStack {
      do {
        let arguments = System.arguments.dropFirst()
        var command: any ParsableCommand =
          try StatusCommand(plain: arguments) ?? MigrateCommand(plain: arguments) ?? parseNamed()
          ?? parseAsRoot(Array(arguments))
        try command.run()
      } catch {
        let error = unknownCommand(after: error) ?? surplusFile(after: error) ?? error
        printDocument(of: error)
        exit(withError: error)
      }
    }
  }

  /// Prints the document of a call with invalid usage, if its arguments ask for one.
  private static func printDocument(of error: any Error) {
    let arguments = System.arguments.dropFirst()
    // A command that ran has printed its own.
    guard !(error is ExitCode), exitCode(for: error) == .validationFailure,
      let format = MachineFormat(requestedBy: arguments)
    else { return }
    let failure = CommandFailure(.wrongUsage, message(for: error))
    Terminal(color: .never).printDocument(of: failure, as: format)
  }

  /// The error for a file or folder after a command that takes a scripts folder as an option; nil if another argument
  /// is wrong.
  private static func surplusFile(after error: any Error) -> ValidationError? {
    let arguments = Array(System.arguments.dropFirst())
    let commands = ["validate", "release", "convert", "format", "rehearse", "squash"]
    guard exitCode(for: error) == .validationFailure, let command = arguments.first,
      commands.contains(command), !arguments.contains("--scripts"),
      let path = arguments.dropFirst().first(where: { !$0.hasPrefix("-") && System.exists($0) }),
      message(for: error).contains(path)
    else { return nil }
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let folder =
      System.isFolder(path) ? path : parts.count > 1 ? parts.dropLast().joined(separator: "/") : "."
    return ValidationError(
      "“\(command)” works on a folder of scripts. Write: sqlscripts \(command) --scripts \(folder)")
  }

  /// The error for a name that is not a command, with the most similar name; nil if another argument is wrong.
  private static func unknownCommand(after error: any Error) -> ValidationError? {
    guard exitCode(for: error) == .validationFailure else { return nil }
    var commands = configuration.subcommands
    for argument in System.arguments.dropFirst() where !commands.isEmpty {
      guard !argument.hasPrefix("-"), argument != "help" else { return nil }
      if let command = commands.first(where: { $0.configuration.commandName == argument }) {
        commands = command.configuration.subcommands
        continue
      }
      let names = commands.compactMap { $0.configuration.commandName } + ["help"]
      let guess = Spelling.closest(to: argument, among: names)
      return ValidationError(
        "There is no command “\(argument)”.\(guess.map { " Did you mean “\($0)”?" } ?? "")")
    }
    return nil
  }

  /// The command that the first argument names, parsed without the others: creating all commands takes a sixth of the
  /// instructions of a launch check. Nil if there is an error or help is requested. Then the complete tree is parsed,
  /// which reports the error with the names of all commands.
  private static func parseNamed() -> (any ParsableCommand)? {
    let arguments = System.arguments.dropFirst()
    let named = configuration.subcommands.first { command in
      command.configuration.commandName == arguments.first
        && command.configuration.subcommands.isEmpty
    }
    guard let named, let command = try? named.parseAsRoot(Array(arguments.dropFirst())),
      type(of: command) == named
    else { return nil }
    return command
  }
}
