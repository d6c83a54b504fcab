import Foundation
import TestSupport
import Testing

@testable import SQLScriptsAuthoring

struct EditorSettingsTests {
  @Test func `the editor settings name schemas that are also written`() throws {
    let texts = Dictionary(uniqueKeysWithValues: EditorSettings.files.map { ($0.path, $0.text) })
    for text in texts.values {
      #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(text.utf8)) }
    }
    let text = try #require(texts[".vscode/settings.json"])
    let json = try JSONSerialization.jsonObject(with: Data(text.utf8))
    let settings = try #require(json as? [String: Any])
    let schemas = try #require(settings["json.schemas"] as? [[String: Any]])
    let named = schemas.compactMap { $0["url"] as? String }.map { $0.dropFirst("./".count) }
    #expect(named.count == 2)
    #expect(named.allSatisfy { texts[String($0)] != nil })
  }

  @Test func `an existing file is kept, and reported unless it is the same`() throws {
    let temporary = try TemporaryFolder()
    defer { withExtendedLifetime(temporary) {} }
    let folder = temporary.path
    try FileManager.default.createDirectory(
      atPath: folder + "/.vscode", withIntermediateDirectories: true)
    let own = folder + "/.vscode/settings.json"
    try "{}".write(toFile: own, atomically: true, encoding: .utf8)
    let first = try EditorSettings.write(to: folder)
    #expect(first.written.count == 2)
    #expect(first.kept == [own])
    let second = try EditorSettings.write(to: folder)
    #expect(second.written == [])
    #expect(second.kept == [own])
    #expect(try String(contentsOfFile: own, encoding: .utf8) == "{}")
  }
}
