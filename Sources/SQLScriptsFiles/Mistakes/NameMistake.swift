package import SQLScriptsDiagnostics

/// A file name that is wrong. An error is a file that would never run, or never be read: it stops a migration (law 10).
package enum NameMistake: Mistake {
  /// A name that a file should have.
  package struct Renaming: Sendable {
    package let name: String
    /// The script that has that version already.
    package let taken: String?
  }

  case duplicateVersion(ScriptFile.Kind, first: SourceSpan)
  /// A script in memory that is called anything.
  case notAScript(String)
  case unknown(String, Renaming)
  case unknownExtension(String, stem: String, ending: String)
  case labelledDefault(String, String)
  case missingNumber(String)
  case versionZero(String)
  case numberTooLarge(String)
  case zeroPadded(String, Renaming)
  case wrongCase(String, Renaming)
  case extraExtension(String, rename: String)
  /// A copy or a backup of a script that is not there.
  case lastCopy(String, of: String)
  case leftover(String, of: String)
  case companion(String, meant: String)
  case companionLeftover(String, meant: String)

  package var id: String {
    switch self {
    case .duplicateVersion: "duplicate-version"
    case .zeroPadded: "zero-padded-version"
    case .wrongCase: "file-name-case"
    case .extraExtension: "extra-extension"
    case .leftover, .companionLeftover: "editor-leftover-file"
    default: "unknown-file-name"
    }
  }

  package var severity: Diagnostic.Severity {
    switch self {
    case .leftover, .companionLeftover: .warning
    default: .error
    }
  }

  package var message: String {
    switch self {
    case .duplicateVersion(.default, _): "sql_default exists twice"
    case .duplicateVersion(.update(let version), _): "Version \(version) exists twice"
    case .notAScript(let name), .unknown(let name, _), .lastCopy(let name, _):
      "“\(name.forMessage)” is not the name of a script, so it would never run"
    case .unknownExtension(let name, _, _):
      "“\(name.forMessage)” does not end in .plist, .json or .sql, so it would never run"
    case .labelledDefault(let name, _):
      "“\(name.forMessage)” would never run: sql_default has neither a number nor a label"
    case .missingNumber(let name):
      "“\(name.forMessage)” does not say which version it leads to, so it would never run"
    case .versionZero(let name): "“\(name.forMessage)” would never run: versions start at 1"
    case .numberTooLarge(let name):
      "“\(name.forMessage)” would never run: its number is above \(Int64.max)"
    case .zeroPadded(let name, _):
      "“\(name.forMessage)” would never run: the number of an update has no leading zero"
    case .wrongCase(let name, _):
      "“\(name.forMessage)” is not all lower case, so it would never run"
    case .extraExtension(let name, _):
      "“\(name.forMessage)” has one ending too many, so it would never run"
    case .leftover(let name, let original):
      "“\(name.forMessage)” looks like a leftover of “\(original)”: it never runs, but is shipped"
    case .companion(let name, let meant):
      "“\(name.forMessage)” is not the name of \(Self.words(meant)), so it would never be read"
    case .companionLeftover(let name, let meant):
      "“\(name.forMessage)” looks like a leftover of “\(meant)”: it is never read, but is shipped"
    }
  }

  private static func words(_ file: String) -> String {
    file == BundleSettings.fileName ? "the settings" : "the lock"
  }
}
