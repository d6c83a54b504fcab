import Foundation
import SQLScriptsReporting
import TestSupport
import Testing

@testable import SQLScriptsEditor

/// Which scripts the changes belong to, and what other programs do with those meanwhile.
extension UnsavedJournalTests {
  /// Puts other files, or none, in the place of all scripts, in the same folder or in a new one.
  private func replace(_ folder: TemporaryFolder, with files: [String: String], anew: Bool) throws {
    if anew {
      try FileManager.default.removeItem(atPath: folder.path)
      try FileManager.default.createDirectory(
        atPath: folder.path, withIntermediateDirectories: true)
    } else {
      for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
        try FileManager.default.removeItem(atPath: folder.path(name))
      }
    }
    for (name, text) in files { try folder.write(text, to: name) }
  }

  @Test(arguments: [false, true], [[:], ["sql_default.json": theirs]])
  func `other scripts at the same path do not get the changes, and the old ones get them back`(
    anew: Bool, other: [String: String]
  ) async throws {
    let (folder, state) = try await left()
    try replace(folder, with: other, anew: anew)
    let next = try page(folder, state)
    #expect(try await unsaved(next).isEmpty)
    let aside = try journal(state)
    #expect(aside.hasSuffix(".other"))
    #expect(await next.session.wordsOfSetAside.count == 1)
    let offered = try await next.document()["editor"]["setAside"]
    #expect(offered["name"].text.map { aside.hasSuffix("/" + $0) } == true)
    // The new changes have a journal of their own.
    let third = try page(folder, state)
    #expect(try await third.document()["editor"]["setAside"] == offered)
    try await third.edit(["kind": "newScript", "description": "more"])
    #expect(journals(state).count == 2)
    try replace(folder, with: Self.files, anew: anew)
    #expect(try await unsaved(try page(folder, state)) == [0])
    #expect(journals(state).count { !$0.hasSuffix(".other") } == 1)
  }

  @Test func `changes are said to be set aside also when earlier ones take their place`()
    async throws
  {
    let (folder, state) = try await left()
    try replace(folder, with: ["sql_default.json": Self.theirs], anew: false)
    try await insert(try page(folder, state), "CREATE TABLE other (id INTEGER)")
    try replace(folder, with: Self.files, anew: false)
    let next = try page(folder, state)
    #expect(try await unsaved(next) == [0])
    #expect(try await next.document().compact.contains("TABLE tag"))
    let aside = try #require(journals(state).first { $0.hasSuffix(".other") })
    let offered = try await next.document()["editor"]["setAside"]["name"]
    #expect(offered.text.map { aside.hasSuffix($0) } == true)
  }

  @Test func `a renamed file takes the changes of one script only`() throws {
    let (folder, state) = (try TemporaryFolder(), try TemporaryFolder())
    let names = ["sql_update_2_c.json", "sql_update_2_b.json", "sql_update_2.json"]
    let texts = names.map { Array("[\"CREATE TABLE \($0.count) (id)\"]".utf8) }
    for name in ["sql_default.json", "sql_update_2_now.json"] { try folder.write("[]", to: name) }
    let journal = UnsavedJournal(of: "folder", in: state.path)
    let contents = JournalContents(
      marks: try EditorFolder(folder.path).marks,
      changes: Dictionary(
        uniqueKeysWithValues: zip(names, texts).map { name, text in
          (name, UnsavedChange(before: Array("[]".utf8), after: text, oldName: nil))
        }))
    #expect(chmod(state.path, 0o700) == 0 && journal.write(contents))
    let found = try EditorFolder(folder.path)
    var kept = KeptChanges(journal, for: found)
    let changes = kept.recover(in: found)
    #expect(
      changes.keys.sorted() == [
        "sql_update_2_b.json", "sql_update_2_c.json", "sql_update_2_now.json",
      ])
    #expect(changes["sql_update_2_now.json"]?.after == texts[2])
    #expect(Set(changes.values.compactMap(\.after)) == Set(texts))
  }

  @Test func `a folder that was made again has the changes`() async throws {
    let (folder, state) = (try folder(), try TemporaryFolder())
    let page = try page(folder, state)
    try await insert(page, "CREATE TABLE tag (id INTEGER)")
    #expect(await page.session.keepUnsavedChanges() == .shown)
    try replace(folder, with: Self.files, anew: true)
    #expect(await page.session.keepUnsavedChanges() == .shown)
    #expect(try await unsaved(try self.page(folder, state)) == [0])
    try replace(folder, with: ["sql_default.json": Self.theirs], anew: true)
    #expect(await page.session.keepUnsavedChanges() == .offered)
  }

  @Test func `the first script of an empty folder is kept`() async throws {
    let (folder, state) = (try TemporaryFolder(), try TemporaryFolder())
    try await page(folder, state).edit(["kind": "newScript", "description": "", "format": "json"])
    #expect(try await unsaved(try page(folder, state)) == [0])
  }

  @Test func `what was saved before the editor was killed is not set aside`() async throws {
    let (folder, state) = (try TemporaryFolder(), try TemporaryFolder())
    try folder.write(Self.theirs, to: "sql_default.json")
    let page = try page(folder, state)
    try await insert(page, "CREATE TABLE tag (id INTEGER)")
    let kept = try Data(contentsOf: URL(fileURLWithPath: try journal(state)))
    let path = try journal(state)
    #expect(try await page.save().status == 200)
    #expect(
      FileManager.default.createFile(
        atPath: path, contents: kept, attributes: [.posixPermissions: 0o600]))
    let next = try self.page(folder, state)
    #expect(try await unsaved(next).isEmpty)
    #expect(await next.session.wordsOfSetAside.isEmpty)
    #expect(journals(state).isEmpty)
  }

  // The administrator can delete it.
  @Test(.enabled(if: geteuid() != 0))
  func `discarded changes do not come back if the journal cannot be deleted`() async throws {
    let (folder, state) = try await left()
    let parent = state.path + "/" + self.state
    let next = try page(folder, state)
    _ = try await next.document()
    #expect(chmod(parent, 0o500) == 0)
    defer { chmod(parent, 0o700) }
    try await next.edit(["kind": "undo"])
    #expect(await next.session.outdatedJournal == nil)
    #expect(try await unsaved(try page(folder, state)).isEmpty)
  }

  @Test(.timeLimit(.minutes(10)))
  func `the pages learn that the changes can no longer be kept`() async throws {
    let (folder, state) = (try folder(), try TemporaryFolder())
    let page = try page(folder, state)
    try await insert(page, "CREATE TABLE tag (id INTEGER)")
    let events = await page.session.events()
    try FileManager.default.removeItem(atPath: state.path("state"))
    _ = await page.session.reportChanges()
    #expect(journals(state).count == 1)
    // It could be written by others, and is not written any more.
    #expect(chmod(state.path + "/" + self.state, 0o777) == 0)
    try FileManager.default.removeItem(atPath: try journal(state))
    for await event in events where event["patch"]["editor"]["kept"] == false { return }
  }

  /// A draft that another program has just created is empty, and so begins every text.
  @Test func `nothing in the scripts folder is deleted at a start`() async throws {
    let (folder, state) = try await left()
    let files = FileManager.default
    let names = ["a12345", "notes"].map { ".sql_default.json.\($0).tmp" }
    for name in names { try folder.write("", to: name) }
    let before = try files.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(try await unsaved(try page(folder, state)) == [0])
    #expect(try files.contentsOfDirectory(atPath: folder.path).sorted() == before)
  }

  private func meanwhile(_ page: Page) async throws -> [[String?]] {
    try await page.document()["editor"]["meanwhile"].values.map {
      [$0["file"].text, $0["state"].text, $0["newName"].text]
    }
  }

  @Test func `a conflict after a restart compares with the file that was changed`() async throws {
    let (folder, state) = try await left()
    try folder.write(Self.theirs, to: "sql_default.json")
    for _ in 0..<2 {
      let next = try page(folder, state)
      let conflict = try #require(try await next.conflicts().first)
      #expect(conflict["before"]["sentences"].compact.contains("user"))
      #expect(conflict["version"]["sentences"].compact.contains("theirs"))
      #expect(try await meanwhile(next) == [["sql_default.json", "changed", nil]])
    }
  }

  @Test func `the page learns what another program has done while no editor ran`() async throws {
    let (folder, state) = (try folder(), try TemporaryFolder())
    for number in 3...5 {
      try folder.write("[\"CREATE TABLE t\(number) (a)\"]\n", to: "sql_update_\(number).json")
    }
    let page = try page(folder, state)
    for script in [3, 4] {
      try await page.edit([
        "kind": "insert", "script": .int(script), "before": 2, "sql": ["CREATE TABLE x (a)"],
      ])
    }
    try await page.edit(["kind": "newScript", "description": "", "format": "json"])
    try TestFile.delete(folder.path("sql_update_3.json"))
    #expect(
      rename(folder.path("sql_update_4.json"), folder.path("sql_update_4_now.json")) == 0)
    try folder.write("[\"CREATE TABLE v (w)\"]\n", to: "sql_update_5.json")
    try folder.write("[\"CREATE TABLE v2 (w)\"]\n", to: "sql_update_6.json")
    // The same steps are no news.
    try folder.write(
      "[ \"CREATE TABLE place (id INTEGER PRIMARY KEY)\" ]\n", to: "sql_update_2.json")
    let next = try self.page(folder, state)
    #expect(
      try await meanwhile(next) == [
        ["sql_update_3.json", "deleted", nil],
        ["sql_update_4.json", "renamed", "sql_update_4_now.json"],
        ["sql_update_5.json", "changed", nil], ["sql_update_6.json", "added", nil],
      ])
    let conflicts = try await next.conflicts().map { $0["file"] }
    #expect(conflicts == ["sql_update_3.json", "sql_update_6.json"])
    #expect(try await next.call(now: "reload").status == 200)
    #expect(try await meanwhile(next).isEmpty)
  }

  @Test(arguments: [false, true])
  func `changes follow a file that another program has converted`(isChanged: Bool) async throws {
    let (folder, state) = try await left()
    try TestFile.delete(folder.path("sql_default.json"))
    let own = isChanged ? ", name TEXT" : ""
    try folder.write("CREATE TABLE user (id INTEGER PRIMARY KEY\(own));\n", to: "sql_default.sql")
    let next = try page(folder, state)
    #expect(try await next.document()["versions"].values.count == 2)
    #expect(try await next.version(0)["items"].values.count == 2)
    let changed = isChanged ? [["sql_default.sql", "changed", nil]] : []
    #expect(
      try await meanwhile(next) == [["sql_default.json", "converted", "sql_default.sql"]] + changed)
    #expect(try await next.conflicts().count == (isChanged ? 1 : 0))
    #expect(try await next.save(overwrite: true).status == 200)
    #expect(try next.file("sql_default.sql").contains("tag"))
    #expect(!TestFile.exists(folder.path("sql_default.json")))
  }

  @Test func `changes follow a file that another program has renamed`() async throws {
    let (folder, state) = (try folder(), try TemporaryFolder())
    let page = try page(folder, state)
    let edit: JSONText = ["kind": "set", "script": 2, "item": 1, "sql": "CREATE TABLE c (d)"]
    #expect(try await page.edit(edit).status == 200)
    try FileManager.default.moveItem(
      atPath: folder.path("sql_update_2.json"), toPath: folder.path("sql_update_2_words.json"))
    let next = try self.page(folder, state)
    #expect(try await unsaved(next) == [2])
    #expect(try await next.document()["versions"].values.count == 2)
    #expect(try await next.save().status == 200)
    #expect(try next.file("sql_update_2_words.json").contains("TABLE c"))
  }

  @Test(arguments: [false, true])
  func `a script that another program deletes does not come back by being renumbered`(
    restart: Bool
  ) async throws {
    let (folder, state) = (try folder(), try TemporaryFolder())
    try folder.write("[\"CREATE TABLE t (a)\"]\n", to: "sql_update_3.json")
    try folder.write("[]\n", to: "sql_update_2.json")
    var page = try page(folder, state)
    #expect(try await page.edit(["kind": "removeScript", "script": 2]).status == 200)
    try FileManager.default.removeItem(atPath: folder.path("sql_update_3.json"))
    if restart { page = try self.page(folder, state) }
    #expect(try await page.save().status == 409)
    #expect(try page.file("sql_update_2.json") == "[]\n")
    #expect(try await page.save(overwrite: true).status == 200)
    #expect(try page.file("sql_update_2.json").contains("TABLE t"))
  }

  @Test(
    arguments: [["3"], ["2", "3"], ["2", "3", "4"]], ["sql_update_@.sql", "sql_update_@_x.json"])
  func `a renumbering goes on with files that another program has converted or renamed`(
    converted: [String], name: String
  ) async throws {
    let (folder, state) = (try folder(), try TemporaryFolder())
    let steps = ["2": "", "3": "CREATE TABLE t (a)", "4": "CREATE TABLE u (a)"]
    for (number, sql) in steps {
      try folder.write(sql == "" ? "[]\n" : "[\"\(sql)\"]\n", to: "sql_update_\(number).json")
    }
    let first = try page(folder, state)
    #expect(try await first.edit(["kind": "removeScript", "script": 2]).status == 200)
    for number in converted {
      let sql = steps[number] ?? ""
      let text =
        name.hasSuffix("sql")
        ? (sql == "" ? "" : "\(sql);\n") : sql == "" ? "[]\n" : "[\"\(sql)\"]\n"
      try TestFile.delete(folder.path("sql_update_\(number).json"))
      try folder.write(text, to: name.replacing("@", with: number))
    }
    let next = try page(folder, state)
    #expect(try await next.document()["versions"].values.map { $0["id"] } == [0, 2, 3])
    #expect(try await next.conflicts().isEmpty)
    #expect(try await next.save().status == 200)
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasPrefix("sql_update") }.sorted()
    let now = { (number: String, old: String) in
      converted.contains(old) ? name.replacing("@", with: number) : "sql_update_\(number).json"
    }
    #expect(files == [now("2", "3"), now("3", "4")])
    #expect(try next.file(now("2", "3")).contains("TABLE t"))
    #expect(try next.file(now("3", "4")).contains("TABLE u"))
    #expect(try await next.edit(["kind": "undo"]).status == 200)
    #expect(try await next.document()["versions"].values.map { $0["id"] } == [0, 2, 3, 4])
    #expect(try await next.document()["findings"].values.isEmpty)
  }
}
