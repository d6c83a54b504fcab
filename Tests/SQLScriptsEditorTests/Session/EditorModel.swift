import SQLScriptsFiles
import SQLScriptsReporting
import TestSupport
import Testing

@testable import SQLScriptsEditor

/// A user and another program that change the same folder at random, and what has to hold then.
///
/// All that they write has a number, so that it can be found again.
struct EditorModel {
  private let page: Page
  private var random: FixedGenerator
  private var count = 0
  /// The files that the user has changed, and those that the other program has changed.
  private var mine: Set<String> = []
  private var theirs: Set<String> = []
  /// What the other program wrote and the user deleted or overwrote, and what the other program overwrote.
  private var gone: Set<String> = []
  private var typed: Set<String> = []
  private var earlier: [(name: String, text: String)] = []

  init(seed: Int, _ files: [String: String]) throws {
    page = try Page(files)
    random = FixedGenerator(state: UInt64(seed))
  }

  mutating func step() async throws {
    switch Int.random(in: 0..<12, using: &random) {
    case 0...3: try await edit()
    case 4, 5: try changeDisk()
    case 6: try await reload()
    case 7, 8: try await go("undo")
    case 9: try await go("redo")
    case 10: try await save(overwriting: false)
    default: try await save(overwriting: Bool.random(using: &random))
    }
  }

  // MARK: The user

  private mutating func edit() async throws {
    try await forgetRedone()
    let before = try await unsaved()
    let versions = try await page.document()["versions"].values
    let edit = newEdit(versions)
    if edit["kind"] == "removeScript", let last = versions.last {
      gone.formUnion(Self.numbers(in: last.compact))
    }
    guard try await page.edit(edit).status == 200 else { return }
    mine.formUnion(Set(try await unsaved().keys).subtracting(before.keys))
    typed.formUnion(Self.numbers(in: edit.compact))
  }

  private mutating func newEdit(_ versions: [JSONText]) -> JSONText {
    let gaps = versions.flatMap { version in
      version["findings"].values.filter { !$0["suggestions"].values.isEmpty }.map { finding in
        let name: JSONText = ["id": finding["id"], "offset": finding["offset"]]
        return JSONText.object([
          .init("kind", "suggestion"), .init("script", version["id"]), .init("finding", name),
          .init("choice", 0),
        ])
      }
    }
    count += 1
    switch Int.random(in: 0..<6, using: &random) {
    case 0:
      let format = ["plist", "json", "sql"].randomElement(using: &random) ?? "sql"
      let words = ["a", "b"].randomElement(using: &random) ?? ""
      return ["kind": "newScript", "description": .string(words), "format": .string(format)]
    case 1 where !versions.isEmpty:
      return ["kind": "removeScript", "script": versions[versions.count - 1]["id"]]
    case 2 where !gaps.isEmpty: return gaps.randomElement(using: &random) ?? .null
    default:
      return [
        "kind": "insert", "script": versions.randomElement(using: &random)?["id"] ?? 0, "before": 1,
        "sql": [.string("SELECT 'mine\(count)'")],
      ]
    }
  }

  /// Undoing and redoing are each other's opposite.
  private func go(_ kind: String) async throws {
    let way = kind == "undo" ? ("canUndo", "redo") : ("canRedo", "undo")
    let document = try await page.document()
    guard document["editor"][way.0] == true else { return }
    let before = try await unsaved()
    #expect(try await page.edit(["kind": .string(kind)]).status == 200)
    let after = try await unsaved()
    #expect(Set(before.keys).union(after.keys).isSubset(of: mine))
    for kind in [way.1, kind] { try await page.edit(["kind": .string(kind)]) }
    #expect(try await unsaved() == after)
  }

  /// Only the unsaved changes of the user are dropped, and they can be had back.
  private mutating func reload() async throws {
    let before = try await unsaved()
    if !before.isEmpty { try await forgetRedone() }
    #expect(await page.call("reload", ["revision": try await revision()]).status == 200)
    #expect(try await unsaved().isEmpty)
    let disk = try files()
    let dropped = before.filter { disk[$0.key] != $0.value }
    guard !dropped.isEmpty else { return }
    try await page.edit(["kind": "undo"])
    #expect(try await unsaved() == dropped)
    if Bool.random(using: &random) { try await page.edit(["kind": "redo"]) }
  }

