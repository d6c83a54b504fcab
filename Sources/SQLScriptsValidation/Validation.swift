import SQLScriptsDatabase
import SQLScriptsDiagnostics

/// What a validator found, and what it proved.
package struct Validation: Sendable {
  /// What the rehearsal proved.
  package struct Proof: Sendable, Hashable {
    /// The version that a new database reached.
    package var version: Int64
    /// The oldest version from which all updates were run on sample rows; nil if there is none before
    /// `version`.
    package var oldestUpdated: Int64?
    /// Whether there were sample rows to the end: a schema that is very large and changes very often goes without.
    package var isWithSampleRows = true
    /// The last version before `version`; nil if there is none.
    package var latestUpdated: Int64?
    /// The version of SQLite that it ran on.
    package var sqlite: String
  }

  /// Everything that was found, in report order.
  package var diagnostics: [Diagnostic] = []

  /// The scripts, as people are shown their names.
  package let scripts: [String]

  /// How many scripts there are.
  package var scriptCount: Int { scripts.count }

  /// What the rehearsal proved, if nothing would stop a migration.
  package internal(set) var proof: Proof?

  /// The version that a new database and an updated one both reach, and then are the same; nil if no
  /// update leads to the version of the default script, or they are not.
  package internal(set) var comparedVersion: Int64?

  /// What was done to rows that somebody brought along, if no script stopped on them.
  package internal(set) var realRows: String?

  /// Why they could not be used.
  package internal(set) var unusableRows: RealRows.Unusable?

  /// The system with the oldest SQLite that the scripts are for; nil if none is named.
  package internal(set) var target: Target?

  /// The settings cannot be used, so it is not known how the scripts are meant.
  package internal(set) var isWithoutSettings = false

  /// How many findings can be corrected: those with a fix-it in a script.
  package internal(set) var fixableCount = 0

  package init(scripts: [String]) {
    self.scripts = scripts
  }

  /// How many findings there are of a severity.
  package func count(of severity: Diagnostic.Severity) -> Int {
    diagnostics.count { $0.severity == severity }
  }

  /// Whether there is a finding that is as bad as `severity`, or worse.
  package func hasFindings(atLeast severity: Diagnostic.Severity) -> Bool {
    diagnostics.contains { $0.severity.isAtLeast(severity) }
  }
}

extension Validation {
  /// What was found or proved, on one line.
  package var summary: String {
    let scripts = scriptCount == 1 ? "1 script" : "\(scriptCount) scripts"
    let proof = proof.map { proven in
      var proof = proven.words
      if let comparedVersion {
        proof += "; at version \(comparedVersion) a new database is the same as an updated one"
      }
      if let realRows { proof += "; \(realRows)" }
      if let target {
        proof += "; the oldest target is \(target.name)"
        if target.platform != .sqlite { proof += " with SQLite \(target.sqlite.short)" }
      }
      return proof
    }
    let counts = Diagnostic.Severity.allCases.compactMap { severity -> String? in
      let count = count(of: severity)
      guard count > 0 else { return nil }
      switch severity {
      case .error: return count == 1 ? "1 error" : "\(count) errors"
      case .warning: return count == 1 ? "1 warning" : "\(count) warnings"
      case .info: return count == 1 ? "1 remark" : "\(count) remarks"
      }
    }
    if counts.isEmpty, let proof {
      return "\(scripts) \(scriptCount == 1 ? "is" : "are") fine: \(proof)"
    }
    let found = "\(counts.isEmpty ? "nothing" : counts.joined(separator: ", ")) in \(scripts)"
    return "\(found): \(proof ?? "the rehearsal did not come to its end")"
  }
}

extension Validation.Proof {
  fileprivate var words: String {
    guard let oldestUpdated else { return "new database rehearsed on SQLite \(sqlite)" }
    let latest = latestUpdated ?? oldestUpdated
    let versions = oldestUpdated < latest ? "\(oldestUpdated)–\(latest)" : "\(oldestUpdated)"
    return
      "new database and updates from \(versions) rehearsed \(isWithSampleRows ? "with" : "without") "
      + "sample rows on SQLite \(sqlite)"
  }
}
