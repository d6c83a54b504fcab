import Testing

/// A WHERE is in words only where they are true for NULL as well.
struct ConditionTests {
  @Test(arguments: [
    // Never true, or not for NULL: words would say otherwise.
    ("status = NULL", "`status = NULL`"), ("status IN ('a', NULL)", "`status IN ('a', NULL)`"),
    ("status NOT IN ('a', 'b')", "`status NOT IN ('a', 'b')`"),
    ("NOT status = 'a'", "`NOT status = 'a'`"), ("age IS NOT 3", "`age IS NOT 3`"),
    ("age <> 3 OR age IS NOT 4", "`age <> 3 OR age IS NOT 4`"),
    ("status <> 'a'", "**status** has a value other than 'a'"),
    // AND binds tighter than OR.
    ("name = 'a' OR age = 3 AND status = 'y'", "`name = 'a' OR age = 3 AND status = 'y'`"),
    ("age = 3 AND (name = 'a' OR name = 'b')", "`age = 3 AND (name = 'a' OR name = 'b')`"),
    ("age BETWEEN 1 AND 5", "`age BETWEEN 1 AND 5`"), ("name LIKE 'a%'", "`name LIKE 'a%'`"),
    ("age + 1 = 3", "`age + 1 = 3`"), ("age = id", "`age = id`"), ("age", "`age` is true"),
    ("lower(name) = 'a'", "`lower(name) = 'a'`"),
    ("id IN (SELECT id FROM log)", "`id IN (SELECT id FROM log)`"),
    ("age IS NULL", "**age** has no value"), ("age NOTNULL", "**age** has a value"),
    ("user.age >= -3", "**age** is at least -3"), ("name == ''", "**name** is an empty text"),
    ("name IN ('a', 'b')", "**name** is one of 'a', 'b'"), ("name IN ('a')", "**name** is 'a'"),
    ("age < 3 OR age IS NULL", "**age** is less than 3 or **age** has no value"),
    (
      "name = 'it''s' AND age > 3 AND id = 1",
      "**name** is 'it's', **age** is greater than 3 and **id** is 1"
    ),
    ("name = \"nobody\"", "**name** is 'nobody'"), ("age IS 3", "**age** is 3"),
    (
      "name IS NOT NULL AND name <> '' AND age NOTNULL",
      "**name** has a value other than an empty text and **age** has a value"
    ),
    ("name IS NOT NULL AND name IS NULL", "**name** has a value and **name** has no value"),
    ("name IS NOT NULL OR name = 'x'", "**name** has a value or **name** is 'x'"),
  ])
  func `a condition is in words that say the same, or it is SQL`(sql: String, words: String) throws
  {
    let text = try #require(try text("DELETE FROM user WHERE \(sql)").first)
    #expect(text.hasPrefix("Deletes the rows of **user** where \(words) ("), "\(text)")
  }

  @Test func `comments in a condition do not hide what follows them`() throws {
    let text = try text("DELETE FROM user WHERE age + 1 -- next year\n > /* more */ 90")
    #expect(text.first?.hasPrefix("Deletes the rows of **user** where `age + 1 > 90` (") == true)
  }

  @Test func `the column of another table is never it`() throws {
    let text = try text(
      "ALTER TABLE log ADD COLUMN status TEXT",
      "UPDATE user SET status = 'x' FROM log WHERE log.status = 'a'")
    #expect(text.last?.contains("in **user**, using **log**, where `log.status = 'a'`") == true)
  }

  @Test(arguments: [
    ("age = 3 AND status = 'new'", "**age** is 3 and **status** is 'new'"),
    ("status = 'new' AND age = 3", "it is 'new' and **age** is 3"),
    ("status IS NULL OR status = ''", "it has no value or it is an empty text"),
    (
      "status = 'a' OR age = 3 OR status = 'b'",
      "it is 'a', **age** is 3 or **status** is 'b'"
    ),
  ])
  func `it is never the column that was named last`(sql: String, words: String) throws {
    let text = try #require(try text("UPDATE user SET status = 'x' WHERE \(sql)").first)
    #expect(text.contains("in **user** where \(words) ("), "\(text)")
  }

  @Test func `a long condition is cut`() throws {
    let list = (1...100).map(String.init).joined(separator: ", ")
    let sentence = try #require(try sentences("DELETE FROM user WHERE id IN (\(list))").first)
    #expect(sentence.words.plain.count < 200)
    #expect(sentence.words.plain.contains("…"))
  }
}
