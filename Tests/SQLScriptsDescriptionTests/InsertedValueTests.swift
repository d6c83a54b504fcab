import SQLScriptsDescription
import Testing

/// What is told about the values of new rows.
struct InsertedValueTests {
  private static let tables = [
    "CREATE TABLE color (id INTEGER PRIMARY KEY, name TEXT)", "CREATE TABLE tag (name TEXT)",
    "CREATE TABLE wide (a INT, b TEXT, c BOOLEAN, d TEXT, e TEXT, f INT)",
  ]

  private static let long = String(repeating: "x", count: 60)

  @Test(arguments: [
    (
      ["INSERT INTO tag VALUES ('red')", "INSERT INTO tag VALUES ('blue')"],
      "Adds 2 rows to **tag**: **name** 'red' and 'blue'."
    ),
    (
      ["INSERT INTO tag VALUES (NULL), (''), ('a')"],
      "Adds 3 rows to **tag**: no **name**; an empty **name**; **name** 'a'."
    ),
    (
      ["INSERT INTO color VALUES (1, 'red'), (2, 'blue')"],
      "Adds 2 rows to **color**: **id** 1, **name** 'red'; **id** 2, **name** 'blue'."
    ),
    (
      ["INSERT INTO color (name) VALUES ('red')", "INSERT INTO color VALUES (7, NULL)"],
      "Adds 2 rows to **color**: **name** 'red'; **id** 7, no **name**."
    ),
    (
      ["INSERT INTO color VALUES (1, 'a'), (2, 'b'), (3, 'c'), (4, 'd')"],
      "Adds 4 rows to **color**; the first one has **id** 1 and **name** 'a'."
    ),
    (
      ["INSERT INTO tag VALUES ('a'), ('b'), ('c'), ('d'), ('e'), ('f')"],
      "Adds 6 rows to **tag**; the first one has **name** 'a'."
    ),
    (["INSERT INTO tag VALUES ('\(long)')"], "Adds a row to **tag**."),
    (["INSERT INTO tag VALUES ('\(long)'), ('\(long)')"], "Adds 2 rows to **tag**."),
    (
      ["INSERT INTO tag VALUES ('a'), ('\(long)')"],
      "Adds 2 rows to **tag**; the first one has **name** 'a'."
    ),
    (
      ["INSERT INTO wide VALUES (1, 'x', TRUE, 'y', 'z', 2)"],
      "Adds a row to **wide**: **a** 1, **b** 'x', **c** “yes” and 3 more values."
    ),
    (
      ["INSERT INTO wide (a, b, d) VALUES (1, '\(long)', datetime('now'))"],
      "Adds a row to **wide**: **a** 1, **d** the current time and 1 more value."
    ),
    (
      ["INSERT INTO wide (a, b) VALUES ((SELECT 1 FROM tag), 'x')"],
      "Adds a row to **wide**: **b** 'x' and 1 more value."
    ),
    (
      ["INSERT INTO color VALUES (NULL, 'red'), (NULL, NULL)"],
      "Adds 2 rows to **color**: **name** 'red'; no **name**."
    ),
    (["INSERT INTO color (id) VALUES (NULL)"], "Adds a row to **color**."),
    (
      ["INSERT INTO color (rowid, name) VALUES (NULL, 'q'), (NULL, 'r')"],
      "Adds 2 rows to **color**: **name** 'q' and 'r'."
    ),
    (
      ["INSERT INTO tag (_rowid_, name) VALUES (NULL, 'q')"], "Adds a row to **tag**: **name** 'q'."
    ),
    (
      ["INSERT INTO tag (OID, name) VALUES (7, 'q')"],
      "Adds a row to **tag**: **OID** 7, **name** 'q'."
    ),
    (["INSERT INTO tag VALUES ('a\nb')"], "Adds a row to **tag**."),
    (["INSERT INTO tag VALUES ('a\tb')"], "Adds a row to **tag**: **name** 'a\\<U+0009\\>b'."),
  ])
  func `few and short values are told`(statements: [String], sentence: String) throws {
    let found = try sentences(of: .update(2, statements), after: Self.tables)
    #expect(found.map(\.words.markdown) == [sentence])
  }
}
