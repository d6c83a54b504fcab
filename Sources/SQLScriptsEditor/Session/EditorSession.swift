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
  /// Goes up with each change. A call with another number comes from a page that does not show the present state.
  var revision = 0
  /// The last check; nil until the first one is done.
  var check: EditorCheck?
  let memory = RehearsalMemory()

  /// The schema that forms start from, which does not change while one is open.
  var formSchema: (revision: Int, script: Int64, step: Int?, schema: SchemaSnapshot)?
  /// The steps that forms can change, as far as they were looked for.
  var knownSteps: [Int64: [KnownStep]] = [:]
  var isTrying = false

  /// What a call has to wait for: the first check, or that of the present edit.
  private var waiting: Task<Void, Never>?
  private var checking: Task<EditorCheck?, Never>?
  var pages: [Int: AsyncStream<JSONText>.Continuation] = [:]
  var pageCount = 0
  var watcher: Task<Void, Never>?
  var reportedChanges: [String] = []

  /// - Parameters:
  ///   - folder: the scripts folder.
  ///   - data: the database whose copy the scripts can be tried on.
  /// - Throws: `ScriptBundleError` if the folder cannot be listed, `RealRows.LoadError` if there is no such database.
  package init(folder: String, data: String?) throws {
    if let data, !DatabasePath.hasContents(data) {
      throw RealRows.LoadError(message: "“\(data)” does not exist, or is empty")
    }
    self.folder = try EditorFolder(folder)
    self.data = data
    history = EditorHistory(self.folder.saved)
    title = ReportDocument.title(of: self.folder.absolutePath)
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
        // Nothing can be edited while the present state is not known.
        _ = await current()
        if name == "steps" { return .json(try await steps(body)) }
        guard body["revision"]?.int == revision else { throw .stale }
        guard let answer = try await answer(name, body) else { return .notFound }
        return .json(answer)
      default: return .notFound
      }
    } catch {
      return error.reply
    }
  }

  private func answer(_ name: String, _ body: CallBody) async throws(EditorProblem) -> JSONText? {
    switch name {
    case "edit":
      guard let edit = body["edit"] else { throw .malformed }
      return try await make(EditorEdit(edit))
    case "form": return try await form(body)
    case "form/read": return try readStep(body)
    case "save/preview": return preview
    case "save": return try save(overwriting: body["overwrite"]?.bool ?? false)
    case "reload": return try await reload()
    case "rivals":
      guard let finding = EditorEdit.finding(body) else { throw .malformed }
      return try rivals(finding)
    case "release/preview": return try await releasePreview(again: body["again"]?.bool ?? false)
    case "release":
      guard let versions = body["versions"]?.all(\.integer) else { throw .malformed }
      return try await release(versions, again: body["again"]?.bool ?? false)
    case "try": return try await tryOut()
    default: return nil
    }
  }

  // MARK: Checking

  /// The check of the present state, provisional or not.
  func current() async -> EditorCheck {
    while true {
      if let waiting {
        await waiting.value
      } else if let check {
        return check
      } else {
        _ = await (checking ?? startChecking()).value
      }
    }
  }

  /// The check of all scripts in the present state.
  func completeCheck() async -> EditorCheck {
    while true {
      let check = await current()
      guard let checking else { return check }
      _ = await checking.value
    }
  }

  /// Checks everything in the background.
  @discardableResult
  func startChecking() -> Task<EditorCheck?, Never> {
    let number = memory.announce()
    let (earlier, before) = (check, checking)
    let library = library(sharing: earlier?.library)
    let (memory, title, released) = (memory, title, folder.released)
    memory.focus(on: focus)
    let task = Task.detached { [weak self] () -> EditorCheck? in
      // Only one at a time, so that an edit has the other processor.
      _ = await before?.value
      guard memory.begin(number) else { return nil }
      let result = EditorCheck(library, memory, title: title, released: released, after: earlier)
      await self?.finish(result, number)
      return result
    }
    checking = task
    return task
  }

  /// Shows the result of a complete check, unless something was edited meanwhile.
  private func finish(_ result: EditorCheck, _ number: Int) {
    guard memory.isLatest(number) else { return }
    checking = nil
    let shown = check
    check = result
    guard let shown else { return }
    memory.forgetUnreachable(from: result.library)
    tellPages(of: patch(from: shown, select: nil))
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

  /// Shows other contents of the scripts, and answers with what a page has to replace.
  ///
  /// - Parameters:
  ///   - change: makes the change of the history.
  ///   - item: the statement to show.
  ///   - checksAll: whether the findings of the folder change, too.
  func show(
    _ change: (inout EditorHistory) -> Void, item: Int? = nil, checksAll: Bool = false
  ) async -> JSONText {
    guard let before = check else { return .null }
    change(&history)
    revision += 1
    let (library, memory) = (library(sharing: before.library), memory)
    let known = Dictionary(
      before.library.bundle.scripts.map { ($0.name, $0.content) }, uniquingKeysWith: { $1 })
    let changed = library.bundle.scripts.filter { known[$0.name] != $0.content }
    let select = changed.first?.kind.version
    let task: Task<Void, Never>
    if changed.count > 1 || checksAll {
      // One script after another would take longer than all at once.
      startChecking()
      task = Task { await finishChecking() }
    } else {
      let isReleased = changed.first.map { folder.locked.contains($0.name) } ?? false
      _ = memory.announce()
      task = Task.detached { [weak self] in
        let result = EditorCheck(
          select ?? -1, library, memory, isReleased: isReleased, after: before)
        await self?.accept(result)
      }
    }
    waiting = task
    await task.value
    tellPages(of: patch(from: before, select: nil))
    return .object(patch(from: before, select: select, item: item))
  }

  /// Shows the check of an edited script, and checks the others.
  private func accept(_ result: EditorCheck) {
    waiting = nil
    check = result
    startChecking()
  }

  /// Waits until everything is checked.
  private func finishChecking() async {
    while let checking, await checking.value == nil {}
    waiting = nil
  }

  /// Shows a change to all pages. The one that made it may get this before its answer, or after it.
  func tellPages(of patch: [JSONText.Member]) {
    send(["event": "patch", "patch": .object(patch)])
  }

  /// - Parameter other: what the page shows.
  func patch(from other: EditorCheck, select: Int64?, item: Int? = nil) -> [JSONText.Member] {
    [.init("revision", .int(revision))] + (check?.patch(from: other) ?? [])
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

  /// What the page knows about the session.
  private var editor: JSONText {
    let settings = try? check?.library.settings()
    let bundle = check?.library.bundle ?? folder.bundle
    let isTimestamped = settings.map { bundle.numbering($0) == .timestamp } ?? false
    let unsaved = unsavedNames.compactMap { ScriptName($0)?.kind.version }.sorted()
    return .object([
      .init("revision", .int(revision)), .init("canUndo", .bool(canGo(to: history.undone))),
      .init("canRedo", .bool(canGo(to: history.redone))),
      .init("unsaved", .array(unsaved.map { .integer($0) })),
      .init("checking", .bool(check?.isProvisional ?? true)),
      .init("numbering", .string(isTimestamped ? "timestamp" : "sequential")),
      .init("formats", ["plist", "json", "sql"]), .init("canTryData", .bool(data != nil)),
      .init("folder", .string(title)),
    ])
  }
}
