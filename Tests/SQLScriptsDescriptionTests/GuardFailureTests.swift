import SQLScriptsDescription
import Testing

/// Queries of `onlyIf`, `require` and `verify` that fail or never end.
struct GuardFailureTests {
  private func plain(_ script: String) throws -> [String] {
    try sentences(of: .file(named: "sql_update_2.json", text: script)).map(\.words.plain)
  }

  @Test func `a condition that never ends is said to be stopped`() throws {
    let query =
      "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c"
    let found = try plain(
      #"[{"sql": "DELETE FROM log", "onlyIf": "\#(query)"}, "DELETE FROM team"]"#)
    #expect(
      found.first?.hasPrefix(
        "Only if the result of a query is true, but this query was stopped because it may never end: deletes all rows of log. Query: WITH RECURSIVE "
      ) == true, "\(found)")
    #expect(found.last == "Deletes all rows of team.")
  }

  @Test func `a statement does not run if the query of its condition fails`() throws {
    #expect(
      try plain(
        #"[{"sql": "DELETE FROM log", "onlyIf": "SELECT x FROM log"}, "DELETE FROM team"]"#) == [
          "The query that decides whether it runs fails: no such column: x. Query: SELECT x FROM log.",
          "Not reached: deletes all rows of team.",
        ])
  }

  @Test func `a query that always finds a row is told to stop every time`() throws {
    let query = "SELECT count(*) FROM log WHERE id = 0"
    #expect(
      try plain(#"{"require": ["\#(query)"], "statements": ["DELETE FROM log"]}"#) == [
        "Always stops before it changes anything, because its query always finds a row. Query: \(query).",
        "Not reached: deletes all rows of log.",
      ])
    #expect(
      try plain(#"{"verify": ["\#(query)"], "statements": []}"#) == [
        "Always undoes everything at the end, because its query always finds a row. Query: \(query)."
      ])
  }

  @Test func `a query that must find no row may fail`() throws {
    #expect(
      try plain(
        #"{"require": ["SELECT 1 FROM a"], "verify": ["SELECT 1 FROM b"], "statements": []}"#) == [
          "Always stops before it changes anything, because its query fails: no such table: a. Query: SELECT 1 FROM a.",
          "Not reached: always undoes everything at the end, because its query fails: no such table: b. Query: SELECT 1 FROM b.",
        ])
  }

  @Test func `a query that fails is not told to find a row`() throws {
    #expect(
      try plain(#"{"verify": ["SELECT absent()"], "statements": []}"#) == [
        "Always undoes everything at the end, because its query fails: no such function: absent. Query: SELECT absent()."
      ])
  }
}
