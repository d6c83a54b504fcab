import SQLScriptsDatabase
import Testing

@testable import SQLScriptsSchema

/// The clauses that a rebuild loses, one by one.
@Suite struct ConstraintLossTests {
  private func snapshot(_ table: String) throws -> SchemaSnapshot {
    let connection = try Connection(path: ":memory:", mode: .create, busyTimeout: Milliseconds(0))
    try connection.execute("CREATE TABLE p (id INTEGER PRIMARY KEY)")
    try connection.execute("CREATE TABLE t \(table)")
    return try SchemaReader(connection).snapshot(without: [])
  }

  private func losses(_ old: String, _ new: String) throws -> [String] {
    let (old, new) = (try snapshot(old), try snapshot(new))
    let (before, after) = (try #require(old["t"]), try #require(new["t"]))
    #expect(ConstraintLoss.all(from: before, to: before, in: old) == [])
    return ConstraintLoss.all(from: before, to: after, in: new).map(\.words)
  }

  @Test(arguments: [
    ("(a TEXT NOT NULL)", "(a TEXT)", "NOT NULL on “a”"),
    ("(a TEXT DEFAULT 'x y')", "(a TEXT)", "DEFAULT 'x y' on “a”"),
    ("(a TEXT COLLATE NOCASE)", "(a TEXT COLLATE BINARY)", "COLLATE NOCASE on “a”"),
    ("(a, b AS (a * 2))", "(a, b)", "GENERATED ALWAYS AS (a * 2) on “b”"),
    ("(a UNIQUE, b)", "(a, b)", "UNIQUE on “a”"),
    ("(a, b, UNIQUE (a, b))", "(a, b)", "UNIQUE on “a”, “b”"),
    ("(a INTEGER PRIMARY KEY)", "(a INTEGER)", "PRIMARY KEY on “a”"),
    ("(a REFERENCES p)", "(a)", "REFERENCES “p” on “a”"),
    ("(a REFERENCES p ON DELETE CASCADE)", "(a REFERENCES p)", "ON DELETE CASCADE on “a”"),
    (
      "(a, FOREIGN KEY (a) REFERENCES p (id) ON UPDATE SET NULL)", "(a REFERENCES p)",
      "ON UPDATE SET NULL on “a”"
    ),
    (
      "(a REFERENCES p DEFERRABLE INITIALLY DEFERRED)", "(a REFERENCES p)",
      "REFERENCES (a) DEFERRABLE INITIALLY DEFERRED"
    ),
    ("(a CHECK (a > 0), b)", "(a, b)", "CHECK (a > 0)"),
    ("(a INTEGER) STRICT", "(a INTEGER)", "STRICT"),
    ("(a INTEGER PRIMARY KEY AUTOINCREMENT)", "(a INTEGER PRIMARY KEY)", "AUTOINCREMENT"),
    ("(a INTEGER, PRIMARY KEY (a AUTOINCREMENT))", "(a INTEGER PRIMARY KEY)", "AUTOINCREMENT"),
    ("(a UNIQUE ON CONFLICT REPLACE)", "(a UNIQUE)", "UNIQUE (a) ON CONFLICT REPLACE"),
    ("(a, UNIQUE (a) ON CONFLICT IGNORE)", "(a UNIQUE)", "UNIQUE (a) ON CONFLICT IGNORE"),
    ("(a NOT NULL ON CONFLICT FAIL)", "(a NOT NULL)", "NOT NULL (a) ON CONFLICT FAIL"),
    (
      "(a INTEGER PRIMARY KEY ON CONFLICT REPLACE)", "(a INTEGER PRIMARY KEY)",
      "PRIMARY KEY (a) ON CONFLICT REPLACE"
    ),
  ])
  func `a lost clause is named, and is a difference`(old: String, new: String, words: String) throws
  {
    #expect(try losses(old, new) == [words])
    #expect(try losses(new, old) == [])
    let changes = SchemaDifference(from: try snapshot(old), to: try snapshot(new)).changes
    #expect(!changes.isEmpty)
  }

  @Test(arguments: [
    ("(a, b, UNIQUE (a, b))", "(a UNIQUE, b)"), ("(a UNIQUE)", "(b)"),
    ("(a CHECK (a > 0))", "(a CHECK (a >= 0))"), ("(a CHECK (a > 0))", "(a CHECK ((a>0)))"),
    ("(a NOT NULL)", "(a INTEGER PRIMARY KEY)"), ("(a DEFAULT NULL)", "(a)"),
    ("(a DEFAULT 1)", "(a DEFAULT 2)"), ("(a UNIQUE ON CONFLICT ABORT)", "(a UNIQUE)"),
    ("(a REFERENCES p DEFERRABLE INITIALLY IMMEDIATE)", "(a REFERENCES p)"),
    ("(a UNIQUE ON CONFLICT REPLACE)", "(a, UNIQUE (a) ON CONFLICT REPLACE)"),
    ("(a REFERENCES p ON DELETE CASCADE)", "(a REFERENCES p ON DELETE SET NULL)"),
  ])
  func `a clause that is replaced or goes with its column is not lost`(old: String, new: String)
    throws
  {
    #expect(try losses(old, new).filter { !$0.contains("ON CONFLICT") } == [])
  }
}
