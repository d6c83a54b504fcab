import SQLScripts
import SQLScriptsFiles
import Testing

/// Conditions whose words would be a little wrong, by SQLite's rules for truth, names, collations and types.
struct ExactConditionTests {
  @Test(arguments: [
    ("x < strftime('%s', 'now')", false), ("strftime('%s', 'now') >= x", false),
    ("unixepoch(x) < strftime('%s', 'now')", false), ("x < unixepoch()", true),
    ("n < strftime('%s', 'now')", true), ("x < CAST(strftime('%s', 'now') AS INT)", true),
    ("x < strftime('%Y-%m-%d', 'now')", true),
  ])
  func `numbers that come before all texts are not compared with the time`(
    condition: String, isTold: Bool
  ) throws {
    let found = try sentences(
      of: .update(2, ["DELETE FROM t WHERE \(condition)"]), after: ["CREATE TABLE t (x, n INT)"]
    ).map(\.words.plain)
    #expect(found.first?.contains("a condition is true") == !isTold, "\(found)")
  }

  private static let tables = [
    """
    CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, email TEXT, age INTEGER, active BOOLEAN NOT NULL,
    nick TEXT COLLATE NOCASE, code TEXT COLLATE RTRIM, day DATETIME)
    """,
    "CREATE TABLE log (id INTEGER PRIMARY KEY, note TEXT, user INTEGER)",
    "CREATE TABLE team (id INTEGER PRIMARY KEY, title TEXT COLLATE NOCASE)",
  ]

  /// - Parameter words: nil if the condition stays SQL.
  private func check(_ sql: String, _ words: String?) throws {
    let found = try sentences(
      of: .update(2, ["DELETE FROM user WHERE \(sql)"]), after: Self.tables)
    let text = try #require(found.first?.words.markdown)
    let start = "Deletes the rows of **user** where \(words ?? "a condition is true") ("
    #expect(text.hasPrefix(start), "\(text)")
    #expect(text.hasSuffix(words == nil ? " Condition: `\(sql)`." : " sample rows)."), "\(text)")
  }

  @Test(arguments: [
    ("age IS TRUE", "**age** has a value other than 0"),
    ("age IS NOT TRUE", "**age** has no value or is 0"),
    ("NOT (age IS TRUE)", "**age** has no value or is 0"),
    ("NOT ((age = 3) IS TRUE)", nil), ("NOT ((age > 3) IS FALSE)", nil), ("(age IS TRUE) = 1", nil),
    ("(age IS TRUE) IS NULL", nil), ("age > 3 IS TRUE", "**age** is greater than 3"),
  ])
  func `a value that is not true may have no value`(sql: String, words: String?) throws {
    try check(sql, words)
  }

  @Test(arguments: [
    "id NOT IN (SELECT min(id) FROM user GROUP BY email LIMIT 1)",
    "email IN (SELECT email FROM user GROUP BY email HAVING count(*) > 1 LIMIT 1)",
    "age = (SELECT max(id) FROM log LIMIT 0)", "age = (SELECT max(id) FROM log LIMIT 1 OFFSET 1)",
    "age = (SELECT max(id) FROM log LIMIT 1, 1)", "EXISTS (SELECT 1 FROM log LIMIT 00)",
    "EXISTS (SELECT note AS name FROM log WHERE name = 'x')",
    "name IN (SELECT note AS email FROM log WHERE email = 'x')",
    "EXISTS (SELECT id AS age FROM log WHERE EXISTS (SELECT 1 FROM team WHERE title = age))",
  ])
  func `a query with LIMIT or a name for a value is SQL where that matters`(sql: String) throws {
    try check(sql, nil)
  }

  @Test func `the name of a value does not hide a column of the query`() throws {
    try check(
      "EXISTS (SELECT id AS note FROM log WHERE note = 'x')",
      "**log** has a row in which **note** is 'x'")
  }

  @Test(arguments: [
    ("nick = 'x'", "**nick** is 'x' (ignoring case)"),
    (
      "nick <> 'x' AND nick <> 'y'",
      "**nick** has a value other than 'x' (ignoring case) and has a value other than 'y' (ignoring case)"
    ),
    ("nick IN ('a', 'b')", "**nick** is 'a' or 'b' (ignoring case)"),
    ("nick = 'x' COLLATE BINARY", "**nick** is 'x'"), ("code = 'x'", nil), ("code IN ('x')", nil),
    // The column on the left decides.
    ("name = nick", "**name** equals **nick**"),
    ("nick = name", "**nick** equals **name** (ignoring case)"),
    ("lower(nick) = 'x'", "**nick** in lower case is 'x'"), ("nick = 3", "**nick** is 3"),
    (
      "nick IN (SELECT title FROM team)",
      "**nick** is the **title** of a row of **team** (ignoring case)"
    ),
    ("nick IN (SELECT nick FROM user GROUP BY nick HAVING count(*) > 1)", nil),
    ("id NOT IN (SELECT min(id) FROM user GROUP BY nick)", nil), ("nullif(nick, 'x') = 'y'", nil),
    (
      "nick IN (SELECT title FROM team WHERE id > 3)",
      "**nick** is the **title** of a row of **team** (ignoring case) in which **id** is greater than 3"
    ),
    (
      "name IN (SELECT title FROM team)", "**name** is the **title** of a row of **team**"
    ), ("code IN (SELECT title FROM team)", nil),
    (
      "EXISTS (SELECT 1 FROM team WHERE title = user.name)",
      "**name** is the **title** of a row of **team** (ignoring case)"
    ),
  ])
  func `the collation of a column is told`(sql: String, words: String?) throws {
    try check(sql, words)
  }

