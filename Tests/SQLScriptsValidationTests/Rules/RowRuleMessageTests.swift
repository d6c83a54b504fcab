import SQLScriptsDiagnostics
import SQLScriptsFiles
import Testing

@testable import SQLScriptsValidation

/// Every message of the rules about rows, as people read it.
@Suite struct RowRuleMessageTests {
  static let cases: [RuleMessageCase] = [
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)"],
      ["delete from [user]"],
      [
        "warning[delete-without-where] 1:1 This deletes every row of “user” | Say which rows with WHERE, or write /* sqlscripts: ignore[delete-without-where] the reason */ before it."
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)"],
      ["DELETE FROM user -- WHERE id = 1"],
      [
        "warning[delete-without-where] 1:1 This deletes every row of “user” | Say which rows with WHERE, or write /* sqlscripts: ignore[delete-without-where] the reason */ before it."
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)"],
      ["WITH old AS (SELECT id FROM user WHERE id > 5) DELETE FROM user"],
      [
        "warning[delete-without-where] 1:1 This deletes every row of “user” | Say which rows with WHERE, or write /* sqlscripts: ignore[delete-without-where] the reason */ before it."
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)"],
      [
        "CREATE TRIGGER t AFTER INSERT ON user BEGIN DELETE FROM user; UPDATE user SET name = ''; END"
      ],
      []),
    .init(
      ["CREATE TABLE 用户 (编号 INTEGER PRIMARY KEY, 名字 TEXT)"],
      ["/* 注 */ DELETE FROM 用户"],
      [
        "warning[delete-without-where] 1:9 This deletes every row of “用户” | Say which rows with WHERE, or write /* sqlscripts: ignore[delete-without-where] the reason */ before it."
      ]),
    .init(
      ["CREATE TABLE 用户 (编号 INTEGER PRIMARY KEY, 名字 TEXT)"],
      ["ALTER TABLE 用户 ADD COLUMN 年龄 INTEGER NOT NULL"],
      [
        "error[add-not-null-without-default] 1:38 This works on an empty table, but fails as soon as “用户” has one row | Add a default value, for example NOT NULL DEFAULT 0."
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)"],
      [#"drop table if exists "USER""#],
      [
        #"warning[drop-table] 1:1 This deletes the table “user” and everything in it | Copy its rows first, or name “user” in "allowsRowLoss" if this is meant."#
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)"],
      ["INSERT INTO user (id) VALUES (1)", "DROP TABLE user"],
      [
        #"warning[drop-table] 3:1 This deletes the table “user” and everything in it | Copy its rows first, or name “user” in "allowsRowLoss" if this is meant."#
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)"],
      [
        "CREATE TABLE member (id INTEGER PRIMARY KEY, name TEXT)",
        "INSERT INTO member SELECT id, name FROM user", "DROP TABLE user",
      ],
      [
        "warning[drop-column] 5:1 The new “member” has no column “email”: what rows have there is deleted | Copy it into the new table, or write /* sqlscripts: ignore[drop-column] the reason */ before it."
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)"],
      ["ALTER TABLE user /* x */ DROP COLUMN `name`", "alter table user drop email"],
      [
        "warning[drop-column] 1:38 This deletes the column “name” of “user” for every row | Copy it first if it is needed, or write /* sqlscripts: ignore[drop-column] the reason */ before it.",
        "warning[drop-column] 3:23 This deletes the column “email” of “user” for every row | Copy it first if it is needed, or write /* sqlscripts: ignore[drop-column] the reason */ before it.",
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)"],
      [
        "ALTER TABLE user RENAME COLUMN name TO old_name", "ALTER TABLE user ADD COLUMN name TEXT",
        "ALTER TABLE user DROP COLUMN old_name",
      ],
      [
        "warning[drop-column] 5:30 This deletes the column “old_name” of “user” for every row | Copy it first if it is needed, or write /* sqlscripts: ignore[drop-column] the reason */ before it."
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)"],
      [
        "CREATE TABLE new_user (id INTEGER PRIMARY KEY)",
        "INSERT INTO new_user (id) SELECT id FROM user", "DROP TABLE user",
        "ALTER TABLE new_user RENAME TO user",
      ],
      [
        "warning[drop-column] 5:1 The new “user” has no columns “name”, “email”: what rows have there is deleted | Copy it into the new table, or write /* sqlscripts: ignore[drop-column] the reason */ before it."
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)"],
      [
        "CREATE TABLE new_user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)", "DROP TABLE user",
        "ALTER TABLE new_user RENAME TO user",
      ],
      [
        "error[rows-lost] 3:1 “user” loses all its rows: the new table takes its place, and nothing is copied | Before this statement write: INSERT INTO … SELECT … FROM user"
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)"],
      [
        "CREATE TABLE new_user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)",
        "INSERT INTO new_user SELECT * FROM user WHERE 'a' = 'b'", "DROP TABLE user",
        "ALTER TABLE new_user RENAME TO user",
      ],
      [
        "info[insert-select-star] 3:22 SELECT * copies “user” by position; today the columns are in the same order | Name the columns on both sides: INSERT INTO new_user (…) SELECT … FROM user",
        "warning[rows-lost] 3:1 “user” keeps only the rows that match the WHERE or JOIN of this copy | Copy all rows, or write /* sqlscripts: ignore[rows-lost] the reason */ before it.",
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)"],
      [
        "CREATE TABLE new_user (id INTEGER PRIMARY KEY, email TEXT, name TEXT)",
        "INSERT INTO new_user SELECT * FROM user", "DROP TABLE user",
        "ALTER TABLE new_user RENAME TO user",
      ],
      [
        "warning[insert-select-star] 3:22 SELECT * copies “user” by position, and its columns are not those of “new_user” | Name the columns on both sides: INSERT INTO new_user (…) SELECT … FROM user",
        "error[values-changed-in-rebuild] 3:1 After this copy, “email” of “user” holds what was in “name” | Name the columns on both sides, in the same order.",
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)"],
      [
        "update user set Name = NULL", "UPDATE user SET name = 'x', email = lower(email)",
        "UPDATE user SET email = (SELECT 'a')",
      ],
      [
        "warning[update-without-where] 1:1 This overwrites “name” in every row of “user” | Say which rows with WHERE, or write /* sqlscripts: ignore[update-without-where] the reason */ before it.",
        "warning[update-without-where] 3:1 This overwrites “name” in every row of “user” | Say which rows with WHERE, or write /* sqlscripts: ignore[update-without-where] the reason */ before it.",
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)"],
      [
        "UPDATE user SET name = 'x' WHERE 'a' = 'a' AND (2)",
        "DELETE FROM user WHERE user.id = user.id",
      ],
      [
        "warning[always-true-where] 1:28 This WHERE is true for every row | Say which rows are meant, or leave the WHERE out so that everybody sees it.",
        "warning[always-true-where] 3:18 This WHERE is true for every row | Say which rows are meant, or leave the WHERE out so that everybody sees it.",
      ]),
    .init(
      [
        "CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)",
        "CREATE UNIQUE INDEX user_email ON user (email)",
      ],
      [
        "REPLACE INTO user (id, email) VALUES (9, 'a')",
        "UPDATE OR REPLACE user SET email = 'x' WHERE id = 1",
      ],
      [
        "warning[replace-deletes-rows] 1:1 REPLACE deletes the old row of “user” first: “name” is lost | Write INSERT INTO … ON CONFLICT … DO UPDATE SET … instead.",
        "warning[replace-deletes-rows] 3:1 This deletes other rows of “user” when two would have the same key | Leave out OR REPLACE, and settle the doubles in a statement of their own.",
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)"],
      [
        "INSERT INTO user VALUES (1, 'a', 'b'), (2, 'c', 'd')",
        "INSERT INTO user VALUES (3, 'e', 'f')",
      ],
      [
        "info[insert-without-columns] 1:13 This INSERT into “user” does not name its columns | Write INSERT INTO user (id, name, email) VALUES …"
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)"],
      ["CREATE UNIQUE INDEX user_email ON user (email)"],
      [
        "warning[data-dependent] 1:1 Works on clean data, fails if two rows of “user” have the same “email” | Make “email” different in each row before, or do without UNIQUE."
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)"],
      ["CREATE UNIQUE INDEX x ON user (lower(email))"],
      [
        "warning[data-dependent] 1:1 Works on clean data, fails if two rows would have the same entry in the unique index | Correct such rows first."
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)"],
      [
        "CREATE TABLE new_user (id INTEGER PRIMARY KEY, name TEXT NOT NULL)",
        "INSERT INTO new_user (id, name) SELECT id, name FROM user",
      ],
      [
        "warning[data-dependent] 3:1 Works on clean data, fails if “name” of “new_user” would be empty in a row | Give “name” a value where it is empty: ifnull(name, …)"
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)"],
      [
        "CREATE TABLE new_user (id INTEGER PRIMARY KEY, name TEXT CONSTRAINT short CHECK (length(name) < 3))",
        "INSERT INTO new_user (id, name) SELECT id, name FROM user",
      ],
      [
        "warning[data-dependent] 3:1 Works on clean data, fails if a row does not satisfy CHECK “short” | Correct the rows that do not satisfy it first."
      ]),
    .init(
      [
        "CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)",
        "CREATE UNIQUE INDEX user_email ON user (email)",
      ],
      ["UPDATE user SET email = ''"],
      [
        "warning[update-without-where] 1:1 This overwrites “email” in every row of “user” | Say which rows with WHERE, or write /* sqlscripts: ignore[update-without-where] the reason */ before it.",
        "error[fails-with-rows] 1:1 This works on empty tables, but fails as soon as there are rows: all of them would have the same “email” | Make “email” different in each row before, or do without UNIQUE.",
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)"],
      [
        "CREATE TABLE new_user (id INTEGER PRIMARY KEY, age INTEGER NOT NULL)",
        "INSERT INTO new_user (id) SELECT id FROM user",
      ],
      [
        "error[fails-with-rows] 3:1 This works on empty tables, but fails as soon as there are rows: “age” would be empty in all of them | Give every row a value for “age”, or give the column a DEFAULT."
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)"],
      ["ALTER TABLE user ADD COLUMN age INTEGER DEFAULT 0 CHECK (age > 0)"],
      [
        "error[fails-with-rows] 1:1 This works on empty tables, but fails as soon as there are rows: they do not satisfy the CHECK | Correct the rows that do not satisfy it first."
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)"],
      [
        "ALTER TABLE user ADD COLUMN age INTEGER NOT NULL",
        "ALTER TABLE user ADD nick TEXT not null",
      ],
      [
        "error[add-not-null-without-default] 1:41 This works on an empty table, but fails as soon as “user” has one row | Add a default value, for example NOT NULL DEFAULT 0.",
        "error[add-not-null-without-default] 3:32 This works on an empty table, but fails as soon as “user” has one row | Add a default value, for example NOT NULL DEFAULT ''.",
      ]),
    .init(
      ["CREATE TABLE odd (id INTEGER PRIMARY KEY CHECK (id < 0 AND id > 5))"],
      ["ALTER TABLE main.odd ADD COLUMN age INTEGER NOT NULL"],
      [
        "error[add-not-null-without-default] 1:45 This works on an empty table, but fails as soon as “odd” has one row | Add a default value, for example NOT NULL DEFAULT 0."
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)"],
      ["alter table user add made text default current_timestamp"],
      [
        "error[add-column-non-constant-default] 1:32 This works on an empty table, but fails as soon as “user” has one row | Add “made” without a default, then: UPDATE user SET made = …"
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)"],
      [
        "ALTER TABLE user ADD COLUMN number INTEGER UNIQUE",
        #"ALTER TABLE main.user ADD "key" INTEGER primary key"#,
      ],
      [
        "error[add-unique-or-primary-key-column] 1:44 A table that exists cannot get a UNIQUE column: “number” | Add it without UNIQUE, then: CREATE UNIQUE INDEX user_number ON user (number)",
        "error[add-unique-or-primary-key-column] 3:41 A table that exists cannot get a PRIMARY KEY column: “key” | Add it without PRIMARY KEY, or rebuild the table: create new, copy, drop old, rename.",
      ]),
  ]

  @Test(arguments: cases)
  func `a message says this`(_ example: RuleMessageCase) throws {
    #expect(try example.found(by: RuleCatalog.data) == example.expected)
  }
}
