import SQLScriptsDatabase
import SQLScriptsFiles

/// The first files of a bundle.
package struct FirstBundle: Sendable {
  /// The files by name, in the order of writing.
  package let files: [(name: String, text: String)]

  /// The reason why an existing schema was not written.
  package enum Refusal: Error, Sendable {
    /// The database has no tables.
    case noSchema
    /// The format cannot hold this.
    case unwritable([String])
    /// A new database would differ.
    case differs([String])
    case database(SQLiteError)
  }

  /// - Parameter text: the default script; nil for an example.
  package init(
    format: ScriptFile.Format, numbering: BundleSettings.Numbering, text: String? = nil
  ) {
    files = [
      (Self.defaultName(format), text ?? ScriptText.default(format)),
      (BundleSettings.fileName, "{\n  \"numbering\": \"\(numbering.rawValue)\"\n}\n"),
    ]
  }

  /// Creates a bundle whose default script creates the schema of an existing database, and proves that it does.
  ///
  /// - Parameter version: the version of that database.
  package init(
    of existing: ExistingSchema, version: Int64, format: ScriptFile.Format,
    numbering: BundleSettings.Numbering
  ) throws(Refusal) {
    guard !existing.isEmpty else { throw .noSchema }
    var content = ScriptContent(existing.statements)
    if version != 1 { content.version = version }
    let problems = content.problems(in: format)
    guard problems.isEmpty else { throw .unwritable(problems) }
    let text = content.text(format)
    let name = Self.defaultName(format)
    let file = ScriptFile(
      kind: .default, format: format, name: name, displayName: name,
      content: .bytes(Array(text.utf8)))
    let differences: [String]
    do throws(SQLiteError) {
      differences = try existing.differences(after: file)
    } catch {
      throw .database(error)
    }
    guard differences.isEmpty else { throw .differs(differences) }
    self.init(format: format, numbering: numbering, text: text)
  }

  private static func defaultName(_ format: ScriptFile.Format) -> String {
    ScriptName(kind: .default, format: format).canonicalFileName
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
