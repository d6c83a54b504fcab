import SQLScriptsDiagnostics
import SQLScriptsFiles

extension ScriptBundle {
  /// The lowest version whose script is misnamed or there twice; nil if there is none. The schema is not known from it
  /// on. A file without a version is probably the latest update.
  var misnamedVersion: Int64? {
    diagnostics.compactMap { ($0.mistake as? NameMistake)?.version }.min()
  }
}

extension NameMistake {
  /// The version of the script that is meant; 0 for the default script; nil if it is not known, or for a warning.
  fileprivate var version: Int64? {
    switch self {
    case .duplicateVersion(let kind, _): kind.version
    case .unknown(_, let renaming), .zeroPadded(_, let renaming), .wrongCase(_, let renaming):
      // The version may belong to another script.
      ScriptName(renaming.name)?.kind.version
    case .unknownExtension(_, let stem, _): ScriptName(stem + ".sql")?.kind.version
    case .extraExtension(_, let name), .lastCopy(_, let name): ScriptName(name)?.kind.version
    case .labelledDefault: 0
    case .versionZero: 1
    case .notDownloaded(_, let name), .document(_, let name):
      (ScriptName(name) ?? ScriptName(name + ".sql"))?.kind.version
    case .notAScript, .missingNumber, .numberTooLarge, .leftover, .companion, .companionLeftover,
      .hidden, .bareNumber, .downMigration:
      nil
    }
  }
}
