import SQLScripts
import SQLScriptsAuthoring
import SQLScriptsDatabase
import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsReport
import SQLScriptsReporting
import SQLScriptsSchema
import SQLScriptsValidation

/// The scripts of a folder while they are edited.
///
/// An edit is answered as soon as the edited script is checked. The check of the whole bundle follows, and its result
/// goes to all pages as an event.
package actor EditorSession: EditorService {
  /// The path of the database whose copy the scripts can be tried on.
  let data: String?
  let title: String
  var folder: EditorFolder
  var history: EditorHistory
  /// Goes up with each change. A call with another number comes from a page that does not show the present state.
  var revision = 0
  /// What the pages show; nil until the first check is done.
  var check: EditorCheck?
  let memory = RehearsalMemory()

  /// The schema that forms start from, which does not change while one is open.
  var formSchema: (revision: Int, script: Int64, schema: SchemaSnapshot)?

  private var checking: Task<EditorCheck, Never>?
  var pages: [Int: AsyncStream<JSONText>.Continuation] = [:]
  var pageCount = 0
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

  package var hasUnsavedChanges: Bool { !unsaved.isEmpty }

  package func respond(to call: EditorCall) async -> EditorReply {
    do throws(EditorProblem) {
      switch (call.method, call.name) {
      case (.get, "document"): return .json(try await document())
      case (.post, let name):
        guard let body = CallBody(call.body) else { throw .malformed }
        if name == "closed" { return .noContent }
        // Nothing can be edited before it is known what is released.
        _ = await current()
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
      return try make(EditorEdit(edit))
    case "form": return try form(body)
    case "save/preview": return preview
    case "save": return try save(overwriting: body["overwrite"]?.bool ?? false)
    case "reload": return try reload()
    case "try": return try await tryOut()
    default: return nil
    }
  }

  private func document() async throws(EditorProblem) -> JSONText {
    let check = await current()
    return check.document(title: title, [.init("editor", editor)])
  }

  // MARK: Checking

  /// The present check; waits for the first one.
  func current() async -> EditorCheck {
    if let check { return check }
    let first = checking ?? startChecking()
    let result = await first.value
    if check == nil { check = result }
    return check ?? result
  }

  /// Checks everything in the background.
  @discardableResult
  func startChecking() -> Task<EditorCheck, Never> {
    memory.cancel()
    let (earlier, before) = (check, checking)
    let library = library(sharing: earlier?.library)
    let (memory, title, number) = (memory, title, revision)
    memory.focus(on: focus)
    let task = Task.detached { [weak self] in
      // Only one at a time, so that an edit has the other processor.
      _ = await before?.value
      memory.begin()
      let result = EditorCheck(library, memory, title: title, after: earlier)
      await self?.finish(result, number)
      return result
    }
    checking = task
    return task
  }

  /// Shows the result of a complete check, unless something was edited meanwhile.
  private func finish(_ result: EditorCheck, _ number: Int) {
    guard number == revision else { return }
    checking = nil
    guard let shown = check else {
      check = result
      return
    }
    check = result
    memory.forgetUnreachable(from: result.library)
    tellPages(of: patch(from: shown, select: nil))
  }

  /// The scripts before which a state is kept: those that are edited, and the first one that is not released.
  private var focus: Set<String> {
    var names = Set(unsavedNames)
    let entries = check?.order.compactMap { check?.entries[$0] } ?? []
    if let first = entries.first(where: { !$0.isReleased }) { names.insert(first.file.name) }
    if let last = folder.bundle(history.present).scripts.last { names.insert(last.name) }
    return names
  }

  func library(sharing other: ScriptLibrary?) -> ScriptLibrary {
    let bundle = folder.bundle(history.present)
    return other.map { ScriptLibrary(bundle, sharing: $0) } ?? ScriptLibrary(bundle)
  }

  // MARK: Changing

  /// Shows another state of the scripts.
  ///
  /// - Parameters:
  ///   - id: the script that was edited; nil if several were.
  ///   - item: the statement to show.
  func show(_ change: (inout EditorHistory) -> Void, script id: Int64?, item: Int? = nil)
    -> JSONText
  {
    guard let before = check else { return .null }
    change(&history)
    revision += 1
    let library = library(sharing: before.library)
    memory.cancel()
    var changed = id
    if changed == nil {
      changed =
        library.bundle.scripts.first { file in
          before.library.bundle.scripts.first { $0.name == file.name }?.content != file.content
        }?.kind.version
    }
    let quick = EditorCheck(changed ?? -1, library, memory, after: before)
    check = quick
    startChecking()
    tellPages(of: patch(from: before, select: nil))
    return .object(patch(from: before, select: changed, item: item))
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

  private var unsaved: [Int64] {
    unsavedNames.compactMap { ScriptName($0)?.kind.version }.sorted()
  }

  /// What the page knows about the session.
  var editor: JSONText {
    let settings = try? check?.library.settings()
    let bundle = check?.library.bundle ?? folder.bundle
    let isTimestamped = settings.map { bundle.numbering($0) == .timestamp } ?? false
    return .object([
      .init("revision", .int(revision)), .init("canUndo", .bool(history.canUndo)),
      .init("canRedo", .bool(history.canRedo)),
      .init("unsaved", .array(unsaved.map { .integer($0) })),
      .init("checking", .bool(check?.isProvisional ?? true)),
      .init("numbering", .string(isTimestamped ? "timestamp" : "sequential")),
      .init("formats", ["plist", "json", "sql"]), .init("canTryData", .bool(data != nil)),
      .init("folder", .string(title)), .init("readOnly", .null),
    ])
  }
}
