import Foundation
import SQLScriptsAuthoring
import SQLScriptsReporting
import TestSupport
import Testing

@testable import SQLScriptsEditor

/// Changes of an earlier editor that may belong to other scripts, and changes that certainly do not.
struct SetAsideTests {
  private let folder: TemporaryFolder
  private let state: TemporaryFolder

  init() throws {
    (folder, state) = (try TemporaryFolder(), try TemporaryFolder())
    #expect(chmod(state.path, 0o700) == 0)
  }

  private func page() throws -> Page { try Page(folder, journals: state.path) }

  private func replace(with files: [String: String]) throws {
    try FileManager.default.removeItem(atPath: folder.path)
    try FileManager.default.createDirectory(
      atPath: folder.path, withIntermediateDirectories: true)
    for (name, text) in files { try folder.write(text, to: name) }
  }

  private func aside() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: state.path)
      .filter { $0.hasSuffix(".other") }.sorted()
  }

  private func unsaved(_ page: Page) async throws -> JSONText {
    try await page.document()["editor"]["unsaved"]
  }

  private static let set: JSONText = [
    "kind": "insert", "script": 0, "before": 2, "sql": ["CREATE TABLE tag (id INTEGER)"],
  ]
  private static let user = ["sql_default.json": "[\"CREATE TABLE user (id INTEGER)\"]\n"]
  private static let other = ["sql_default.json": "[\"CREATE TABLE other (id INTEGER)\"]\n"]

  /// The next editor, for a folder with other scripts than those that an unsaved change was made in.
  private func offering(_ files: [String: String] = other) async throws -> (Page, name: JSONText) {
    // The clock of files is behind by up to a tick.
    let start = FileTime.now - 1
    try replace(with: Self.user)
    try await page().edit(Self.set)
    try replace(with: files)
    let next = try page()
    #expect(try await unsaved(next).values.isEmpty)
    let offered = try await next.document()["editor"]["setAside"]
    #expect(offered["number"] == 1)
    if case .integer(let date) = offered["date"] {
      #expect((start...FileTime.now).contains(date))
    } else {
      Issue.record("no date")
    }
    return (next, offered["name"])
  }

  @Test(arguments: ScriptFormats.all, [false, true])
  func `a new project in the place of another does not get its changes`(
    format: String, hasUpdate: Bool
  ) async throws {
    let text = FirstBundle(format: try #require(.init(rawValue: format)), numbering: .sequential)
    let files = Dictionary(uniqueKeysWithValues: text.files.map { ($0.name, $0.text) })
    try replace(with: files)
    let first = try page()
    try await first.edit(["kind": "newScript", "description": "more", "format": "json"])
    if hasUpdate {
      try await first.edit([
        "kind": "insert", "script": 2, "before": 1, "sql": ["CREATE TABLE mine (id INTEGER)"],
      ])
    }
    // The same project has them.
    #expect(try await unsaved(try page()) == [2])
    try replace(with: files)
    let next = try page()
    #expect(try await unsaved(next).values.isEmpty)
    #expect(try aside().count == 1)
    #expect(try await next.document()["editor"]["setAside"]["number"] == 1)
  }

  @Test func `the first script of a folder does not come to another empty folder`() async throws {
    try await page().edit(["kind": "newScript", "description": "", "format": "json"])
    #expect(try await unsaved(try page()) == [0])
    try replace(with: [:])
    #expect(try await unsaved(try page()).values.isEmpty)
    #expect(try aside().count == 1)
  }

  @Test func `what is shown of changes that were set aside is what they change`() async throws {
    let (page, name) = try await offering()
    let files = try await page.call(now: "aside", [.init("name", name)]).body?["files"]
    #expect(files?.values.map { $0["file"] } == ["sql_default.json"])
    #expect(files?[0]["diff"].compact.contains("CREATE TABLE tag") == true)
    #expect(try await unsaved(page).values.isEmpty)
    #expect(try aside().count == 1)
  }

  @Test func `changes that are used are unsaved, meet the file as a conflict, and are undone`()
    async throws
  {
    let (page, name) = try await offering()
    #expect(try await page.call(now: "aside/use", [.init("name", name)]).status == 200)
    #expect(try await unsaved(page) == [0])
    #expect(try aside().isEmpty)
    #expect(try await page.document()["editor"]["setAside"] == .null)
    let conflict = try #require(try await page.conflicts().first)
    #expect(conflict["before"]["sentences"].compact.contains("user"))
    #expect(conflict["version"]["sentences"].compact.contains("other"))
    #expect(try await page.save().status == 409)
    // A killed editor loses nothing.
    #expect(try await unsaved(try self.page()) == [0])
    try await page.edit(["kind": "undo"])
    #expect(try await page.document().compact.contains("TABLE other"))
    try await page.edit(["kind": "redo"])
    #expect(try await page.save(overwrite: true).status == 200)
    #expect(try page.file("sql_default.json").contains("tag"))
  }

  @Test func `changes that can be neither shown nor kept stay where they are`() async throws {
    let (_, name) = try await offering()
    // A file that cannot be read, so its changes wait.
    let text = String(repeating: " ", count: (5 << 20) + 1)
    try folder.write(text + "[\"CREATE TABLE other (id INTEGER)\"]", to: "sql_default.json")
    let page = try page()
    // The journal cannot be written.
    let hash = try #require(name.text?.split(separator: ".").first)
    try FileManager.default.createDirectory(
      atPath: "\(state.path)/\(hash)/x", withIntermediateDirectories: true)
    let reply = try await page.call(now: "aside/use", [.init("name", name)])
    #expect(reply.body?["waits"] == true)
    #expect(try await page.document()["editor"]["kept"] == false)
    #expect(try aside().count == 1)
  }

  @Test func `changes are not mixed with other unsaved ones`() async throws {
    let (page, name) = try await offering()
    try await page.edit(Self.set)
    let reply = try await page.call(now: "aside/use", [.init("name", name)])
    #expect(reply.body?["error"]["code"] == "refused")
    #expect(try aside().count == 1)
    #expect(try await page.document().compact.contains("TABLE other"))
  }

  @Test func `a deletion of a script is not one of another project without that script`()
    async throws
  {
    try replace(with: Self.user.merging(["sql_update_2.json": "[\"CREATE TABLE a (b)\"]\n"]) { $1 })
    try await page().edit(["kind": "removeScript", "script": 2])
    try replace(with: Self.other)
    let next = try page()
    #expect(try aside().count == 1)
    #expect(try await next.document()["editor"]["setAside"]["number"] == 1)
  }

  @Test func `changes are thrown away once`() async throws {
    let (page, name) = try await offering()
    #expect(try await page.call(now: "aside/delete", [.init("name", name)]).status == 200)
    #expect(try aside().isEmpty)
    #expect(try await page.document()["editor"]["setAside"] == .null)
    for call in ["aside", "aside/use", "aside/delete"] {
      #expect(try await page.call(now: call, [.init("name", name)]).status == 422)
    }
  }

  @Test(arguments: ["../x", "", "/etc/passwd"])
  func `a page cannot name another file`(name: String) async throws {
    let (page, _) = try await offering()
    let reply = try await page.call(now: "aside/delete", [.init("name", .string(name))])
    #expect(reply.status == 422)
    #expect(try aside().count == 1)
  }

  @Test func `an editor that was killed while it took changes offers them no second time`()
    async throws
  {
    let (page, name) = try await offering()
    let path = state.path + "/" + (try #require(name.text))
    let kept = try Data(contentsOf: URL(fileURLWithPath: path))
    #expect(try await page.call(now: "aside/use", [.init("name", name)]).status == 200)
    #expect(
      FileManager.default.createFile(
        atPath: path, contents: kept, attributes: [.posixPermissions: 0o600]))
    let next = try self.page()
    #expect(try await unsaved(next) == [0])
    #expect(try await next.document()["editor"]["setAside"] == .null)
    #expect(try aside().isEmpty)
  }

  @Test func `ten sets of changes are kept, and the newest is offered first`() async throws {
    var names: [JSONText] = []
    for number in 0..<13 {
      try replace(with: ["sql_default.json": "[\"CREATE TABLE t\(number) (id)\"]\n"])
      let page = try page()
      names.append(try await page.document()["editor"]["setAside"]["name"])
      try await page.edit(Self.set)
    }
    // The last one is set aside now, and those before it were told.
    try replace(with: Self.other)
    let offered = try await page().document()["editor"]["setAside"]
    #expect(offered["number"] == 11)
    #expect(!names.contains(offered["name"]))
    #expect(try await page().document()["editor"]["setAside"]["number"] == 10)
    #expect(try await page().document()["editor"]["setAside"]["name"] == offered["name"])
  }

  @Test func `a script with another step beside its own has its changes`() async throws {
    let steps = ["\"CREATE TABLE a (id)\"", "\"CREATE TABLE b (id)\""]
    try replace(with: ["sql_default.json": "[\(steps.joined(separator: ", "))]\n"])
    try await page().edit([
      "kind": "set", "script": 0, "item": 2, "sql": "CREATE TABLE b (id, name)",
    ])
    try replace(with: ["sql_default.json": "[\(steps[0]), \"CREATE TABLE c (id)\"]\n"])
    let next = try page()
    #expect(try await unsaved(next) == [0])
    #expect(try await next.conflicts().count == 1)
  }

  @Test func `a script that was only laid out anew has its changes`() async throws {
    try replace(with: Self.user)
    try await page().edit(Self.set)
    try replace(with: ["sql_default.json": "[\n  \"CREATE TABLE user(id INTEGER)\"\n]\n"])
    #expect(try await unsaved(try page()) == [0])
  }

  /// A folder that has another path when the next editor starts, with an unsaved change from before.
  private func moved(_ outside: TemporaryFolder, copy: Bool = false) async throws -> (Page, String)
  {
    let old = outside.path("scripts")
    try FileManager.default.createDirectory(atPath: old, withIntermediateDirectories: true)
    try outside.write(try #require(Self.user["sql_default.json"]), to: "scripts/sql_default.json")
    try await Page(outside, at: "scripts", journals: state.path).edit(Self.set)
    if copy {
      try FileManager.default.copyItem(atPath: old, toPath: outside.path("moved"))
    } else {
      try FileManager.default.moveItem(atPath: old, toPath: outside.path("moved"))
    }
    return (try Page(outside, at: "moved", journals: state.path), old)
  }

  @Test(arguments: [false, true])
  func `changes of a folder that was moved are offered at its new path`(
    isReplaced: Bool
  ) async throws {
    let outside = try TemporaryFolder()
    var (page, old) = try await moved(outside)
    if isReplaced {
      try FileManager.default.createDirectory(atPath: old, withIntermediateDirectories: true)
      try outside.write(
        try #require(Self.other["sql_default.json"]), to: "scripts/sql_default.json")
      page = try Page(outside, at: "moved", journals: state.path)
    }
    #expect(try await unsaved(page).values.isEmpty)
    let offered = try await page.document()["editor"]["setAside"]
    #expect(offered["place"].text?.hasSuffix("/scripts") == true)
    #expect(await page.session.wordsOfSetAside.first?.contains("/scripts”") == true)
    let name: [JSONText.Member] = [.init("name", offered["name"])]
    #expect(try await page.call(now: "aside/use", name).status == 200)
    #expect(try await unsaved(page) == [0])
    #expect(try await page.conflicts().isEmpty)
    let next = try Page(outside, at: "moved", journals: state.path)
    #expect(try await unsaved(next) == [0])
    #expect(try await next.document()["editor"]["setAside"] == .null)
  }

  @Test func `changes of folders that are gone are deleted after 90 days if these are in reach`()
    async throws
  {
    try replace(with: Self.user)
    let outside = try TemporaryFolder()
    let kinds = ["new", "old", "here", "far/away"] + (0..<13).map { "more\($0)" } + ["moved"]
    var journals: [String: String] = [:]
    let names = { Set(try FileManager.default.contentsOfDirectory(atPath: state.path)) }
    let table = { (kind: String) in kind == "moved" ? "user" : "\(kind.prefix(3))1" }
    for kind in kinds {
      try FileManager.default.createDirectory(
        atPath: outside.path(kind), withIntermediateDirectories: true)
      try outside.write(
        "[\"CREATE TABLE \(table(kind)) (id INTEGER)\"]\n", to: "\(kind)/sql_default.json")
      let before = try names()
      try await Page(outside, at: kind, journals: state.path).edit(Self.set)
      let journal = try #require(try names().subtracting(before).first)
      journals[kind] = journal
      let days: Double = kind == "new" || kind.hasPrefix("more") ? 89 : 91
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: -days * 86400)],
        ofItemAtPath: "\(state.path)/\(journal)")
      if kind != "here" {
        let top = kind.split(separator: "/").first.map(String.init) ?? kind
        try FileManager.default.removeItem(atPath: outside.path(top))
      }
    }
    let offered = try await page().document()["editor"]["setAside"]
    #expect(offered["place"].text?.hasSuffix("/moved") == true)
    var left = journals
    left["old"] = nil
    #expect(try names() == Set(left.values))
  }

  @Test func `a copy of a folder does not get its changes`() async throws {
    let outside = try TemporaryFolder()
    let (page, _) = try await moved(outside, copy: true)
    #expect(try await page.document()["editor"]["setAside"] == .null)
    #expect(try await unsaved(page).values.isEmpty)
    #expect(try await unsaved(Page(outside, at: "scripts", journals: state.path)) == [0])
  }
}

private enum ScriptFormats {
  static let all = ["plist", "json", "sql"]
}
