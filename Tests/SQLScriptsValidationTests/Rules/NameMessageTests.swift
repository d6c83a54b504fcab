import SQLScripts
import SQLScriptsFiles
import Testing

@testable import SQLScriptsValidation

/// Messages about names that do not exist, or exist already.
@Suite struct NameMessageTests {
  private let user = ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)"]

  @Test func `a table does not exist`() throws {
    try expect([
      "DELETE FROM usr WHERE id = 1": [
        "error[no-such-table] 1:13 no table named “usr” | Write user."
      ],
      "alter table \"Usr\" add column age integer": [
        "error[no-such-table] 1:13 no table named “Usr” | Write user."
      ],
      "DROP TABLE usr": [
        "error[no-such-table] 1:12 no table named “usr” | Write user if that is the one to drop. Otherwise delete this statement."
      ],
      "DROP INDEX user_name": [
        "error[no-such-table] 1:12 no index named “user_name” | Correct the name, or delete this statement. If only some databases have the index, write DROP INDEX IF EXISTS."
      ],
      "DROP TRIGGER t": [
        "error[no-such-table] 1:14 no trigger named “t” | Correct the name, or delete this statement. If only some databases have the trigger, write DROP TRIGGER IF EXISTS."
      ],
      "DROP VIEW users": [
        "error[no-such-table] 1:11 no view named “users” | Correct the name, or delete this statement. If only some databases have the view, write DROP VIEW IF EXISTS."
      ],
      "INSERT INTO 用户 (id) VALUES (1)": [
        "error[no-such-table] 1:13 no table named “用户” | Create it before this statement, or correct the name."
      ],
    ])
  }

  @Test func `a missing name is reported once`() throws {
    try expect([
      "CREATE TABEL a (id INTEGER);\nINSERT INTO a (id) VALUES (1);\nCREATE INDEX i ON a (id);\nDROP INDEX i;\nDELETE FROM a WHERE id = 1":
        [
          "error[keyword-typo] 1:8 “TABEL” is not an SQL keyword; did you mean TABLE? | Write TABLE."
        ],
      "ALTER TABLE user ADD COLUMN age INTEGER DEFUALT 0 NOT NUL;\nUPDATE user SET age = 1 WHERE id = 1":
        [
          "error[keyword-typo] 1:41 “DEFUALT” is not an SQL keyword; did you mean DEFAULT? | Write DEFAULT."
        ],
      "ALTER TABLE usr RENAME TO person;\nDELETE FROM person WHERE id = 1;\nCREATE TABLE person (id INTEGER);\nDROP TABLE person":
        [
          "error[no-such-table] 1:13 no table named “usr” | Write user."
        ],
    ])
  }

  @Test func `a trigger uses a table that does not exist`() throws {
    try expect([
      "CREATE TRIGGER t AFTER INSERT ON user BEGIN INSERT INTO log VALUES (1); END;\nINSERT INTO user (id) VALUES (1)":
        [
          "error[no-such-table] 2:1 this statement uses table “log”, which does not exist: the trigger “t” needs it | Create “log” first, or drop the trigger “t” and recreate it without “log”."
        ]
    ])
  }

  @Test func `a column does not exist`() throws {
    try expect([
      "UPDATE user SET nmae = 'a' WHERE id = 1": [
        "error[no-such-column] 1:17 no column named “nmae” in table “user” | Write name."
      ],
      "UPDATE user SET name = emial WHERE id = 1": [
        "error[no-such-column] 1:24 no column named “emial” in table “user” | Write email."
      ],
      "INSERT INTO user (id, mail) VALUES (1, 'a')": [
        "error[no-such-column] 1:23 no column named “mail” in table “user” | Write email."
      ],
      "INSERT INTO user (id, name) VALUES (1, Ada)": [
        "error[no-such-column] 1:40 no column named “Ada” in table “user” | If “Ada” is a string, write 'Ada' in single quotes."
      ],
      "SELECT u.id FROM user": [
        "error[no-such-column] 1:8 no table or alias named “u” in this statement | Add the table after FROM or JOIN, or correct the name before the dot."
      ],
      "SELECT u.mail FROM user AS u": [
        "error[no-such-column] 1:10 no column named “mail” in table “user” | Write email."
      ],
      "CREATE INDEX i ON user (mail)": [
        "error[no-such-column] 1:25 no column named “mail” in table “user” | Write email."
      ],
      "ALTER TABLE user DROP COLUMN nick": [
        "error[no-such-column] 1:30 no column named “nick” in table “user” | Add the column before this statement, or correct the name."
      ],
      "alter table user rename column \"nick\" to nickname": [
        "error[no-such-column] 1:32 no column named “nick” in table “user” | Add the column before this statement, or correct the name."
      ],
      "CREATE TABLE a (id INTEGER, UNIQUE (name))": [
        "error[no-such-column] 1:37 no column named “name” in table “a” | Add the column before this statement, or correct the name."
      ],
      "CREATE TABLE a (id INTEGER, FOREIGN KEY (b) REFERENCES user (id))": [
        "error[no-such-column] 1:42 no column named “b” in table “a” | Add the column before this statement, or correct the name."
      ],
    ])
  }

  @Test(arguments: [
    (
      "sql_default.sql", "CREATE TABLE a (b);",
      "write “-- version: 2” as the first line of sql_default.sql"
    ),
    (
      "sql_default.sql", "-- version: 1\nCREATE TABLE a (b);",
      "change its version to “-- version: 2”"
    ),
    (
      "sql_default.json", "[\"CREATE TABLE a (b)\"]",
      "write “{ \"version\": 2, \"statements\":” before the first “[” of sql_default.json, and “}” at its end"
    ),
    (
      "sql_default.json", "{\"statements\": [\"CREATE TABLE a (b)\"]}",
      "write “\"version\": 2,” after the first “{” of sql_default.json"
    ),
    (
      "sql_default.plist", "<plist><array><string>CREATE TABLE a (b)</string></array></plist>",
      "write “<dict><key>version</key><integer>2</integer><key>statements</key>” before the first <array> of sql_default.plist, and “</dict>” after the last </array>"
    ),
    (
      "sql_default.plist",
      "<plist><dict><key>statements</key><array><string>CREATE TABLE a (b)</string></array></dict></plist>",
      "write “<key>version</key><integer>2</integer>” after the first <dict> of sql_default.plist"
    ),
  ])
  func `the version is suggested in the format of the default script`(
    name: String, text: String, advice: String
  ) {
    let scripts: [InMemoryScript] = [
      .file(named: name, text: text), .update(2, ["ALTER TABLE a ADD COLUMN b"]),
    ]
    let found = Validator(ScriptLibrary(ScriptBundle(scripts: scripts))).validate().diagnostics
    let help = found.first { $0.id == "duplicate-column" }?.help
    #expect(help?.contains("Or \(advice), so that") == true, "\(help ?? "")")
  }

  @Test func `a function does not exist`() throws {
    try expect([
      "UPDATE user SET name = NOW() WHERE id = 1": [
        "error[no-such-function] 1:24 no function named “NOW” | Write CURRENT_TIMESTAMP, without parentheses."
      ],
      "UPDATE user SET name = uper(name) WHERE id = 1": [
        "error[no-such-function] 1:24 no function named “uper” | Write upper."
      ],
      "UPDATE user SET name = my_function(name) WHERE id = 1": [
        "error[no-such-function] 1:24 no function named “my_function” | Use one of SQLite's functions. If the app adds this one, add to sqlscripts.json: \"functions\": { \"my_function(value)\": \"value\" }"
      ],
      "DELETE FROM user WHERE name REGEXP 'a'": [
        "error[no-such-function] 1:29 no function named “REGEXP” | Write LIKE or GLOB."
      ],
    ])
  }

  @Test func `a name exists already`() throws {
    try expect([
      "CREATE TABLE User (id INTEGER)": [
        "error[table-already-exists] 1:14 table “User” already exists (created in sql_default.json) | Remove the statement, choose another name, or drop the old one first."
      ],
      "CREATE TABLE a (id INTEGER);\nCREATE VIEW \"A\" AS SELECT 1": [
        "error[table-already-exists] 2:13 table “A” already exists (created in sql_update_2.sql) | Remove the statement, choose another name, or drop the old one first."
      ],
      "CREATE INDEX i ON user (name);\nCREATE INDEX i ON user (email)": [
        "error[table-already-exists] 2:14 index “i” already exists (created in sql_update_2.sql) | Remove the statement, choose another name, or drop the old one first."
      ],
      "CREATE TABLE a (id INTEGER);\nALTER TABLE a RENAME TO user": [
        "error[table-already-exists] 2:25 table or index “user” already exists (created in sql_default.json) | Choose another name, or drop the old “user” first."
      ],
      "ALTER TABLE user ADD Name TEXT": [
        "error[duplicate-column] 1:22 “Name” already exists in table “user” | If users already have “Name”, delete this statement. If not, keep it for existing databases, and remove “Name” from sql_default.json, which creates new databases before this update runs. Or change its version to “\"version\": 2”, so that new databases skip this update."
      ],
      "ALTER TABLE user ADD COLUMN age TEXT;\nALTER TABLE user ADD COLUMN age INTEGER": [
        "error[duplicate-column] 2:29 “age” already exists in table “user” | Remove the statement, or choose another name."
      ],
      "CREATE TABLE a (id INTEGER, name TEXT, \"NAME\" TEXT)": [
        "error[duplicate-column] 1:40 “NAME” appears twice in the column list | Remove one of the two columns, or rename it."
      ],
      "ALTER TABLE user RENAME COLUMN name TO email": [
        "error[duplicate-column] 1:40 “email” already exists in table “user” | Choose another name."
      ],
    ])
  }

  @Test func `there are too many or too few values`() throws {
    try expect([
      "INSERT INTO user (id, name) VALUES (1, 'a', 2)": [
        "error[value-count-mismatch] 1:36 3 values for 2 columns | Write one value for each column."
      ],
      "INSERT INTO user VALUES (1, max(2, 3))": [
        "error[value-count-mismatch] 1:25 2 values for 3 columns | Write the missing values, or list the columns: INSERT INTO table (columns) VALUES …"
      ],
      "INSERT INTO user (id, name) VALUES (1, 'a'), (2), (3, 'b')": [
        "error[value-count-mismatch] 1:46 this row does not have as many values as the first one | Give each row 2 values."
      ],
      "INSERT INTO user (id, name) SELECT id FROM user": [
        "error[value-count-mismatch] 1:29 1 value for 2 columns | Write one value for each column."
      ],
      "UPDATE user SET (id, name) = (1, 2, 3) WHERE id = 1": [
        "error[value-count-mismatch] 1:1 3 values for 2 columns | Write one value for each column."
      ],
    ])
  }

  @Test func `a query has no FROM`() throws {
    try expect([
      "INSERT INTO user (name) SELECT email WHERE name = 'Ada'": [
        "error[no-such-column] 1:32 no column named “email”: the SELECT has no FROM | Add FROM user after the columns."
      ],
      "INSERT INTO user (name) SELECT Ada": [
        "error[no-such-column] 1:32 no column named “Ada”: the SELECT has no FROM | Add FROM and the table after the columns. If “Ada” is a string, write 'Ada'."
      ],
      "CREATE TABLE town (email TEXT);\nINSERT INTO town (email) SELECT email": [
        "error[no-such-column] 2:33 no column named “email”: the SELECT has no FROM | Add FROM and the table after the columns: town or user."
      ],
      "CREATE VIEW v AS SELECT email WHERE name = 'Ada'": [
        "error[broken-view] 1:25 view “v” cannot be used: no column named “email”: the SELECT has no FROM | Add FROM user after the columns."
      ],
      "UPDATE user SET name = (SELECT max(nam) FROM user)": [
        "error[no-such-column] 1:36 no column named “nam” in table “user” | Write name."
      ],
    ])
  }

  private func expect(_ cases: KeyValuePairs<String, [String]>) throws {
    for (statement, messages) in cases {
      #expect(try RuleMessages.of(statement, before: user) == messages)
    }
  }
}
