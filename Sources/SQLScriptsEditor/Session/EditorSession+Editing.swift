import SQLScripts
import SQLScriptsAuthoring
import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsReporting
import SQLScriptsSchema

extension EditorSession {
  /// Makes a change, and answers with what the page has to replace.
  ///
  /// - Parameters:
  ///   - seen: the revision whose numbers it has.
  ///   - own: the revisions that the page has made since, so that its user knows them.
  ///   - isConfirmed: whether the user wants to delete what is released.
  func make(
    _ edit: EditorEdit, since seen: Int, own: Set<Int>, isConfirmed: Bool
  ) async throws(EditorProblem) -> JSONText {
    if case .remove(let id, let numbers) = edit {
      return try await remove(numbers, from: id, since: seen, own, isConfirmed)
    }
    let edit = try current(edit, since: seen)
    switch edit {
    case .undo:
      try checkUndoing()
      remember(history.undone)
      return await show { $0.undo() }
    case .redo:
      remember(history.redone)
      return await show { $0.redo() }
    case .adapt: return try await adapt()
    case .newScript(let description, let format): return try await newScript(description, format)
    case .suggestion(let id, let name, let choice, let value):
      return try await take(choice, of: name, in: id, value: value, isConfirmed)
    case .removeScript(let id): return try await deleteScript(id, isConfirmed)
    default:
      guard let id = edit.script, let check else { throw .malformed }
      let file = try editable(id)
      let findings = check.entries[id]?.findings ?? []
      let made = try edit.bytes(
        of: file, saved: folder.saved[file.name], in: check.library.bundle, findings)
      let bytes = edit.isOfText ? made : known(made, of: file)
      if edit.empties { try confirmDeletion(in: file, leaving: bytes, isConfirmed) }
      remember(edit, of: file, to: bytes)
      remember(byHand: edit, of: file, to: bytes)
      if case .keepDescription = edit {
        return await show { $0.amend(file.name, with: bytes) }
      }
      return await change(file, to: bytes, item: edit.statement, rewriting: edit.isOfText)
    }
  }

  /// Deletes steps, with the checks of rows that only they needed.
  private func remove(
    _ numbers: [Int], from id: Int64, since seen: Int, _ own: Set<Int>, _ isConfirmed: Bool
  ) async throws(EditorProblem) -> JSONText {
    while true {
      _ = await current()
      let edit = try current(
        .remove(script: id, statements: numbers), since: seen, own)
      guard case .remove(_, let numbers) = edit, let check else { throw .malformed }
      let file = try editable(id)
      let removed = try edit.bytes(
        of: file, saved: folder.saved[file.name], in: check.library.bundle, [])
      let result = try await aside { (scripts) throws(EditorProblem) in
        try scripts.removingIdleChecks(removed, of: file)
      }
      // After another edit, the steps may be elsewhere.
      guard let bytes = result.map({ known($0, of: file) }) else { continue }
      try confirmDeletion(in: try editable(id), leaving: bytes, isConfirmed)
      remember(edit, of: file, to: bytes)
      fitLaterSteps(
        to: StepChange(script: id, numbers: Set(numbers).sorted(), bytes: bytes))
      return await change(file, to: bytes)
    }
  }

  /// An edit with the numbers that its statements have now.
  ///
  /// - Parameters:
  ///   - seen: the revision whose numbers it has.
  ///   - own: the revisions whose new texts the user knows.
  func current(
    _ edit: EditorEdit, since seen: Int, _ own: Set<Int> = []
  ) throws(EditorProblem) -> EditorEdit {
    guard seen != revision else { return edit }
    guard seen < revision, seen >= revision - stepChanges.count else { throw .stale }
    var edit = edit
    var rewritten: EditorEdit?
    for number in seen + 1...revision {
      guard let change = stepChanges[number] else { throw .stale }
      if !own.contains(number) { rewritten = rewritten ?? change.rewritten(by: edit) }
      guard let next = edit.following(change.steps, in: change.script) else { throw .stale }
      edit = next
      rewritten = rewritten?.following(change.steps, in: change.script)
    }
    // Its number is the one that the page shows by now.
    if case .remove(_, let numbers) = rewritten, let step = numbers.min() {
      throw EditorProblem(
        .refused,
        "step \(step) was changed meanwhile, so nothing was deleted; look at it before you delete it"
      )
    }
    return edit
  }

