import SQLScriptsDescription
import Testing

/// Changes of constraints whose other sides change, too.
struct ConstraintChangeTests {
  private func rebuild(
    from old: String, to new: String, _ columns: String = "id", then: String = "SELECT 1"
  ) throws -> String {
    let found = try sentences(
      of: .update(
        2,
        [
          "CREATE TABLE n (\(new))", "INSERT INTO n SELECT \(columns) FROM t", then,
          "DROP TABLE t", "ALTER TABLE n RENAME TO t",
        ]),
      after: [
        "CREATE TABLE s (id INTEGER PRIMARY KEY)", "CREATE TABLE t (\(old))",
      ])
    return found.first?.words.plain ?? ""
  }

  @Test func `a new or removed reference changes no other one`() throws {
    let (plain, more) = (
      "id INTEGER PRIMARY KEY",
      "id INTEGER PRIMARY KEY, s REFERENCES s(id) DEFERRABLE INITIALLY DEFERRED"
    )
    let added = try rebuild(from: plain, to: more, "id, NULL")
    #expect(!added.contains("checks references"), "\(added)")
    let removed = try rebuild(from: more, to: plain)
    #expect(!removed.contains("checks references"), "\(removed)")
  }

  @Test(arguments: [
    ("CASCADE", "SET NULL", "no longer deletes a row when its row of s is deleted, but clears p"),
    ("SET NULL", "CASCADE", "will delete a row when its row of s is deleted instead of clearing p"),
    (
      "CASCADE", "SET DEFAULT",
      "no longer deletes a row when its row of s is deleted, but sets p to the default"
    ),
    ("NO ACTION", "CASCADE", "will delete a row when its row of s is deleted"),
  ])
  func `what happens to a row instead of something else is told with that`(
    old: String, new: String, words: String
  ) throws {
    let table = "id INTEGER PRIMARY KEY, p INT REFERENCES s ON DELETE"
    let found = try rebuild(from: "\(table) \(old)", to: "\(table) \(new)", "*")
    #expect(found.hasPrefix("Rebuilds t: \(words)"), "\(found)")
    #expect([",", ";"].contains(found.dropFirst("Rebuilds t: \(words)".count).first), "\(found)")
  }

  @Test(arguments: [
    ("CASCADE", "REFERENCES s", "no longer deletes a row when its row of s through q is deleted"),
    (
      "CASCADE", "REFERENCES s ON DELETE SET NULL",
      "no longer deletes a row when its row of s through q is deleted, but clears q"
    ),
    (
      "CASCADE", "",
      "no longer makes q refer to rows of s, and no longer deletes a row when its row of s through q is deleted"
    ),
  ])
  func `one of several references to a table is told by its column`(
    old: String, new: String, words: String
  ) throws {
    let table = "id INTEGER PRIMARY KEY, p INT REFERENCES s ON DELETE CASCADE, q INT"
    let found = try rebuild(
      from: "\(table) REFERENCES s ON DELETE \(old)", to: "\(table) \(new)", "*")
    #expect(found.hasPrefix("Rebuilds t: \(words)"), "\(found)")
    #expect([",", ";"].contains(found.dropFirst("Rebuilds t: \(words)".count).first), "\(found)")
  }

  @Test(arguments: [
    ("f BOOLEAN DEFAULT 0", "f BOOLEAN DEFAULT FALSE"),
    ("f TEXT DEFAULT 'x'", "f TEXT DEFAULT \"x\""),
    ("f TEXT DEFAULT '0'", "f TEXT DEFAULT 0"), ("f INT DEFAULT '1'", "f INT DEFAULT (TRUE)"),
    ("f TEXT DEFAULT CURRENT_TIMESTAMP", "f TEXT DEFAULT (DateTime('now'))"),
    ("f INT DEFAULT (1+1)", "f INT DEFAULT 2"),
    ("f TEXT DEFAULT (-(2*3) - 1)", "f TEXT DEFAULT '-7'"),
  ])
  func `a default that stores the same value is the same`(old: String, new: String) throws {
    for (old, new) in [(old, new), (new, old)] {
      let found = try rebuild(
        from: "id INTEGER PRIMARY KEY, \(old)", to: "id INTEGER PRIMARY KEY, \(new)", "*")
      #expect(!found.contains("default"), "\(found)")
    }
  }

