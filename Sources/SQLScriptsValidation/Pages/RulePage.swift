import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsSQL

/// What people read about one kind of finding, whoever reports it: a rule, a reader of files, or the
/// rehearsal.
package struct RulePage: Sendable {
  /// A file that shows the point.
  package struct File: Sendable {
    package var name: String
    /// The text of the file, or its statements one by one.
    package var texts: [MarkedText]
    package var isList: Bool
  }

  /// Files of one bundle.
  package typealias Example = [File]

  package var id: String
  package var severity: Diagnostic.Severity
  /// What is found, in one sentence.
  package var summary: String
  /// What happens to users if nothing is done.
  package var why: String
  package var wrong: [Example]
  package var right: [Example]
  /// Whether an author may allow it with a reason.
  package var canBeAllowed: Bool
  /// Whether the settings can turn it off.
  package var canBeTurnedOff: Bool

  /// The page of a rule of the catalog.
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

  /// The page of what a reader of files or the rehearsal reports. No statement can allow it, but the
  /// settings can turn off what nothing fails for.
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
  /// All pages, in the order in which the layers of `validate` work.
  package static let all =
    FormatRules.reading + RuleCatalog.rules.map { RulePage($0) } + FormatRules.running

  /// The page of an id.
  package static func page(_ id: String) -> RulePage? { all.first { $0.id == id } }

  /// The id that someone probably meant.
  package static func closest(to id: String) -> String? {
    let ids = all.map(\.id)
    // Part of a long name is no slip of two letters, and as clear.
    let containing = ids.filter { id.count > 2 && $0.contains(id.asciiLowercased) }
    return Spelling.closest(to: id, among: ids) ?? (containing.count == 1 ? containing[0] : nil)
  }
}

extension RulePage.File {
  /// A file as it is, with « and » around the place in question.
  init(name: String, text: String) {
    self.init(name: name, texts: [MarkedText(text)], isList: false)
  }

  /// A file as the list of its statements, whatever its format.
  init(name: String, list: [String]) {
    self.init(name: name, texts: list.map { MarkedText($0) }, isList: true)
  }
}
