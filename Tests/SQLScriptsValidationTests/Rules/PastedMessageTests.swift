import SQLScripts
import SQLScriptsDiagnostics
import SQLScriptsFiles
import Testing

@testable import SQLScriptsValidation

/// Messages about statements that were pasted from somewhere else.
@Suite struct PastedMessageTests {
  private static let before = [
    "CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT NOT NULL, email TEXT UNIQUE, age INTEGER CHECK (age > 0))",
    "CREATE INDEX user_age ON user (name)",
    "INSERT INTO user (id, name) VALUES (1, 'Ada')",
  ]

  @Test func `a value is missing or has no quotes`() throws {
    try expect([
      "UPDATE user SET name = 'Dr. \\(name)' WHERE id = 1": [
        "warning[unbound-parameter] 1:24 \\(name) is stored as a literal string | Write the value: scripts do not replace placeholders."
      ],
      "UPDATE user SET age = \\(age) WHERE id = 1": [
        "error[unbound-parameter] 1:23 “\\(age)” is a parameter, but scripts cannot bind values | Write the value itself."
      ],
      "INSERT INTO user (name) VALUES ('%s')": [
        "warning[unbound-parameter] 1:33 %s is stored as a literal string | Write the value: scripts do not replace placeholders."
      ],
      "UPDATE user SET email = tom@example.com WHERE id = 1": [
        "error[syntax-error] 1:25 “tom@example.com” is a string without quotes | Write 'tom@example.com'."
      ],
      "INSERT INTO user (name) SELECT 'x' FROM dual": [
        "error[no-such-table] 1:41 no table named “dual” | Remove FROM dual: SQLite can select a value without a table."
      ],
      "UPDATE user SET email = SYSDATE WHERE id = 1": [
        "error[no-such-column] 1:25 no column named “SYSDATE” in table “user” | Write CURRENT_TIMESTAMP."
      ],
    ])
  }

  @Test func `a string is not what it looks like`() throws {
    try expect([
      "DELETE FROM user WHERE 'name' = 'Ada'": [
        "warning[quoted-column-name] 1:24 'name' is a string, not the column “name” | Write name without quotes."
      ],
      "UPDATE user SET name = 'a\\nb' WHERE id = 1": [
        "warning[backslash-in-text] 1:24 SQLite stores \\n as the two characters \\n | Write 'a' || char(10) || 'b', or break the line inside the string."
      ],
      "UPDATE user SET name = 'a\\tb' WHERE id = 1": [
        "warning[backslash-in-text] 1:24 SQLite stores \\t as the two characters \\t | Write 'a' || char(9) || 'b', or type a tab."
      ],
      "UPDATE user SET age = 1 WHERE id = 1 || age = 2": [
        "warning[other-database-syntax] 1:38 || concatenates strings and does not mean OR | Replace || with OR."
      ],
    ])
  }

  @Test func `a column definition is invalid`() throws {
    try expect([
      "UPDATE user SET name = 'x', name = 'y' WHERE id = 1": [
        "warning[column-named-twice] 1:29 “name” is set twice in this statement | Correct the name of the column, or remove one of the two."
      ],
      "INSERT INTO user (name, NAME) VALUES ('x', 'y')": [
        "warning[column-named-twice] 1:25 “NAME” is set twice in this statement | Correct the name of the column, or remove one of the two."
      ],
      "ALTER TABLE user ADD COLUMN size REAL DEFAULT 'none'": [
        "warning[text-default-for-number] 1:47 the default of the numeric column “size” is the string 'none' | Write a number, such as DEFAULT 0, or DEFAULT NULL."
      ],
      "ALTER TABLE user ADD COLUMN ok BOOLEAN DEFAULT 'f'": [
        "warning[boolean-default-text] 1:48 the default of “ok” is the string 'f', which SQLite treats as false | Write DEFAULT 0."
      ],
      "ALTER TABLE user ADD COLUMN tags TEXT[]": [
        "warning[other-database-syntax] 1:38 “[]” is PostgreSQL syntax; SQLite has no array types | Write TEXT and store the array as JSON, or create a table with one row for each value."
      ],
      "ALTER TABLE user ADD COLUMN last name TEXT": [
        "error[missing-comma-between-columns] 1:34 “last name” is not a valid name: SQLite parses the second word as part of the type of “last” | Write \"last name\" in double quotes, or replace the space with _."
      ],
      "ALTER TABLE user ADD town TEXT, street TEXT": [
        "error[other-database-syntax] 1:31 “,” is MySQL or PostgreSQL syntax, which SQLite does not support | Write one ALTER TABLE for each column."
      ],
      "ALTER TABLE user DROP COLUMN name": [
        "error[column-in-use] 1:30 “name” of “user” is used by the index “user_age” and cannot be dropped | Before this statement, write: DROP INDEX user_age"
      ],
      "ALTER TABLE user DROP COLUMN email": [
        "error[column-in-use] 1:30 “email” is UNIQUE in “user” and cannot be dropped | Rebuild the table without the column: sqlscripts generate rebuild user --as 'CREATE TABLE user (…)'"
      ],
      "ALTER TABLE user ADD COLUMN made TEXT DEFAULT datetime('now')": [
        "error[syntax-error] 1:55 an expression default must be in parentheses | Write DEFAULT (datetime('now'))."
      ],
      "CREATE TABLE a (id INTEGER, FOREIGN KEY (u) REFERENCES user (id), u INTEGER)": [
        "error[no-such-column] 1:67 column “u” comes after the constraint that names it | Move FOREIGN KEY, UNIQUE and other table constraints after the last column."
      ],
      "CREATE TABLE new_user (id INTEGER PRIMARY KEY, name TEXT NOT NULL, email TEXT UNIQUE, age INTEGER);\nINSERT INTO new_user (id, name, age) SELECT id, name, age FROM user;\nDROP TABLE user;\nALTER TABLE new_user RENAME TO user":
        [
          "error[values-changed-in-rebuild] 2:1 “email” of “user” loses its values: this copy leaves it out | List “email” on both sides.",
          "error[lost-index] 3:1 index “user_age” of “user” is dropped and not recreated | After “ALTER TABLE new_user RENAME TO user”, write: CREATE INDEX user_age ON user (name)",
        ],
    ])
  }