  @Test(arguments: [
    ("TEXT", "1", "'01'"), ("TEXT", "0", "'0.0'"), ("TEXT", "'x'", "'X'"), ("", "1", "'1'"),
    ("INT", "(9223372036854775807 + 1)", "0"), ("INT", "(1 + 2)", "2"),
  ])
  func `a default that stores another value is another`(
    type: String, old: String, new: String
  ) throws {
    let found = try rebuild(
      from: "id INTEGER PRIMARY KEY, f \(type) DEFAULT \(old)",
      to: "id INTEGER PRIMARY KEY, f \(type) DEFAULT \(new)", "*")
    #expect(found.contains("changes the default of f to \(new)"), "\(found)")
  }

  @Test(arguments: [
    (
      "id INT PRIMARY KEY, a", "id INTEGER PRIMARY KEY, a",
      "fills id of new rows and of rows without a value with the next number"
    ),
    (
      "id INT NOT NULL PRIMARY KEY, a", "id INTEGER PRIMARY KEY, a",
      "fills id of new rows with the next number"
    ),
    (
      "id INTEGER PRIMARY KEY, a", "id INTEGER, a",
      "removes its primary key (rows of t may now have the same id); no longer fills id of new rows with the next number"
    ),
    (
      "id INTEGER PRIMARY KEY, a", "id INTEGER, a, PRIMARY KEY (id, a)",
      "changes its primary key to id and “a” (rows of t may now have the same id); no longer fills id of new rows with the next number"
    ),
    ("id INT, a", "id INT PRIMARY KEY, a", "makes id the primary key"),
  ])
  func `a key that numbers rows is told as such`(old: String, new: String, words: String) throws {
    let found = try rebuild(from: old, to: new, "*")
    let isTold = found.contains(words) || found.contains(words.replacing(",", with: ";"))
    #expect(isTold && !found.contains("required"), "\(found)")
  }

  @Test func `a removed constraint changes nothing about the rest`() throws {
    let words = try rebuild(
      from: "id INTEGER PRIMARY KEY, a TEXT UNIQUE ON CONFLICT REPLACE",
      to: "id INTEGER PRIMARY KEY")
    #expect(words.hasPrefix("Rebuilds t: removes “a” and its values, "), "\(words)")
    #expect(!words.contains("not allowed"), "\(words)")
  }

  @Test(arguments: [
    ("name TEXT UNIQUE ON CONFLICT REPLACE", "lets a new row replace the one with the same name"),
    (
      "name TEXT UNIQUE ON CONFLICT IGNORE",
      "silently leaves out new rows with the same name as another one"
    ),
    (
      "name TEXT NOT NULL ON CONFLICT REPLACE DEFAULT 'x'",
      "stores the default in name if a new row has no value there"
    ),
    ("name TEXT NOT NULL ON CONFLICT IGNORE", "silently leaves out new rows without name"),
  ])
  func `a new constraint says what it does silently`(column: String, words: String) throws {
    let start = "id INTEGER PRIMARY KEY, n TEXT UNIQUE ON CONFLICT REPLACE, name TEXT"
    let found = try rebuild(
      from: start, to: "id INTEGER PRIMARY KEY, n TEXT, \(column)", "id, n, name")
    #expect(found.contains(words), "\(found)")
  }

  @Test func `a reference to a renamed column is the same one`() throws {
    let own = try rebuild(
      from: "id INTEGER PRIMARY KEY, up INT REFERENCES t(id)",
      to: "key INTEGER PRIMARY KEY, up INT REFERENCES t(key)", "id, up")
    #expect(own.hasPrefix("Rebuilds t: renames id to “key”, keeps "), "\(own)")
    let columns = "id INTEGER PRIMARY KEY, s INT REFERENCES s(id)"
    let parent = try rebuild(
      from: columns, to: columns, "id, s", then: "ALTER TABLE s RENAME COLUMN id TO key")
    #expect(!parent.contains("instead of"), "\(parent)")
  }
}