  /// Notes what the next revision does to the numbers of statements. What is typed may be several statements.
  private func remember(_ edit: EditorEdit, of file: ScriptFile, to bytes: [UInt8]) {
    stepChanges[revision - 100] = nil
    guard let made = edit.steps else { return }
    remember(file, to: bytes) { _, _ in made }
  }

  /// Notes what undoing or redoing does to the numbers of statements, if it only changes one script.
  private func remember(_ files: [String: [UInt8]?]) {
    stepChanges[revision - 100] = nil
    let changed = files.filter { history.present[$0.key] != $0.value }
    guard changed.count == 1, let (name, bytes) = changed.first, let bytes,
      let file = check?.library.bundle.scripts.first(where: { $0.name == name })
    else { return }
    remember(file, to: bytes) { .placed(StepPlaces(from: $0, to: $1)) }
  }

  private func remember(
    _ file: ScriptFile, to bytes: [UInt8], _ steps: ([[UInt8]], [[UInt8]]) -> EditorSteps
  ) {
    guard history.present[file.name] != bytes,
      let before = try? scripts?.edited(file),
      let after = try? scripts?.edited(file.with(bytes))
    else { return }
    let made = steps(before.items, after.items)
    guard after.count == before.count + made.growth else { return }
    stepChanges[revision + 1] = StepNumbers(
      script: file.kind.version, steps: made, from: before.statements, to: after.statements)
  }

  /// The bytes on the disk if they say the same, so that a change which is undone by hand leaves no trace.
  func known(_ bytes: [UInt8], of file: ScriptFile) -> [UInt8] {
    guard history.continuesFile(file.name), let saved = folder.saved[file.name], saved != bytes,
      let scripts, let edited = try? scripts.edited(file.with(bytes)),
      let other = try? scripts.edited(file.with(saved)), edited.says(theSameAs: other)
    else { return bytes }
    return saved
  }

  func change(
    _ file: ScriptFile, to bytes: [UInt8], item: Int? = nil, rewriting: Bool = false
  ) async -> JSONText {
    var contents = history.present
    contents[file.name] = bytes
    return await show({ $0.change(to: contents, rewriting: rewriting) }, item: item)
  }

  /// A script that may be changed.
  func editable(_ id: Int64) throws(EditorProblem) -> ScriptFile {
    guard let file = check?.library.bundle.scripts.first(where: { $0.kind.version == id }) else {
      throw .noScript(id)
    }
    if folder.locked.contains(file.name) { throw .released }
    if let reason = folder.blocked[file.name] { throw EditorProblem(.refused, reason) }
    return file
  }

  /// Whether there is something to undo that may be undone.
  var canUndo: Bool { !history.undone.isEmpty && (try? checkUndoing()) != nil }

  /// Refuses to undo what users have by now. Changes that were made after that can never be saved in the released script,
  /// but the user must be able to come back to them, for example after a reload.
  private func checkUndoing() throws(EditorProblem) {
    for (name, bytes) in history.undone.sorted(by: { $0.key < $1.key })
    where folder.locked.contains(name) && bytes != history.present[name]
      && history.present[name] == folder.saved[name] && !history.comesBack(name)
    {
      throw EditorProblem(
        .released,
        "“\(name)” was released meanwhile, and this would change it; create a new update instead")
    }
  }

  private func newScript(
    _ description: String, _ format: ScriptFile.Format?
  ) async throws(EditorProblem) -> JSONText {
    guard let library = check?.library else { throw .malformed }
    var contents = history.present
    if library.bundle.isEmpty {
      var content = ScriptContent()
      content.summary = description.isEmpty ? nil : description
      let format = format ?? .plist
      let name = ScriptName(kind: .default, format: format).canonicalFileName
      contents[name] = Array(content.text(format).utf8)
      return await show { $0.change(to: contents) }
    }
    let file = try library.newUpdate(for: description, format)
    contents[file.name] = try? file.content.bytes()
    return await show { $0.change(to: contents) }
  }
}

extension EditorEdit {
  /// Whether it changes how the file is written, and not only what it says.
  fileprivate var isOfText: Bool {
    switch self {
    case .setText, .fix: true
    default: false
    }
  }

  /// Whether it leaves nothing of a statement.
  fileprivate var empties: Bool {
    guard case .set(_, _, let sql) = self else { return false }
    return CanonicalSQL(sql).tokens.isEmpty
  }

  /// The statement to show afterwards.
  fileprivate var statement: Int? {
    switch self {
    case .set(_, let number, _), .split(_, let number, _): number
    case .insert(_, let place, _): place
    case .move(_, let numbers, let place):
      place - numbers.count { $0 < place }
    default: nil
    }
  }
}
