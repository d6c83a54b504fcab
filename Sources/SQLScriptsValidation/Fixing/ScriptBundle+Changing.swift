import SQLScriptsFiles

/// Bundles with other scripts.
extension ScriptBundle {
  /// The bundle with other bytes for some scripts, by file name.
  package func replacing(_ contents: [String: [UInt8]]) -> ScriptBundle {
    let replaced = { (file: ScriptFile) in contents[file.name].map(file.with) ?? file }
    var bundle = self
    bundle.defaultScript = defaultScript.map(replaced)
    bundle.updates = updates.map(replaced)
    return bundle
  }

  /// The bundle with another script, which replaces the one of the same version.
  package func adding(_ file: ScriptFile) -> ScriptBundle {
    var bundle = self
    switch file.kind {
    case .default: bundle.defaultScript = file
    case .update:
      bundle.updates = (updates.filter { $0.kind != file.kind } + [file])
        .sorted { $0.kind.version < $1.kind.version }
    }
    return bundle
  }

  /// The bundle with its updates only.
  package var withoutDefaultScript: ScriptBundle {
    var bundle = self
    bundle.defaultScript = nil
    return bundle
  }
}
