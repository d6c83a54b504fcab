import SQLScripts
import SQLScriptsDiagnostics
import SQLScriptsReporting
import SQLScriptsValidation

extension CommandFailure {
  /// The failure as JSON, with the fields of a failed migration.
  var json: JSONText {
    if let migration { return migration.json }
    return .object([
      .init("kind", .string(kind)),
      .init("message", .string(message)),
      .init("help", .string(help)),
      .init("state", .null),
      .init("sqlite", .null),
      .init("diagnostics", .array(diagnostics.map(\.json))),
    ])
  }

  private var kind: String {
    switch status {
    case .fine, .findings: "refused"
    case .couldNotRun: "couldNotRun"
    case .wrongUsage: "usage"
    case .defect: "internal"
    }
  }

  /// The only document of a call that failed.
  fileprivate func print(as format: MachineFormat, _ json: JSONText?, on terminal: Terminal) {
    switch format {
    case .json: terminal.print(json ?? .document([], error: self.json))
    case .jsonl: terminal.printLine(.document([], error: self.json))
    case .sarif, .junit:
      let report = FindingsReport(diagnostics: diagnostics, problem: words, status: status)
      terminal.printDocument(
        format == .sarif ? report.sarif.pretty : report.junit(failOn: .error))
    }
  }

  private var words: String { help.map { "\(message). \($0)" } ?? message }
}

extension Terminal {
  /// Prints the document of a failure, unless the command has printed its own.
  ///
  /// - Parameter json: the JSON document if it contains more than the failure.
  func printDocument(
    of failure: CommandFailure, as format: MachineFormat?, _ json: JSONText? = nil
  ) {
    guard let format, format == .jsonl || !hasDocument else { return }
    failure.print(as: format, json, on: self)
  }
}
