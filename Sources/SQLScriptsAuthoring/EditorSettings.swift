import SQLScriptsFiles

/// Settings of Visual Studio Code, and the JSON Schemas that they name. With them the editor completes and checks
/// scripts in JSON and highlights property lists.
package enum EditorSettings {
  /// The files, relative to the folder that the editor opens. Each comes after the files that it names.
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

  /// Writes the missing files.
  ///
  /// - Returns: the paths that were written, and the paths of files with other content, which stay unchanged.
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
