import SQLScriptsDatabase
import SQLScriptsDiagnostics

/// The findings of a validator, and what it proved.
package struct Validation: Sendable {
  /// What the rehearsal proved.
  package struct Proof: Sendable, Hashable {
    /// The version that a new database reached.
    package var version: Int64
    /// The oldest version from which all updates ran on sample rows; nil if there is none before `version`.
    package var oldestUpdated: Int64?
    /// Whether there were sample rows to the end. A very large schema that changes very often is rehearsed without them.
    package var isWithSampleRows = true
    /// The last version before `version`; nil if there is none.
    package var latestUpdated: Int64?
    /// All versions from `oldestUpdated` to `latestUpdated`.
    package var updatedVersions: [Int64] = []
    /// The versions that no script creates and whose schema was reconstructed for the updates above them; ascending.
    package var reconstructed: [Int64] = []
    /// The updates that did not run, because no script creates the version before them; ascending.
    package var unrehearsedUpdates: [Int64] = []
    /// The version of SQLite that it ran on.
    package var sqlite: String
  }

  /// All findings, in report order.
  package var diagnostics: [Diagnostic] = []

  /// The findings in released scripts, in report order. Nobody can correct them, so they fail no run.
  package internal(set) var released: [Diagnostic] = []

  /// Whether expressions stood in for functions or collations of the app.
  package internal(set) var hasStandIns = false

  /// The objects that released scripts dropped by mistake and that a new update can create again, in report order.
  package internal(set) var repairs: [Repair] = []

  /// The messages of findings in released scripts that a later script has repaired.
  var repaired: Set<String> = []

  var releasedScripts = ReleasedScripts()

  /// The names of the files that were released and have not changed since.
  package var releasedFiles: Set<String> { releasedScripts.fileNames }

  /// The number of updates that the lock does not contain as they are.
  package internal(set) var unreleasedUpdateCount = 0

  /// The displayed names of the scripts.
  package let scripts: [String]

  /// The number of scripts.
  package var scriptCount: Int { scripts.count }

  /// What the rehearsal ran.
  package internal(set) var coverage = RehearsalCoverage()

  /// What the rehearsal proved, if nothing would stop a migration.
  package internal(set) var proof: Proof?

  /// The version at which new and migrated databases were compared and are the same; nil if no update migrates to the
  /// version of the default script, or if they differ.
  package internal(set) var comparedVersion: Int64?

  /// Whether there were real rows, also if a script failed on them.
  package internal(set) var hasRealRows = false

  /// The statements that failed without rows.
  var failedStatements: Set<SourceSpan> = []

  /// The migration of the supplied rows in words, if no script failed on them.
  package internal(set) var realRows: String?

  /// The reason why the supplied rows could not be used.
  package internal(set) var rowsError: RealRows.LoadError?

  /// The target with the oldest SQLite; nil if there are no targets.
  package internal(set) var target: Target?

  /// Whether the settings are unusable, so that the scripts cannot be interpreted.
  package internal(set) var isWithoutSettings = false

  /// The number of findings with a fix-it in a script.
  package internal(set) var fixableCount = 0

  package init(scripts: [String], diagnostics: [Diagnostic] = []) {
    self.scripts = scripts
    self.diagnostics = diagnostics
  }

  /// The number of findings of a severity.
  package func count(of severity: Diagnostic.Severity) -> Int {
    diagnostics.count { $0.severity == severity }
  }

  /// Whether there is a finding of `severity` or worse.
  package func hasFindings(atLeast severity: Diagnostic.Severity) -> Bool {
    diagnostics.contains { $0.severity.isAtLeast(severity) }
  }
}

extension Validation {
  /// Moves findings in released scripts away from the others.
  ///
  /// - Returns: the moved ones.
  @discardableResult
  mutating func setReleasedApart(
    from start: Int, where isHistory: (Diagnostic) -> Bool = { _ in true }
  ) -> [Diagnostic] {
    let found = diagnostics[start...]
    diagnostics.removeSubrange(start...)
    var moved: [Diagnostic] = []
    for finding in found {
      if releasedScripts.contain(finding), isHistory(finding) {
        moved.append(finding)
      } else {
        diagnostics.append(finding)
      }
    }
    released += moved
    return moved
  }

  /// The number of findings in released scripts that did harm that lasts.
  package var lastingCount: Int {
    released.count { $0.severity != .info && !repaired.contains($0.message) }
  }

  /// The findings in released scripts on one line; nil if none of them did any harm that lasts.
  package var releasedWords: String? {
    let lasting = lastingCount
    guard lasting > 0 else { return nil }
    let count = lasting == 1 ? "1 finding" : "\(lasting) findings"
    return "\(count) in released scripts, which cannot be corrected any more; --all shows them"
  }

  /// The result on one line.
  package var summary: String {
    let scripts = scriptCount == 1 ? "1 script" : "\(scriptCount) scripts"
    let proof = proof.map { proven in
      var proof = proven.words
      if let comparedVersion {
        proof += "; new and migrated databases are the same at version \(comparedVersion)"
      }
      if let words = proven.wordsAboutMissingVersions { proof += "; \(words)" }
      if let realRows { proof += "; \(realRows)" }
      if let target {
        proof += "; the oldest target is \(target.name)"
        if target.platform != .sqlite { proof += " with SQLite \(target.sqlite.short)" }
      }
      return proof
    }
    let counts = Diagnostic.Severity.allCases.compactMap { severity -> String? in
      let found = diagnostics.filter { $0.severity == severity }
      guard !found.isEmpty else { return nil }
      // A problem that repeats is shown once.
      let count = Set(found.map(\.words)).count
      let words = "\(count) \(severity.rawValue)\(count == 1 ? "" : "s")"
      return count < found.count ? "\(words) at \(found.count) places" : words
    }
    if counts.isEmpty, let proof {
      return "\(scripts) passed: \(proof)"
    }
    let found = "\(counts.isEmpty ? "nothing" : counts.joined(separator: ", ")) in \(scripts)"
    return "\(found): \(proof ?? unfinishedWords)"
  }
}

extension Validation {
  /// The state of a rehearsal that did not prove anything.
  private var unfinishedWords: String {
    let count = coverage.notRun.count
    if count == 0 { return "all of them were checked" }
    return count == scriptCount
      ? "the scripts could not be run" : "\(count) of them could not be run"
  }
}

extension Validation.Proof {
  /// What was rehearsed on less than the released scripts, and what was not; nil if everything was.
  fileprivate var wordsAboutMissingVersions: String? {
    var parts: [String] = []
    if !reconstructed.isEmpty {
      let versions = reconstructed.map { "\($0)" }.list("and")
      parts.append(
        "the schema of version \(versions) was reconstructed, because no script creates it; "
          + "“sqlscripts release” keeps the scripts from now on")
    }
    if !unrehearsedUpdates.isEmpty {
      let updates = unrehearsedUpdates.map { "\($0)" }.list("and")
      let isOne = unrehearsedUpdates.count == 1
      parts.append(
        "\(isOne ? "update" : "updates") \(updates) did not run, because no script creates the "
          + "version before; use a database of that version with --with-data")
    }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }

  fileprivate var words: String {
    guard let oldestUpdated else { return "new database rehearsed on SQLite \(sqlite)" }
    let latest = latestUpdated ?? oldestUpdated
    let versions = oldestUpdated < latest ? "\(oldestUpdated)–\(latest)" : "\(oldestUpdated)"
    return
      "new database and updates from \(versions) rehearsed \(isWithSampleRows ? "with" : "without") "
      + "sample rows on SQLite \(sqlite)"
  }
}
