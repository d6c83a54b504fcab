import SQLScriptsDiagnostics
import SQLScriptsFiles

/// A rule reports one kind of mistake. Each rule has its own file and one line in the catalog.
///
/// If possible, a rule checks the effects of a statement or script in the rehearsal. It reads tokens only if
/// necessary. A rule always reports; the settings and suppressions decide whether the finding is shown.
package protocol Rule: Sendable {
  static var documentation: RuleDocumentation { get }

  init()

  /// Creates the rule for a bundle with these settings. Most rules ignore them.
  init(settings: BundleSettings)

  /// Checks one statement after its rehearsal.
  func check(_ statement: RehearsedStatement, _ findings: inout Findings)

  /// Checks one script after the rehearsal of all its statements.
  func check(_ script: RehearsedScript, _ findings: inout Findings)
}

extension Rule {
  package init(settings: BundleSettings) { self.init() }

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {}
  package func check(_ script: RehearsedScript, _ findings: inout Findings) {}

  /// The name of the type in kebab-case. It names the mistake, such as `drop-column`.
  package static var id: String {
    var id = ""
    // `String(describing:)` searches all conformances of the program, for each rule.
    for character in "\(Self.self)" {
      if character.isUppercase, !id.isEmpty { id += "-" }
      id += character.lowercased()
    }
    return id
  }
}
