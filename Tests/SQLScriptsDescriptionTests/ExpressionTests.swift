import Testing

/// Values are in words only where these are exact. Otherwise their SQL follows the sentence.
struct ExpressionTests {
  @Test(arguments: [
    ("('x')", "'x'"), ("((-3))", "-3"), ("x''", "empty binary data"), ("\"x\"", "'x'"),
    ("name", "the value of **name**"), ("user.name", "the value of **name**"),
    ("lower(name)", "**name** in lower case"),
    ("upper(trim(status))", "its value without spaces at its ends and in upper case"),
    ("replace(name, 'a', '')", "**name** without any 'a'"), ("replace(name, '', 'a')", nil),
    ("CURRENT_TIMESTAMP", "the current time"), ("date('now')", "the current date"),
    ("strftime('%s', 'now') * 1000", "the current time in seconds × 1000"),
    ("CAST(strftime('%s', 'now') AS INTEGER)", "the current time in seconds"),
    ("CAST(unixepoch('now') AS INT)", "the current time in seconds"),
    ("CAST(CURRENT_TIMESTAMP AS INTEGER)", nil), ("CAST(date('now') AS INTEGER)", nil),
    ("CAST(julianday('now') AS INTEGER)", nil), ("CAST(unixepoch() AS TEXT)", nil),
    ("replace(name, '\t', ' ')", "**name** with ' ' instead of a tab"),
    ("replace(name, '  ', ' ')", "**name** with ' ' instead of 2 spaces"),
    ("replace(name, '  ', '')", nil), ("'a  b'", "`'a  b'`"),
    ("'a\tb'", "`'a<U+0009>b'`"), ("'a\nb'", "a text of 2 lines"),
    ("replace(status, '  ', ' ')", "its value with ' ' instead of 2 spaces"), ("+age", nil),
    ("TRUE", "1"),
    ("upper(lower(trim(name)))", nil),
    ("datetime('now', '-30 days')", "the time 30 days ago"), ("datetime('now', 'utc')", nil),
    ("datetime('now', '+1 day', 'localtime')", "the time 1 day from now in the local time zone"),
    ("date('2020-01-01')", nil), ("date('now', '-1 month', '+1 day')", nil),
    ("random()", "a random number"),
    ("lower(hex(randomblob(16)))", "a random text of 32 hexadecimal digits"),
    ("length(name)", "the length of **name**"),
    ("round(age, 2)", "**age** rounded to 2 decimals"),
    ("coalesce(age, 3)", "**age** (or 3 where it has no value)"),
    ("ifnull(age, id)", "**age** (or **id** where it has no value)"),
    ("max(age, 0)", "the greater of **age** and 0"),
    ("name || ' ' || age", "**name**, ' ' and **age** joined together<none>"),
    ("name || lower(email)", nil), ("age * (id - 1)", "**age** × (**id** − 1)<none>"),
    ("age / id", "**age** ÷ **id** without the remainder<none>"),
    ("age / 0x10", nil), ("age / 2.5", "**age** ÷ 2.5<none>"),
    ("age % 10", "the remainder of **age** divided by 10<none>"),
    ("CAST(age AS TEXT)", "**age** as a text"),
    ("hex(name)", nil), ("printf('%d', age)", nil), ("age > 3", nil),
    ("age -> 'x'", "the entry 'x' of **age** as JSON"),
    ("name ->> '$.a'", "the entry 'a' of **name**"),
    ("name ->> '$.a[0]'", "the entry '$.a\\[0\\]' of **name**"),
    ("-age", "the negative of **age**"),
    ("~age", nil), ("abs(lower(name))", nil),
  ])
  func `a value is in words, or its SQL follows the sentence`(sql: String, words: String?) throws {
    let text = try #require(try text("UPDATE user SET status = \(sql), age = 3").first)
    // The values are computed before any is stored.
    let value =
      words?.replacing("**age**", with: "the old **age**")
      .replacing("<none>", with: " (no value where **age** has none)")
      ?? "the result of an expression"
    let start = "Sets **status** to \(value) and **age** to 3 in **all** rows of **user**."
    #expect(text == (words == nil ? "\(start) Expression for **status**: `\(sql)`." : start))
  }

