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
}
