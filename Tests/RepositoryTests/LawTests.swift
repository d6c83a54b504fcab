import Foundation
import Testing

/// The laws of migrating: Documentation/Laws.md.
struct LawTests {
  private static let page = (try? Repository.text("Documentation/Laws.md")) ?? ""

  private static let laws = page.matches(of: #/(?m)^### Law (\d+)$/#).compactMap { Int($0.1) }

  /// The laws that a text quotes, such as “law 5”, “laws 1, 2 and 5” and “laws 1 to 3”.
  private static func quotes(in text: String) -> Set<Int> {
    let list = #/(?i)\blaws?\s+(\d+(?:(?:,\s+(?:and\s+)?|\s+(?:and|or|to)\s+|–)\d+)*)/#
    return Set(
      text.matches(of: list).flatMap { match -> [Int] in
        let numbers = match.1.matches(of: #/\d+/#).compactMap { Int($0.0) }
        let isRange = match.1.contains("to") || match.1.contains("–")
        guard isRange, let first = numbers.first, let last = numbers.last, first < last else {
          return numbers
        }
        return Array(first...last)
      })
  }

  private static func quotes(in files: [Repository.File]) -> Set<Int> {
    files.reduce(into: []) { $0.formUnion(quotes(in: $1.text)) }
  }

  @Test func `the laws are numbered consecutively from 1`() {
    #expect(Self.laws.count > 30)
    #expect(Self.laws == Array(1...Self.laws.count))
  }

  @Test func `every law is quoted by the code that implements it`() {
    #expect(Set(Self.laws).subtracting(Self.quotes(in: Repository.sources)).sorted() == [])
  }

  /// The programs behind `Tools/torture` and `Tools/fuzz` are not tests: they run for a minute, with other inputs each
  /// time.
  @Test func `every law is quoted by a test`() {
    let tests = Repository.tests.filter { $0.text.contains("@Test") && $0.name != "LawTests.swift" }
    #expect(Set(Self.laws).subtracting(Self.quotes(in: tests)).sorted() == [])
  }

  @Test func `every quoted law is on the page`() throws {
    let pages = try ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "Tests/Mutants/Laws.txt"].map {
      Repository.File(path: $0, text: try Repository.text($0))
    }
    let files =
      ["Sources", "Tests", "Documentation", "Examples", "Benchmarks", "Plugins"]
      .flatMap(Repository.files(in:)) + pages
    let mutants = try Repository.text("Tests/Mutants/Laws.txt")
    #expect(mutants.contains("\nlaw 17\n"))
    for file in files {
      let unknown = Self.quotes(in: file.text).subtracting(Self.laws)
      #expect(unknown == [], "\(file.path)")
    }
  }

  @Test func `every link to a law has a target`() {
    let files = Repository.files(in: "Documentation") + Repository.sources
    let links = files.flatMap { file in
      file.text.matches(of: #/Laws\.md#law-(\d+)/#).compactMap { Int($0.1) }
    }
    #expect(links.contains(12))
    #expect(Set(links).subtracting(Self.laws) == [])
  }
}
