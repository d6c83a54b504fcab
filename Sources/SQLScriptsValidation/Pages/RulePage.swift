import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsSQL

/// The description of one kind of finding, reported by a rule, a file reader or the rehearsal.
package struct RulePage: Sendable {
  /// A file of an example.
  package struct File: Sendable {
    package var name: String
    /// The text of the file, or its statements.
    package var texts: [MarkedText]
    package var isList: Bool
  }

  /// The files of one bundle.
  package typealias Example = [File]

  package var id: String
  package var severity: Diagnostic.Severity
  /// What the rule finds, in one sentence.
  package var summary: String
  /// What happens to users if the finding is not fixed.
  package var why: String
  package var wrong: [Example]
  package var right: [Example]
  /// Whether an author may ignore the finding with a reason.
  package var canBeAllowed: Bool
  /// Whether the settings can turn it off.
  package var canBeTurnedOff: Bool

  /// Creates the page of a rule of the catalog.
  init(_ rule: any Rule.Type) {
    let documentation = rule.documentation
    id = rule.id
    severity = documentation.severity
    summary = documentation.summary
    why = documentation.why
    wrong = documentation.wrong.map(Self.files)
    right = documentation.right.map(Self.files)
    canBeAllowed = documentation.canBeAllowed
    canBeTurnedOff = canBeAllowed
  }

  /// Creates the page of a finding that a file reader or the rehearsal reports. No ignore comment applies to it, but
  /// the settings can turn off findings that make nothing fail.
  init(
    _ id: String, _ severity: Diagnostic.Severity, _ summary: String, why: String,
    wrong: [Example] = [], right: [Example] = [], canBeTurnedOff: Bool = false
  ) {
    self.id = id
    self.severity = severity
    self.summary = summary
    self.why = why
    self.wrong = wrong
    self.right = right
    canBeAllowed = false
    self.canBeTurnedOff = canBeTurnedOff
  }

  private static func files(_ example: RuleDocumentation.Example) -> Example {
    var files: Example = []
    if !example.before.isEmpty { files.append(File(name: "sql_default", list: example.before)) }
    files.append(File(name: "sql_update_2", list: example.statements))
    if let settings = example.settings {
      files.append(File(name: BundleSettings.fileName, text: settings))
    }
    return files
  }
}

extension RulePage {
  /// All pages, in the order in which `validate` checks.
  package static let all =
    ReaderDiagnostics.reading + RuleCatalog.rules.map { RulePage($0) } + ReaderDiagnostics.running

  /// The page with an ID.
  package static func page(_ id: String) -> RulePage? { all.first { $0.id == id } }

  /// The ID that a misspelled one probably means.
  package static func closest(to id: String) -> String? {
    let ids = all.map(\.id)
    // Part of a long name is also accepted, if it is unique.
    let containing = ids.filter { id.count > 2 && $0.contains(id.asciiLowercased) }
    return Spelling.closest(to: id, among: ids) ?? (containing.count == 1 ? containing[0] : nil)
  }
}

extension RulePage.File {
  /// Creates a file from its text, with « and » around the marked range.
  init(name: String, text: String) {
    self.init(name: name, texts: [MarkedText(text)], isList: false)
  }

  /// Creates a file from a list of statements, in any format.
  init(name: String, list: [String]) {
    self.init(name: name, texts: list.map { MarkedText($0) }, isList: true)
  }
}
