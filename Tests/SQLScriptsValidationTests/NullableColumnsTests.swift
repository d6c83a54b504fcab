import SQLScripts
import SQLScriptsFiles
import TestSupport
import Testing

@testable import SQLScriptsValidation

/// The columns that may be NULL in what a statement computes.
struct NullableColumnsTests {
  private func statement(_ sql: String, columns: Int) throws -> RehearsedStatement {
    let table = (0..<columns).map { "c\($0) TEXT" }.joined(separator: ", ")
    let library = ScriptLibrary(
      ScriptBundle(scripts: [
        .default(["CREATE TABLE t (id INTEGER PRIMARY KEY, n TEXT NOT NULL, \(table))"]),
        .update(2, [sql]),
      ]))
    let rehearsal = try Rehearsal(store: .table)
    var last: RehearsedScript?
    for file in library.bundle.scripts {
      last = try rehearsal.rehearse(try library.script(file)) { _ in }
    }
    return try #require(last?.statements.last)
  }

  @Test func `a condition leaves out NULL`() throws {
    let columns = NullableColumns(
      try statement(
        "UPDATE t SET c0 = c1 || c2 || n || id WHERE c2 IS NOT NULL AND c3 = 'x'", columns: 4))
    #expect(columns.contains("C1") && columns.contains("c3"))
    #expect(!["c2", "n", "id", "c0"].contains(where: columns.contains))
  }

  @Test func `the work for many values grows with their number and not with the condition`() throws
  {
    let seconds = try [100, 800].map { count in
      let values = (0..<count).map { "c\($0) = c\($0) || c0" }.joined(separator: ", ")
      let condition = (0..<count).map { "c\($0) = 'x'" }.joined(separator: " OR ")
      let statement = try statement("UPDATE t SET \(values) WHERE \(condition)", columns: count)
      var findings = Findings()
      let start = ProcessorTime.now
      NullInConcatenation().check(statement, &findings)
      return ProcessorTime.now - start
    }
    // Its square would take 64 times as long.
    #expect(seconds[1] < 32 * seconds[0], "\(seconds)")
  }
}
