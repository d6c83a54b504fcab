import SQLScripts
import SQLScriptsAuthoring
import SQLScriptsDatabase
import SQLScriptsFiles
import SQLScriptsReport
import SQLScriptsReporting
import SQLScriptsSchema
import SQLScriptsValidation

/// The scripts of a folder while they are edited.
///
/// An edit is answered as soon as the edited script is checked. The check of the whole bundle follows, and its result
/// goes to all pages as an event. Checks run in other tasks, so that the session always answers.
package actor EditorSession: EditorService {
  /// The path of the database whose copy the scripts can be tried on.
  let data: String?
  let title: String
  var folder: EditorFolder
  var history: EditorHistory
  /// Goes up with each change of the scripts. A call carries the one whose document the user saw.
  var revision = 0
  /// The last one that only another program has made, by renaming or converting files.
  var followedRevision = 0
  /// Goes up with everything that the pages are told to show, so a page notices if it has missed something.
  private(set) var state = 0
  /// The last check; nil until the first one is done.
  private(set) var check: EditorCheck?
  /// The revision that it is a check of.
  private var checkedRevision = 0
  let memory = RehearsalMemory()
  /// The scripts by file name, as JSON, as the pages showed them when they were on the disk.
  private(set) var savedVersions: [String: JSONText] = [:]
  /// The contents of those files then.
  private var notedFiles: [String: [UInt8]] = [:]
  /// Whether the scripts on the disk, which were never shown, have to be checked for that.
  var checksDisk = false

  /// What the changes that led to the last revisions did to the numbers of statements. Of others, that is not known.
  var stepChanges: [Int: StepNumbers] = [:]

  var forms = FormMemory(for: nil)
  /// What fits later steps to the edits that led to a revision.
  var fitting: (revision: Int, edits: Int, work: Task<FittedScripts?, Never>)?
  /// What was typed or moved last.
  var byHand: ChangeByHand?
  var isTrying = false

  /// The check that was started last, and the last one of everything.
  private var checking: Task<Void, Never>?
  private var checkingAll: Task<Void, Never>?
  var pages: [Int: AsyncStream<JSONText>.Continuation] = [:]
  var pageCount = 0
  var watcher: Task<Void, Never>?
  /// What the pages were told last of files that another program has changed.
  var reportedFiles: [JSONText] = []
  var reportedTrouble: FolderTrouble?
  var reportedWriteTrouble: WriteTrouble?

  var kept: KeptChanges
  /// The path of the folder whose journal has the changes. A link can lead elsewhere later.
  let place: String

  /// - Parameters:
  ///   - folder: the scripts folder.
  ///   - data: the database whose copy the scripts can be tried on.
  ///   - journals: the folder in which unsaved changes outlive the editor; nil if they do not.
  /// - Throws: `ScriptBundleError` if the folder cannot be listed, `RealRows.LoadError` if there is no such database.
  package init(folder: String, data: String?, journals: String? = nil) throws {
    if let data, !DatabasePath.hasContents(data) {
      throw RealRows.LoadError(message: "“\(data)” does not exist, or is empty")
    }
    self.folder = try EditorFolder(folder)
    self.data = data
    let place = self.folder.absolutePath
    kept = KeptChanges(journals.map { UnsavedJournal(of: place, in: $0) }, for: self.folder)
    history = EditorHistory(self.folder.saved)
    title = ReportDocument.title(of: place)
    history.recover(kept.recover(in: self.folder))
    checksDisk = !kept.recovered.isEmpty
    self.place = place
  }

  /// What starts the editor for the same folder again, wherever it is typed.
  package nonisolated var command: String {
    let data = data.map { " --with-data \(ShellWord.quoted(EditorFolder.absolutePath(of: $0)))" }
    return "sqlscripts edit \(ShellWord.quoted(place))\(data ?? "")"
  }

  package var hasUnsavedChanges: Bool { !unsavedNames.isEmpty }

  package func respond(to call: EditorCall) async -> EditorReply {
    do throws(EditorProblem) {
      switch (call.method, call.name) {
      case (.get, "document"):
        return .json(await current().document(title: title, [.init("editor", editor)]))
      case (.post, let name):
        let body = try CallBody(call.body)
        if name == "closed" { return .noContent }
        if ["save", "save/preview", "reload"].contains(name) { followRenamedFiles() }
        // Nothing can be edited while the present state is not known.
        _ = await current()
        if name == "steps" { return .json(try await steps(body)) }
        let seen = try body.required("revision", \.int)
        guard let answer = try await answer(name, body, seen) else { return .notFound }
        return .json(answer)
      default: return .notFound
      }
    } catch {
      return error.reply
    }
  }

  /// - Parameter seen: the revision that the page showed when the user decided.
  private func answer(
    _ name: String, _ body: CallBody, _ seen: Int
  ) async throws(EditorProblem) -> JSONText? {
    if name == "edit" {
      let own = try body.optional("own") { $0.all(\.int) }
      let edit = try body.required("edit") { $0 }
      return try await make(
        EditorEdit(edit), since: seen, own: Set(own ?? []),
        isConfirmed: edit.optional("confirmed", \.bool) ?? false)
    }
    if name == "later" { return await laterSteps(after: seen) }
    guard seen == revision else { throw .stale }
    switch name {
    case "form": return try await form(body)
    case "form/read": return try await readStep(body)
    case "save/preview": return try await preview()
    case "save":
      return try save(overwriting: Set(body.optional("overwriting") { $0.all(\.string) } ?? []))
    case "reload": return try await reload()
    case "putback": return try putBack()
    case "aside": return try showSetAside(body.required("name", \.string))
    case "aside/use": return try await useSetAside(body.required("name", \.string))
    case "aside/delete": return try deleteSetAside(body.required("name", \.string))
    case "rivals":
      return try rivals(EditorEdit.finding(body))
    case "difference":
      return try difference(of: body.required("script", \.integer))
    case "release/preview":
      return try await releasePreview(again: body.optional("again", \.integer))
    case "release":
      return try await release(
        body.required("versions") { $0.all(\.integer) },
        again: body.optional("again", \.integer))
    case "try": return try await tryOut()
    default: return nil
    }
  }

  // MARK: Checking

  /// The check of the present scripts; nil until they are checked.
  var present: EditorCheck? { checkedRevision == revision ? check : nil }

  /// The check of the present scripts, provisional or not.
  func current() async -> EditorCheck {
    while true {
      if let check, checkedRevision == revision { return check }
      if checking == nil { checkAll() }
      await checking?.value
    }
  }

  /// The check of all scripts in the present state.
  func completeCheck() async -> EditorCheck {
    while true {
      let check = await current()
      guard let checking else { return check }
      await checking.value
    }
  }

  /// Checks everything in the background. A running check is dropped.
  func checkAll() {
    let number = memory.announce()
    let (earlier, before) = (check, checkingAll)
    let library = library(sharing: earlier?.library)
    let (memory, title, released) = (memory, title, folder.released)
    memory.focus(on: focus)
    let disk = checksDisk ? ScriptLibrary(folder.bundle(folder.saved)) : nil
    let task = Task.detached { [weak self] in
      // Only one at a time, so that an edit has the other processor.
      await before?.value
      guard memory.begin(number) else { return }
      let saved = disk.map {
        EditorCheck($0, memory, title: title, released: released, after: earlier)
      }
      let result = EditorCheck(
        library, memory, title: title, released: released, after: saved ?? earlier)
      await self?.finish(result, number, saved: saved)
    }
    (checking, checkingAll) = (task, task)
  }

  /// Checks an edited script in the background, and then everything.
  private func check(_ file: ScriptFile?, in library: ScriptLibrary, after earlier: EditorCheck) {
    let (memory, number) = (memory, memory.announce())
    let isReleased = file.map { folder.locked.contains($0.name) } ?? false
    checking = Task.detached { [weak self] in
      let result = EditorCheck(
        file?.kind.version ?? -1, library, memory, isReleased: isReleased, after: earlier)
      await self?.finish(result, number)
    }
  }

  /// Shows the result of a check, unless another one was started since. So each check continues the one that the pages
  /// show, and is one of the present scripts.
  ///
  /// - Parameter saved: the check of the scripts on the disk, if there was one.
  private func finish(_ result: EditorCheck, _ number: Int, saved: EditorCheck? = nil) {
    guard memory.isLatest(number) else { return }
    checking = nil
    if let saved {
      noteSavedVersions(of: saved, besides: [])
      checksDisk = false
    }
    publish(result)
    if result.isProvisional {
      checkAll()
    } else {
      memory.forgetUnreachable(from: result.library)
    }
  }

  /// Tells all pages what to show from now on. The page that asked for it may get this before its answer, or after it.
  func publish(_ result: EditorCheck) {
    let (shown, from) = (check, state)
    state += 1
    (check, checkedRevision) = (result, revision)
    noteSavedVersions(of: result, besides: Set(unsavedNames))
    keepJournal()
    guard let shown else { return }
    send(["event": "patch", "patch": .object(patch(from: shown, state: from))])
  }

  private func noteSavedVersions(of result: EditorCheck, besides unsaved: Set<String>) {
    // Later scripts are checked with the unsaved changes, so what was known of the same file is closer to the disk.
    let first = unsaved.compactMap { ScriptName($0)?.kind.version }.min() ?? .max
    for (id, entry) in result.entries where !unsaved.contains(entry.file.name) {
      let (name, now) = (entry.file.name, folder.saved[entry.file.name])
      if entry.file.kind.version > first, notedFiles[name] == now { continue }
      savedVersions[name] = result.versions[id]
      notedFiles[name] = now
    }
  }

  /// Notes that a script on the disk has another name, and nothing else new.
  func noteRenamed(_ old: String, to name: String) {
    savedVersions[name] = savedVersions.removeValue(forKey: old)
    notedFiles[name] = notedFiles.removeValue(forKey: old)
  }

  /// The scripts before which a state is kept: those that are edited, and the first one that is not released.
  private var focus: Set<String> {
    var names = Set(unsavedNames)
    let scripts = folder.bundle(history.present).scripts
    if let first = scripts.first(where: { !folder.locked.contains($0.name) }) {
      names.insert(first.name)
    }
    if let last = scripts.last { names.insert(last.name) }
    return names
  }

  func library(sharing other: ScriptLibrary?) -> ScriptLibrary {
    let bundle = folder.bundle(history.present)
    return other.map { ScriptLibrary(bundle, sharing: $0) } ?? ScriptLibrary(bundle)
  }

  // MARK: Changing

  /// Shows other contents of the scripts, and answers with what a page has to replace: nothing, if they are as before.
  ///
  /// - Parameters:
  ///   - change: makes the change of the history.
  ///   - item: the statement to show.
  ///   - checksAll: whether the findings of the folder change, too.
  func show(
    _ change: (inout EditorHistory) -> Void, item: Int? = nil, checksAll: Bool = false
  ) async -> JSONText {
    guard let before = check else { return .null }
    let (from, contents, scripts) = (state, history.present, history.scripts)
    change(&history)
    guard history.present != contents || checksAll else {
      return .object(patch(from: before, state: from, item: item))
    }
    revision += 1
    // Before the check, which may take long.
    keepJournal()
    let library = library(sharing: before.library)
    let known = Dictionary(
      before.library.bundle.scripts.map { ($0.name, $0.content) }, uniquingKeysWith: { $1 })
    let changed = library.bundle.scripts.filter { known[$0.name] != $0.content }
    if changed.count > 1 || checksAll {
      // One script after another would take longer than all at once.
      checkAll()
    } else {
      check(changed.first, in: library, after: before)
    }
    _ = await current()
    return .object(
      patch(from: before, state: from, select: changed.first?.kind.version, item: item)
        + [.init("renamed", history.renamings(since: scripts))])
  }

  /// What a page has to replace.
  ///
  /// - Parameters:
  ///   - other: what it shows.
  ///   - state: the number of that.
  func patch(
    from other: EditorCheck, state from: Int, select: Int64? = nil, item: Int? = nil
  ) -> [JSONText.Member] {
    [.init("from", .int(from)), .init("state", .int(state)), .init("revision", .int(revision))]
      + (check?.patch(from: other) ?? [])
      + [
        .init("editor", editor), .init("select", .integer(select)),
        .init("item", item.map { .int($0) } ?? .null),
      ]
  }

  /// The names of the scripts that differ from those on the disk.
  var unsavedNames: [String] {
    Set(history.present.keys).union(folder.saved.keys)
      .filter { history.present[$0] != folder.saved[$0] }.sorted()
  }

  /// The scripts whose unsaved changes can never be saved, because another program has released them.
  private var releasedMeanwhile: [Int64] {
    unsavedNames.filter(folder.locked.contains).compactMap { ScriptName($0)?.kind.version }.sorted()
  }

  /// What the page knows about the session.
  private var editor: JSONText {
    let settings = try? check?.library.settings()
    let bundle = check?.library.bundle ?? folder.bundle
    let isTimestamped = settings.map { bundle.numbering($0) == .timestamp } ?? false
    let blocked = folder.blocked.sorted { $0.key < $1.key }.map { name, reason -> JSONText in
      ["script": .integer(ScriptName(name)?.kind.version), "reason": .string(reason)]
    }
    // A script that gets another name is one, and not also a deleted one.
    let names = unsavedNames
    let moved = Set(names.compactMap(history.nameOnDisk))
    let unsaved = names.filter { history.present[$0] != nil || !moved.contains($0) }
      .compactMap { ScriptName($0)?.kind.version }.sorted()
    return .object([
      .init("revision", .int(revision)), .init("state", .int(state)),
      .init("followed", .int(followedRevision)), .init("canUndo", .bool(canUndo)),
      .init("canRedo", .bool(!history.redone.isEmpty)),
      .init("unsaved", .array(unsaved.map { .integer($0) })),
      .init("releasedMeanwhile", .array(releasedMeanwhile.map { .integer($0) })),
      .init("checking", .bool(check?.isProvisional ?? true)),
      .init("numbering", .string(isTimestamped ? "timestamp" : "sequential")),
      .init("formats", ["plist", "json", "sql"]), .init("canTryData", .bool(data != nil)),
      .init("folder", .string(title)), .init("command", .string(command)),
      .init("blocked", .array(blocked)),
      .init("recovered", .bool(!kept.recovered.isEmpty)),
      .init("hasNewer", .bool(hasNewerChanges)), .init("kept", .bool(kept.areKept)),
      .init("meanwhile", .array(kept.meanwhile.map(\.json))),
      .init("setAside", offeredChanges), .init("unreadable", .string(kept.unreadable)),
    ])
  }
}
