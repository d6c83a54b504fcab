import SQLScriptsFiles

/// What makes an editor complete and check scripts in JSON, and colour property lists, while they are
/// written: settings of Visual Studio Code, and the schemas that they name.
package enum EditorSettings {
  /// The files below the folder that the editor opens, each after those that it names.
  package static let files: [(path: String, text: String)] = [
    (".vscode/sqlscripts/script.schema.json", KeySchema.script.pretty + "\n"),
    (".vscode/sqlscripts/settings.schema.json", KeySchema.settings.pretty + "\n"),
    (
      ".vscode/settings.json",
      """
      {
        "json.schemas": [
          {
            "fileMatch": ["sql_default*.json", "sql_update_*.json"],
            "url": "./.vscode/sqlscripts/script.schema.json"
          },
          {
            "fileMatch": ["\(BundleSettings.fileName)"],
            "url": "./.vscode/sqlscripts/settings.schema.json"
          }
        ],
        "files.associations": {
          "sql_*.plist": "xml"
        }
      }

      """
    ),
  ]

  /// Writes what is missing.
  ///
  /// - Returns: the paths that were written, and those of files that are there with something else in
  ///   them and were left alone.
  package static func write(
    to folder: String = "."
  ) throws(AuthoringError) -> (written: [String], kept: [String]) {
    let base = folder == "." ? "" : folder + "/"
    try NewFile.makeFolder(base + ".vscode")
    try NewFile.makeFolder(base + ".vscode/sqlscripts")
    var written: [String] = []
    var kept: [String] = []
    for file in files {
      let path = base + file.path
      do {
        try NewFile.write(file.text, to: path)
        written.append(path)
      } catch {
        guard case .exists = error else { throw error }
        if (try? ScriptDirectory.bytes(ofFile: path)) != Array(file.text.utf8) { kept.append(path) }
      }
    }
    return (written, kept)
  }
}
