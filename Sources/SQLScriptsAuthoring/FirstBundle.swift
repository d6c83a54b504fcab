import SQLScriptsFiles

/// The first files of a bundle.
package struct FirstBundle: Sendable {
  /// The files by name, in the order of writing.
  package let files: [(name: String, text: String)]

  package init(format: ScriptFile.Format, numbering: BundleSettings.Numbering) {
    let name = ScriptName(kind: .default, format: format)
    files = [
      (name.canonicalFileName, ScriptText.default(format)),
      (BundleSettings.fileName, "{\n  \"numbering\": \"\(numbering.rawValue)\"\n}\n"),
    ]
  }

  /// Writes the files, unless one of them, or any script, exists.
  ///
  /// - Returns: their paths.
  package func write(to folder: String) throws(AuthoringError) -> [String] {
    try NewFile.makeFolder(folder)
    if let bundle = try? ScriptBundle(directory: folder) {
      if let script = bundle.scripts.first { throw .exists(path: script.displayName) }
      if bundle.settingsFile != nil {
        throw .exists(path: ScriptDirectory.path(of: BundleSettings.fileName, in: folder))
      }
    }
    var paths: [String] = []
    for file in files {
      let path = ScriptDirectory.path(of: file.name, in: folder)
      try NewFile.write(file.text, to: path)
      paths.append(path)
    }
    return paths
  }
}
