import SQLScripts
import SQLScriptsDatabase
import Testing

/// Errors stay short, however long the token, name or value is.
@Suite struct LongTextTests {
  private static let million = String(repeating: "0a", count: 500_000)

  static let statements = [
    "INSERT INTO t VALUES (x'\(million)", "INSERT INTO t VALUES ('\(million)",
    "SELECT \"\(million)\"",
    "SELECT * FROM t\(million)", "SELECT 1 \(million)", "SELECT t\(million)(1)",
    "INSERT INTO t (t\(million)) VALUES (1)", "CREATE TABLE t (a)  --\(million)",
    "SELECT \(million)", "INSERT INTO u VALUES ('\(million)')", "/* \(million)",
    "CREATE TABLE main.t\(million) AS SELECT nothing",
  ]

  @Test(arguments: statements.indices)
  func `no message is longer than a screen`(_ index: Int) throws {
    try Sandbox.with { (box) throws in
      let failure = try box.failure(
        .default(["CREATE TABLE t (a)", "CREATE TABLE u (a CHECK (length(a) < 9))"]),
        .update(2, [Self.statements[index], "nonsense"]))
      let texts = [failure.summary, failure.outcome, failure.sqliteError?.message ?? ""]
      for text in texts + [failure.sqliteError?.description ?? ""] {
        #expect(text.utf8.count < 1_920, "\(text.prefix(100))")
      }
      #expect(failure.description.utf8.count < 6_000)
    }
  }

  @Test func `a long text stored as the version is shown shortened`() throws {
    try Sandbox.with { (box) throws in
      try box.run(
        "CREATE TABLE db_version (db_version_num)",
        "INSERT INTO db_version VALUES ('\(Self.million)')")
      let failure = try box.failure(.default([]))
      #expect(failure.summary.utf8.count < 1_920)
      #expect(failure.summary.hasSuffix("Correct the version in the database by hand."))
    }
  }

  @Test func `long rows of a verify query are shown shortened`() throws {
    try Sandbox.with { (box) throws in
      let script = InMemoryScript.file(
        named: "sql_default.json",
        text: """
          { "statements": ["CREATE TABLE t (a)"],
            "verify": ["SELECT replace(hex(zeroblob(500000)), '0', 'x')"] }
          """)
      let failure = try box.failure(script)
      #expect(failure.description.utf8.count < 6_000)
    }
  }
}
