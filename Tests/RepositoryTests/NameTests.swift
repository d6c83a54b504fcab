import Foundation
import Testing

/// Most Macs ignore the case of file names, so two names that differ only by case are the same there.
struct NameTests {
  /// The names that differ only by case from others.
  private func clashes(among names: some Sequence<String>) -> [String] {
    Dictionary(grouping: Set(names)) { $0.lowercased() }.values.filter { $0.count > 1 }
      .map { $0.sorted().joined(separator: ", ") }.sorted()
  }

  /// The names in the manifest after a pattern, such as `.testTarget(name: "…"`.
  private func names(of pattern: Regex<(Substring, Substring)>) throws -> [String] {
    try Repository.text("Package.swift").matches(of: pattern).map { String($0.1) }
  }

  @Test func `no two target names differ only by case`() throws {
    let targets = try names(
      of: #/\.(?:executableTarget|systemLibrary|target|testTarget|plugin)\(\s*name: "([^"]+)"/#)
    #expect(targets.contains("SQLScripts") && targets.contains("SQLScriptsCLI"))
    #expect(Set(targets).count > 30)
    #expect(clashes(among: targets) == [])
  }

  @Test func `no two program names differ only by case`() throws {
    let products = try names(of: #/\.executable\(name: "([^"]+)"/#)
    let targets = try names(of: #/\.executableTarget\(\s*name: "([^"]+)"/#)
    #expect(products == ["sqlscripts", "sqlscripts-edit"] && targets.count > 4)
    #expect(clashes(among: products + targets) == [])
  }

  @Test func `no two file names differ only by case`() {
    let names = ["Benchmarks", "Documentation", "Examples", "Plugins", "Sources", "Tests", "Tools"]
      .flatMap { folder in
        let found = FileManager.default.enumerator(
          atPath: Repository.root.appendingPathComponent(folder).path)
        return (found?.compactMap { $0 as? String } ?? []).map { "\(folder)/\($0)" }
      }
    #expect(names.count > 500)
    #expect(clashes(among: names) == [])
  }
}
