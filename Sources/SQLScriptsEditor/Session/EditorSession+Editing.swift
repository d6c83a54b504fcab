import SQLScripts
import SQLScriptsAuthoring
import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsReporting

extension EditorSession {
  /// Makes a change, and answers with what the page has to replace.
  func make(_ edit: EditorEdit) throws(EditorProblem) -> JSONText {
    switch edit {
    case .undo: return show({ $0.undo() }, script: nil)
    case .redo: return show({ $0.redo() }, script: nil)
    case .newScript(let description, let format): return try newScript(description, format)
    case .removeScript(let id):
      let file = try editable(id)
      guard id == check?.order.last else {
        throw EditorProblem(
          .refused, "only the last script can be deleted, because later ones build on it")
      }
      var contents = history.present
      contents[file.name] = nil
      return show({ $0.change(to: contents) }, script: nil)
    default:
      guard let id = edit.script, let check else { throw .malformed }
      let file = try editable(id)
      let findings = check.entries[id]?.findings ?? []
      let bytes = try edit.bytes(of: file, in: check.library.bundle, findings)
      return change(file, to: bytes, item: edit.statement)
    }
  }

  func change(_ file: ScriptFile, to bytes: [UInt8], item: Int? = nil) -> JSONText {
    var contents = history.present
    contents[file.name] = bytes
    return show({ $0.change(to: contents) }, script: file.kind.version, item: item)
  }

  /// A script that may be changed.
  func editable(_ id: Int64) throws(EditorProblem) -> ScriptFile {
    guard let file = check?.library.bundle.scripts.first(where: { $0.kind.version == id }) else {
      throw .noScript(id)
    }
    if check?.entries[id]?.isReleased == true { throw .released }
    guard !folder.foreign.contains(file.name) else {
      throw EditorProblem(.refused, "“\(file.name)” is a link to a file outside the folder")
    }
    return file
  }

  private func newScript(
    _ description: String, _ format: ScriptFile.Format?
  ) throws(EditorProblem) -> JSONText {
    guard let library = check?.library else { throw .malformed }
    var contents = history.present
    if library.bundle.isEmpty {
      var content = ScriptContent()
      content.summary = description.isEmpty ? nil : description
      let format = format ?? .plist
      let name = ScriptName(kind: .default, format: format).canonicalFileName
      contents[name] = Array(content.text(format).utf8)
      return show({ $0.change(to: contents) }, script: 0)
    }
    do throws(AuthoringError) {
      let settings = (try? library.settings()) ?? BundleSettings()
      let next = try NextUpdate(
        of: library.bundle, settings: settings,
        latest: (try? library.greatestVersion()) ?? library.bundle.lastUpdate, for: description,
        format: format, timestamp: NextUpdate.now, byTime: false)
      var content = ScriptContent()
      content.summary = next.description.isEmpty ? nil : next.description
      contents[next.fileName] = Array(content.text(next.format).utf8)
      return show({ $0.change(to: contents) }, script: next.version)
    } catch {
      throw EditorProblem(.refused, "\(error)")
    }
  }
}

extension EditorEdit {
  /// The statement to show afterwards.
  fileprivate var statement: Int? {
    switch self {
    case .set(_, let number, _): number
    case .insert(_, let place, _): place
    case .move(_, let numbers, let place):
      place - numbers.count { $0 < place }
    default: nil
    }
  }
}
