import SQLScripts
import SQLScriptsAuthoring
import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsReporting
import SQLScriptsValidation

extension EditorSession {
  /// Deletes a script: the last one, or an update that does nothing. Later updates then get its number and those after it.
  func deleteScript(
    _ id: Int64, _ isConfirmed: Bool
  ) async throws(EditorProblem) -> JSONText {
    let file = try editable(id)
    var contents = history.present
    contents[file.name] = nil
    let isLast = id == check?.order.last
    if isIdle(file), let (name, bytes) = try defaultScript(without: file) { contents[name] = bytes }
    var renamings: [(old: String, new: String)] = []
    if !isLast {
      renamings = try self.renamings(after: file)
      for (old, _) in renamings { contents[old] = nil }
      for (old, new) in renamings { contents[new] = history.present[old] }
    }
    try confirmDeletion(in: file, leaving: nil, isConfirmed)
    let oldNames = Dictionary(renamings.map { ($0.new, $0.old) }) { first, _ in first }
    return await show({ $0.change(to: contents, renaming: oldNames) }, checksAll: true)
  }

  /// The default script if it has the work of an update that does nothing. It then creates the version before.
  private func defaultScript(
    without file: ScriptFile
  ) throws(EditorProblem) -> (name: String, bytes: [UInt8])? {
    guard let check, let scripts, let start = check.library.bundle.defaultScript,
      file.kind != .default,
      let script = (try? check.library.bundle.read(start))?.script,
      script.version >= file.kind.version
    else { return nil }
    let settings = (try? check.library.settings()) ?? BundleSettings()
    let isTimestamp = check.library.bundle.numbering(settings) == .timestamp
    if isTimestamp, script.version > file.kind.version { return nil }
    let earlier = check.library.bundle.updates.map(\.kind.version).filter { $0 < script.version }
    let version = isTimestamp ? earlier.max() ?? 1 : script.version - 1
    let words = "“\(start.name)” creates version \(script.version)"
    if folder.locked.contains(start.name) {
      throw EditorProblem(.released, "\(words) and is released, so this update has to stay")
    }
    if let reason = folder.blocked[start.name] { throw EditorProblem(.refused, reason) }
    do throws(EditedScript.Refusal) {
      return (start.name, try scripts.edited(start).creating(version: version))
    } catch {
      throw EditorProblem(
        .refused,
        "\(words), which would have to be \(version); change it in a text editor, or keep this update"
      )
    }
  }

  /// The names that later updates get if an update is deleted. Timestamps may have gaps, so they stay.
  private func renamings(
    after file: ScriptFile
  ) throws(EditorProblem) -> [(old: String, new: String)] {
    guard let library = check?.library else { throw .malformed }
    guard file.kind != .default, isIdle(file) else {
      throw EditorProblem(
        .refused,
        "later scripts build on this one, so it can only be deleted if it is the last one or an update without steps and checks"
      )
    }
    let misnamed = library.bundle.diagnostics.lazy.compactMap { $0.misnamedScript(after: file) }
    if let name = misnamed.first {
      throw EditorProblem(
        .refused,
        "the later updates cannot be renumbered because of “\(name)”; rename or delete that file first"
      )
    }
    let settings = (try? library.settings()) ?? BundleSettings()
    if library.bundle.numbering(settings) == .timestamp { return [] }
    let later = library.bundle.updates.filter { $0.kind.version > file.kind.version }
    let released = LockFile.reading(library.bundle)?.lock.lastVersion ?? 0
    guard released < file.kind.version else {
      throw EditorProblem(
        .refused,
        "update \(released) is released and keeps its number, so this update has to stay; it does no harm"
      )
    }
    var renamings: [(old: String, new: String)] = []
    var number = file.kind.version
    for next in later {
      if let reason = folder.blocked[next.name] { throw EditorProblem(.refused, reason) }
      guard let name = ScriptName(next.name) else { throw .malformed }
      renamings.append((next.name, name.fileName(of: number)))
      number = next.kind.version
    }
    return renamings
  }

  /// Whether an update does and checks nothing.
  private func isIdle(_ file: ScriptFile) -> Bool {
    guard let script = (try? check?.library.bundle.read(file))?.script else { return false }
    return script.items.isEmpty && script.require.isEmpty && script.verify.isEmpty
  }
}

extension Diagnostic {
  /// The file that is not a script because of its name, and may be one after another script.
  fileprivate func misnamedScript(after file: ScriptFile) -> String? {
    switch mistake as? NameMistake {
    case .unknown(let name, let renaming), .zeroPadded(let name, let renaming),
      .wrongCase(let name, let renaming), .hidden(let name, let renaming),
      .bareNumber(let name, let renaming):
      guard let version = ScriptName(renaming.name)?.kind.version else { return name }
      return version > file.kind.version ? name : nil
    case .leftover, .companionLeftover, .downMigration, nil: return nil
    default: return span.file.name
    }
  }
}
