import SQLScripts
import SQLScriptsDiagnostics
import SQLScriptsFiles

/// The scripts that were released and have not changed since. What has shipped is a fact: nobody can correct it, so
/// findings in it fail no run.
struct ReleasedScripts {
  /// Their displayed names, as in findings.
  private let names: Set<String>

  /// The names of their files.
  let fileNames: Set<String>

  /// No script.
  init() { (names, fileNames) = ([], []) }

  init(_ library: ScriptLibrary) {
    guard let lock = LockFile.reading(library.bundle)?.lock, !lock.isDamaged else {
      (names, fileNames) = ([], [])
      return
    }
    let checksums = Dictionary(
      lock.entries.map { ([$0.kind.rawValue, "\($0.version)"], $0.checksum) },
      uniquingKeysWith: { first, _ in first })
    let files = library.bundle.scripts.filter { file in
      guard let script = try? library.script(file) else { return false }
      let checksum = checksums[[script.lockKind.rawValue, "\(script.version)"]]
      return checksum != nil && checksum == Checksum(of: script)
    }
    names = Set(files.map(\.displayName))
    fileNames = Set(files.map(\.name))
  }

  func contains(fileNamed name: String) -> Bool { fileNames.contains(name) }

  func contain(_ finding: Diagnostic) -> Bool { names.contains(finding.span.file.name) }
}

extension Diagnostic {
  /// The advice for a finding in a released script, if a new update can repair it.
  func repaired(by repair: Repair) -> Diagnostic {
    Diagnostic(
      id, .warning, "\(repair.kind) “\(repair.name)” is missing since \(span.file.baseName)",
      at: span,
      why: "The script is released and dropped it. No later script creates it again.",
      help: "Write a new update with “sqlscripts generate repair”: \(repair.sql.oneLine)")
  }
}