  private mutating func save(overwriting: Bool) async throws {
    let (before, unsaved) = (try files(), try await unsaved())
    let conflicts = try await page.conflicts()
    let reply = try await page.save(overwriting: overwriting ? conflicts : [])
    let after = try files()
    let error = reply.body?["error"] ?? .null
    switch reply.status {
    case 200:
      #expect(try await self.unsaved().isEmpty)
      for name in Set(before.keys).union(after.keys) where before[name] != after[name] {
        #expect(mine.contains(name), "\(name) was saved, although only another program changed it")
        #expect(after[name] == unsaved[name, default: before[name]])
      }
      let lost = Self.numbers(in: before.values.joined())
        .subtracting(Self.numbers(in: after.values.joined())).subtracting(typed)
      if overwriting { gone.formUnion(lost) }
      #expect(lost.isSubset(of: gone), "what another program wrote was overwritten")
    case 409 where !overwriting:
      #expect(!conflicts.isEmpty)
      for side in conflicts {
        let name = try #require(side["file"].text)
        #expect(theirs.contains(name))
        #expect(side["theirs"].text == before[name] && side["mine"].text != before[name])
      }
    default:
      // Another script has the same version.
      let names = (error["message"].text ?? "").split(whereSeparator: { "“”".contains($0) })
        .map(String.init).filter { ScriptName($0) != nil }
      #expect(reply.status == 422 && names.count == 2, "\(error.compact)")
      #expect(Set(names.compactMap { ScriptName($0)?.kind }).count == 1)
      for name in names { #expect(unsaved[name, default: before[name]] != nil) }
      #expect(theirs.contains(names[0]), "\(error.compact)")
    }
    if reply.status != 200 { #expect(before == after) }
  }

  // MARK: The other program

  private mutating func changeDisk() throws {
    count += 1
    let disk = try files()
    let some = disk.keys.sorted().randomElement(using: &random)
    let name: String
    let text: String?
    switch Int.random(in: 0..<6, using: &random) {
    case 0: (name, text) = (some ?? "sql_default.json", nil)
    case 1, 2:
      guard let old = earlier.randomElement(using: &random) else { return }
      (name, text) = (old.name, old.text)
    case 3:
      let last = disk.keys.compactMap { ScriptName($0)?.kind.version }.max() ?? 1
      let number = max(last, 1) + Int64.random(in: 1...2, using: &random)
      (name, text) = ("sql_update_\(number)_b.sql", "SELECT 'theirs\(count)';\n")
    default:
      guard let some else { return }
      (name, text) = (some, Self.script("SELECT 'theirs\(count)'", like: some))
    }
    guard disk[name] != text else { return }
    theirs.insert(name)
    gone.formUnion(Self.numbers(in: disk[name] ?? ""))
    if let old = disk[name] { earlier.append((name, old)) }
    if let text {
      gone.subtract(Self.numbers(in: text).subtracting(typed))
      try page.folder.write(text, to: name)
    } else {
      try TestFile.delete(page.folder.path(name))
    }
  }

  private static func script(_ sql: String, like name: String) -> String {
    switch ScriptName(name)?.format {
    case .json: "[\"\(sql)\"]\n"
    case .plist: "<plist version=\"1.0\"><array><string>\(sql)</string></array></plist>\n"
    default: "\(sql);\n"
    }
  }

  // MARK: What has to hold at the end

  /// What the user typed is in a file, or comes back with undoing, unless another program overwrote what was saved.
  func finish() async throws {
    let start = try await unsaved()
    let (redone, steps) = try await walk("redo")
    for _ in 0..<steps { try await page.edit(["kind": "undo"]) }
    let (undone, back) = try await walk("undo")
    let now = try await page.document().compact + (try files()).values.joined()
    let left = redone.union(undone).union(Self.numbers(in: now))
    #expect(typed.subtracting(left).isSubset(of: gone), "what the user typed is lost")
    for _ in 0..<back { try await page.edit(["kind": "redo"]) }
    #expect(try await unsaved() == start)
  }

  /// The numbers in all states that `undo` or `redo` leads to, and their number.
  private func walk(_ kind: String) async throws -> (Set<String>, Int) {
    var (found, steps): (Set<String>, Int) = ([], 0)
    while true {
      let document = try await page.document()
      found.formUnion(Self.numbers(in: document.compact))
      found.formUnion(Self.numbers(in: "\(try await unsaved())"))
      guard document["editor"][kind == "undo" ? "canUndo" : "canRedo"] == true else { break }
      try await page.edit(["kind": .string(kind)])
      steps += 1
    }
    return (found, steps)
  }

  /// An edit takes away what could be redone.
  private mutating func forgetRedone() async throws {
    let (found, steps) = try await walk("redo")
    gone.formUnion(found)
    for _ in 0..<steps { try await page.edit(["kind": "undo"]) }
  }

  // MARK: Looking

  private func revision() async throws -> JSONText {
    try await page.document()["editor"]["revision"]
  }

  /// The contents of the files that saving would change; nil for those that it would delete.
  private func unsaved() async throws -> [String: String?] {
    let history = await page.session.history
    let saved = await page.session.folder.saved
    let names = Set(history.present.keys).union(saved.keys)
      .filter { history.present[$0] != saved[$0] }
    return Dictionary(
      uniqueKeysWithValues: names.map { name in
        (name, history.present[name].map { String(decoding: $0, as: UTF8.self) })
      })
  }

  private func files() throws -> [String: String] {
    let names = try ScriptDirectory.entries(of: page.folder.path).map(\.name)
    return try Dictionary(uniqueKeysWithValues: names.map { ($0, try page.file($0)) })
  }

  private static func numbers(in text: String) -> Set<String> {
    Set(
      text.split(whereSeparator: { !($0.isLetter || $0.isNumber) }).map(String.init)
        .filter { $0.hasPrefix("mine") || $0.hasPrefix("theirs") })
  }
}
