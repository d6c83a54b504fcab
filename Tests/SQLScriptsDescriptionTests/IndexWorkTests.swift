import SQLScripts
import SQLScriptsFiles
import SQLScriptsSchema
import SQLScriptsValidation
import TestSupport
import Testing

@testable import SQLScriptsDescription

/// The words of an index must not cost as much as the CREATE of its table.
struct IndexWorkTests {
  @Test func `the words of an index do not depend on the size of its table`() throws {
    let seconds = try [20, 1_600].map { count in
      let columns = (0..<count).map { "c\($0) TEXT COLLATE NOCASE" }.joined(separator: ", ")
      let bundle = ScriptBundle(scripts: [
        .default(["CREATE TABLE t (\(columns))", "CREATE INDEX i ON t (c1, c2 COLLATE RTRIM)"])
      ])
      let library = ScriptLibrary(bundle)
      let rehearsed = BundleDescription(Validator(library), of: library).entries.last?.rehearsed
      let table = try #require(rehearsed?.after["t"])
      let index = try #require(table.indexes.first)
      let words = IndexWords(index: index, table: table)
      let start = ProcessorTime.now
      for _ in 0..<50 {
        #expect(words.words.plain.hasSuffix("by c1 and c2 (ignoring spaces at the end)"))
      }
      return ProcessorTime.now - start
    }
    // With the table, it would be 80 times as long.
    #expect(seconds[1] < 8 * seconds[0], "\(seconds)")
  }
}
