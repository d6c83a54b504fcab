import SQLScriptsDiagnostics
import SQLScriptsFiles

extension ScriptBundle {
  /// The lowest version whose script is misnamed or there twice; nil if there is none. The schema is not known from it
  /// on. A file without a version is probably the latest update.
  var misnamedVersion: Int64? {
    diagnostics.filter { $0.severity == .error }
      .compactMap { ($0.mistake as? NameMistake)?.version }.min()
  }

  /// The files with a wrong name that are probably the updates of some versions.
  func misnamedUpdates(_ versions: ClosedRange<Int64>) -> [SourceSpan] {
    diagnostics.filter { finding in
      (finding.mistake as? NameMistake)?.version.map(versions.contains) ?? false
    }.map(\.span)
  }
}

extension NameMistake {
  /// The version of the script that is meant; 0 for the default script; nil if it is not known.
  fileprivate var version: Int64? {
    switch self {
    case .duplicateVersion(let kind, _): kind.version
    case .unknown(_, let renaming), .zeroPadded(_, let renaming), .wrongCase(_, let renaming),
      .hidden(_, let renaming), .bareNumber(_, let renaming):
      // The version may belong to another script.
      ScriptName(renaming.name)?.kind.version
    case .unknownExtension(_, let stem, _): ScriptName(stem + ".sql")?.kind.version
    case .extraExtension(_, let name), .lastCopy(_, let name): ScriptName(name)?.kind.version
    case .labelledDefault: 0
    case .versionZero: 1
    case .notDownloaded(_, let name), .document(_, let name):
      (ScriptName(name) ?? ScriptName(name + ".sql"))?.kind.version
    case .notAScript, .missingNumber, .numberTooLarge, .leftover, .companion, .companionLeftover,
      .downMigration:
      nil
    }
  }
}
