import Testing

/// Messages about statements that SQLite cannot parse.
@Suite struct SyntaxMessageTests {
  private let user = ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)"]

  @Test func `a keyword is misspelled`() throws {
    try expect([
      "CRAETE TABLE a (id INTEGER)": [
        "error[keyword-typo] 1:1 “CRAETE” is not an SQL keyword; did you mean CREATE? | Write CREATE."
      ],
      "create tabel a (id integer)": [
        "error[keyword-typo] 1:8 “tabel” is not an SQL keyword; did you mean TABLE? | Write TABLE."
      ],
      "/* x */ CREATE TABLE a (id INTEGER DEFUALT 0)": [
        "error[keyword-typo] 1:36 “DEFUALT” is not an SQL keyword; did you mean DEFAULT? | Write DEFAULT."
      ],
      "CREATE TABLE a (id INTEGER PRIMARY_KEY AUTOINCREMENT)": [
        "error[keyword-typo] 1:28 “PRIMARY_KEY” is not an SQL keyword; did you mean PRIMARY KEY? | Write PRIMARY KEY."
      ],
      "SELECT name FORM user": [
        "error[keyword-typo] 1:13 “FORM” is not an SQL keyword; did you mean FROM? | Write FROM."
      ],
      "UPDATE user SETT name = 'a' WHER id = 1": [
        "error[keyword-typo] 1:13 “SETT” is not an SQL keyword; did you mean SET? | Write SET."
      ],
      "CREATE TRIGGER t AFTR INSERT ON user BEGIN SELECT 1; END": [
        "error[keyword-typo] 1:18 “AFTR” is not an SQL keyword; did you mean AFTER? | Write AFTER."
      ],
      "CREATE TRIGGER t AFTER INSERT ON user BEGIN\n  UPDAT user SET name = 'x';\nEND": [
        "error[keyword-typo] 2:3 “UPDAT” is not an SQL keyword; did you mean UPDATE? | Write UPDATE."
      ],
      "CREATE UNIQ INDEX i ON user (name)": [
        "error[keyword-typo] 1:8 “UNIQ” is not an SQL keyword; did you mean UNIQUE? | Write UNIQUE."
      ],
    ])
  }

  @Test func `a comma or a parenthesis is wrong`() throws {
    try expect([
      "CREATE TABLE 表 (名字 TEXT, 年龄 INTEGER,)": [
        "error[trailing-comma-in-list] 1:36 trailing comma at the end of a list | Remove this comma, or write what should follow it."
      ],
      "SELECT id, FROM user": [
        "error[trailing-comma-in-list] 1:10 trailing comma at the end of a list | Remove this comma, or write what should follow it."
      ],
      "UPDATE user SET name = 'a,', WHERE id = 1": [
        "error[trailing-comma-in-list] 1:28 trailing comma at the end of a list | Remove this comma, or write what should follow it."
      ],
      "INSERT INTO user (id) VALUES (1), (2),": [
        "error[trailing-comma-in-list] 1:38 trailing comma at the end of a list | Remove this comma, or write what should follow it."
      ],
      "CREATE TABLE a (id INTEGER": [
        "error[unclosed-bracket] 1:16 unclosed parenthesis | Write the missing “)”."
      ],
      // What follows “;” belongs to the list, so that it is no second error.
      "CREATE TABLE a (id INTEGER; name TEXT)": [
        "error[unclosed-bracket] 1:16 unclosed parenthesis | Write “,” instead of “;” between the columns."
      ],
      "CREATE TABLE a (id INTEGER; b VARCHAR(20); c TEXT) STRICT": [
        "error[unclosed-bracket] 1:16 unclosed parenthesis | Write “,” instead of “;” between the columns."
      ],
      "INSERT INTO user (id; name) VALUES (1, 'Ada')": [
        "error[unclosed-bracket] 1:18 unclosed parenthesis | Write “,” instead of “;” in the list."
      ],
      "CREATE TABLE a (id INTEGER; SELECT 1)": [
        "error[unclosed-bracket] 1:16 unclosed parenthesis | Write the missing “)”.",
        "error[syntax-error] 1:37 unmatched “)” | Remove this parenthesis.",
      ],
      "CREATE TABLE a (id INTEGER; b TEXT": [
        "error[unclosed-bracket] 1:16 unclosed parenthesis | Write the missing “)”.",
        "error[syntax-error] 1:29 a statement cannot start with “b” | Start with a keyword such as CREATE, ALTER, INSERT or UPDATE. If this is a comment, write -- before it.",
      ],
      "CREATE TABLE a (id INTEGER, b VARCHAR(20, c INTEGER)": [
        "error[unclosed-bracket] 1:38 unclosed parenthesis | Write the missing “)”."
      ],
      "UPDATE user SET name = replace(name, 'a', 'b' WHERE id = 1": [
        "error[unclosed-bracket] 1:31 unclosed parenthesis | Write the missing “)”."
      ],
      "CREATE TABLE a (id INTEGER))": [
        "error[syntax-error] 1:28 unmatched “)” | Remove this parenthesis."
      ],
      "INSERT INTO user (id, name) VALUES (1 'a')": [
        "error[syntax-error] 1:39 missing comma before “'a'” | Write a comma before “'a'”."
      ],
      "INSERT INTO user (id name email) VALUES (1, 'a', 'b')": [
        "error[syntax-error] 1:22 missing comma before “name” | Write a comma before “name”.",
        "error[syntax-error] 1:27 missing comma before “email” | Write a comma before “email”.",
      ],
      "CREATE INDEX i ON user (name email)": [
        "error[syntax-error] 1:30 missing comma before “email” | Write a comma before “email”."
      ],
      "CREATE TABLE a (\nid INTEGER PRIMARY KEY\nb TEXT NOT NULL\nc INTEGER\nd TEXT)": [
        "error[missing-comma-between-columns] 3:1 missing comma before “b” | Write a comma before “b”.",
        "error[missing-comma-between-columns] 4:1 missing comma before “c” | Write a comma before “c”.",
        "error[missing-comma-between-columns] 5:1 missing comma before “d” | Write a comma before “d”.",
      ],
      "CREATE TABLE a (b REAL NOT NUL)": [
        "error[keyword-typo] 1:28 “NUL” is not an SQL keyword; did you mean NULL? | Write NULL."
      ],
      "CREATE TABLE a (b REAL NOTNULL DEFALT 0)": [
        "error[keyword-typo] 1:24 “NOTNULL” is not allowed here; did you mean NOT NULL? | Write NOT NULL."
      ],
      "UPDATE user SET name = 'a', SET email = 'b' WHERE id = 1": [
        "error[syntax-error] 1:29 unexpected “SET” | Remove “SET”."
      ],
      "INSERT INTO user (id, name) VALUES (, 'a')": [
        "error[syntax-error] 1:37 extra comma | Remove this comma."
      ],
      "CREATE TABLE a (b TEXT NOT NULL c TEXT)": [
        "error[missing-comma-between-columns] 1:33 missing comma before “c” | Write a comma before “c”."
      ],
    ])
  }

  @Test func `a quote is wrong`() throws {
    try expect([
      "INSERT INTO user (name) VALUES ('O'Brien')": [
        "error[apostrophe-in-text] 1:35 this apostrophe ends the string too early | Write 'O''Brien'"
      ],
      "INSERT INTO user (name) VALUES ('O\\'Brien')": [
        "error[apostrophe-in-text] 1:35 this apostrophe ends the string too early | Write 'O''Brien'"
      ],
      "INSERT INTO user (name) VALUES ('it's John's')": [
        "error[apostrophe-in-text] 1:36 this apostrophe ends the string too early | Write 'it''s John''s'"
      ],
      // The remaining x of 'x' looks like the beginning of a blob.
      "INSERT INTO user (name) VALUES ('it's me'); UPDATE user SET name = 'x' WHERE id = 1": [
        "error[apostrophe-in-text] 1:36 this apostrophe ends the string too early | Write 'it''s me'"
      ],
      "INSERT INTO user (name) VALUES ('it's me'); INSERT INTO user (name) VALUES ('don't')": [
        "error[apostrophe-in-text] 1:36 this apostrophe ends the string too early | Write 'it''s me'",
        "error[apostrophe-in-text] 1:81 this apostrophe ends the string too early | Write 'don''t'",
      ],
      "INSERT INTO user (name) VALUES ('the boys' toys')": [
        "error[apostrophe-in-text] 1:42 this apostrophe ends the string too early | Write 'the boys'' toys'"
      ],
      "INSERT INTO user (name) VALUES ('你'好')": [
        "error[apostrophe-in-text] 1:35 this apostrophe ends the string too early | Write '你''好'"
      ],
      "INSERT INTO user (name) VALUES ('a)": [
        "error[unclosed-quote] 1:33 unclosed quote: “'” | Write ' after “a”, before “)”."
      ],
      "INSERT INTO user (name, email) VALUES ('a, 'b')": [
        "error[unclosed-quote] 1:40 unclosed quote: “'” | Write ' after “a”, before “,”."
      ],
      "UPDATE user SET name = 'Mint WHERE id = 4": [
        "error[unclosed-quote] 1:24 unclosed quote: “'” | Write ' after “Mint”, before “WHERE”."
      ],
      "UPDATE user SET name = 'salt and pepper WHERE id = 4": [
        "error[unclosed-quote] 1:24 unclosed quote: “'” | Write ' after “salt and pepper”, before “WHERE”."
      ],
      "UPDATE user SET name = Mint' WHERE id = 4": [
        "error[unclosed-quote] 1:28 unclosed quote: “'” | Write ' before “Mint”."
      ],
      "UPDATE user SET name = \"a": [
        "error[unclosed-quote] 1:24 unclosed quote: “\"” | Write “\"” at the end of the string or name."
      ],
      "CREATE TABLE [a (id INTEGER)": [
        "error[unclosed-quote] 1:14 unclosed quote: “[” | Write “]” at the end of the string or name."
      ],
    ])
  }

  @Test func `a name is not valid`() throws {
    try expect([
      "CREATE TABLE order (id INTEGER)": [
        "error[reserved-word] 1:14 “order” is a reserved keyword | Write \"order\" in double quotes here and wherever it is used, or choose another name."
      ],
      "CREATE TABLE a (id INTEGER, group TEXT, Index TEXT)": [
        "error[reserved-word] 1:29 “group” is a reserved keyword | Write \"group\" in double quotes here and wherever it is used, or choose another name."
      ],
      "ALTER TABLE user ADD COLUMN check TEXT": [
        "error[reserved-word] 1:29 “check” is a reserved keyword | Write \"check\" in double quotes here and wherever it is used, or choose another name."
      ],
      "CREATE TABLE a (2fa TEXT)": [
        "error[syntax-error] 1:17 “2fa” is not a valid name, because it begins with a digit | Write \"2fa\" in double quotes, or begin the name with a letter."
      ],
      "ALTER TABLE user ADD COLUMN user-id INTEGER": [
        "error[syntax-error] 1:29 “user-id” is not a valid name: SQLite reads “-” as a minus sign | Write \"user-id\" in double quotes, or replace - with _."
      ],
    ])
  }

  @Test func `the statement is incomplete`() throws {
    try expect([
      "DELETE FROM user WHERE": [
        "error[syntax-error] 1:18 the statement is incomplete: it ends after “WHERE” | Write the rest of the statement, or remove “WHERE”."
      ],
      "SELECT FROM user": [
        "error[syntax-error] 1:8 something is missing before “FROM” | Write what belongs between “FROM” and the word before it."
      ],
      "INSERT user (id) VALUES (1)": [
        "error[syntax-error] 1:8 missing “INTO” before “user” | Write INTO before “user”."
      ],
      "UPDATE user name = 'a'": [
        "error[syntax-error] 1:13 missing “SET” before “name” | Write SET before “name”."
      ],
      "CREATE TABLE a (id INTEGER) CREATE TABLE b (id INTEGER)": [
        "error[syntax-error] 1:29 a second statement begins at “CREATE” | Write ; between the statements, or put each statement in a separate item."
      ],
      "CREATE TRIGGER t AFTER INSERT ON user BEGIN SELECT 1;": [
        "error[syntax-error] 1:52 the trigger has no END | Write END after the last statement of the trigger."
      ],
      "CREATE TRIGGER t AFTER INSERT ON user BEGIN SELECT 1 END": [
        "error[syntax-error] 1:54 the last statement of the trigger is not followed by “;” | Write ; after each statement in the trigger, and END after the last one."
      ],
      "CREATE TABLE a (id INTEGER NOT NULL AUTOINCREMENT PRIMARY KEY)": [
        "error[syntax-error] 1:37 AUTOINCREMENT must come after PRIMARY KEY, in the same constraint | Write INTEGER PRIMARY KEY AUTOINCREMENT, in this order."
      ],
      "SELECT x'abc'": [
        "error[syntax-error] 1:8 “x'abc'” is not a valid blob literal | Write two hexadecimal digits for each byte, as in x'0AFF'."
      ],
      "PRAGMA foreign_keys OFF": [
        "error[syntax-error] 1:21 missing “=” before “OFF” | Write = before “OFF”."
      ],
      "PRGMA temp_store_directory = '/nowhere'": [
        "error[keyword-typo] 1:1 “PRGMA” is not an SQL keyword; did you mean PRAGMA? | Write PRAGMA."
      ],
      "CREATE TRIGGER t AFTER INSERT ON user BEGIN DELETE FROM user WHERE id = 1 END": [
        "error[syntax-error] 1:75 the last statement of the trigger is not followed by “;” | Write ; after each statement in the trigger, and END after the last one."
      ],
      "CREATE TRIGGER t AFTER INSERT ON user DELETE FROM user": [
        "error[syntax-error] 1:39 missing “BEGIN” before “DELETE” | Write BEGIN before “DELETE”."
      ],
      "DELETE FROM user WHERE id = 1 WHERE id = 2": [
        "error[syntax-error] 1:31 unexpected “WHERE”; did you mean AND? | Write AND."
      ],
      "DELETE FROM user WHERE id IN 1, 2": [
        "error[syntax-error] 1:30 missing parentheses around “1” | Write ( before the first value and ) after the last one."
      ],
      "INSERT INTO TABLE user (id) VALUES (1)": [
        "error[syntax-error] 1:13 unexpected “TABLE” | Remove “TABLE”."
      ],
      "```sql\nDELETE FROM user WHERE id = 1;\n```": [
        "error[syntax-error] 1:1 this is not SQL | Delete the lines that start with ```."
      ],
      "// one\nDELETE FROM user WHERE id = 1": [
        "error[syntax-error] 1:1 this is not SQL | Start a comment with --, not with //."
      ],
      ".quit": [
        "error[syntax-error] 1:1 this is not SQL | Remove it: .quit is a command of the sqlite3 shell, not SQL."
      ],
      "sqlite> DELETE FROM user WHERE id = 1": [
        "error[syntax-error] 1:1 this is not SQL | Remove “sqlite>”: it is the prompt of the sqlite3 shell, not SQL."
      ],
      "1. DELETE FROM user WHERE id = 1": [
        "error[syntax-error] 1:1 this is not SQL | Remove “1.”, and start with the first word of the statement."
      ],
      "@\"DELETE FROM user WHERE id = 1\"": [
        "error[syntax-error] 1:1 this is not SQL | Remove the quotes and the comma around the statement."
      ],
      "DELETE FROM user WHERE id &lt; 3": [
        "error[html-entity] 1:27 “&lt;” is an HTML entity, not SQL | Write <."
      ],
      "ALTER TABLE user DROP COLUMN id": [
        "error[column-in-use] 1:30 “id” is the primary key of “user” and cannot be dropped | Rebuild the table without the column: sqlscripts generate rebuild user --as 'CREATE TABLE user (…)'"
      ],
      "INSERT INTO user (id) VALUES ('x')": [
        "error[failed-statement] 1:1 the value for an INTEGER PRIMARY KEY is not an integer | Write an integer, or omit the column so that SQLite assigns an ID."
      ],
      "ALTER TABLE user ADD COLUMM town TEXT": [
        "error[keyword-typo] 1:22 “COLUMM” is parsed as the column name; did you mean COLUMN? | Write COLUMN."
      ],
      "hello world": [
        "error[syntax-error] 1:1 a statement cannot start with “hello” | Start with a keyword such as CREATE, ALTER, INSERT or UPDATE. If this is a comment, write -- before it."
      ],
      "UPDATE user SET name = ^": [
        "error[syntax-error] 1:24 “^” is not allowed in SQL | Remove it, or put the string in single quotes."
      ],
    ])
  }

  @Test func `an INSERT has two sources of rows`() throws {
    try expect([
      "INSERT INTO user (id, name) VALUES (1, 'a')\nVALUES (2, 'b')": [
        "error[syntax-error] 2:1 a second VALUES in one INSERT | Write a comma instead of VALUES."
      ],
      "INSERT INTO user (id, name) SELECT 1, 'a'\nVALUES (2, 'b')": [
        "error[syntax-error] 2:1 INSERT has a second source of rows | Write either SELECT or VALUES. For the rows of both, write two INSERT statements."
      ],
      "UPDATE user SET name = 'a'\nVALUES (2, 'b')": [
        "error[syntax-error] 2:1 syntax error near “VALUES” | Check “VALUES” and the word before it for a missing comma, parenthesis or quote."
      ],
    ])
  }

  @Test func `an option of a table is before its closing parenthesis`() throws {
    try expect([
      "CREATE TABLE a (id INTEGER PRIMARY KEY, b TEXT NOT NULL WITHOUT ROWID)": [
        "error[syntax-error] 1:57 “WITHOUT ROWID” is before the closing parenthesis of the table | Write WITHOUT ROWID after the closing parenthesis."
      ],
      "CREATE TABLE a (id INTEGER PRIMARY KEY, b TEXT NOT NULL STRICT)": [
        "error[syntax-error] 1:57 “STRICT” is before the closing parenthesis of the table | Write STRICT after the closing parenthesis."
      ],
      "CREATE TABLE a (id INTEGER PRIMARY KEY, b TEXT WITHOUT ROWID)": [
        "error[constraint-typo] 1:48 “WITHOUT ROWID” is before the closing parenthesis, so SQLite parses it as part of a column | Write WITHOUT ROWID after the closing parenthesis."
      ],
      "CREATE TABLE a (id INTEGER PRIMARY KEY, WITHOUT ROWID)": [
        "error[constraint-typo] 1:41 “WITHOUT ROWID” is before the closing parenthesis, so SQLite parses it as part of a column | Write WITHOUT ROWID after the closing parenthesis, and delete the comma before it."
      ],
      "CREATE TABLE a (id INTEGER PRIMARY KEY, strict)": [],
    ])
  }

  @Test func `the characters of an operator are in the wrong order`() throws {
    try expect([
      "DELETE FROM user WHERE id =! 1": [
        "error[syntax-error] 1:27 unexpected “=!”; did you mean !=? | Write !=."
      ],
      "DELETE FROM user WHERE id => 1": [
        "error[syntax-error] 1:27 unexpected “=>”; did you mean >=? | Write >=."
      ],
      "DELETE FROM user WHERE id = ! 1": [
        "error[other-database-syntax] 1:29 “!” is MySQL syntax, which SQLite does not support | Write NOT."
      ],
    ])
  }

  @Test func `SQLite reads a word as an alias`() throws {
    let join = "CREATE VIEW v AS SELECT user.id AS id FROM user"
    try expect([
      "\(join) LEF JOIN user AS u ON u.id = user.id": [
        "error[keyword-typo] 1:49 “LEF” is parsed as an alias of “user”; did you mean LEFT? | Write LEFT. If it is an alias, write AS before it."
      ],
      "\(join) LEFT OUTR JOIN user AS u ON u.id = user.id": [
        "error[keyword-typo] 1:54 “OUTR” is not an SQL keyword; did you mean OUTER? | Write OUTER."
      ],
      "CREATE VIEW v AS SELECT lef.id AS id FROM user lef JOIN user AS u ON u.id = lef.id": [],
      "CREATE VIEW v AS SELECT user.id AS id FROM user\nANALYZE": [
        "error[syntax-error] 2:1 “ANALYZE” is parsed as an alias of “user” | Write ; before it. If it is an alias, write AS before it."
      ],
      "ALTER TABLE user ADD COLUMN a TEXT\nANALYZE": [
        "error[syntax-error] 2:1 “ANALYZE” is parsed as part of the type | Write ; before it."
      ],
      "ANALYZE user": [],
    ])
  }

  @Test func `a “;” is in a text with an apostrophe`() throws {
    try expect([
      "INSERT INTO user (id, name) VALUES (1, 'it's; ok'); INSERT INTO user (id) VALUES (2)": [
        "error[apostrophe-in-text] 1:43 this apostrophe ends the string too early | Write 'it''s; ok'"
      ],
      // The closing quote is missing, too.
      "INSERT INTO user (id, name) VALUES (1, 'it's ok)": [
        "error[apostrophe-in-text] 1:43 the string ends at this quote, but more text follows | If this is an apostrophe, write it twice: ''. Otherwise add the quote that is missing before it."
      ],
      "INSERT INTO user (name, id) VALUES (b', 4)": [
        "error[unclosed-quote] 1:38 unclosed quote: “'” | Write ' before “b”."
      ],
    ])
  }

  private func expect(_ cases: KeyValuePairs<String, [String]>) throws {
    for (statement, messages) in cases {
      #expect(try RuleMessages.of(statement, before: user) == messages)
    }
  }
}
