import SQLScriptsDiagnostics
import SQLScriptsFiles
import Testing

@testable import SQLScriptsValidation

/// Every message of the rules about rows, as users read it.
@Suite struct RowRuleMessageTests {
  static let cases: [RuleMessageCase] = [
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)"],
      ["delete from [user]"],
      [
        "warning[delete-without-where] 1:1 deletes every row of “user” | Select rows with WHERE, or write /* sqlscripts: ignore[delete-without-where] the reason */ before it."
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)"],
      ["DELETE FROM user -- WHERE id = 1"],
      [
        "warning[delete-without-where] 1:1 deletes every row of “user” | Select rows with WHERE, or write /* sqlscripts: ignore[delete-without-where] the reason */ before it."
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)"],
      ["WITH old AS (SELECT id FROM user WHERE id > 5) DELETE FROM user"],
      [
        "warning[delete-without-where] 1:1 deletes every row of “user” | Select rows with WHERE, or write /* sqlscripts: ignore[delete-without-where] the reason */ before it."
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)"],
      [
        "CREATE TRIGGER t AFTER INSERT ON user BEGIN DELETE FROM user; UPDATE user SET name = ''; END"
      ],
      [
        "warning[update-without-where] 1:63 the trigger changes every row of “user”, whichever row fired it | Add: WHERE rowid = NEW.rowid"
      ]),
    .init(
      ["CREATE TABLE 用户 (编号 INTEGER PRIMARY KEY, 名字 TEXT)"],
      ["/* 注 */ DELETE FROM 用户"],
      [
        "warning[delete-without-where] 1:9 deletes every row of “用户” | Select rows with WHERE, or write /* sqlscripts: ignore[delete-without-where] the reason */ before it."
      ]),
    .init(
      ["CREATE TABLE 用户 (编号 INTEGER PRIMARY KEY, 名字 TEXT)"],
      ["ALTER TABLE 用户 ADD COLUMN 年龄 INTEGER NOT NULL"],
      [
        "error[add-not-null-without-default] 1:38 fails if “用户” has any rows | Add a default value, such as NOT NULL DEFAULT 0."
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)"],
      [#"drop table if exists "USER""#],
      [
        #"warning[drop-table] 1:1 deletes table “user” and all its rows | Copy its rows first. If you mean to delete them, add “user” to the list "allowsRowLoss" of this script."#
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)"],
      ["INSERT INTO user (id) VALUES (1)", "DROP TABLE user"],
      [
        #"warning[drop-table] 3:1 deletes table “user” and all its rows | Copy its rows first. If you mean to delete them, add “user” to the list "allowsRowLoss" of this script."#
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)"],
      [
        "CREATE TABLE member (id INTEGER PRIMARY KEY, name TEXT)",
        "INSERT INTO member SELECT id, name FROM user", "DROP TABLE user",
      ],
      [
        "warning[drop-column] 5:1 the new “member” does not have “email”, so the values in that column are deleted | Copy the values into the new table, or write /* sqlscripts: ignore[drop-column] the reason */ before it."
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)"],
      ["ALTER TABLE user /* x */ DROP COLUMN `name`", "alter table user drop email"],
      [
        "warning[drop-column] 1:38 deletes column “name” of “user” and its value in every row | Copy the values first if the app needs them, or write /* sqlscripts: ignore[drop-column] the reason */ before it.",
        "warning[drop-column] 3:23 deletes column “email” of “user” and its value in every row | Copy the values first if the app needs them, or write /* sqlscripts: ignore[drop-column] the reason */ before it.",
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)"],
      [
        "ALTER TABLE user RENAME COLUMN name TO old_name", "ALTER TABLE user ADD COLUMN name TEXT",
        "ALTER TABLE user DROP COLUMN old_name",
      ],
      [
        "warning[drop-column] 5:30 deletes column “old_name” of “user” and its value in every row | Copy the values first if the app needs them, or write /* sqlscripts: ignore[drop-column] the reason */ before it."
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)"],
      [
        "CREATE TABLE new_user (id INTEGER PRIMARY KEY)",
        "INSERT INTO new_user (id) SELECT id FROM user", "DROP TABLE user",
        "ALTER TABLE new_user RENAME TO user",
      ],
      [
        "warning[drop-column] 5:1 the new “user” does not have “name”, “email”, so the values in those columns are deleted | Copy the values into the new table, or write /* sqlscripts: ignore[drop-column] the reason */ before it."
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)"],
      [
        "CREATE TABLE new_user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)", "DROP TABLE user",
        "ALTER TABLE new_user RENAME TO user",
      ],
      [
        "error[rows-lost] 3:1 “user” loses all its rows: a new table replaces it, and no rows are copied | Before this statement, write: INSERT INTO … SELECT … FROM user"
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)"],
      [
        "CREATE TABLE new_user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)",
        "INSERT INTO new_user SELECT * FROM user WHERE 'a' = 'b'", "DROP TABLE user",
        "ALTER TABLE new_user RENAME TO user",
      ],
      [
        "info[insert-select-star] 3:22 SELECT * copies “user” by position, which works only while both tables have the same column order | List the columns on both sides: INSERT INTO new_user (…) SELECT … FROM user",
        "warning[rows-lost] 3:1 “user” keeps only the rows that match the WHERE or JOIN of this copy | Copy all rows, or write /* sqlscripts: ignore[rows-lost] the reason */ before it.",
      ]),
    // SQLite needs this WHERE.
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)"],
      [
        "CREATE TABLE new_user (id INTEGER PRIMARY KEY, name TEXT)",
        "INSERT INTO new_user (id, name) SELECT id, name FROM user WHERE true "
          + "ON CONFLICT (id) DO UPDATE SET name = excluded.name",
        "DROP TABLE user", "ALTER TABLE new_user RENAME TO user",
      ], []),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)"],
      [
        "CREATE TABLE new_user (id INTEGER PRIMARY KEY, name TEXT)",
        "INSERT INTO new_user (id, name) SELECT id, name FROM user WHERE 1 = id",
        "DROP TABLE user", "ALTER TABLE new_user RENAME TO user",
      ],
      [
        "warning[rows-lost] 3:1 “user” keeps only the rows that match the WHERE or JOIN of this copy | Copy all rows, or write /* sqlscripts: ignore[rows-lost] the reason */ before it."
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)"],
      [
        "CREATE TABLE new_user (id INTEGER PRIMARY KEY, email TEXT, name TEXT)",
        "INSERT INTO new_user SELECT * FROM user", "DROP TABLE user",
        "ALTER TABLE new_user RENAME TO user",
      ],
      [
        "warning[insert-select-star] 3:22 SELECT * copies “user” by position, but its columns differ from those of “new_user” | List the columns on both sides: INSERT INTO new_user (…) SELECT … FROM user",
        "error[values-changed-in-rebuild] 3:1 this copy stores the values of “name” in “email” of “user” | List the columns on both sides in the same order.",
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)"],
      [
        "update user set Name = NULL", "UPDATE user SET name = 'x', email = lower(email)",
        "UPDATE user SET email = (SELECT 'a')",
      ],
      [
        "warning[update-without-where] 1:1 overwrites “name” in every row of “user” | Select rows with WHERE, or write /* sqlscripts: ignore[update-without-where] the reason */ before it.",
        "warning[update-without-where] 3:1 overwrites “name” in every row of “user” | Select rows with WHERE, or write /* sqlscripts: ignore[update-without-where] the reason */ before it.",
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)"],
      [
        "UPDATE user SET name = 'x' WHERE 'a' = 'a' AND (2)",
        "DELETE FROM user WHERE user.id = user.id",
      ],
      [
        "warning[always-true-where] 1:28 this WHERE is true for every row | Correct the condition. If you mean all rows, remove the WHERE so that this is clear.",
        "warning[always-true-where] 3:18 this WHERE is true for every row | Correct the condition. If you mean all rows, remove the WHERE so that this is clear.",
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
        "warning[replace-deletes-rows] 1:1 REPLACE deletes the old row of “user”, so its value in “name” is lost | Write INSERT INTO … ON CONFLICT … DO UPDATE SET … instead.",
        "warning[replace-deletes-rows] 3:1 deletes other rows of “user” if two would have the same key | Remove OR REPLACE, and remove duplicates in a separate statement first.",
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)"],
      [
        "INSERT INTO user VALUES (1, 'a', 'b'), (2, 'c', 'd')",
        "INSERT INTO user VALUES (3, 'e', 'f')",
      ],
      [
        "info[insert-without-columns] 1:13 INSERT into “user” does not name its columns | Write INSERT INTO user (id, name, email) VALUES …"
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)"],
      ["CREATE UNIQUE INDEX user_email ON user (email)"],
      [
        "warning[data-dependent] 1:1 fails if two rows of “user” have the same “email” | Make “email” different in each row first, or remove UNIQUE."
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)"],
      ["CREATE UNIQUE INDEX x ON user (lower(email))"],
      [
        "warning[unique-on-existing-rows] 1:1 fails if two rows of “user” have the same value | Make them different, or delete all but one, in a statement before this one."
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)"],
      [
        "CREATE TABLE new_user (id INTEGER PRIMARY KEY, name TEXT NOT NULL)",
        "INSERT INTO new_user (id, name) SELECT id, name FROM user",
      ],
      [
        "warning[data-dependent] 3:1 fails if “name” of “new_user” would be NULL in a row | Replace NULL in “name”: ifnull(name, …)"
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)"],
      [
        "CREATE TABLE new_user (id INTEGER PRIMARY KEY, name TEXT CONSTRAINT short CHECK (length(name) < 3))",
        "INSERT INTO new_user (id, name) SELECT id, name FROM user",
      ],
      [
        "warning[data-dependent] 3:1 fails if a row violates CHECK “short” | Correct the rows that violate the CHECK first."
      ]),
    .init(
      ["CREATE TABLE film (id INTEGER PRIMARY KEY, stars INTEGER CHECK (stars BETWEEN 1 AND 5))"],
      ["UPDATE film SET stars = stars * 2 WHERE id > 1"],
      [
        "warning[data-dependent] 1:1 fails if a new value violates CHECK “stars BETWEEN 1 AND 5” | Write values that satisfy the CHECK, or rebuild the table with another CHECK first."
      ]),
    .init(
      ["CREATE TABLE film (id INTEGER PRIMARY KEY, stars INTEGER CHECK (stars BETWEEN 1 AND 5))"],
      ["UPDATE film SET stars = stars * 20 WHERE stars > 0"],
      [
        "error[fails-with-rows] 1:1 fails if the tables have rows: all new values violate CHECK “stars BETWEEN 1 AND 5” | Write values that satisfy the CHECK, or rebuild the table with another CHECK first."
      ]),
    .init(
      [
        "CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)",
        "CREATE UNIQUE INDEX user_email ON user (email)",
      ],
      ["UPDATE user SET email = ''"],
      [
        "warning[update-without-where] 1:1 overwrites “email” in every row of “user” | Select rows with WHERE, or write /* sqlscripts: ignore[update-without-where] the reason */ before it.",
        "error[fails-with-rows] 1:1 fails if the tables have rows: all rows would have the same “email” | Make “email” different in each row first, or remove UNIQUE.",
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)"],
      [
        "CREATE TABLE new_user (id INTEGER PRIMARY KEY, age INTEGER NOT NULL)",
        "INSERT INTO new_user (id) SELECT id FROM user",
      ],
      [
        "error[fails-with-rows] 3:1 fails if the tables have rows: “age” would be NULL in all rows | Set “age” in every row, or add a DEFAULT to the column."
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)"],
      ["ALTER TABLE user ADD COLUMN age INTEGER DEFAULT 0 CHECK (age > 0)"],
      [
        "error[fails-with-rows] 1:1 fails if the tables have rows: all new values violate the CHECK | Write a default that satisfies the CHECK, or change the CHECK."
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)"],
      [
        "ALTER TABLE user ADD COLUMN age INTEGER NOT NULL",
        "ALTER TABLE user ADD nick TEXT not null",
        "ALTER TABLE user ADD rank NATIVE CHARACTER (70) NOT NULL",
        "ALTER TABLE user ADD born DATETIME NOT NULL",
        "ALTER TABLE user ADD face BLOB NOT NULL", "ALTER TABLE user ADD other NOT NULL",
        "ALTER TABLE user ADD price DECIMAL(10, 2) NOT NULL",
      ],
      [
        "error[add-not-null-without-default] 1:41 fails if “user” has any rows | Add a default value, such as NOT NULL DEFAULT 0.",
        "error[add-not-null-without-default] 3:32 fails if “user” has any rows | Add a default value, such as NOT NULL DEFAULT ''.",
        "error[add-not-null-without-default] 5:49 fails if “user” has any rows | Add a default value, such as NOT NULL DEFAULT ''.",
        "error[add-not-null-without-default] 7:36 fails if “user” has any rows | Add a default value, such as NOT NULL DEFAULT ''.",
        "error[add-not-null-without-default] 9:32 fails if “user” has any rows | Add a default value, such as NOT NULL DEFAULT x''.",
        "error[add-not-null-without-default] 11:28 fails if “user” has any rows | Add a default value, such as NOT NULL DEFAULT 0.",
        "error[add-not-null-without-default] 13:43 fails if “user” has any rows | Add a default value, such as NOT NULL DEFAULT 0.",
      ]),
    .init(
      ["CREATE TABLE odd (id INTEGER PRIMARY KEY CHECK (id < 0 AND id > 5))"],
      ["ALTER TABLE main.odd ADD COLUMN age INTEGER NOT NULL"],
      [
        "error[add-not-null-without-default] 1:45 fails if “odd” has any rows | Add a default value, such as NOT NULL DEFAULT 0."
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)"],
      ["alter table user add made text default current_timestamp"],
      [
        "error[add-column-non-constant-default] 1:32 fails if “user” has any rows | Add “made” without a default, then set it: UPDATE user SET made = …"
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)"],
      ["ALTER TABLE user ADD n INTEGER NOT NULL DEFAULT (-(1+2))"],
      [
        "error[add-column-non-constant-default] 1:41 fails if “user” has any rows | Add “n” as NOT NULL DEFAULT 0, then set it: UPDATE user SET n = …"
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)"],
      ["ALTER TABLE user ADD made TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP"],
      [
        "error[add-column-non-constant-default] 1:41 fails if “user” has any rows | Add “made” as NOT NULL DEFAULT '', then set it: UPDATE user SET made = …"
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)"],
      [
        "ALTER TABLE user ADD COLUMN number INTEGER UNIQUE",
        #"ALTER TABLE main.user ADD "key" INTEGER primary key"#,
      ],
      [
        "error[add-unique-or-primary-key-column] 1:44 “number” cannot be added to an existing table as a UNIQUE column | Add it without UNIQUE, then write: CREATE UNIQUE INDEX user_number ON user (number)",
        "error[add-unique-or-primary-key-column] 3:41 “key” cannot be added to an existing table as a PRIMARY KEY column | Add it without PRIMARY KEY, or rebuild the table: create a new one, copy the rows, drop the old one, rename the new one.",
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)"],
      ["SELECT json('{') FROM user"],
      [
        "error[fails-with-rows] 1:1 fails if the tables have rows: malformed JSON | Correct the JSON. SQLite only reads it if there is a row."
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)"],
      ["SELECT json_extract('{}', 'a') FROM user"],
      [
        "error[fails-with-rows] 1:1 fails if the tables have rows: JSON path error near 'a' | Start the path with $, as in '$.name'."
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)"],
      ["SELECT sum(9223372036854775807) FROM user"],
      [
        "error[fails-with-rows] 1:1 fails if the tables have rows: integer overflow | Use smaller numbers, or total() instead of sum()."
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)"],
      ["DELETE FROM user WHERE name LIKE 'x' ESCAPE 'yy'"],
      [
        "error[fails-with-rows] 1:1 fails if the tables have rows: ESCAPE expression must be a single character | Write exactly one character after ESCAPE."
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)"],
      ["ALTER TABLE user ADD COLUMN age INTEGER CHECK (json('{'))"],
      [
        "error[fails-with-rows] 1:1 fails if the tables have rows: SQLite cannot compute an expression for them | Correct the expression. SQLite only computes it if there is a row."
      ]),
    .init(
      [
        "CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)",
        "CREATE TRIGGER fixed BEFORE UPDATE ON user BEGIN SELECT RAISE(ABORT, 'no'); END",
      ],
      ["UPDATE user SET name = upper(name)"],
      [
        "error[fails-with-rows] 1:1 fails if the tables have rows: trigger “fixed” refuses them with “no” | Drop trigger “fixed” before this statement, and create it again after it."
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)"],
      ["UPDATE user SET email = json_extract(name, '$.email')"],
      [
        "warning[data-dependent] 1:1 fails if “name” of “user” is not JSON in a row | Use only rows that have JSON: CASE WHEN json_valid(name) THEN … END"
      ]),
    .init(
      [
        "CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)",
        "CREATE TRIGGER fixed BEFORE UPDATE ON user WHEN OLD.name <> NEW.name BEGIN SELECT RAISE(ABORT, 'no'); END",
      ],
      ["UPDATE user SET name = upper(name)"],
      [
        "warning[data-dependent] 1:1 fails if trigger “fixed” refuses a row: no | Drop trigger “fixed” before this statement, and create it again after it."
      ]),
  ]

  @Test(arguments: cases)
  func `the message of a row rule is exact`(_ example: RuleMessageCase) throws {
    #expect(try example.found(by: RuleCatalog.data) == example.expected)
  }
}
