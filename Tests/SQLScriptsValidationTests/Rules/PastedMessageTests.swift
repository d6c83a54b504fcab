import SQLScripts
import SQLScriptsDiagnostics
import SQLScriptsFiles
import Testing

@testable import SQLScriptsValidation

/// What is said about statements that came from somewhere else.
@Suite struct PastedMessageTests {
  private static let before = [
    "CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT NOT NULL, email TEXT UNIQUE, age INTEGER CHECK (age > 0))",
    "CREATE INDEX user_age ON user (name)",
    "INSERT INTO user (id, name) VALUES (1, 'Ada')",
  ]

  @Test func `a value is missing, or lacks its quotes`() throws {
    try expect([
      "UPDATE user SET name = 'Dr. \\(name)' WHERE id = 1": [
        "warning[unbound-parameter] 1:24 This stores \\(name) as it stands | Write the value: nobody fills it in here."
      ],
      "UPDATE user SET age = \\(age) WHERE id = 1": [
        "error[unbound-parameter] 1:23 Nobody gives “\\(age)” a value in a script | Write the value itself in its place."
      ],
      "INSERT INTO user (name) VALUES ('%s')": [
        "warning[unbound-parameter] 1:33 This stores %s as it stands | Write the value: nobody fills it in here."
      ],
      "UPDATE user SET email = tom@example.com WHERE id = 1": [
        "error[syntax-error] 1:28 “tom@example.com” is a text without quotes | Write 'tom@example.com'."
      ],
      "INSERT INTO user (name) SELECT 'x' FROM dual": [
        "error[no-such-table] 1:41 There is no table “dual” at this point | Take FROM dual out: SQLite needs no table to select a value."
      ],
      "UPDATE user SET email = SYSDATE WHERE id = 1": [
        "error[no-such-column] 1:25 There is no column “SYSDATE” at this point | Write CURRENT_TIMESTAMP."
      ],
    ])
  }

  @Test func `a text is not what it looks like`() throws {
    try expect([
      "DELETE FROM user WHERE 'name' = 'Ada'": [
        "warning[quoted-column-name] 1:24 'name' is a text, and not the column “name” | Write name without quotes."
      ],
      "UPDATE user SET name = 'a\\nb' WHERE id = 1": [
        "warning[backslash-in-text] 1:24 \\n is stored as the two signs \\n | Write 'a' || char(10) || 'b', or break the line inside the text."
      ],
      "UPDATE user SET name = 'a\\tb' WHERE id = 1": [
        "warning[backslash-in-text] 1:24 \\t is stored as the two signs \\t | Write 'a' || char(9) || 'b', or a tab itself."
      ],
      "UPDATE user SET age = 1 WHERE id = 1 || age = 2": [
        "warning[other-database-syntax] 1:38 || joins texts, and does not mean “or” | Write OR in place of ||."
      ],
    ])
  }

  @Test func `a column is written as it cannot be`() throws {
    try expect([
      "UPDATE user SET name = 'x', name = 'y' WHERE id = 1": [
        "warning[column-named-twice] 1:29 “name” gets a value twice in this statement | Write the column that is meant, or take one of the two out."
      ],
      "INSERT INTO user (name, NAME) VALUES ('x', 'y')": [
        "warning[column-named-twice] 1:25 “NAME” gets a value twice in this statement | Write the column that is meant, or take one of the two out."
      ],
      "ALTER TABLE user ADD COLUMN size REAL DEFAULT 'none'": [
        "warning[text-default-for-number] 1:47 “size” is for numbers and starts as the text 'none' | Write a number, such as DEFAULT 0, or DEFAULT NULL."
      ],
      "ALTER TABLE user ADD COLUMN ok BOOLEAN DEFAULT 'f'": [
        "warning[boolean-default-text] 1:48 “ok” starts as the text 'f', which counts as no | Write DEFAULT 0."
      ],
      "ALTER TABLE user ADD COLUMN tags TEXT[]": [
        "warning[other-database-syntax] 1:38 “[]” is written as for PostgreSQL; SQLite has no lists | Write TEXT and store the list as JSON, or make a table with a row for each value."
      ],
      "ALTER TABLE user ADD COLUMN last name TEXT": [
        "error[missing-comma-between-columns] 1:34 “last name” is no name: the second word is taken as a part of the type of “last” | Write \"last name\" in double quotes, or _ in place of the blank."
      ],
      "ALTER TABLE user ADD town TEXT, street TEXT": [
        "error[other-database-syntax] 1:31 “,” is written as for MySQL or PostgreSQL; SQLite does not know it | Write one ALTER TABLE for each column."
      ],
      "ALTER TABLE user DROP COLUMN name": [
        "error[column-in-use] 1:30 The index “user_age” uses “name” of “user” | Write before this statement: DROP INDEX user_age"
      ],
      "ALTER TABLE user DROP COLUMN email": [
        "error[column-in-use] 1:30 “email” is UNIQUE in “user” and cannot be dropped | Rebuild the table without it: sqlscripts generate rebuild user --as 'CREATE TABLE user (…)'"
      ],
      "ALTER TABLE user ADD COLUMN made TEXT DEFAULT datetime('now')": [
        "error[syntax-error] 1:55 A default that is calculated must stand in brackets | Write DEFAULT (datetime('now'))."
      ],
      "CREATE TABLE a (id INTEGER, FOREIGN KEY (u) REFERENCES user (id), u INTEGER)": [
        "error[no-such-column] 1:67 The column “u” stands behind the rule that names it | Write all columns first, and FOREIGN KEY, UNIQUE and the like behind the last one."
      ],
      "CREATE TABLE new_user (id INTEGER PRIMARY KEY, name TEXT NOT NULL, email TEXT UNIQUE, age INTEGER);\nINSERT INTO new_user (id, name, age) SELECT id, name, age FROM user;\nDROP TABLE user;\nALTER TABLE new_user RENAME TO user":
        [
          "error[values-changed-in-rebuild] 2:1 This copy leaves “email” out: it is empty in every row of “user” after it | Name “email” on both sides.",
          "error[lost-index] 3:1 After this script the index “user_age” of “user” is gone | After “ALTER TABLE new_user RENAME TO user” write: CREATE INDEX user_age ON user (name)",
        ],
    ])
  }

