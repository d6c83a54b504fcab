import SQLScriptsDiagnostics

extension SourceFile {
  /// The name without the folder.
  package var baseName: String { name.split(separator: "/").last.map(String.init) ?? name }
}
