import SQLScripts
import SQLScriptsDiagnostics
import SQLScriptsFiles
import Testing

@testable import SQLScriptsValidation

@Suite struct LockFileTests {
  private func scripts(_ files: [InMemoryScript]) throws -> [Script] {
    let bundle = ScriptBundle(scripts: files)
    return try ([bundle.defaultScript].compactMap { $0 } + bundle.updates).map {
      try #require(try bundle.read($0).script)
    }
  }

  private static func line(_ found: Diagnostic) -> String {
    "\(found.severity)[\(found.id)] \(found.span.start) \(found.message)"
      + (found.help.map { " | \($0)" } ?? "")
  }

  private func lock(_ files: [InMemoryScript]) throws -> LockFile {
    let text = try #require(LockFile().releasing(try scripts(files)).lock).text
    let read = LockFile.reading(SourceFile(name: "sqlscripts.lock", bytes: Array(text.utf8)))
    #expect(read.diagnostics == [])
    #expect(read.lock.text == text)
    return read.lock
  }

  private func found(
    _ old: [InMemoryScript], _ new: [InMemoryScript], minimum: Int64? = nil
  ) throws -> [String] {
    var settings = BundleSettings()
    settings.minimumVersion = minimum
    return try lock(old).check(try scripts(new), settings: settings).map(Self.line)
  }