  @Test func `a table constraint or SQLite itself refuses`() throws {
    try expect([
      "INSERT INTO user (id, name) VALUES (1, 'Bob')": [
        "error[failed-statement] 1:1 “user” already has a row with this “id” | Remove the row, change its “id”, or write INSERT OR IGNORE."
      ],
      "INSERT INTO user (email) VALUES ('a@b.c')": [
        "error[failed-statement] 1:1 “name” of “user” is NOT NULL, but would be NULL | Set “name” to a value."
      ],
      "INSERT INTO user (name, age) VALUES ('Bob', -1)": [
        "error[failed-statement] 1:1 the row violates the CHECK “age > 0” of the table | Write a value that satisfies the CHECK, or change the CHECK."
      ],
      "INSERT INTO user (name) VALUES ('Ada')": [
        "warning[row-inserted-twice] 1:1 inserts a row into “user” that already exists | Remove the row, or create a UNIQUE index on the columns that identify a row."
      ],
      "CREATE TABLE a (id INTEGER PRIMARY KEY, b TEXT PRIMARY KEY)": [
        "error[failed-statement] 1:1 the table has two primary keys | Keep PRIMARY KEY on one column, or write PRIMARY KEY (a, b) after the last column."
      ],
      "INSERT INTO user (name) VALUES ('x') ON CONFLICT (name) DO NOTHING": [
        "error[failed-statement] 1:1 ON CONFLICT names columns without a matching UNIQUE constraint | Create a UNIQUE index on these columns first, or name the primary key."
      ],
      "ALTER TABLE user ADD COLUMN x TEXT AS (name) STORED": [
        "error[failed-statement] 1:1 a STORED column cannot be added to an existing table | Replace STORED with VIRTUAL."
      ],
      "CREATE TABLE a (b TEXT) WITHOUT ROWID": [
        "error[failed-statement] 1:1 a table WITHOUT ROWID needs a primary key | Add PRIMARY KEY to a column, or remove WITHOUT ROWID."
      ],
      "CREATE TABLE a (b VARCHAR(20)) STRICT": [
        "error[failed-statement] 1:1 a STRICT table only allows the types INT, INTEGER, REAL, TEXT, BLOB and ANY | Write one of these types, or remove STRICT."
      ],
      "CREATE VIRTUAL TABLE a USING fts6 (b)": [
        "error[failed-statement] 1:1 no virtual table module with this name | Correct the name after USING, such as fts5."
      ],
      "SELECT id FROM user HAVING age > 1": [
        "error[failed-statement] 1:1 HAVING needs a GROUP BY | Replace HAVING with WHERE."
      ],
      "CREATE VIEW v AS SELECT id FROM user;\nCREATE TRIGGER t AFTER INSERT ON v BEGIN SELECT 1; END":
        [
          "error[failed-statement] 2:1 a view can only have INSTEAD OF triggers | Replace BEFORE or AFTER with INSTEAD OF."
        ],
    ])
  }

  @Test func `a key of an .sql file is misspelled`() throws {
    try expect([
      "-- transactions: none\nUPDATE user SET age = 1 WHERE id = 1": [
        "error[unknown-key] 1:4 “transactions” is not a key of a script, so this line is only a comment | Write “transaction”."
      ],
      "-- transaction none\nUPDATE user SET age = 1 WHERE id = 1": [
        "warning[unknown-key] 1:4 “transaction” is not followed by “:”, so this line is only a comment | Write -- transaction: false"
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
