import Testing

/// Conditions with AND and OR, which in words must have one reading.
struct MixedConditionTests {
  /// - Parameter words: nil if the condition stays SQL.
  @Test(arguments: [
    (
      "name = 'a' AND (age = 1 OR age = 2) OR status = 'b'",
      "**status** is 'b', or both **name** is 'a' and **age** is 1 or 2"
    ),
    (
      "age IN (1, 2, 3) AND name = 'a' OR status = 'b'",
      "**status** is 'b', or both **name** is 'a' and **age** is 1, 2 or 3"
    ),
    ("age IN (1, 2) AND id IN (3, 4) OR status = 'b'", nil),
    (
      "status = 'b' OR age = 1 AND name = 'a' AND id = 3",
      "**status** is 'b', or **age** is 1 and **name** is 'a' and **id** is 3"
    ),
    (
      "status = 'b' OR name = 'a, b and c' AND id = 3",
      "**status** is 'b', or **name** is 'a, b and c' and **id** is 3"
    ),
    (
      "id = 3 AND (age IN (1, 2) OR status = 'b')",
      "**id** is 3 and either **status** is 'b' or **age** is 1 or 2"
    ),
    (
      "id = 3 AND (age = 1 OR name = 'a' OR status = 'b')",
      "**id** is 3 and either **age** is 1, **name** is 'a' or **status** is 'b'"
    ),
    ("id = 3 AND (age IS NULL AND email IS NULL OR status = 'b')", nil),
    (
      "NOT (id = 3 OR age NOT IN (1, 2)) OR NOT (name IS NULL OR name <> 'a')",
      "**name** is 'a', or both **id** has a value other than 3 and **age** is 1 or 2"
    ),
    (
      "EXISTS (SELECT 1 FROM log WHERE note = 'a') OR age = 1 AND id = 2",
      "**age** is 1 and **id** is 2, or **log** has a row in which **note** is 'a'"
    ),
    ("EXISTS (SELECT 1 FROM log WHERE note = 'a' OR id = 7) AND age = 1 OR id = 2", nil),
  ])
  func `a condition with AND and OR has one reading, or it is SQL`(sql: String, words: String?)
    throws
  {
    let text = try #require(try text("DELETE FROM user WHERE \(sql)").first)
    let start = "Deletes the rows of **user** where \(words ?? "a condition is true") ("
    #expect(text.hasPrefix(start), "\(text)")
  }
}
