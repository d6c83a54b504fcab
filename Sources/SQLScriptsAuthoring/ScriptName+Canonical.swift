import SQLScriptsFiles

extension ScriptName {
  /// The canonical file name.
  package var canonicalFileName: String {
    let label = label.map { "_" + $0 } ?? ""
    switch kind {
    case .default: return "sql_default.\(format.rawValue)"
    case .update(let version): return "sql_update_\(version)\(label).\(format.rawValue)"
    }
  }
}
