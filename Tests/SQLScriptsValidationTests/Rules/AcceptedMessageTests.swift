import SQLScriptsDiagnostics
import Testing

@testable import SQLScriptsValidation

/// All messages about statements that SQLite accepts.
@Suite struct AcceptedMessageTests {
  /// Statements of the default script, a statement, and its findings.
  static let table: [MessageCase] = [
    .init(
      [],
      "CREATE TABLE a (id INTEGER name TEXT, b TEXT c INTEGER d REAL)",
      [
        "error[missing-comma-between-columns] 1:30 “name” is parsed as part of the type of “id”; a comma may be missing before it | Write a comma before name.",
        "error[missing-comma-between-columns] 1:48 “c” is parsed as part of the type of “b”; a comma may be missing before it | Write a comma before c.",
        "error[missing-comma-between-columns] 1:58 “d” is parsed as part of the type of “b”; a comma may be missing before it | Write a comma before d.",
      ]),
    .init(
      [],
      "create table a (id integer /* , */ \"my name\" text)",
      [
        "error[missing-comma-between-columns] 1:38 “my name” is parsed as part of the type of “id”; a comma may be missing before it | Write a comma before \"my name\"."
      ]),
    .init(
      [],
      "CREATE TABLE a (id INTEGER foo, b UNSIGNED BIG INT, c VARCHAR(20))",
      [
        "warning[missing-comma-between-columns] 1:30 “foo” is parsed as part of the type of “id”; a comma may be missing before it | Write a comma before it, or delete it: “INTEGER foo” is not an SQLite type.",
        "info[varchar-length] 1:65 length of “c” is not enforced: SQLite also stores longer strings | Leave it, or write CHECK (length(c) <= 20).",
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)"],
      "ALTER TABLE user ADD nick TEXT mail TEXT",
      [
        "error[missing-comma-between-columns] 1:34 “mail” is parsed as part of the type of “nick”; a comma may be missing before it | Write a comma before mail."
      ]),
    .init(
      [],
      "CREATE TABLE 表 (编号 INTEGER 名字 TEXT)",
      [
        "error[missing-comma-between-columns] 1:30 “名字” is parsed as part of the type of “编号”; a comma may be missing before it | Write a comma before 名字."
      ]),
    .init(
      [],
      "CREATE TABLE a (id INTEGER PRIMARY_KEY, b TEXT NOT_NULL UNIQE)",
      [
        "error[constraint-typo] 1:30 “PRIMARY_KEY” is not PRIMARY KEY: SQLite parses it as part of the type of “id” | Write PRIMARY KEY.",
        "error[constraint-typo] 1:50 “NOT_NULL” is not NOT NULL: SQLite parses it as part of the type of “b” | Write NOT NULL.",
        "error[constraint-typo] 1:59 “UNIQE” is not UNIQUE: SQLite parses it as part of the type of “b” | Write UNIQUE.",
      ]),
    .init(
      [],
      "CREATE TABLE a (id INTEGER, b TEXT non NULL, c TEXT DEFAULTT 'x')",
      [
        "error[constraint-typo] 1:38 “non” is not NOT NULL: SQLite parses it as part of the type of “b” | Write NOT NULL.",
        "error[constraint-typo] 1:55 “DEFAULTT” is not DEFAULT: SQLite parses it as part of the type of “c” | Write DEFAULT.",
      ]),
    .init(
      [],
      "CREATE TABLE a (id INT UNSIGNED AUTO_INCREMENT PRIMARY KEY, b TEXT COMMENT 'it''s')",
      [
        "info[ignored-mysql-column-option] 1:26 SQLite ignores “UNSIGNED”, so the column also accepts negative numbers | Delete it, or write CHECK (… >= 0).",
        "error[ignored-mysql-column-option] 1:35 “AUTO_INCREMENT” has no effect in SQLite: it is parsed as part of the type of “id” | Write INTEGER PRIMARY KEY AUTOINCREMENT.",
        "error[ignored-mysql-column-option] 1:70 “COMMENT 'it''s'” has no effect in SQLite: it is parsed as part of the type of “b” | Delete it, or write it as a comment: /* … */.",
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)"],
      "ALTER TABLE user ADD COLUMN nick TEXT after name",
      [
        "error[ignored-mysql-column-option] 1:41 “after name” has no effect in SQLite: it is parsed as part of the type of “nick” | Delete it: SQLite adds a new column after the others."
      ]),
    .init(
      [],
      "CREATE TABLE a (b STRING, c [string], d INTGER, e WHATEVER, f DATETIME)",
      [
        "warning[unknown-type] 1:21 “STRING” is not an SQLite type: “b” stores '007' as the number 7 | Write TEXT.",
        "warning[unknown-type] 1:31 “[string]” is not an SQLite type: “c” stores '007' as the number 7 | Write TEXT.",
        "info[unknown-type] 1:43 “INTGER” is not an SQLite type | Write INTEGER.",
        "info[unknown-type] 1:53 “WHATEVER” is not an SQLite type: “e” stores '007' as the number 7 | Write TEXT for strings, INTEGER or REAL for numbers.",
      ]),
    .init(
      [],
      "CREATE TABLE a (b FLOATING POINT, c INTERVAL, d POINT)",
      [
        "warning[misleading-affinity] 1:21 “FLOATING POINT” contains INT, so “b” has integer affinity: it stores '007' as 7 | Write REAL.",
        "warning[misleading-affinity] 1:39 “INTERVAL” contains INT, so “c” has integer affinity: it stores '007' as 7 | Write TEXT, REAL or INTEGER.",
        "warning[misleading-affinity] 1:51 “POINT” contains INT, so “d” has integer affinity: it stores '007' as 7 | Write TEXT, REAL or INTEGER.",
      ]),
    .init(
      [],
      "CREATE TABLE a (b BOOLEAN DEFAULT 'True', c TEXT DEFAULT 'true', d INT DEFAULT 'no')",
      [
        "warning[boolean-default-text] 1:37 the default of “b” is the string 'True', which SQLite treats as false | Write DEFAULT 1.",
        "warning[boolean-default-text] 1:82 the default of “d” is the string 'no', which SQLite treats as false | Write DEFAULT 0.",
      ]),
    .init(
      [],
      "CREATE TABLE a (b VARCHAR(20), c DECIMAL(10,2), d VARCHAR(3) CHECK (length(d) < 4))",
      [
        "info[varchar-length] 1:29 length of “b” is not enforced: SQLite also stores longer strings | Leave it, or write CHECK (length(b) <= 20)."
      ]),
    .init(
      [],
      "CREATE TABLE a (b TEXT DEFAULT now, c TEXT DEFAULT open, d TEXT DEFAULT uuid, e TEXT DEFAULT null)",
      [
        "error[bareword-default] 1:34 the default of “b” is the string “now” | Write DEFAULT CURRENT_TIMESTAMP.",
        "warning[bareword-default] 1:54 the default of “c” is the string “open” | Write DEFAULT 'open'.",
        "error[bareword-default] 1:75 the default of “d” is the string “uuid” | Remove the default, and set the column in the app.",
      ]),
    .init(
      [],
      "CREATE TABLE a (id INTEGER PRIMARY KEY, b INT REFERENCES a(id) ON DELETE SET DEFAULT ON UPDATE CASCADE)",
      []),
    .init(
      [],
      "CREATE TABLE a (b TEXT DEFAULT 'null', c TEXT DEFAULT 'CURRENT_DATE', d TEXT DEFAULT 'strftime(1)')",
      [
        "warning[quoted-keyword-default] 1:34 the default of “b” is the string “null” | Write DEFAULT NULL, or remove the default, which means the same.",
        "warning[quoted-keyword-default] 1:57 the default of “c” is the string “CURRENT_DATE” | Write DEFAULT CURRENT_DATE.",
        "warning[quoted-keyword-default] 1:88 the default of “d” is the string “strftime(1)” | Write the function in parentheses and without quotes: DEFAULT (datetime('now')).",
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)"],
      "INSERT INTO user (name, age) VALUES (\"it's\", \"b\")",
      [
        "warning[double-quoted-text] 1:40 this string is in double quotes, which are for names (2 times in this statement) | Write 'it''s'."
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)"],
      "INSERT INTO user (name) VALUES (\"\")",
      [
        "warning[double-quoted-text] 1:35 this string is in double quotes, which are for names | Write ''."
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)"],
      "UPDATE user SET name = \"x\" WHERE \"nmae\" = 'y' OR \"agee\" IS NULL",
      [
        "warning[double-quoted-text] 1:26 this string is in double quotes, which are for names | Write 'x'.",
        "error[double-quoted-typo] 1:38 no column named “nmae”: SQLite reads it as a string | Write \"name\".",
        "error[double-quoted-typo] 1:56 no column named “agee”: SQLite reads it as a string | Write \"age\".",
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)"],
      "UPDATE user SET name = \"nmae\" WHERE name IN (\"nam\", \"b\")",
      [
        "warning[double-quoted-text] 1:26 this string is in double quotes, which are for names (3 times in this statement) | Write 'nmae', or \"name\" if you mean the column."
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)"],
      "CREATE INDEX i ON user (\"name\", \"mail\" DESC)",
      [
        "error[double-quoted-typo] 1:37 no column named “mail”: SQLite reads it as a string | Write the name of a column, or 'mail' if you mean the string."
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)"],
      "CREATE VIEW v AS SELECT id FROM user WHERE name = \"none\"",
      [
        "warning[double-quoted-text] 1:53 this string is in double quotes, which are for names | Write 'none'."
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)"],
      "CREATE TRIGGER t AFTER DELETE ON user BEGIN INSERT INTO user (name) VALUES (\"gone\"); END",
      [
        "warning[double-quoted-text] 1:79 this string is in double quotes, which are for names | Write 'gone'."
      ]),
    .init(
      [
        "CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)",
        "CREATE TABLE \"new user\" (id INTEGER, \"nick name\" TEXT)",
      ],
      "INSERT INTO \"new user\" (id, \"nick name\") SELECT \"id\", \"nick name\" FROM user",
      [
        "error[double-quoted-typo] 1:63 no column named “nick name”: SQLite reads it as a string | Write the name of a column, or 'nick name' if you mean the string."
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)"],
      "INSERT INTO user (name) VALUES (2024-01-15), (2024-1-5), (1999-13-01), ('2024-01-15')",
      [
        "error[unquoted-date] 1:35 this unquoted date is an arithmetic expression: SQLite subtracts the numbers | Write the date in quotes: '2024-01-15'.",
        "error[unquoted-date] 1:49 this unquoted date is an arithmetic expression: SQLite subtracts the numbers | Write the date in quotes: '2024-1-5'.",
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)"],
      "UPDATE user SET age = 15/01/2024 WHERE id = 1",
      [
        "error[unquoted-date] 1:25 this unquoted date is an arithmetic expression: SQLite divides the numbers | Write the date in quotes: '15/01/2024'."
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)"],
      "UPDATE user SET name = name + ' ' + name, age = age + 1 WHERE id = 1",
      [
        "error[text-plus-text] 1:31 + does not concatenate strings: the result is a number | Replace each + with ||."
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)"],
      "UPDATE user SET age = age + id, name = name + user.name WHERE id = 1",
      [
        "warning[text-plus-text] 1:47 + does not concatenate strings: the result is a number | Replace + with ||."
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)"],
      "UPDATE user SET name = 'a' and age = 6 WHERE id = 1 AND age = 2",
      [
        "error[set-with-and] 1:30 this sets “name” to 0 or 1 and leaves “age” unchanged | Replace and with a comma."
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)"],
      "UPDATE user SET name = trim(name) AND age = 6 WHERE id = 1",
      [
        "warning[set-with-and] 1:37 this sets “name” to 0 or 1 and leaves “age” unchanged | Replace AND with a comma."
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)"],
      "UPDATE user SET age = name AND age = 6, name = id = 1 AND age = 2 WHERE id = 1",
      []),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)"],
      "UPDATE user SET name = NULL WHERE name = NULL OR age <> null",
      [
        "error[equals-null] 1:42 = NULL is never true | Write IS NULL.",
        "error[equals-null] 1:56 <> NULL is never true | Write IS NOT NULL.",
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)"],
      "CREATE TRIGGER t AFTER INSERT ON user WHEN new.name == NULL BEGIN UPDATE user SET name = NULL; END",
      [
        "error[equals-null] 1:55 == NULL is never true | Write IS NULL."
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)"],
      "UPDATE user SET age = 1 WHERE name not in ('a', NULL, 'b') AND age IN (NULL)",
      [
        "warning[null-in-list] 1:51 NOT IN with NULL in its list is never true | Delete NULL from the list.",
        "warning[null-in-list] 1:74 NULL in an IN list matches nothing | Delete NULL from the list. To match NULL, too, add OR … IS NULL.",
      ]),
    .init(
      [], "CREATE TABLE a (b INTEGER CHECK (b > 0 AND (b IN (1, NULL))))",
      [
        "warning[null-in-list] 1:56 in this CHECK, IN refuses nothing, because its list contains NULL | Delete NULL from the list. A CHECK accepts NULL anyway."
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)"],
      "INSERT INTO user (name, age) VALUES (?, :age)",
      [
        "error[unbound-parameter] 1:40 “?” is a parameter, but scripts cannot bind values | Write the value itself.",
        "error[unbound-parameter] 1:43 “:age” is a parameter, but scripts cannot bind values | Write the value itself.",
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)"],
      "INSERT INTO user (name) VALUES (%s)",
      [
        "error[unbound-parameter] 1:35 “%s” is a parameter, but scripts cannot bind values | Write the value itself."
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)"],
      "DELETE FROM user WHERE id = ${id}",
      [
        "error[unbound-parameter] 1:31 “${id}” is a parameter, but scripts cannot bind values | Write the value itself."
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)"],
      "DELETE FROM user WHERE id % 2 = strftime('%s') AND name <> '%@'",
      [
        "warning[unbound-parameter] 1:62 %@ is stored as a literal string | Write the value: scripts do not replace placeholders."
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)"],
      "DELETE FROM user WHERE id = 1; DELETE FROM user WHERE id = 2;; DELETE FROM user WHERE id = 3 -- last",
      [
        "warning[multiple-statements] 1:34 this item contains more than one statement | Put each statement in a separate item."
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)"],
      "DELETE FROM user -- not all where id = 1",
      [
        "error[comment-swallows-rest] 1:20 “where id = 1” is part of the comment that starts with -- | Write the comment as /* … */, or start a new line after it."
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)"],
      "-- first we INSERT INTO user (name) VALUES ('a')",
      [
        "error[comment-swallows-rest] 1:3 “INSERT INTO user” is part of the comment that starts with -- | Write the comment as /* … */, or start a new line after it."
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)"],
      "/* why DELETE FROM user WHERE id = 1",
      [
        "error[unclosed-comment] 1:3 unclosed comment: everything after it is ignored | Write */ where the comment ends."
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)"],
      "DELETE FROM user WHERE name = '/*' /* x",
      [
        "error[unclosed-comment] 1:38 unclosed comment: everything after it is ignored | Write */ where the comment ends."
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)"],
      "WITH n AS (SELECT 1) SELECT * FROM n",
      [
        "warning[no-effect] 1:3 this statement only reads, and its result is discarded | Delete it, or write an INSERT, UPDATE or DELETE instead."
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)"],
      "CREATE TABLE IF NOT EXISTS USER (id INTEGER PRIMARY KEY, nick TEXT, mail TEXT)",
      [
        "error[if-not-exists-hides-change] 1:30 “USER” already exists, so IF NOT EXISTS skips this statement and “nick”, “mail” are never added | Write ALTER TABLE USER ADD COLUMN … for each new column."
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)"],
      "CREATE TABLE IF NOT EXISTS \"user\" (id INTEGER PRIMARY KEY)",
      [
        "warning[no-effect] 1:3 “user” already exists, so this statement does nothing | Delete it."
      ]),
    .init(
      [
        "CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)",
        "CREATE INDEX i ON user (name)",
      ],
      "CREATE INDEX IF NOT EXISTS i ON user (age)",
      [
        "error[if-not-exists-hides-change] 1:30 “i” already exists with another definition, so IF NOT EXISTS skips this statement | If you want the new definition, drop the old object first."
      ]),
    .init(
      [
        "CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)",
        "CREATE INDEX i ON user (name)",
      ],
      "create index if not exists [i] on USER(name)",
      [
        "warning[no-effect] 1:3 “i” already exists, so this statement does nothing | Delete it."
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)"],
      "DROP TABLE IF EXISTS uesr",
      [
        "warning[drop-if-exists-typo] 1:24 “uesr” does not exist, so this statement does nothing | Write user, or delete the statement."
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)"],
      "DROP TABLE IF EXISTS user_old",
      [
        "info[no-effect] 1:3 “user_old” does not exist, so this statement does nothing | Delete it, or correct the name."
      ]),
    .init(
      [],
      "CREATE TABLE a (id TEXT PRIMARY KEY)",
      [
        "info[nullable-primary-key] 1:19 primary key “id” can be NULL in several rows | Write NOT NULL after the type of “id”."
      ]),
    .init(
      [],
      "CREATE TABLE a (b TEXT, c INT NOT NULL, PRIMARY KEY (b, c))",
      [
        "info[nullable-primary-key] 1:19 primary key “b” can be NULL in several rows | Write NOT NULL after the type of “b”."
      ]),
    .init(
      [],
      "CREATE TABLE a (\"key\" bigint PRIMARY KEY)",
      [
        "warning[not-rowid-alias] 1:19 “key” gets no automatic ID: it is NULL unless the app sets it | Replace bigint with INTEGER, or add NOT NULL."
      ]),
    .init(
      [],
      "CREATE TABLE a (id INTEGER PRIMARY KEY DESC)",
      [
        "warning[not-rowid-alias] 1:19 “id” gets no automatic ID: it is NULL unless the app sets it | Write “id” INTEGER PRIMARY KEY, without DESC."
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)"],
      "CREATE TEMP TABLE IF NOT EXISTS user (id INTEGER, nick TEXT)",
      []),
    .init(
      [],
      "CREATE TABLE a (id INTEGER PRIMARY KEY; name TEXT)",
      []),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)"],
      "UPDATE user SET age = CASE WHEN \"nmae\" = 'x' THEN 1 ELSE 2 END",
      [
        "error[double-quoted-typo] 1:35 no column named “nmae”: SQLite reads it as a string | Write \"name\"."
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)"],
      "INSERT INTO user (name) SELECT name FROM user WHERE name BETWEEN \"a\" AND \"nmae\"",
      [
        "warning[double-quoted-text] 1:78 this string is in double quotes, which are for names (2 times in this statement) | Write 'nmae', or \"name\" if you mean the column."
      ]),
  ]

  @Test(arguments: table)
  func `the message stays the same`(_ row: MessageCase) throws {
    #expect(try row.messages(of: RuleCatalog.accepted) == row.messages)
  }

}
