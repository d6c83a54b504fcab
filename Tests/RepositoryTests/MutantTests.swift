import Foundation
import Testing

/// Checks that the list of Tools/mutate fits the code, because a mutant that cannot be applied proves nothing.
struct MutantTests {
  private struct Edit {
    var mutant: String
    var path: String
    var old: [Substring]
  }

  private static func edits() throws -> [Edit] {
    var edits: [Edit] = []
    var (mutant, path, isOld) = ("", "", false)
    for line in try Repository.text("Tests/Mutants/Laws.txt").split(
      separator: "\n", omittingEmptySubsequences: false)
    {
      if line.hasPrefix("-"), !isOld {
        edits.append(Edit(mutant: mutant, path: path, old: []))
      }
      isOld = line.hasPrefix("-")
      if isOld { edits[edits.count - 1].old.append(line.dropFirst()) }
      if line.hasPrefix("mutant ") { mutant = String(line.dropFirst("mutant ".count)) }
      if line.hasPrefix("file ") { path = String(line.dropFirst("file ".count)) }
    }
    return edits
  }

  @Test func `the code that a mutant changes occurs once`() throws {
    let edits = try Self.edits()
    #expect(Set(edits.map(\.mutant)).count >= 40)
    for edit in edits {
      let text = try Repository.text(edit.path)
      let count = text.components(separatedBy: "\n\(edit.old.joined(separator: "\n"))\n").count - 1
      #expect(count == 1, "\(edit.mutant): \(count) times in \(edit.path)")
    }
  }

  @Test func `the result of every mutant is recorded, and none survived`() throws {
    let page = try Repository.text("Documentation/Maintainers/Reliability.md")
    for mutant in Set(try Self.edits().map(\.mutant)).sorted() {
      let row = page.split(separator: "\n").first { $0.contains("| `\(mutant)` |") }
      #expect(row?.contains("| killed: ") == true, "\(mutant)")
    }
  }
}
