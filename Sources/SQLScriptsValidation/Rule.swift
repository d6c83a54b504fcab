import SQLScriptsDiagnostics
import SQLScriptsFiles

/// One thing that a script should not do. A rule is one file and one line in the catalog.
///
/// A rule judges what a statement or a script did in the rehearsal wherever it can, and reads tokens only
/// where it must. It reports always; whether anyone hears of it is decided by the settings, by the
/// suppressions, and never by the rule.
package protocol Rule: Sendable {
  static var documentation: RuleDocumentation { get }

  init()

  /// Makes the rule for a bundle with these settings. Most rules do not ask.
  init(settings: BundleSettings)

  /// Judges one statement, after it was rehearsed.
  func check(_ statement: RehearsedStatement, _ findings: inout Findings)

  /// Judges one script, after all its statements were rehearsed.
  func check(_ script: RehearsedScript, _ findings: inout Findings)
}

extension Rule {
  package init(settings: BundleSettings) { self.init() }

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {}
  package func check(_ script: RehearsedScript, _ findings: inout Findings) {}

  /// The name of the type in kebab-case. It names the bad thing: "allow `drop-column`".
  package static var id: String {
    var id = ""
    for character in String(describing: Self.self) {
      if character.isUppercase, !id.isEmpty { id += "-" }
      id += character.lowercased()
    }
    return id
  }
}
