import SQLScripts
import Testing

@testable import SQLScriptsDescription

/// Columns that get another name during or after the rebuild of their table.
struct RenamedColumnTests {
  private static let tables = [
    "CREATE TABLE c (id INTEGER PRIMARY KEY, m TEXT, k TEXT)",
    "CREATE TABLE log (id INTEGER PRIMARY KEY, note TEXT)",
  ]
  private static let swap = ["DROP TABLE c", "ALTER TABLE n RENAME TO c"]

  private static func copy(_ columns: String, _ values: String) -> [String] {
    [
      "CREATE TABLE n (id INTEGER PRIMARY KEY, \(columns))",
      "INSERT INTO n SELECT id, \(values) FROM c",
    ]
  }

  private func texts(_ statements: [String]) throws -> [String] {
    try sentences(of: .update(2, statements), after: Self.tables).map(\.words.plain)
  }

  private static let upper =
    "Rebuilds c with the same definition: changes m to upper case, keeps 3 of 3 sample rows."

  @Test func `a new name after a rebuild is no change of values`() throws {
    let copy = Self.copy("m TEXT, k TEXT", "upper(m), k") + Self.swap
    let renamed = try texts(copy + ["ALTER TABLE c RENAME COLUMN m TO mm"])
    #expect(renamed == [Self.upper, "Renames the column m of c to mm."])
  }

  @Test func `a column that is removed and added after a rebuild is no change of values`() throws {
    let copy = Self.copy("m TEXT, k TEXT", "upper(m), k") + Self.swap
    let again = try texts(
      copy + ["ALTER TABLE c DROP COLUMN k", "ALTER TABLE c ADD COLUMN k TEXT DEFAULT 'x'"])
    #expect(again.first == Self.upper, "\(again)")
    #expect(again.count == 3, "\(again)")
  }

  @Test func `names that columns pass on before a rebuild are no change of values`() throws {
    let found = try texts([
      "ALTER TABLE c RENAME COLUMN m TO m1", "ALTER TABLE c RENAME COLUMN k TO m",
      "ALTER TABLE c RENAME TO old", "CREATE TABLE c (id INTEGER PRIMARY KEY, m1 TEXT, m TEXT)",
      "INSERT INTO c SELECT id, m1, m FROM old", "DROP TABLE old",
      "ALTER TABLE c RENAME COLUMN m TO kk", "ALTER TABLE c RENAME COLUMN m1 TO m",
    ])
    #expect(!found.joined().contains("changes values"), "\(found)")
    #expect(found.count == 5, "\(found)")
  }

  @Test(arguments: [
    ("lower(mail)", "renames m to mail, changes mail to lower case, keeps"),
    ("mail", "renames m to mail, keeps"),
    ("coalesce(mail, '')", "renames m to mail, sets mail to an empty text where it has no value"),
  ])
  func `a column of the old table that gets another name is not removed`(
    value: String, words: String
  ) throws {
    let found = try texts([
      "ALTER TABLE c RENAME TO old", "ALTER TABLE old RENAME COLUMN m TO mail",
      "CREATE TABLE c (id INTEGER PRIMARY KEY, mail TEXT, k TEXT)",
      "INSERT INTO c SELECT id, \(value), k FROM old", "DROP TABLE old",
    ])
    #expect(found.count == 1 && found[0].hasPrefix("Rebuilds c: \(words)"), "\(found)")
  }

  @Test(arguments: [
    ("m", "renames m to q, keeps"), ("upper(m)", "renames m to q, changes q to upper case, keeps"),
    ("k", "renames m to q, sets q to the value of k"),
  ])
  func `a column of the new table that gets another name is the old one`(
    value: String, words: String
  ) throws {
    let rename = ["ALTER TABLE n RENAME COLUMN m TO q"]
    let found = try texts(
      Self.copy("m TEXT, k TEXT", "\(value), k") + rename + Self.swap
        + ["ALTER TABLE c RENAME COLUMN q TO m"])
    #expect(found.first?.hasPrefix("Rebuilds c: \(words)") == true, "\(found)")
    #expect(found.dropFirst() == ["Renames the column q of c to m."], "\(found)")
  }

  @Test func `a new name before the old table is removed is told once`() throws {
    let found = try texts(
      Self.copy("m TEXT, k TEXT", "lower(m), k") + [
        "ALTER TABLE c RENAME TO old", "ALTER TABLE n RENAME TO c",
        "ALTER TABLE c RENAME COLUMN m TO mm", "DROP TABLE old", "ALTER TABLE c RENAME TO d",
      ])
    #expect(
      found == [
        "Rebuilds c: renames m to mm, changes mm to lower case, keeps 3 of 3 sample rows.",
        "Renames the table c to d.",
      ])
  }

  @Test func `a new name of a column of the old table is no other column in the copy`() throws {
    let copy = Self.copy("m TEXT, k TEXT", "m, ifnull(kk, '')")
    let found = try texts(
      [copy[0], "ALTER TABLE c RENAME COLUMN k TO kk", copy[1]] + Self.swap)
    #expect(
      found == [
        "Renames the column k of c to kk, but only in the old table, which is read below and then removed.",
        "Rebuilds c with the same definition: sets k to an empty text where it has no value, keeps 3 of 3 sample rows.",
      ])
  }

  @Test func `a name that another column of the old table had is told step by step`() throws {
    let found = try texts([
      "ALTER TABLE c RENAME TO old", "ALTER TABLE old RENAME COLUMN m TO a",
      "ALTER TABLE old RENAME COLUMN k TO m",
      "CREATE TABLE c (id INTEGER PRIMARY KEY, a TEXT, m TEXT)",
      "INSERT INTO c SELECT id, a, upper(m) FROM old", "DROP TABLE old",
    ])
    #expect(found.count == 6 && !found.joined().contains("removes k"), "\(found)")
  }
}
