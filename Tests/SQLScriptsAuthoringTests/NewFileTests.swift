import Foundation
import SQLScriptsFiles
import TestSupport
import Testing

@testable import SQLScriptsAuthoring

/// New contents are written next to a file, and a crash can leave them there.
struct NewFileTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
  }

  @Test func `a new file is complete and alone`() throws {
    let path = folder.path("sql_update_2.json")
    try NewFile.writeSafely(Array("[]".utf8), to: path)
    #expect(try names == ["sql_update_2.json"])
    #expect(try ScriptDirectory.bytes(ofFile: path) == Array("[]".utf8))
    #expect(throws: AuthoringError.exists(path: path)) {
      try NewFile.writeSafely(Array("[1]".utf8), to: path)
    }
    #expect(try names == ["sql_update_2.json"])
    #expect(try ScriptDirectory.bytes(ofFile: path) == Array("[]".utf8))
    try ReplacedFile.write(Array("[2]".utf8), to: path, insteadOf: Array("[]".utf8))
    #expect(try names == ["sql_update_2.json"])
  }

  @Test func `a leftover of a crash does not prevent saving`() throws {
    let path = folder.path("sql_update_2.json")
    var suffixes = ["aaaaaa", "aaaaaa", "aaaaaa", "bbbbbb"][...]
    let first = try NewFile.openDraft(of: path, mode: 0o600) { suffixes.removeFirst() }
    let second = try NewFile.openDraft(of: path, mode: 0o644) { suffixes.removeFirst() }
    defer {
      close(first.handle)
      close(second.handle)
    }
    #expect(first.path == folder.path(".sql_update_2.json.aaaaaa.tmp"))
    #expect(second.path == folder.path(".sql_update_2.json.bbbbbb.tmp"))
    let found = try FileManager.default.attributesOfItem(atPath: first.path)
    #expect(found[.posixPermissions] as? Int == 0o600)
    try NewFile.writeSafely([1], to: path)
    try ReplacedFile.write([2], to: path, insteadOf: [1])
    #expect(try names.count == 3)
    // Also if no name is left, the file itself is not said to exist.
    do {
      let other = try NewFile.openDraft(of: path, mode: 0o600) { "aaaaaa" }
      close(other.handle)
      Issue.record("It exists.")
    } catch {
      guard case .notWritten(path, EEXIST, _) = error else { throw error }
    }
  }

  @Test(arguments: [
    "sql_default.plist", "sql_update_2.json", "sql_update_3_words.sql", "0007_v1.3.0.sql",
    "sqlscripts.json", "sqlscripts.lock",
    "sql_update_4_" + String(repeating: "ä", count: 100)
      + ".sql",
  ])
  func `a leftover is not taken for a misnamed script`(name: String) throws {
    let draft = try NewFile.openDraft(of: folder.path(name), mode: 0o600)
    close(draft.handle)
    let left = try #require(try names.first)
    #expect(left.hasPrefix(".") && left.hasSuffix(".tmp"))
    let scripts = ScriptName(name).map { [$0.kind: name] } ?? [:]
    #expect(ScriptName.read(left) == .other)
    #expect(ScriptName.read(left, besides: scripts, companions: [name]) == .other)
  }

  @Test func `a name can be as long as the system allows`() throws {
    let path = folder.path("sql_update_2_" + String(repeating: "x", count: 238) + ".sql")
    try NewFile.writeSafely([1], to: path)
    try ReplacedFile.write([2], to: path, insteadOf: [1])
    #expect(try ScriptDirectory.bytes(ofFile: path) == [2])
  }

  @Test func `a missing folder is not created`() throws {
    #expect(throws: AuthoringError.self) {
      try NewFile.writeSafely([], to: folder.path("no/sql_update_2.json"))
    }
    #expect(try names == [])
  }
}