  private static let first = InMemoryScript.default(["CREATE TABLE a (x)"])
  private static let second = InMemoryScript.file(
    named: "sql_update_2_age.json", text: #"["ALTER TABLE a ADD COLUMN y", "DELETE FROM a"]"#)
  private static let third = InMemoryScript.update(3, ["CREATE INDEX i ON a (x)"])

  @Test func `a lock has one line for each script, in order`() throws {
    let lock = try lock([Self.third, Self.first, Self.second])
    let checksums = lock.entries.map(\.checksum.description)
    #expect(
      lock.text == """
        # Released scripts. `sqlscripts release` writes this file. Keep it under version control.
        # In a merge conflict, keep the lines of both branches.
        # Last released version: 3
        1 default sql_default.json \(checksums[0])
        2 update sql_update_2_age.json \(checksums[1])
        3 update sql_update_3.json \(checksums[2])
        # Default scripts as they were released, to rehearse updates of older databases.
        1 kept sql_default.json \(checksums[0])
        1 text { "version": 1, "statements": ["CREATE TABLE a (x)"] }

        """)
    #expect(
      try lock.releasing(scripts([Self.first, Self.second, Self.third])).lock?.text == lock.text)
    #expect(lock.isReleased(try scripts([Self.third])[0]))
    #expect(lock.isReleased(try scripts([.update(4, ["SELECT 1"])])[0]) == false)
  }

  @Test func `a change of format, label, whitespace or comments is not a change`() throws {
    let same = InMemoryScript.file(
      named: "sql_update_2_add-age.json",
      text: "[\n  \"ALTER TABLE a -- why\\n  ADD COLUMN y;\",\n  [\"DELETE\", \"FROM a\"]\n]")
    #expect(try found([Self.first, Self.second], [Self.first, same, Self.third]) == [])
    let plist = InMemoryScript.file(
      named: "sql_update_2.plist",
      text:
        "<plist version=\"1.0\"><array><string>ALTER TABLE a ADD COLUMN y</string><string>DELETE FROM a</string></array></plist>"
    )
    #expect(
      try found([Self.first, Self.second], [Self.first, plist]) == [
        "info[released-script-reformed] sql_update_2.plist:1:1 “sql_update_2.plist” was released as “sql_update_2_age.json” and is unchanged | Record the new name with: sqlscripts release"
      ])
  }

  @Test func `a changed script is found`() throws {
    let changed = InMemoryScript.file(
      named: Self.second.fileName, text: #"["DELETE FROM a WHERE 1"]"#)
    #expect(
      try found([Self.first, Self.second, Self.third], [Self.first, changed, Self.third]) == [
        "error[released-script-changed] sql_update_2_age.json:1:1 “sql_update_2_age.json” was changed after its release | Restore the released script, for example with “git checkout sql_update_2_age.json”, and write the change into a new update: sql_update_4."
      ])
    #expect(
      try found([Self.first], [.default(["CREATE TABLE a (X)"])]) == [
        "error[released-script-changed] sql_default.json:1:1 “sql_default.json” was changed after its release | Restore the released script, for example with “git checkout sql_default.json”, or let it create a later version."
      ])
  }

  @Test func `a new file with the number of a released script was not changed`() throws {
    let other = InMemoryScript.file(
      named: "sql_update_2_a.json", text: #"["DELETE FROM a WHERE 1"]"#)
    #expect(
      try found([Self.first, Self.second], [Self.first, other]) == [
        "error[released-script-changed] sql_update_2_a.json:1:1 “sql_update_2_a.json” has the number of the released “sql_update_2_age.json” | Restore “sql_update_2_age.json” from version control. If “sql_update_2_a.json” is a new script, rename it: sql_update_3."
      ])
    // Both files exist, and the new one comes first.
    let bundle = ScriptBundle(
      scripts: [Self.first, Self.second, other],
      lock: Array(try lock([Self.first, Self.second]).text.utf8))
    let found = Validator(ScriptLibrary(bundle)).validate().diagnostics
    #expect(!found.contains { $0.id == "released-script-changed" })
    #expect(found.contains { $0.id == "duplicate-version" })
  }

  @Test func `a default script for a later version is a new script`() throws {
    let later = InMemoryScript.default(["CREATE TABLE a (x, y)"], version: 2)
    #expect(try found([Self.first, Self.second], [later, Self.second]) == [])
    #expect(try found([later], [.default(["CREATE TABLE a (x, y)"], version: 1)]).count == 1)
  }

  @Test func `a removed script is reported at its line`() throws {
    #expect(
      try found([Self.first, Self.second, Self.third], [Self.third]) == [
        "error[released-script-removed] sqlscripts.lock:4:1 “sql_default.json” was deleted after its release | Restore it.",
        "error[released-script-removed] sqlscripts.lock:5:1 “sql_update_2_age.json” was deleted after its release | Restore it. New databases need it unless sql_default creates version 2 or a later one.",
      ])
    let later = InMemoryScript.default(["CREATE TABLE a (x, y)"], version: 3)
    #expect(
      try found([Self.first, Self.second, Self.third], [later, Self.third]) == [
        "error[released-script-removed] sqlscripts.lock:5:1 “sql_update_2_age.json” was deleted after its release | Restore it. If no user needs it, set \"minimumVersion\": 2."
      ])
    #expect(try found([Self.second, Self.third], [Self.third], minimum: 2) == [])
    #expect(try found([Self.second, Self.third], [Self.second], minimum: 2).count == 1)
  }

  @Test func `a renumbered script is recognized`() throws {
    let moved = InMemoryScript.update(4, ["CREATE INDEX i ON a (x)"])
    let other = InMemoryScript.update(3, ["CREATE TABLE new (x)"])
    #expect(
      try found([Self.first, Self.third], [Self.first, other, moved]) == [
        "error[released-script-changed] sql_update_3.json:1:1 “sql_update_3.json” was changed after its release | It now seems to be “sql_update_4.json”. Give each script its old number."
      ])
    #expect(
      try found([Self.first, Self.third], [Self.first, moved]) == [
        "error[released-script-removed] sqlscripts.lock:5:1 “sql_update_3.json” was deleted after its release | It now seems to be “sql_update_4.json”. Restore the old name."
      ])
  }

  @Test func `a script below a released version that was not released is found`() throws {
    let late =
      "error[late-update] sql_update_2_age.json:1:1 “sql_update_2_age.json” is not in sqlscripts.lock, although version 3 is released | If it is new, give it a number above 3. If it was released, restore its line in sqlscripts.lock from version control."
    let all = [Self.first, Self.second, Self.third]
    #expect(try found([Self.first, Self.third], all) == [late])
    // If its line is missing, a change of the script is found, too.
    let changed = InMemoryScript.update(2, ["SELECT 1"])
    #expect(try found([Self.first, Self.third], [Self.first, changed, Self.third]).count == 1)
    #expect(try found([Self.first, Self.third], all, minimum: 2) == [])
    #expect(try found([Self.first, Self.second], all) == [])
    #expect(
      try found([Self.second, Self.third], all) == [
        "error[late-update] sql_default.json:1:1 “sql_default.json” is not in sqlscripts.lock, although version 3 is released | If it was released, restore its line in sqlscripts.lock from version control."
      ])
    let squashed = InMemoryScript.default(["CREATE TABLE a (x, y)"], version: 3)
    #expect(try found([Self.second, Self.third], [squashed, Self.second, Self.third]) == [])
    let lock = try lock([Self.first, Self.third])
    #expect(lock.releasing(try scripts(all)).lock == nil)
    #expect(lock.releasing(try scripts(all), acceptsChanges: true).lock?.entries.count == 3)
  }

  @Test func `an update with a timestamp that was merged late is reported before it ships`() throws
  {
    let times: [Int64] = [202_601_010_000, 202_601_020_000, 202_601_030_000]
    let scripts = times.map { InMemoryScript.update($0, ["CREATE TABLE t\($0) (x)"]) }
    let old = try lock([Self.first, scripts[0], scripts[2]])
    let new = try self.scripts([Self.first] + scripts)
    #expect(old.check(new).map(\.id) == ["late-update"])
    var settings = BundleSettings()
    settings.outOfOrder = .apply
    #expect(old.check(new, settings: settings) == [])
  }

  @Test(arguments: ["", "# only a comment\n", "\u{FEFF}", "\n\n"])
  func `a lock without scripts was emptied`(_ text: String) {
    let read = LockFile.reading(SourceFile(name: "x", bytes: Array(text.utf8)))
    #expect(read.diagnostics.map(\.message) == ["sqlscripts.lock contains no released script"])
  }

  @Test(arguments: ["=======", ">>>>>>> branch", "<<<<<<< HEAD", "||||||| base"])
  func `a conflict marker that a merge left is reported`(_ mark: String) throws {
    let text = try lock([Self.first, Self.second]).text + mark + "\n"
    let read = LockFile.reading(SourceFile(name: "x", bytes: Array(text.utf8)))
    #expect(read.diagnostics.map(\.message) == ["merge conflict in sqlscripts.lock"])
    #expect(read.lock.entries.count == 2)
  }

  @Test
  func
    `a missing last line is reported, but not if a merge left two comments with the last version`()
    throws
  {
    let text = try lock([Self.first, Self.second, Self.third]).text
    let lost = text.split(separator: "\n").filter { !$0.hasPrefix("3 update") }
      .joined(separator: "\n")
    let read = LockFile.reading(SourceFile(name: "x", bytes: Array(lost.utf8)))
    #expect(
      read.diagnostics.map(\.message) == ["the line of version 3 is missing in sqlscripts.lock"])
    #expect(read.lock.entries.count == 2 && read.lock.isDamaged)
    let merged = "# Last released version: 2\n" + text
    let both = LockFile.reading(SourceFile(name: "x", bytes: Array(merged.utf8)))
    #expect(both.diagnostics == [] && !both.lock.isDamaged)
  }

  @Test func `with a damaged lock, every script may have been released`() throws {
    let bundle = ScriptBundle(scripts: [Self.first, Self.second])
    let text = try lock([Self.first]).text + "nonsense\n"
    let read = LockFile.reading(SourceFile(name: "x", bytes: Array(text.utf8)))
    #expect(bundle.scripts.allSatisfy { read.lock.isReleased($0, of: bundle) })
  }

  @Test func `a file that cannot be read is not a deleted file`() throws {
    let bundle = ScriptBundle(scripts: [Self.first, .file(named: "sql_update_3.json", text: "[")])
    let lock = try lock([Self.first, Self.third])
    #expect(lock.check(try scripts([Self.first]), unreadable: bundle.updates) == [])
  }

  @Test func `release refuses changed scripts unless they are accepted`() throws {
    let lock = try lock([Self.first, Self.second])
    let new = try scripts([Self.first, .update(2, ["SELECT 1"]), Self.third])
    let refused = lock.releasing(new)
    #expect(refused.lock == nil)
    #expect(refused.diagnostics.map(\.id) == ["released-script-changed"])
    let forced = lock.releasing(new, acceptsChanges: true)
    #expect(forced.lock?.entries.map(\.version) == [1, 2, 3])
    #expect(forced.lock?.check(new) == [])
    let added = lock.releasing(try scripts([Self.first, Self.second, Self.third]))
    #expect(added.lock?.entries.count == 3)
    #expect(added.diagnostics == [])
  }

  @Test func `a damaged lock reports the damage, and the rest counts`() {
    let sum = "xxh64:0123456789abcdef"
    let text = """
      \u{FEFF}# header\r
      \r
      2 update sql_update_2.json \(sum)\r
      <<<<<<< main
      3 update 3_a  b.sql \(sum)
      =======
      4 update sql_update_4.json \(sum)
      >>>>>>> branch
      nonsense
      5 update sql_update_5.json md5:00
      6 update \(sum)
      0 update sql_update_0.json \(sum)
      99999999999999999999 update x.json \(sum)
      7 downgrade x.json \(sum)
      2 update sql_update_2.json \(sum)
      2 update sql_update_2.json xxh64:0123456789abcdee
      1 default sql_default.plist \(sum)
      """
    let read = LockFile.reading(SourceFile(name: "sqlscripts.lock", bytes: Array(text.utf8)))
    #expect(read.lock.entries.map(\.version) == [1, 2, 3, 4])
    #expect(read.lock.entries[2].name == "3_a  b.sql")
    #expect(
      read.diagnostics.map { "\($0.span.start.line) \($0.message)" } == [
        "4 merge conflict in sqlscripts.lock",
        "9 this line of sqlscripts.lock is damaged", "10 this line of sqlscripts.lock is damaged",
        "11 this line of sqlscripts.lock is damaged", "12 this line of sqlscripts.lock is damaged",
        "13 this line of sqlscripts.lock is damaged", "14 this line of sqlscripts.lock is damaged",
        "16 version 2 was released twice with different scripts",
      ])
    #expect(read.diagnostics.allSatisfy { $0.id == "damaged-lock-file" && $0.severity == .error })
    #expect(LockFile.reading(SourceFile(name: "x", bytes: [])).lock.entries.isEmpty)
    #expect(LockFile.reading(SourceFile(name: "x", bytes: [0xFF, 0x20, 0])).diagnostics.count == 1)
  }

  @Test func `names with line endings stay on one line`() throws {
    let entry = LockFile.Entry(
      version: 2, kind: .update, name: "2_a\\n\nb\r.sql", checksum: Checksum(value: 1))
    let text = LockFile([entry]).text
    let read = LockFile.reading(SourceFile(name: "x", bytes: Array(text.utf8)))
    #expect(read.diagnostics == [])
    #expect(read.lock.entries.map(\.name) == [entry.name])
  }
}
