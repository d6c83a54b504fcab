package import SQLScriptsDiagnostics

/// Maps other names of versions, such as app versions or the migrations of another tool, to versions.
///
/// ```json
/// { "1.0.0": 1, "1.10.2": 2 }
/// ```
package enum VersionMap {
  /// Parses a JSON file of names and versions. Mistakes are reported and left out.
  package static func read(
    _ source: SourceFile
  ) -> (versions: [String: Int64], diagnostics: [Diagnostic]) {
    let (document, diagnostics) = JSONParser.parse(source)
    var reader = ValueReader(document: document)
    var versions: [String: Int64] = [:]
    if let root = reader.document.nodes.first {
      if root.kind == .dictionary {
        for (name, version) in reader.entries(of: 0) {
          versions[reader.text(name)] = reader.integer(version, of: name, from: 0)
        }
      } else {
        reader.report(.mapIsNoDictionary, at: reader.document.span(of: root))
      }
    }
    return (versions, diagnostics + reader.diagnostics)
  }
}