  @Test func `a table or SQLite itself refuses`() throws {
    try expect([
      "INSERT INTO user (id, name) VALUES (1, 'Bob')": [
        "error[failed-statement] 1:1 “user” has a row with this “id” already | Take the row out, give it another “id”, or write INSERT OR IGNORE."
      ],
      "INSERT INTO user (email) VALUES ('a@b.c')": [
        "error[failed-statement] 1:1 This leaves “name” of “user” empty, which is NOT NULL | Give “name” a value."
      ],
      "INSERT INTO user (name, age) VALUES ('Bob', -1)": [
        "error[failed-statement] 1:1 This does not satisfy the CHECK “age > 0” of the table | Write a value that satisfies it, or change the CHECK."
      ],
      "INSERT INTO user (name) VALUES ('Ada')": [
        "warning[row-inserted-twice] 1:1 This inserts a row into “user” that is there already | Take the row out, or make a UNIQUE index on what tells rows apart."
      ],
      "CREATE TABLE a (id INTEGER PRIMARY KEY, b TEXT PRIMARY KEY)": [
        "error[failed-statement] 1:1 This table has two primary keys | Keep PRIMARY KEY at one column, or write PRIMARY KEY (a, b) behind the last column."
      ],
      "INSERT INTO user (name) VALUES ('x') ON CONFLICT (name) DO NOTHING": [
        "error[failed-statement] 1:1 ON CONFLICT names columns that are not UNIQUE together | Make a UNIQUE index on these columns before, or name the primary key."
      ],
      "ALTER TABLE user ADD COLUMN x TEXT AS (name) STORED": [
        "error[failed-statement] 1:1 A STORED column cannot be added to a table that exists | Write VIRTUAL in place of STORED."
      ],
      "CREATE TABLE a (b TEXT) WITHOUT ROWID": [
        "error[failed-statement] 1:1 A table WITHOUT ROWID needs a primary key | Add PRIMARY KEY to a column, or take WITHOUT ROWID out."
      ],
      "CREATE TABLE a (b VARCHAR(20)) STRICT": [
        "error[failed-statement] 1:1 A STRICT table knows INT, INTEGER, REAL, TEXT, BLOB and ANY only | Write one of these types, or take STRICT out."
      ],
      "CREATE VIRTUAL TABLE a USING fts6 (b)": [
        "error[failed-statement] 1:1 SQLite has no kind of virtual table with this name here | Correct the name behind USING, such as fts5."
      ],
      "SELECT id FROM user HAVING age > 1": [
        "error[failed-statement] 1:1 HAVING needs a GROUP BY | Write WHERE in place of HAVING."
      ],
      "CREATE VIEW v AS SELECT id FROM user;\nCREATE TRIGGER t AFTER INSERT ON v BEGIN SELECT 1; END":
        [
          "error[failed-statement] 2:1 A view can only have INSTEAD OF triggers | Write INSTEAD OF in place of BEFORE or AFTER."
        ],
    ])
  }

  @Test func `a key of a .sql file is nearly one`() throws {
    try expect([
      "-- transactions: none\nUPDATE user SET age = 1 WHERE id = 1": [
        "warning[unknown-key] 1:4 “transactions” is not a key of a script, so this line is only a comment | Write transaction."
      ],
      "-- transaction none\nUPDATE user SET age = 1 WHERE id = 1": [
        "warning[unknown-key] 1:4 There is no “:” behind “transaction”, so this line is only a comment | Write -- transaction: false"
      ],
    ])
  }

  private func expect(_ cases: KeyValuePairs<String, [String]>) throws {
    for (text, messages) in cases {
      let bundle = ScriptBundle(scripts: [
        .default(Self.before), .file(named: "sql_update_2.sql", text: text),
      ])
      let found = Validator(ScriptLibrary(bundle)).validate().diagnostics
        .filter { $0.span.file.name == "sql_update_2.sql" && $0.severity != .info }
        .map { found in
          let place = "\(found.span.start.line):\(found.span.start.column)"
          let help = found.help.map { " | \($0)" } ?? ""
          return "\(found.severity)[\(found.id)] \(place) \(found.message)\(help)"
        }
      #expect(found == messages)
    }
  }
}
