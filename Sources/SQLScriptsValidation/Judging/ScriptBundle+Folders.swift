import SQLScriptsDiagnostics
import SQLScriptsFiles

extension ScriptBundle {
  /// The scripts in subfolders, which never run. A subfolder with a default script is a bundle of its own.
  var scriptsInFolders: [Diagnostic] {
    let known = Set(scripts.map(\.kind))
    return folders.prefix(100).flatMap { folder -> [Diagnostic] in
      let names = ((try? ScriptDirectory.entries(of: folder)) ?? []).filter { !$0.isFolder }
        .map(\.name)
      let found = names.compactMap { name in ScriptName(name).map { (name, $0.kind) } }
      if defaultScript != nil, found.contains(where: { $0.1 == .default }) { return [] }
      return found.filter { !known.contains($0.1) }.map { name, _ in
        let path = ScriptDirectory.path(of: name, in: folder)
        return Diagnostic(
          "unknown-file-name", .warning, "this script is in a subfolder, so it never runs",
          at: SourceSpan(ofFile: path),
          help: "Move it next to the other scripts, or out of this folder if it is not needed.")
      }
    }
  }
}
