package import SQLScriptsDiagnostics

/// A file name that is wrong. An error is a file that would never run, or never be read: it stops a migration (law 10).
package enum NameMistake: Mistake {
  /// A name that a file should have.
  package struct Renaming: Sendable {
    package let name: String
    /// The script that already has this version.
    package let taken: String?
  }

  case duplicateVersion(ScriptFile.Kind, first: SourceSpan)
  /// The name of a script in memory.
  case notAScript(String)
  case unknown(String, Renaming)
  case unknownExtension(String, stem: String, ending: String)
  case labelledDefault(String, String)
  /// A name without a number, with a name that is free.
  case missingNumber(String, free: String)
  /// The number 0, and whether version 1 exists.
  case versionZero(String, hasOne: Bool)
  case numberTooLarge(String)
  case zeroPadded(String, Renaming)
  case wrongCase(String, Renaming)
  case extraExtension(String, rename: String)
  /// A hidden script, and its name without the dot.
  case hidden(String, Renaming)
  /// A script that iCloud Drive has not downloaded.
  case notDownloaded(String, script: String)
  /// A document of a word processor or an archive, which cannot be a script.
  case document(String, stem: String)
  /// A script of another tool that undoes a migration.
  case downMigration(String)
  /// Only a number, in a folder with scripts.
  case bareNumber(String, Renaming)
  /// A copy or a backup of a script that does not exist.
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
    case .leftover, .companionLeftover, .downMigration: "editor-leftover-file"
    default: "unknown-file-name"
    }
  }

  package var severity: Diagnostic.Severity {
    switch self {
    // An app's resources may contain other files with such a name, and an error stops a migration.
    case .leftover, .companionLeftover, .downMigration, .hidden, .bareNumber: .warning
    default: .error
    }
  }

  package var message: String {
    switch self {
    case .duplicateVersion(.default, _): "sql_default exists twice"
    case .duplicateVersion(.update(let version), _): "version \(version) exists twice"
    case .notAScript(let name), .unknown(let name, _), .lastCopy(let name, _),
      .bareNumber(let name, _):
      "“\(name.forMessage)” is not a script name, so it would never run"
    case .unknownExtension(let name, _, _):
      "“\(name.forMessage)” does not end in .plist, .json or .sql, so it would never run"
    case .labelledDefault(let name, _):
      "“\(name.forMessage)” would never run: sql_default has neither a number nor a label"
    case .hidden(let name, _): "“\(name.forMessage)” is hidden, so it would never run"
    case .notDownloaded(let name, _):
      "“\(name.forMessage)” is a placeholder for a file that iCloud Drive has not downloaded"
    case .document(let name, _):
      "“\(name.forMessage)” is not a text file, so it would never run"
    case .downMigration(let name):
      "“\(name.forMessage)” undoes a migration: it never runs, but ships with the app"
    case .missingNumber(let name, _):
      "“\(name.forMessage)” has no version number, so it would never run"
    case .versionZero(let name, _): "“\(name.forMessage)” would never run: versions start at 1"
    case .numberTooLarge(let name):
      "“\(name.forMessage)” would never run: its number is above \(Int64.max)"
    case .zeroPadded(let name, _):
      "“\(name.forMessage)” would never run: its number must not have leading zeros"
    case .wrongCase(let name, _):
      "“\(name.forMessage)” is not all lowercase, so it would never run"
    case .extraExtension(let name, _):
      "“\(name.forMessage)” has an extra file extension, so it would never run"
    case .leftover(let name, let original):
      "“\(name.forMessage)” looks like a leftover of “\(original)”: it never runs, but ships with the app"
    case .companion(let name, let meant):
      "“\(name.forMessage)” is not the name of \(Self.role(of: meant)), so it would never be read"
    case .companionLeftover(let name, let meant):
      "“\(name.forMessage)” looks like a leftover of “\(meant)”: it is never read, but ships with the app"
    }
  }

  private static func role(of file: String) -> String {
    file == BundleSettings.fileName ? "the settings file" : "the lock file"
  }
}
