import SQLScripts
import SQLScriptsEditor
import SQLScriptsFiles
import SQLScriptsReporting
import SQLScriptsValidation
import TestSupport
import Testing

/// A page that has a session open, for tests.
struct Page {
  let folder: TemporaryFolder
  let session: EditorSession

  /// - Parameter name: the name of the scripts folder in another one.
  init(
    _ folder: TemporaryFolder, at name: String? = nil, data: String? = nil, journals: String? = nil
  ) throws {
    self.folder = folder
    session = try EditorSession(
      folder: name.map(folder.path) ?? folder.path, data: data, journals: journals)
  }

  init(_ files: [String: String]) throws {
    let folder = try TemporaryFolder()
    for (name, text) in files { try folder.write(text, to: name) }
    try self.init(folder)
  }

  func call(_ name: String, _ body: JSONText) async -> EditorReply {
    await session.respond(to: EditorCall(.post, name, body: Array(body.compact.utf8)))
  }

  func document() async throws -> JSONText {
    let reply = await session.respond(to: EditorCall(.get, "document"))
    return try #require(reply.body)
  }

  /// Makes a call about the present state.
  func call(now name: String, _ members: [JSONText.Member] = []) async throws -> EditorReply {
    let revision = try await document()["editor"]["revision"]
    return await call(name, .object([.init("revision", revision)] + members))
  }

  /// Makes an edit of the present state.
  @discardableResult
  func edit(_ edit: JSONText) async throws -> EditorReply {
    let revision = try await document()["editor"]["revision"]
    return await call("edit", ["revision": revision, "edit": edit])
  }

  /// - Parameter overwrite: whether what other programs have written is shown first and then overwritten.
  func save(overwrite: Bool = false) async throws -> EditorReply {
    try await save(overwriting: overwrite ? conflicts() : [])
  }

  /// - Parameter conflicts: those of a preview, whose other side is overwritten.
  func save(overwriting conflicts: [JSONText]) async throws -> EditorReply {
    try await call(now: "save", [.init("overwriting", .array(conflicts.map { $0["mark"] }))])
  }

  /// The files that other programs have changed, as the page shows them.
  func conflicts() async throws -> [JSONText] {
    try await call(now: "save/preview").body?["conflicts"].values ?? []
  }

  /// Records the scripts on the disk as released, as another program does.
  func release() throws {
    let library = ScriptLibrary(try ScriptBundle(directory: folder.path))
    let lock = try #require(LockFile().releasing(Validator(library).readScripts().scripts).lock)
    try folder.write(lock.text, to: LockFile.fileName)
  }

  /// What is on the disk.
  func file(_ name: String) throws -> String { try TestFile.read(folder.path(name)) }

  /// The script that the page shows.
  func version(_ id: Int64) async throws -> JSONText {
    try #require(await document()["versions"].values.first { $0["id"] == .integer(id) })
  }
}

extension JSONText {
  subscript(key: String) -> JSONText {
    guard case .object(let members) = self else { return .null }
    return members.first { $0.key == key }?.value ?? .null
  }

  subscript(index: Int) -> JSONText { values.indices.contains(index) ? values[index] : .null }

  var values: [JSONText] { if case .array(let values) = self { values } else { [] } }

  var text: String? { if case .string(let text) = self { text } else { nil } }
}
