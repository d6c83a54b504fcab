import SQLScriptsAuthoring
import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsReporting

extension EditorSession {
  /// Makes a correction that the page offers. The names of files are made here.
  func take(
    _ choice: Int, of name: EditorEdit.FindingName, in id: Int64?, value: String? = nil,
    _ isConfirmed: Bool
  ) async throws(EditorProblem) -> JSONText {
    guard let check else { throw .malformed }
    let finding = try finding(name, in: id)
    let offered = check.suggestions(for: finding, in: id)
    guard offered.indices.contains(choice) else { throw .noFinding }
    var contents = history.present
    var oldNames: [String: String] = [:]
    switch offered[choice] {
    case .edit(let suggested):
      guard let id else { throw .noFinding }
      let fixIt = try check.filling(suggested, of: finding, in: id, with: value)
      let file = try editable(id)
      guard let source = try? check.library.bundle.source(of: file) else { throw .noFinding }
      let bytes = source.bytes(after: [fixIt]).bytes
      let answer = await change(file, to: bytes, rewriting: true)
      return answer.adding([.init("rowValue", .string(fixIt.rowValue))])
    case .step(let sql):
      return try await changeSteps(of: id) { edited throws(EditedScript.Refusal) in
        try edited.inserting([sql], before: edited.count + 1)
      }
    case .split(let number, let parts):
      return try await changeSteps(of: id) { edited throws(EditedScript.Refusal) in
        try edited.splitting(number, into: parts)
      }
    case .remove(let numbers):
      return try await changeSteps(of: id) { edited throws(EditedScript.Refusal) in
        try edited.removing(numbers)
      }
    case .rename(let file, let name):
      let bytes = try changeable(file)
      guard contents[name] == nil else {
        throw EditorProblem(.refused, "there is already a file “\(name)”")
      }
      try confirmDeletion(of: file, isConfirmed)
      (contents[file], contents[name]) = (nil, bytes)
      oldNames[name] = file
    case .delete(let file):
      _ = try changeable(file)
      try confirmDeletion(of: file, isConfirmed)
      contents[file] = nil
    case .convert(let files, _):
      for converted in files {
        _ = try changeable(converted.file)
        guard contents[converted.name] == nil else {
          throw EditorProblem(.refused, "there is already a file “\(converted.name)”")
        }
        (contents[converted.file], contents[converted.name]) = (nil, converted.bytes)
        oldNames[converted.name] = converted.file
      }
    case .restore(let file, let bytes, let moved):
      if let reason = folder.blocked[file] { throw EditorProblem(.refused, reason) }
      contents[file] = bytes
      if !moved.isEmpty {
        let next = try check.library.nextUpdate(for: "", nil)
        var content = ScriptContent()
        content.items = moved
        contents[next.fileName] = Array(content.text(next.format).utf8)
      }
    }
    return await show(
      { $0.change(to: contents, renaming: oldNames, rewriting: true) }, checksAll: true)
  }

  private func changeSteps(
    of id: Int64?, _ bytes: (EditedScript) throws(EditedScript.Refusal) -> [UInt8]
  ) async throws(EditorProblem) -> JSONText {
    guard let id else { throw .noFinding }
    let file = try editable(id)
    let changed: [UInt8]
    do throws(EditedScript.Refusal) {
      guard let edited = try scripts?.edited(file) else { throw .unreadable }
      changed = try bytes(edited)
    } catch {
      throw EditorProblem(.refused, "\(error)")
    }
    return await change(file, to: changed, rewriting: true)
  }

  private func confirmDeletion(of name: String, _ isConfirmed: Bool) throws(EditorProblem) {
    guard let file = ScriptFile(named: name, []) else { return }
    try confirmDeletion(in: file, leaving: nil, isConfirmed)
  }

  /// A finding of a script, or of the folder.
  func finding(
    _ name: EditorEdit.FindingName, in id: Int64?
  ) throws(EditorProblem) -> Diagnostic {
    if let id { return try EditorEdit.finding(name, in: check?.entries[id]?.findings ?? []) }
    let others = check?.otherFindings ?? []
    guard others.indices.contains(name.offset), others[name.offset].id == name.rule else {
      throw .noFinding
    }
    return others[name.offset]
  }

  /// The contents of a file that may be renamed or deleted.
  private func changeable(_ file: String) throws(EditorProblem) -> [UInt8] {
    if folder.locked.contains(file) { throw .released }
    if let reason = folder.blocked[file] { throw EditorProblem(.refused, reason) }
    guard let bytes = history.present[file] else {
      throw EditorProblem(.refused, "“\(file)” cannot be read")
    }
    return bytes
  }
}

extension JSONText {
  /// An object with more members.
  func adding(_ members: [Member]) -> JSONText {
    if case .object(let own) = self { .object(own + members) } else { self }
  }
}
