import Testing

/// Calculations that have no value where a column in them has none.
struct MissingOperandTests {
  private func told(_ statements: String...) throws -> String {
    let found = try sentences(
      of: .update(2, statements),
      after: [
        """
        CREATE TABLE item (id INTEGER PRIMARY KEY, price REAL, label TEXT, code TEXT NOT NULL, sum INT,
        size INT CHECK (size IS NOT NULL), twice REAL AS (price * 2))
        """,
        "CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT, must TEXT NOT NULL)",
        "CREATE VIEW priced AS SELECT id, price FROM item",
      ])
    return found.map(\.words.plain).joined(separator: " ")
  }

  @Test(arguments: [
    ("label = 's' || price", "to 's' followed by price (no value where price has none) in all"),
    ("label = code || price, sum = id", "price (no value where price has none) and sum to"),
    ("sum = price + id", "to price + id (no value where price has none) in all"),
    ("sum = id * price - sum", ", which clears sum where price has no value"),
    ("label = id / sum", "(no value where sum is 0 or has none)"),
    ("label = code || price || sum", "(no value where price or sum has none)"),
    (
      "label = CASE WHEN id > 1 THEN 's' || price ELSE code || sum END",
      "'s' followed by price where id is greater than 1 (no value where price has none); otherwise code followed by sum (no value where sum has none)"
    ),
    ("label = 's' || price WHERE sum > 1 OR price > 1", "(no value where price has none) in item"),
  ])
  func `an UPDATE tells where a calculation has no value`(set: String, words: String) throws {
    let found = try told("UPDATE item SET \(set)")
    #expect(found.contains(words), "\(found)")
  }

  @Test(arguments: [
    "label = 's' || id", "label = 's' || code", "label = 's' || size", "label = 's' || twice",
    "code = 's' || price", "label = 's' || coalesce(price, 0)", "label = price",
    "label = upper(price)", "label = 's' || price WHERE price IS NOT NULL",
    "label = 's' || price WHERE price > 3", "id = id + price", "price = price * 2",
    "label = 's' || price WHERE id IN (SELECT id FROM priced WHERE price > 1)",
    "label = CASE WHEN price > 1 THEN 's' || price ELSE code END",
  ])
  func `what has a value, or may have none for another reason, is not told`(set: String) throws {
    let found = try told("UPDATE item SET \(set)")
    #expect(!found.contains("no value where"), "\(found)")
  }

  @Test func `new rows and the rows of a rebuild have such values, too`() throws {
    let added = try told(
      "INSERT INTO note (text, must) SELECT 's' || price, 't' || price FROM item")
    #expect(
      added.hasSuffix(
        "setting “text” to 's' followed by price (no value where price has none) and “must” to 't' followed by price."
      ), "\(added)")
    let some = try told(
      "INSERT INTO note (text, must) SELECT 's' || price, code FROM item WHERE price < 3")
    #expect(!some.contains("no value where"), "\(some)")
    let view = try told("INSERT INTO note (text, must) SELECT 's' || price, id FROM priced")
    #expect(!view.contains("no value where"), "\(view)")
    let joined = try told(
      """
      INSERT INTO note (text, must) SELECT 's' || item.price, code FROM item
      JOIN priced ON priced.price = item.price
      """)
    #expect(!joined.contains("no value where"), "\(joined)")
    let rebuilt = try told(
      "CREATE TABLE m (id INTEGER PRIMARY KEY, text TEXT, must TEXT NOT NULL)",
      "INSERT INTO m SELECT id, must || text, must FROM note", "DROP TABLE note",
      "ALTER TABLE m RENAME TO note")
    #expect(!rebuilt.contains("no value where"), "\(rebuilt)")
    let other = try told(
      "CREATE TABLE m (id INTEGER PRIMARY KEY, text TEXT, must TEXT NOT NULL, both TEXT)",
      "INSERT INTO m SELECT id, text, must, must || text FROM note", "DROP TABLE note",
      "ALTER TABLE m RENAME TO note")
    #expect(
      other.contains("sets both to “must” followed by “text” (no value where “text” has none)"),
      "\(other)")
  }
}