  @Test(arguments: [
    ("lower(status)", "Changes **status** to lower case"),
    ("trim(status)", "Removes spaces at the ends of **status**"),
    ("ltrim(user.status)", "Removes spaces at the start of **status**"),
    ("replace(status, 'a', '')", "Removes every 'a' from **status**"),
    ("replace(status, '\t', '')", "Removes every tab from **status**"),
    ("replace(status, 'a', 'b')", "Replaces every 'a' in **status** with 'b'"),
    ("status || '!'", "Adds '!' to the end of **status**"),
    ("'!' || status", "Adds '!' to the start of **status**"),
    ("coalesce(status, 'x')", "Replaces missing values of **status** with 'x'"),
    ("ifnull(status, date('now'))", "Replaces missing values of **status** with the current date"),
    (
      "coalesce(status, name)",
      "Sets **status** to its value (or **name** where it has no value)"
    ),
    ("nullif(status, '')", "Replaces empty texts in **status** with no value"),
    ("status + -1", "Sets **status** to its value + -1"),
    ("lower(name)", "Sets **status** to **name** in lower case"),
  ])
  func `a value that is made from itself is a change`(sql: String, words: String) throws {
    #expect(
      try text("UPDATE user SET status = \(sql) WHERE age = 3").first?
        .hasPrefix("\(words) in **user** where **age** is 3 (") == true)
  }

  @Test(arguments: [
    ("age + 1", "Adds 1 to **age** in"), ("age - 2", "Subtracts 2 from **age** in"),
    ("age * 10", "Multiplies **age** by 10 in"),
    ("age + 0", "Sets **age** to"), ("age - 0", "Sets **age** to"), ("age * 1", "Sets **age** to"),
  ])
  func `a calculation with itself is a change of numbers`(sql: String, words: String) throws {
    let found = try text("UPDATE user SET age = \(sql)").first ?? ""
    #expect(found.hasPrefix(words), "\(found)")
    let texts = try text("UPDATE user SET name = \(sql.replacing("age", with: "name"))").first ?? ""
    #expect(texts.hasPrefix("Sets **name** to "), "\(texts)")
  }

  @Test func `changes follow the other values`() throws {
    #expect(
      try text("UPDATE user SET name = trim(name), status = 'x', email = NULL, age = age + 1").first
        == "Sets **status** to 'x', removes spaces at the ends of **name**, clears **email** and adds 1 to **age** in **all** rows of **user**."
    )
  }

  @Test func `a column of a query is never the value of the column that is set`() throws {
    let text = try text(
      "ALTER TABLE log ADD COLUMN status TEXT",
      "UPDATE user SET status = (SELECT note FROM log WHERE status = 'a' AND log.id = user.id)")
    #expect(
      text.last
        == "Sets **status** in **all** rows of **user**: the **note** of the row of **log** in which **status** is 'a' and **id** equals the **id** of **user**, or no value where there is none."
    )
  }

  @Test(arguments: [
    ("(SELECT count(*) FROM log)", "the number of rows of **log**"),
    (
      "(SELECT max(id) FROM log WHERE note = 'a')",
      "the greatest value of **id** among the rows of **log** in which **note** is 'a'"
    ),
    (
      "(SELECT title FROM team t WHERE t.id = user.team)",
      "the **title** of the row of **team** in which **id** equals the **team** of **user**, or no value where there is none"
    ),
    (
      "(SELECT title FROM team t WHERE t.id > user.team)",
      "the **title** of the first row found of **team** in which **id** is greater than the **team** of **user**, or no value where there is none"
    ),
    (
      "CASE WHEN age < 3 THEN 'a' WHEN age IS NULL THEN name END",
      "'a' where **age** is less than 3; otherwise the value of **name** where **age** has no value; otherwise no value"
    ),
    ("iif(status = 'a', 'b', status)", "'b' where **status** is 'a'; otherwise it stays as it is"),
  ])
  func `a value with conditions comes after the rows that get it`(sql: String, words: String) throws
  {
    #expect(
      try text("UPDATE user SET status = \(sql)")
        == ["Sets **status** in **all** rows of **user**: \(words)."])
  }

  @Test(arguments: [
    "(SELECT title FROM team ORDER BY id)", "(SELECT title FROM team, log)",
    "(SELECT u.name FROM user u WHERE u.id = user.id + 1)", "(SELECT title FROM team JOIN log)",
    "(SELECT name FROM user u WHERE u.age = user.age)", "(SELECT min(id) FROM log GROUP BY note)",
  ])
  func `a query that words would make simpler than it is stays SQL`(sql: String) throws {
    let text = try #require(try text("UPDATE user SET status = \(sql)").first)
    #expect(text.hasSuffix(" Expression for **status**: `\(sql)`."), "\(text)")
  }

  @Test(arguments: [
    ("DEFAULT ('Austria')", "'Austria' by default"),
    ("DEFAULT (date('now'))", "the current date by default"),
    ("DEFAULT (abs(-1))", "-1 without its sign by default"),
    ("DEFAULT (hex(1))", "the result of an expression by default"),
  ])
  func `a default is in words`(sql: String, words: String) throws {
    let found = try text(
      "CREATE TABLE n (id INTEGER PRIMARY KEY, note TEXT, x TEXT \(sql))",
      "INSERT INTO n (id, note) SELECT id, note FROM log", "DROP TABLE log",
      "ALTER TABLE n RENAME TO log")
    #expect(found.first?.contains("adds **x** (text, \(words))") == true, "\(found)")
  }

  @Test(arguments: [
    (
      "AFTER UPDATE ON user WHEN new.name IS NOT old.name OR new.age IS NOT old.age",
      "after a row of **user** is changed if its **name** or **age** changes"
    ),
    (
      "AFTER UPDATE ON user WHEN new.age > old.age",
      "after a row of **user** is changed if its new **age** is greater than its old **age**"
    ),
    (
      "AFTER INSERT ON user WHEN EXISTS (SELECT 1 FROM team WHERE id = new.team AND title = 'x')",
      "after a row is added to **user** if **team** has a row in which **id** equals the **team** of **user** and **title** is 'x'"
    ),
  ])
  func `the condition of a trigger says which version of the row it means`(
    sql: String, words: String
  ) throws {
    let found = try text("CREATE TRIGGER t \(sql) BEGIN DELETE FROM log; END")
    #expect(found == ["Creates the trigger **t**, which deletes rows of **log** \(words)."])
  }

  @Test(arguments: [
    (
      "SELECT * FROM user WHERE email IS NULL", "**user** has a row in which **email** has no value"
    ),
    (
      "SELECT * FROM user WHERE email IN (SELECT email FROM user WHERE email IS NOT NULL GROUP BY email HAVING count(*) > 1)",
      "**user** has a row in which **email** is the same as in another row"
    ),
    ("SELECT 1 FROM pragma_foreign_key_check", "a row refers to a row that does not exist"),
    (
      "SELECT 1 FROM sqlite_master WHERE type = 'index' AND name = 'i'",
      "there is an index **i**"
    ),
    (
      "SELECT child.* FROM user AS child WHERE NOT EXISTS (SELECT 1 FROM team AS parent WHERE parent.id = child.team)",
      "**user** has a row in which **team** is not the **id** of any row of **team**"
    ),
    (
      "SELECT 1 WHERE (SELECT count(*) FROM log) > 5",
      "the number of rows of **log** is greater than 5"
    ),
    (
      "SELECT 1 FROM user WHERE team IS NOT NULL AND NOT EXISTS (SELECT 1 FROM team p WHERE p.id = user.team)",
      "**user** has a row in which **team** has a value and is not the **id** of any row of **team**"
    ),
    (
      "SELECT 1 FROM user WHERE age IS NOT NULL AND age IS NOT id",
      "**user** has a row in which **age** has a value and differs from **id**"
    ),
    ("SELECT 1 FROM log WHERE EXISTS (SELECT max(name) FROM sqlite_master WHERE name = 'x')", nil),
    ("SELECT 1 UNION SELECT 2", nil),
  ])
  func `a query that must find no row is in words`(query: String, words: String?) throws {
    let text = #"{"require": ["\#(query)"], "statements": ["DELETE FROM log"]}"#
    let found = try sentences(of: .file(named: "sql_update_2.json", text: text)).first
    let end = words ?? "a query finds a row. Query: `\(query)`"
    let told = found?.words.markdown.replacing(" (as with the sample rows)", with: "")
    #expect(told == "Stops before it changes anything if \(end).")
  }

  @Test func `0 and 1 are no and yes in a column of that type`() throws {
    let found = try text(
      "ALTER TABLE user ADD COLUMN active BOOLEAN NOT NULL DEFAULT 1",
      "UPDATE user SET active = 0 WHERE active = 1 AND age = 1",
      "UPDATE user SET active = age < 3 WHERE active OR active <> 0",
      "UPDATE user SET active = CASE WHEN age IS NULL THEN TRUE ELSE active END WHERE NOT active")
    #expect(
      found.dropFirst().map { $0.replacing(#/ \(\d.*\)/#, with: "") } == [
        "Sets **active** to “no” in **user** where it is “yes” and **age** is 1.",
        "Sets **active** to the result of an expression in **user** where it is “yes” or has a value other than “no”. Expression for **active**: `age < 3`.",
        "Sets **active** in **user** where it is “no”: “yes” where **age** has no value; otherwise it stays as it is.",
      ])
  }

  @Test func `what an aggregate of a copy reads is not the value of one row`() throws {
    let found = try text(
      "CREATE TABLE n (id INTEGER PRIMARY KEY, note TEXT)",
      "INSERT INTO n SELECT id, max(note) FROM log GROUP BY id", "DROP TABLE log",
      "ALTER TABLE n RENAME TO log")
    #expect(found.first?.contains("sets **note** to the greatest value of **note**") == true)
    #expect(found.first?.contains("one row for each") == false)
  }

  @Test(arguments: [
    ("age = CAST(name AS TEXT)", "the result of an expression"),
    (
      "age = CAST(name AS INTEGER)", "**name** as a whole number (0 if it does not begin with one)"
    ),
    ("name = CAST(age AS INTEGER)", "the result of an expression"),
    ("name = CAST(age AS TEXT)", "**age** as a text"),
    ("age = CASE WHEN id = 1 THEN CAST(name AS TEXT) ELSE 1 END", "the result of an expression"),
  ])
  func `a column of another type stores something else than CAST returns`(
    set: String, words: String
  ) throws {
    let text = try #require(try text("UPDATE user SET \(set)").first)
    #expect(text.contains(" to \(words) in **all** rows of **user**"), "\(text)")
  }
}