  @Test(arguments: [
    ("name > 10", nil), ("name BETWEEN 1 AND 5", nil), ("age > 'a'", nil), ("+age = '3'", nil),
    ("name > 'a'", "**name** is greater than 'a'"), ("name = 5", "**name** is 5"),
    ("day < '2020-01-01'", "**day** is less than '2020-01-01'"),
    ("active < 1", "**active** is less than 1"),
    ("active BETWEEN 0 AND 1", "**active** is at least 0 and at most 1"),
    ("active IN (0, 1)", "**active** is “no” or “yes”"),
    ("active IN (0, 2)", "**active** is 0 or 2"), ("1 = active", "**active** is “yes”"),
    ("active <> FALSE", "**active** has a value other than “no”"), ("age = TRUE", "**age** is 1"),
  ])
  func `numbers are compared as SQLite does`(sql: String, words: String?) throws {
    try check(sql, words)
  }

  @Test(arguments: [
    ("coalesce(age, 0) = 0", "**age** has no value or is 0"),
    ("coalesce(age, 0) > 1", "**age** is greater than 1"),
    ("ifnull(name, '') <> ''", "**name** has a value other than an empty text"),
    ("NOT coalesce(name, 'x') = 'y'", "**name** has no value or has a value other than 'y'"),
    // A comparison with coalesce() does not ignore case, and a column of texts does not compare numbers as texts.
    ("coalesce(nick, 'a') = 'A'", nil), ("coalesce(name, 0) = 0", nil),
    ("coalesce(email, name) = 'x'", nil), ("coalesce(age, 0.5) = 0", nil),
    ("nullif(name, '') IS NULL", nil),
    ("(SELECT count(*) FROM log WHERE user = 3) = 0", "**log** has no row in which **user** is 3"),
    ("date('now') > day", "**day** is before the current date"),
    ("name = trim(name)", "**name** equals **name** without spaces at its ends"),
    ("name <> lower(name)", "**name** has a value other than **name** in lower case"),
    (
      "EXISTS (SELECT 1 FROM log WHERE log.user > user.id)",
      "**log** has a row in which **user** is greater than the **id** of the row of **user**"
    ),
    ("age IS NOT 3 AND age IS NOT NULL", "**age** has a value other than 3"),
    (
      "age IS NOT 3 AND name IS NOT NULL",
      "**name** has a value and either **age** has no value or has a value other than 3"
    ),
    ("name = '  '", "**name** is 2 spaces"), ("name = 'a  b'", nil), ("name LIKE 'a  %'", nil),
    ("name = 'a\u{AD}b'", "**name** is 'a\\<U+00AD\\>b'"),
  ])
  func `a sentence can be read in one way only`(sql: String, words: String?) throws {
    try check(sql, words)
  }

  @Test(arguments: [
    ("new.name IS old.name AND new.email IS old.email", "its **name** and **email** stay the same"),
    (
      "new.name IS NOT old.name AND new.nick IS NOT old.nick",
      "its **name** changes and its **nick** changes (ignoring case)"
    ),
    (
      "new.name <> old.name AND new.email <> old.email",
      "its **name** and **email** change from one value to another"
    ),
    ("new.name IS old.name OR new.email IS old.email", "its **name** or **email** stays the same"),
  ])
  func `several columns have a plural`(condition: String, words: String) throws {
    let trigger =
      "CREATE TRIGGER t AFTER UPDATE ON user WHEN \(condition) BEGIN DELETE FROM log; END"
    let found = try sentences(of: .update(2, [trigger]), after: Self.tables)
    #expect(found.first?.words.markdown.hasSuffix(" if \(words).") == true, "\(found)")
  }

  @Test(arguments: ["0.0", "0x0", "1_000", "-0"])
  func `a number that may be 0 is no row that exists`(number: String) throws {
    let text =
      #"{"statements": [{"onlyIf": "SELECT \#(number) FROM log", "sql": "DELETE FROM user"}]}"#
    let found = try sentences(of: .file(named: "sql_update_2.json", text: text)).first
    #expect(found?.words.plain.contains("SELECT \(number) FROM log") == true, "\(found as Any)")
  }
}
