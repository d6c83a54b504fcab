import SQLScriptsDescription
import Testing

/// What is told about the CHECKs of a rebuilt table.
struct CheckSentenceTests {
  private func rebuild(_ column: String, from old: String) throws -> String {
    let found = try sentences(
      of: .update(
        2,
        [
          "CREATE TABLE n (id INTEGER PRIMARY KEY, \(column))",
          "INSERT INTO n SELECT id, NULL FROM t", "DROP TABLE t", "ALTER TABLE n RENAME TO t",
        ]), after: ["CREATE TABLE t (id INTEGER PRIMARY KEY, \(old))"])
    return found.first?.words.plain ?? ""
  }

  @Test func `a CHECK with a list allows NULL in an optional column`() throws {
    let list = "CHECK (role IN ('a', 'b'))"
    let added = try rebuild("role TEXT \(list)", from: "role TEXT")
    #expect(added.contains("allows only 'a', 'b' or no value in role"), "\(added)")
    let removed = try rebuild("role TEXT", from: "role TEXT \(list)")
    #expect(removed.contains("no longer limits role to 'a', 'b' or no value"), "\(removed)")
    let required = try rebuild("role TEXT NOT NULL \(list)", from: "role TEXT NOT NULL")
    #expect(required.contains("allows only 'a' and 'b' in role"), "\(required)")
  }

  @Test(arguments: [
    (
      "a > 0", "a >= 0",
      "now refuses rows in which “a” is less than 0 (before: in which “a” is at most 0)"
    ),
    ("a = 0 OR a = 1", "a IN (0, 1)", "writes a CHECK in another way"),
    (
      "a > 5", "a IN (6, 7)",
      "now allows only 6, 7 or no value in “a” (before: refused rows in which “a” is at most 5)"
    ),
    ("a > 0), CHECK (a < 9", "a < 9 AND a > 0", "writes a CHECK in another way"),
    ("a < 9 AND a > 0", "a > 0), CHECK (a < 9", "writes a CHECK in another way"),
    (
      "a > 0), CHECK (a < 9", "a > 1",
      "now refuses rows in which “a” is at most 1 (before: in which “a” is at least 9 or at most 0)"
    ),
  ])
  func `a row that a CHECK still refuses is not told as allowed`(
    old: String, new: String, words: String
  ) throws {
    let found = try rebuild("a INT, CHECK (\(new))", from: "a INT, CHECK (\(old))")
    #expect(found.hasPrefix("Rebuilds t: \(words)"), "\(found)")
    #expect(!found.contains("no longer"), "\(found)")
  }
}
