import Testing

/// A WHERE is in words only where they are true for NULL as well.
struct ConditionTests {
  @Test(arguments: [
    // Never true, or not for NULL: words would say otherwise.
    ("status IN ('a', NULL)", nil), ("status NOT IN ('a', NULL)", nil),
    ("team NOT IN (SELECT id FROM log)", nil),
    (
      "id NOT IN (SELECT team FROM user)",
      "**id** is not the **team** of any row of **user** (never so if one of them has no **team**)"
    ),
    (
      "id NOT IN (SELECT team FROM user WHERE team IS NOT NULL)",
      "**id** is not the **team** of any row of **user** in which **team** has a value"
    ),
    ("id NOT IN (1, 2)", "**id** is neither 1 nor 2"),
    ("name GLOB 'A*'", "**name** begins with 'A'"),
    ("name NOT GLOB '*%'", "**name** has a value that does not end with '%'"),
    (
      "name GLOB 'a?b*'",
      "**name** matches the pattern 'a?b\\*', where \\* is any text and ? any character"
    ),
    ("name GLOB '[a-c]*'", nil),
    ("status NOT IN ('a', 'b')", "**status** has a value other than 'a' and 'b'"),
    ("NOT status = 'a'", "**status** has a value other than 'a'"),
    ("age IS NOT 3", "**age** has no value or has a value other than 3"),
    ("age = 3 IS FALSE", "**age** has a value other than 3"), ("age IS NOT NULL IS NOT NULL", nil),
    ("age IS FALSE", "**age** is 0"), ("NOT age", "**age** is 0"), ("name", nil),
    (
      "NOT (age = 3 OR name = 'a')",
      "**age** has a value other than 3 and **name** has a value other than 'a'"
    ),
    ("status <> 'a'", "**status** has a value other than 'a'"),
    // AND binds tighter than OR.
    (
      "name = 'a' OR age = 3 AND status = 'y'",
      "**name** is 'a', or **age** is 3 and **status** is 'y'"
    ),
    ("name = 'a and b' OR age = 3", "**name** is 'a and b' or **age** is 3"),
    ("age = 3 AND (name = 'a' OR name = 'b')", "**age** is 3, and **name** is 'a' or 'b'"),
    (
      "age = 3 AND (name = 'a' OR status = 'b')",
      "**age** is 3 and either **name** is 'a' or **status** is 'b'"
    ),
    (
      "(age = 3 OR id = 1) AND (name = 'a' OR status = 'b')",
      "either **age** is 3 or **id** is 1, and either **name** is 'a' or **status** is 'b'"
    ),
    ("age = 1 AND (id = 2 OR id = 3 AND (name = 'x' OR status = 'y'))", nil),
    ("age BETWEEN 1 AND 5", "**age** is at least 1 and at most 5"),
    (
      "age BETWEEN 18 AND 64 OR name IS NULL",
      "**age** is at least 18 and at most 64, or **name** has no value"
    ),
    (
      "EXISTS (SELECT 1 FROM log WHERE log.id = user.id AND note = 'x') AND age = 3",
      "**age** is 3 and **id** is the **id** of a row of **log** in which **note** is 'x'"
    ),
    (
      "name NOT IN ('a', 'b') AND age = 3",
      "**name** is neither 'a' nor 'b' and **age** is 3"
    ),
    ("age IN (1, 2) OR age IS NULL", "**age** is 1 or 2, or has no value"),
    (
      "age IN (1, 2) AND (name = 'a' OR email = 'b')",
      "**age** is 1 or 2, and either **name** is 'a' or **email** is 'b'"
    ),
    (
      "(age > id OR age IS NULL) AND name = 'a'",
      "**name** is 'a' and either **age** is greater than **id** or **age** has no value"
    ),
    ("age NOT BETWEEN 1 AND 5", "**age** is less than 1 or greater than 5"),
    ("3 < age", "**age** is greater than 3"), ("age < id < 3", nil),
    ("name LIKE 'a%'", "**name** begins with 'a' (ignoring case)"),
    ("name LIKE '%1'", "**name** ends with '1'"), ("name LIKE '%.%'", "**name** contains '.'"),
    ("name LIKE 'A'", "**name** is 'A' (ignoring case)"), ("name LIKE '%a' ESCAPE 'a'", nil),
    ("name NOT LIKE '%x%'", "**name** has a value that does not contain 'x' (ignoring case)"),
    (
      "name LIKE 'ev_%'",
      "**name** matches the pattern 'ev\\_%' (ignoring case), where % is any text and \\_ any character"
    ),
    ("name = 'a' COLLATE NOCASE", "**name** is 'a' (ignoring case)"),
    ("name = 'a' COLLATE RTRIM", nil),
    ("age + 1 = 3", "**age** + 1 is 3"), ("age = id", "**age** equals **id**"),
    ("age / 2 = 1", "**age** ÷ 2 without the remainder is 1"), ("name / 2 = 1", nil),
    ("(age + 1) * 2 > 3", "(**age** + 1) × 2 is greater than 3"), ("age & 1", nil),
    ("age IS id", "**age** is the same as **id**"),
    ("age IS NOT id", "**age** differs from **id**"),
    ("age", "**age** has a value other than 0"),
    ("length(name) > 3", "the length of **name** is greater than 3"),
    ("lower(name) = 'a'", "**name** in lower case is 'a'"),
    ("name < date('now', '-1 month')", "**name** is before the date 1 month ago"),
    ("name < date('now', 'start of month')", nil), ("name < datetime(age, 'unixepoch')", nil),
    ("id IN (SELECT id FROM log)", "**id** is the **id** of a row of **log**"),
    ("id NOT IN (SELECT id FROM log)", "**id** is not the **id** of any row of **log**"),
    ("id IN (SELECT id FROM log UNION SELECT 3)", nil), ("id IN (SELECT id FROM log LIMIT 1)", nil),
    ("id IN (SELECT id + 1 FROM log)", nil), ("id IN (SELECT user.id FROM log)", nil),
    ("EXISTS (SELECT 1 FROM log)", "**log** has rows"),
    ("EXISTS (SELECT count(*) FROM log)", nil),
    (
      "NOT EXISTS (SELECT 1 FROM log l WHERE l.id = user.id AND note = 'x')",
      "**id** is not the **id** of any row of **log** in which **note** is 'x'"
    ),
    (
      "EXISTS (SELECT 1 FROM log l WHERE l.id > user.id)",
      "**log** has a row in which **id** is greater than the **id** of **user**"
    ),
    ("EXISTS (SELECT 1 FROM user other WHERE other.age > user.age)", nil),
    (
      "EXISTS (SELECT 1 FROM team t, log l WHERE t.id = l.id AND title = 'x')",
      "there are rows of **team** and **log** in which the **id** of **team** equals the **id** of **log** and **title** is 'x'"
    ),
    (
      "team = (SELECT id FROM team WHERE title = 'x')",
      "**team** equals the **id** of the first row found of **team** in which **title** is 'x'"
    ),
    (
      "rowid NOT IN (SELECT min(rowid) FROM user GROUP BY name)",
      "an earlier row has the same **name**"
    ),
    (
      "id NOT IN (SELECT max(id) FROM user GROUP BY name, age)",
      "a later row has the same **name** and **age** (or none)"
    ),
    (
      "rowid IN (SELECT min(rowid) FROM user GROUP BY name)",
      "no earlier row has the same **name**"
    ),
    ("CAST(name AS INTEGER) <> name", "**name** is not a whole number"),
    ("CAST(name AS NUMERIC) = name", "**name** is a number"),
    ("age NOT IN (SELECT min(age) FROM user GROUP BY name)", nil),
    ("id NOT IN (SELECT min(id) FROM log GROUP BY note)", nil),
    ("age IS NULL", "**age** has no value"), ("age NOTNULL", "**age** has a value"),
    ("user.age >= -3", "**age** is at least -3"), ("name == ''", "**name** is an empty text"),
    ("name IN ('a', 'b')", "**name** is 'a' or 'b'"), ("name IN ('a')", "**name** is 'a'"),
    ("age < 3 OR age IS NULL", "**age** is less than 3 or has no value"),
    (
      "name = 'it''s' AND age > 3 AND id = 1",
      "**name** is 'it's', **age** is greater than 3 and **id** is 1"
    ),
    ("name = \"nobody\"", "**name** is 'nobody'"), ("age IS 3", "**age** is 3"),
    (
      "name IS NOT NULL AND name <> '' AND age NOTNULL",
      "**name** has a value other than an empty text and **age** has a value"
    ),
    ("name IS NOT NULL AND name IS NULL", "**name** has a value and has no value"),
    ("name IS NOT NULL OR name = 'x'", "**name** has a value or is 'x'"),
  ])
  func `a condition is in words that say the same, or it is SQL`(sql: String, words: String?) throws
  {
    let text = try #require(try text("DELETE FROM user WHERE \(sql)").first)
    let start = "Deletes the rows of **user** where \(words ?? "a condition is true") ("
    #expect(text.hasPrefix(start), "\(text)")
    #expect(text.hasSuffix(words == nil ? " Condition: `\(sql)`." : " sample rows)."), "\(text)")
  }

  @Test func `comments in a condition do not hide what follows them`() throws {
    let text = try text("DELETE FROM user WHERE age + 1 -- next year\n > /* more */ 90")
    #expect(
      text.first?.hasPrefix("Deletes the rows of **user** where **age** + 1 is greater than 90 (")
        == true)
  }

  @Test func `the column of another table is never it`() throws {
    let text = try text(
      "ALTER TABLE log ADD COLUMN status TEXT",
      "UPDATE user SET status = 'x' FROM log WHERE log.status = 'a'")
    #expect(
      text.last?.contains("in **user**, using **log**, where the **status** of **log** is 'a'")
        == true)
  }

  @Test(arguments: [
    ("age = 3 AND status = 'new'", "**age** is 3 and **status** is 'new'"),
    ("status = 'new' AND age = 3", "it is 'new' and **age** is 3"),
    ("status IS NULL OR status = ''", "it has no value or is an empty text"),
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
    #expect(sentence.words.plain.count < 220)
    #expect(sentence.words.plain.contains("…"))
  }
}
