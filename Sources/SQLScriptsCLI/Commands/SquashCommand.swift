import ArgumentParser
import SQLScripts
import SQLScriptsAuthoring
import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsReporting

struct SquashCommand: TerminalCommand {
  static let configuration = CommandConfiguration(
    commandName: "squash",
    abstract: "Rewrites sql_default so that new databases start at a later version.",
    discussion: """
      Builds both databases and compares them: the text of the schema, every row, application_id and \
      user_version. Writes nothing unless they match. They never match if the scripts set page_size, \
      auto_vacuum or the journal mode WAL, which can only be set outside a transaction. Keeps the updates, \
      because users with an older version need them.

      Example:
        sqlscripts squash --through 12
      """)

  @Option(help: ArgumentHelp("The version for sql_default to create.", valueName: "version"))
  var through: Int64

  @Option(help: ArgumentHelp("The output format.", valueName: "format"))
  var format = ReportFormat.human

  @OptionGroup var scripts: ScriptsOptions
  @OptionGroup var output: OutputOptions

  var machineFormat: MachineFormat? { format.machine }

  func run(on terminal: Terminal) throws -> ExitStatus {
    let library = try scripts.library()
    do {
      let squash = try Squash(library, through: through)
      try squash.write()
      switch format {
      case .human: terminal.print(squash.lines)
      case .json: terminal.print(squash.json)
      }
    } catch let refusal as Squash.Refusal {
      throw CommandFailure(refusal)
    } catch let error as AuthoringError {
      throw CommandFailure(authoring: error)
    }
    return .fine
  }
}

extension CommandFailure {
  fileprivate init(_ refusal: Squash.Refusal) {
    switch refusal {
    case .noUpdate(let version, let last):
      self.init(
        .findings, "there is no update \(version)",
        help: last.map { "The last update is \($0)." } ?? "Write an update first.")
    case .madeAlready(let version):
      self.init(.findings, "sql_default already creates version \(version)")
    case .notProved(let words):
      self.init(
        .findings, "the squashed sql_default would differ: \(words.joined(separator: "; "))",
        help: "Squash through another version, or write this sql_default by hand.")
    case .migration(let failure):
      self.init(
        .findings, failure.summary, help: "“sqlscripts validate” shows the details.",
        diagnostics: failure.diagnostics)
    case .database(let error): self.init(.couldNotRun, error.message)
    case .bundle(let error): self.init(.couldNotRun, "\(error)")
    }
  }
}

extension Squash {
  fileprivate var lines: [StyledText] {
    var first = StyledText(VisibleText.oneLine(path), .path)
    let updates =
      firstUpdate == version ? "update \(version)" : "updates \(firstUpdate) to \(version)"
    let ways = old == nil ? updates : "the old sql_default and \(updates)"
    first.append(
      " creates version \(version): \(tableCount.of("table")) and \(rowCount.of("row")), "
        + "identical to the result of \(ways)")
    var lines = [first]
    if !needless.isEmpty {
      lines.append(
        StyledText("no longer needed, because of minimumVersion: " + Self.names(needless)))
    }
    if !later.isEmpty {
      lines.append(
        StyledText(
          "\(Self.names(later)) must stay until no user has a version below \(version); then set "
            + "\"minimumVersion\": \(version) in sqlscripts.json and delete "
            + (later.count == 1 ? "it" : "them")))
    }
    return lines
  }

  /// The result as JSON. Every field is always present.
  fileprivate var json: JSONText {
    .document([
      .init("file", .string(path)),
      .init("version", .int(version)),
      .init("tables", .int(tableCount)),
      .init("rows", .int(rowCount)),
      .init("needless", .array(needless.map { .string($0.displayName) })),
      .init("neededByOlder", .array(later.map { .string($0.displayName) })),
    ])
  }

  private static func names(_ files: [ScriptFile]) -> String {
    VisibleText.oneLine(files.map(\.name).joined(separator: ", "))
  }
}

extension Int {
  fileprivate func of(_ thing: String) -> String { "\(self) \(thing)\(self == 1 ? "" : "s")" }
}
