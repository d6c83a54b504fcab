import Testing

/// What is said about names that are not there, or there already.
@Suite struct NameMessageTests {
  private let user = ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)"]

  @Test func `a table is not there`() throws {
    try expect([
      "DELETE FROM usr WHERE id = 1": [
        "error[no-such-table] 1:13 There is no table “usr” at this point | Write user."
      ],
      "alter table \"Usr\" add column age integer": [
        "error[no-such-table] 1:13 There is no table “Usr” at this point | Write user."
      ],
      "DROP INDEX user_name": [
        "error[no-such-table] 1:12 There is no index “user_name” at this point | Create it before this statement, or correct the name."
      ],
      "DROP TRIGGER t": [
        "error[no-such-table] 1:14 There is no trigger “t” at this point | Create it before this statement, or correct the name."
      ],
      "DROP VIEW users": [
        "error[no-such-table] 1:11 There is no view “users” at this point | Create it before this statement, or correct the name."
      ],
      "INSERT INTO 用户 (id) VALUES (1)": [
        "error[no-such-table] 1:13 There is no table “用户” at this point | Create it before this statement, or correct the name."
      ],
    ])
  }

  @Test func `one error is enough for what is missing`() throws {
    try expect([
      "CREATE TABEL a (id INTEGER);\nINSERT INTO a (id) VALUES (1);\nCREATE INDEX i ON a (id);\nDROP INDEX i;\nDELETE FROM a WHERE id = 1":
        [
          "error[keyword-typo] 1:8 SQL has no word “TABEL”; “TABLE” is meant | Write TABLE."
        ],
      "ALTER TABLE user ADD COLUMN age INTEGER DEFUALT 0 NOT NUL;\nUPDATE user SET age = 1 WHERE id = 1":
        [
          "error[keyword-typo] 1:41 SQL has no word “DEFUALT”; “DEFAULT” is meant | Write DEFAULT."
        ],
      "ALTER TABLE usr RENAME TO person;\nDELETE FROM person WHERE id = 1;\nCREATE TABLE person (id INTEGER);\nDROP TABLE person":
        [
          "error[no-such-table] 1:13 There is no table “usr” at this point | Write user."
        ],
    ])
  }

  @Test func `a trigger uses a table that is not there`() throws {
    try expect([
      "CREATE TRIGGER t AFTER INSERT ON user BEGIN INSERT INTO log VALUES (1); END;\nINSERT INTO user (id) VALUES (1)":
        [
          "error[no-such-table] 2:1 This uses the table “log”, which is not there at this point: the trigger “t” needs it | Create “log” before, or drop the trigger “t” and create it again without it."
        ]
    ])
  }

  @Test func `a column is not there`() throws {
    try expect([
      "UPDATE user SET nmae = 'a' WHERE id = 1": [
        "error[no-such-column] 1:17 There is no column “nmae” at this point | Write name."
      ],
      "UPDATE user SET name = emial WHERE id = 1": [
        "error[no-such-column] 1:24 There is no column “emial” at this point | Write email."
      ],
      "INSERT INTO user (id, mail) VALUES (1, 'a')": [
        "error[no-such-column] 1:23 There is no column “mail” at this point | Write email."
      ],
      "INSERT INTO user (id, name) VALUES (1, Ada)": [
        "error[no-such-column] 1:40 There is no column “Ada” at this point | If “Ada” is a text, write 'Ada' in single quotes."
      ],
      "SELECT u.id FROM user": [
        "error[no-such-column] 1:8 This statement has no table “u” | Name the table after FROM or JOIN, or correct the name before the dot."
      ],
      "SELECT u.mail FROM user AS u": [
        "error[no-such-column] 1:10 There is no column “mail” at this point | Write email."
      ],
      "CREATE INDEX i ON user (mail)": [
        "error[no-such-column] 1:25 There is no column “mail” at this point | Write email."
      ],
      "ALTER TABLE user DROP COLUMN nick": [
        "error[no-such-column] 1:30 There is no column “nick” at this point | Add the column before this statement, or correct the name."
      ],
      "alter table user rename column \"nick\" to nickname": [
        "error[no-such-column] 1:32 There is no column “nick” at this point | Add the column before this statement, or correct the name."
      ],
      "CREATE TABLE a (id INTEGER, UNIQUE (name))": [
        "error[no-such-column] 1:37 There is no column “name” at this point | Add the column before this statement, or correct the name."
      ],
      "CREATE TABLE a (id INTEGER, FOREIGN KEY (b) REFERENCES user (id))": [
        "error[no-such-column] 1:42 There is no column “b” at this point | Add the column before this statement, or correct the name."
      ],
    ])
  }

  @Test func `a function is not there`() throws {
    try expect([
      "UPDATE user SET name = NOW() WHERE id = 1": [
        "error[no-such-function] 1:24 SQLite has no function “NOW” | Write CURRENT_TIMESTAMP."
      ],
      "UPDATE user SET name = uper(name) WHERE id = 1": [
        "error[no-such-function] 1:24 SQLite has no function “uper” | Write upper."
      ],
      "UPDATE user SET name = my_function(name) WHERE id = 1": [
        "error[no-such-function] 1:24 SQLite has no function “my_function” | Use one of SQLite's functions, or work the value out in the app's own code."
      ],
      "DELETE FROM user WHERE name REGEXP 'a'": [
        "error[no-such-function] 1:29 SQLite has no function “REGEXP” | Write LIKE or GLOB."
      ],
    ])
  }

  @Test func `a name is taken`() throws {
    try expect([
      "CREATE TABLE User (id INTEGER)": [
        "error[table-already-exists] 1:14 There is a table “User” already (sql_default.json has made it) | Take the statement out, choose another name, or drop the old one before."
      ],
      "CREATE TABLE a (id INTEGER);\nCREATE VIEW \"A\" AS SELECT 1": [
        "error[table-already-exists] 2:13 There is a table “A” already (sql_update_2.sql has made it) | Take the statement out, choose another name, or drop the old one before."
      ],
      "CREATE INDEX i ON user (name);\nCREATE INDEX i ON user (email)": [
        "error[table-already-exists] 2:14 There is an index “i” already (sql_update_2.sql has made it) | Take the statement out, choose another name, or drop the old one before."
      ],
      "CREATE TABLE a (id INTEGER);\nALTER TABLE a RENAME TO user": [
        "error[table-already-exists] 2:25 There is a table or index “user” already (sql_default.json has made it) | Choose another name, or drop the old “user” before."
      ],
      "ALTER TABLE user ADD Name TEXT": [
        "error[duplicate-column] 1:22 “user” has a column “Name” already | Take the statement out, or choose another name."
      ],
      "ALTER TABLE user ADD COLUMN age TEXT;\nALTER TABLE user ADD COLUMN age INTEGER": [
        "error[duplicate-column] 2:29 “user” has a column “age” already | Take the statement out, or choose another name."
      ],
      "CREATE TABLE a (id INTEGER, name TEXT, \"NAME\" TEXT)": [
        "error[duplicate-column] 1:40 The column “NAME” is there twice | Take one of the two out, or give it another name."
      ],
      "ALTER TABLE user RENAME COLUMN name TO email": [
        "error[duplicate-column] 1:40 “user” has a column “email” already | Choose another name."
      ],
    ])
  }

  @Test func `the values are too many or too few`() throws {
    try expect([
      "INSERT INTO user (id, name) VALUES (1, 'a', 2)": [
        "error[value-count-mismatch] 1:36 There are 3 values for 2 columns | Give each column one value."
      ],
      "INSERT INTO user VALUES (1, max(2, 3))": [
        "error[value-count-mismatch] 1:25 There are 2 values for 3 columns | Write the missing values, or name the columns: INSERT INTO table (columns) VALUES …"
      ],
      "INSERT INTO user (id, name) VALUES (1, 'a'), (2), (3, 'b')": [
        "error[value-count-mismatch] 1:46 This row has not as many values as the first one | Give each row 2 values."
      ],
      "INSERT INTO user (id, name) SELECT id FROM user": [
        "error[value-count-mismatch] 1:29 There is 1 value for 2 columns | Give each column one value."
      ],
      "UPDATE user SET (id, name) = (1, 2, 3) WHERE id = 1": [
        "error[value-count-mismatch] 1:1 There are 3 values for 2 columns | Give each column one value."
      ],
    ])
  }

  private func expect(_ cases: KeyValuePairs<String, [String]>) throws {
    for (statement, messages) in cases {
      #expect(try RuleMessages.of(statement, before: user) == messages)
    }
  }
}
