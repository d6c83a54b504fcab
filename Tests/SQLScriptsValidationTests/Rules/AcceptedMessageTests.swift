import SQLScriptsDiagnostics
import Testing

@testable import SQLScriptsValidation

/// All words about statements that SQLite accepts.
@Suite struct AcceptedMessageTests {
  /// Statements of the default script, a statement, and what is said about it.
  static let table: [MessageCase] = [
    .init(
      [],
      "CREATE TABLE a (id INTEGER name TEXT, b TEXT c INTEGER d REAL)",
      [
        "error[missing-comma-between-columns] 1:30 Is a comma missing before “name”? As written, it is part of the type of “id” | Write a comma before name.",
        "error[missing-comma-between-columns] 1:48 Is a comma missing before “c”? As written, it is part of the type of “b” | Write a comma before c.",
        "error[missing-comma-between-columns] 1:58 Is a comma missing before “d”? As written, it is part of the type of “b” | Write a comma before d.",
      ]),
    .init(
      [],
      "create table a (id integer /* , */ \"my name\" text)",
      [
        "error[missing-comma-between-columns] 1:38 Is a comma missing before “my name”? As written, it is part of the type of “id” | Write a comma before \"my name\"."
      ]),
    .init(
      [],
      "CREATE TABLE a (id INTEGER foo, b UNSIGNED BIG INT, c VARCHAR(20))",
      [
        "warning[missing-comma-between-columns] 1:30 Is a comma missing before “foo”? As written, it is part of the type of “id” | Write a comma before it, or delete it: SQLite knows no type “INTEGER foo”.",
        "info[varchar-length] 1:65 This length does not limit “c”: SQLite stores longer texts as well | Leave it, or write CHECK (length(c) <= 20).",
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)"],
      "ALTER TABLE user ADD nick TEXT mail TEXT",
      [
        "error[missing-comma-between-columns] 1:34 Is a comma missing before “mail”? As written, it is part of the type of “nick” | Write a comma before mail."
      ]),
    .init(
      [],
      "CREATE TABLE 表 (编号 INTEGER 名字 TEXT)",
      [
        "error[missing-comma-between-columns] 1:30 Is a comma missing before “名字”? As written, it is part of the type of “编号” | Write a comma before 名字."
      ]),
    .init(
      [],
      "CREATE TABLE a (id INTEGER PRIMARY_KEY, b TEXT NOT_NULL UNIQE)",
      [
        "error[constraint-typo] 1:30 “PRIMARY_KEY” is not PRIMARY KEY: SQLite takes it for a part of the type of “id” | Write PRIMARY KEY.",
        "error[constraint-typo] 1:50 “NOT_NULL” is not NOT NULL: SQLite takes it for a part of the type of “b” | Write NOT NULL.",
        "error[constraint-typo] 1:59 “UNIQE” is not UNIQUE: SQLite takes it for a part of the type of “b” | Write UNIQUE.",
      ]),
    .init(
      [],
      "CREATE TABLE a (id INTEGER, b TEXT non NULL, c TEXT DEFAULTT 'x')",
      [
        "error[constraint-typo] 1:38 “non” is not NOT NULL: SQLite takes it for a part of the type of “b” | Write NOT NULL.",
        "error[constraint-typo] 1:55 “DEFAULTT” is not DEFAULT: SQLite takes it for a part of the type of “c” | Write DEFAULT.",
      ]),
    .init(
      [],
      "CREATE TABLE a (id INT UNSIGNED AUTO_INCREMENT PRIMARY KEY, b TEXT COMMENT 'it''s')",
      [
        "info[ignored-mysql-column-option] 1:26 SQLite knows no “UNSIGNED”: negative numbers get in as well | Delete it, or write CHECK (… >= 0).",
        "error[ignored-mysql-column-option] 1:35 “AUTO_INCREMENT” does nothing in SQLite: it becomes a part of the type of “id” | Write INTEGER PRIMARY KEY AUTOINCREMENT.",
        "error[ignored-mysql-column-option] 1:70 “COMMENT 'it''s'” does nothing in SQLite: it becomes a part of the type of “b” | Delete it, or make it a remark: /* … */.",
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)"],
      "ALTER TABLE user ADD COLUMN nick TEXT after name",
      [
        "error[ignored-mysql-column-option] 1:41 “after name” does nothing in SQLite: it becomes a part of the type of “nick” | Delete it: SQLite puts a new column behind the others."
      ]),
    .init(
      [],
      "CREATE TABLE a (b STRING, c [string], d INTGER, e WHATEVER, f DATETIME)",
      [
        "warning[unknown-type] 1:21 SQLite knows no type “STRING”: “b” stores '007' as the number 7 | Write TEXT.",
        "warning[unknown-type] 1:31 SQLite knows no type “[string]”: “c” stores '007' as the number 7 | Write TEXT.",
        "info[unknown-type] 1:53 SQLite knows no type “WHATEVER”: “e” stores '007' as the number 7 | Write TEXT for texts, INTEGER or REAL for numbers.",
      ]),
    .init(
      [],
      "CREATE TABLE a (b FLOATING POINT, c INTERVAL, d POINT)",
      [
        "warning[misleading-affinity] 1:21 “FLOATING POINT” has INT in it, so SQLite makes whole numbers of what “b” stores | Write REAL.",
        "warning[misleading-affinity] 1:39 “INTERVAL” has INT in it, so SQLite makes whole numbers of what “c” stores | Write TEXT, REAL or INTEGER, whichever is meant.",
        "warning[misleading-affinity] 1:51 “POINT” has INT in it, so SQLite makes whole numbers of what “d” stores | Write TEXT, REAL or INTEGER, whichever is meant.",
      ]),
    .init(
      [],
      "CREATE TABLE a (b BOOLEAN DEFAULT 'True', c TEXT DEFAULT 'true', d INT DEFAULT 'no')",
      [
        "warning[boolean-default-text] 1:37 “b” starts as the text 'True', which counts as no | Write DEFAULT 1.",
        "warning[boolean-default-text] 1:82 “d” starts as the text 'no', which counts as no | Write DEFAULT 0.",
      ]),
    .init(
      [],
      "CREATE TABLE a (b VARCHAR(20), c DECIMAL(10,2), d VARCHAR(3) CHECK (length(d) < 4))",
      [
        "info[varchar-length] 1:29 This length does not limit “b”: SQLite stores longer texts as well | Leave it, or write CHECK (length(b) <= 20)."
      ]),
    .init(
      [],
      "CREATE TABLE a (b TEXT DEFAULT now, c TEXT DEFAULT open, d TEXT DEFAULT uuid, e TEXT DEFAULT null)",
      [
        "error[bareword-default] 1:34 This stores the word “now” in “b” | Write DEFAULT CURRENT_TIMESTAMP.",
        "warning[bareword-default] 1:54 This stores the word “open” in “c” | Write DEFAULT 'open'.",
        "error[bareword-default] 1:75 This stores the word “uuid” in “d” | Leave the default out, and fill the column in the app.",
      ]),
    .init(
      [],
      "CREATE TABLE a (b TEXT DEFAULT 'null', c TEXT DEFAULT 'CURRENT_DATE', d TEXT DEFAULT 'strftime(1)')",
      [
        "warning[quoted-keyword-default] 1:34 This stores the text “null” in “b” | Write DEFAULT NULL, or leave it out: it is the same.",
        "warning[quoted-keyword-default] 1:57 This stores the text “CURRENT_DATE” in “c” | Write DEFAULT CURRENT_DATE.",
        "warning[quoted-keyword-default] 1:88 This stores the text “strftime(1)” in “d” | Write the function in brackets and without quotes: DEFAULT (datetime('now')).",
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)"],
      "INSERT INTO user (name, age) VALUES (\"it's\", \"b\")",
      [
        "warning[double-quoted-text] 1:40 This text is in double quotes, which are for names (2 times in this statement) | Write 'it''s'."
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)"],
      "INSERT INTO user (name) VALUES (\"\")",
      [
        "warning[double-quoted-text] 1:35 This text is in double quotes, which are for names | Write ''."
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)"],
      "UPDATE user SET name = \"x\" WHERE \"nmae\" = 'y' OR \"agee\" IS NULL",
      [
        "warning[double-quoted-text] 1:26 This text is in double quotes, which are for names | Write 'x'.",
        "error[double-quoted-typo] 1:38 There is no column “nmae” here: SQLite takes it for a text | Write \"name\".",
        "error[double-quoted-typo] 1:56 There is no column “agee” here: SQLite takes it for a text | Write \"age\".",
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)"],
      "UPDATE user SET name = \"nmae\" WHERE name IN (\"nam\", \"b\")",
      [
        "warning[double-quoted-text] 1:26 This text is in double quotes, which are for names (3 times in this statement) | Write 'nmae'."
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)"],
      "CREATE INDEX i ON user (\"name\", \"mail\" DESC)",
      [
        "error[double-quoted-typo] 1:37 There is no column “mail” here: SQLite takes it for a text | Write the name of a column, or 'mail' if the text is meant."
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)"],
      "CREATE VIEW v AS SELECT id FROM user WHERE name = \"none\"",
      [
        "warning[double-quoted-text] 1:53 This text is in double quotes, which are for names | Write 'none'."
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)"],
      "CREATE TRIGGER t AFTER DELETE ON user BEGIN INSERT INTO user (name) VALUES (\"gone\"); END",
      [
        "warning[double-quoted-text] 1:79 This text is in double quotes, which are for names | Write 'gone'."
      ]),
    .init(
      [
        "CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)",
        "CREATE TABLE \"new user\" (id INTEGER, \"nick name\" TEXT)",
      ],
      "INSERT INTO \"new user\" (id, \"nick name\") SELECT \"id\", \"nick name\" FROM user",
      [
        "error[double-quoted-typo] 1:63 There is no column “nick name” here: SQLite takes it for a text | Write the name of a column, or 'nick name' if the text is meant."
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)"],
      "INSERT INTO user (name) VALUES (2024-01-15), (2024-1-5), (1999-13-01), ('2024-01-15')",
      [
        "error[unquoted-date] 1:35 This date is a calculation: SQLite subtracts the numbers | Write it in quotes: '2024-01-15'.",
        "error[unquoted-date] 1:49 This date is a calculation: SQLite subtracts the numbers | Write it in quotes: '2024-1-5'.",
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)"],
      "UPDATE user SET age = 15/01/2024 WHERE id = 1",
      [
        "error[unquoted-date] 1:25 This date is a calculation: SQLite divides the numbers | Write it in quotes: '15/01/2024'."
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)"],
      "UPDATE user SET name = name + ' ' + name, age = age + 1 WHERE id = 1",
      [
        "error[text-plus-text] 1:31 + does not join texts: the result is a number | Write || in place of +."
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)"],
      "UPDATE user SET age = age + id, name = name + user.name WHERE id = 1",
      [
        "warning[text-plus-text] 1:47 + does not join texts: the result is a number | Write || in place of +."
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)"],
      "UPDATE user SET name = 'a' and age = 6 WHERE id = 1 AND age = 2",
      [
        "error[set-with-and] 1:30 This sets “name” to 0 or 1, and “age” not at all | Write a comma in place of and."
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)"],
      "UPDATE user SET name = trim(name) AND age = 6 WHERE id = 1",
      [
        "warning[set-with-and] 1:37 This sets “name” to 0 or 1, and “age” not at all | Write a comma in place of AND."
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
      "INSERT INTO user (name, age) VALUES (?, :age)",
      [
        "error[unbound-parameter] 1:40 Nobody gives “?” a value in a script | Write the value itself in its place.",
        "error[unbound-parameter] 1:43 Nobody gives “:age” a value in a script | Write the value itself in its place.",
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)"],
      "INSERT INTO user (name) VALUES (%s)",
      [
        "error[unbound-parameter] 1:35 Nobody gives “%s” a value in a script | Write the value itself in its place."
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)"],
      "DELETE FROM user WHERE id = ${id}",
      [
        "error[unbound-parameter] 1:31 Nobody gives “${id}” a value in a script | Write the value itself in its place."
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)"],
      "DELETE FROM user WHERE id % 2 = strftime('%s') AND name <> '%@'",
      [
        "warning[unbound-parameter] 1:62 This stores %@ as it stands | Write the value: nobody fills it in here."
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)"],
      "DELETE FROM user WHERE id = 1; DELETE FROM user WHERE id = 2;; DELETE FROM user WHERE id = 3 -- last",
      [
        "warning[multiple-statements] 1:34 Item 1 holds more than one statement | Give every statement an item of its own."
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)"],
      "DELETE FROM user -- not all where id = 1",
      [
        "error[comment-swallows-rest] 1:20 Everything behind -- is a remark, “where id = 1” too | Write the remark as /* … */, or begin a new line behind it."
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)"],
      "-- first we INSERT INTO user (name) VALUES ('a')",
      [
        "error[comment-swallows-rest] 1:3 Everything behind -- is a remark, “INSERT INTO user” too | Write the remark as /* … */, or begin a new line behind it."
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)"],
      "/* why DELETE FROM user WHERE id = 1",
      [
        "error[unclosed-comment] 1:3 This comment is never closed: everything behind it is left out | Write */ where the comment ends."
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)"],
      "DELETE FROM user WHERE name = '/*' /* x",
      [
        "error[unclosed-comment] 1:38 This comment is never closed: everything behind it is left out | Write */ where the comment ends."
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)"],
      "WITH n AS (SELECT 1) SELECT * FROM n",
      [
        "warning[no-effect] 1:3 This only reads: nobody sees what it finds | Delete it, or write the INSERT, UPDATE or DELETE that is meant."
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)"],
      "CREATE TABLE IF NOT EXISTS USER (id INTEGER PRIMARY KEY, nick TEXT, mail TEXT)",
      [
        "error[if-not-exists-hides-change] 1:30 “USER” is there already without “nick”, “mail”: this does nothing | Write ALTER TABLE USER ADD COLUMN … for what is new."
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)"],
      "CREATE TABLE IF NOT EXISTS \"user\" (id INTEGER PRIMARY KEY)",
      [
        "warning[no-effect] 1:3 “user” is there already: this does nothing | Delete it."
      ]),
    .init(
      [
        "CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)",
        "CREATE INDEX i ON user (name)",
      ],
      "CREATE INDEX IF NOT EXISTS i ON user (age)",
      [
        "error[if-not-exists-hides-change] 1:30 “i” is there already and is another: this does nothing | Write DROP … before it, if the new one is meant."
      ]),
    .init(
      [
        "CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)",
        "CREATE INDEX i ON user (name)",
      ],
      "create index if not exists [i] on USER(name)",
      [
        "warning[no-effect] 1:3 “i” is there already: this does nothing | Delete it."
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)"],
      "DROP TABLE IF EXISTS uesr",
      [
        "warning[drop-if-exists-typo] 1:24 There is no “uesr” at this point: this does nothing | Write user, or delete the statement."
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)"],
      "DROP TABLE IF EXISTS user_old",
      [
        "info[no-effect] 1:3 There is no “user_old” at this point: this does nothing | Delete it, or correct the name."
      ]),
    .init(
      [],
      "CREATE TABLE a (id TEXT PRIMARY KEY)",
      [
        "info[nullable-primary-key] 1:19 The primary key “id” may be empty, in several rows | Write NOT NULL behind the type of “id”."
      ]),
    .init(
      [],
      "CREATE TABLE a (b TEXT, c INT NOT NULL, PRIMARY KEY (b, c))",
      [
        "info[nullable-primary-key] 1:19 The primary key “b” may be empty, in several rows | Write NOT NULL behind the type of “b”."
      ]),
    .init(
      [],
      "CREATE TABLE a (\"key\" bigint PRIMARY KEY)",
      [
        "warning[not-rowid-alias] 1:19 “key” does not number new rows by itself: it stays empty unless the app gives it | Write INTEGER PRIMARY KEY in place of bigint, or add NOT NULL."
      ]),
    .init(
      [],
      "CREATE TABLE a (id INTEGER PRIMARY KEY DESC)",
      [
        "warning[not-rowid-alias] 1:19 “id” does not number new rows by itself: it stays empty unless the app gives it | Write “id” INTEGER PRIMARY KEY, without DESC."
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
        "error[double-quoted-typo] 1:35 There is no column “nmae” here: SQLite takes it for a text | Write \"name\"."
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)"],
      "INSERT INTO user (name) SELECT name FROM user WHERE name BETWEEN \"a\" AND \"nmae\"",
      [
        "warning[double-quoted-text] 1:68 This text is in double quotes, which are for names (2 times in this statement) | Write 'a'."
      ]),
  ]

  @Test(arguments: table)
  func `a message is what it was`(_ row: MessageCase) throws {
    #expect(try row.messages(of: RuleCatalog.accepted) == row.messages)
  }

}
