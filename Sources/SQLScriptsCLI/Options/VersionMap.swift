import SQLScriptsDiagnostics
import SQLScriptsFiles

/// Maps other names of versions, such as app versions or the migrations of another tool, to versions.
///
/// ```json
/// { "1.0.0": 1, "1.10.2": 2 }
/// ```
enum VersionMap {
  /// Parses a JSON file of names and versions. Mistakes are reported and left out.
  static func read(
    _ source: SourceFile
  ) -> (versions: [String: Int64], diagnostics: [Diagnostic]) {
    let (document, mistakes) = JSONParser.parse(source)
    var reader = ValueReader(document: document)
    var diagnostics = mistakes
    var versions: [String: Int64] = [:]
    if let root = reader.document.nodes.first {
      if root.kind == .dictionary {
        for (name, version) in reader.entries(of: 0) {
          versions[reader.text(name)] = reader.integer(version, of: name, from: 0)
        }
      } else {
        diagnostics.append(
          Diagnostic(
            "wrong-root", .error, "the version map must be a dictionary",
            at: reader.document.span(of: root),
            help:
              "Write { \"1.0.0\": 1, \"1.10.2\": 2 }, with the database version of each app version."
          ))
      }
    }
    return (versions, diagnostics + reader.diagnostics)
  }
}
