import SQLScripts
import SQLScriptsAuthoring
import SQLScriptsFiles
import SQLScriptsReporting

extension ScriptLibrary {
  /// The update after the last one, without statements.
  func newUpdate(
    for description: String, _ format: ScriptFile.Format?
  ) throws(EditorProblem) -> ScriptFile {
    let next = try nextUpdate(for: description, format)
    var content = ScriptContent()
    content.summary = next.description.isEmpty ? nil : next.description
    let bytes = Array(content.text(next.format).utf8)
    guard let file = ScriptFile(named: next.fileName, bytes) else { throw .malformed }
    return file
  }

  /// The update after the last one.
  func nextUpdate(
    for description: String, _ format: ScriptFile.Format?
  ) throws(EditorProblem) -> NextUpdate {
    do throws(AuthoringError) {
      return try NextUpdate(
        of: bundle, settings: (try? settings()) ?? BundleSettings(),
        latest: (try? greatestVersion()) ?? bundle.lastUpdate, for: description,
        format: format, timestamp: NextUpdate.now, byTime: false)
    } catch {
      var isAboutFolder = false
      if case .wrongNames = error { isAboutFolder = true }
      throw EditorProblem(.refused, "\(error)", [.init("folder", .bool(isAboutFolder))])
    }
  }
}
