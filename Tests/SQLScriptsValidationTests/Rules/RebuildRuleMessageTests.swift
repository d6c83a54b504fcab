import SQLScriptsDiagnostics
import SQLScriptsFiles
import Testing

@testable import SQLScriptsValidation

/// Every message of the rules about rebuilds and references, as users read it.
@Suite struct RebuildRuleMessageTests {
  static let cases: [RuleMessageCase] = [
    .init(
      [
        "CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)",
        "CREATE UNIQUE INDEX user_email ON user (email)",
      ],
      [
        "CREATE TABLE new_user (id INTEGER PRIMARY KEY, email TEXT NOT NULL DEFAULT '')",
        "INSERT INTO new_user (id, email) SELECT id, ifnull(email, id) FROM user",
        "drop table [user]", "ALTER TABLE new_user RENAME TO user",
      ],
      [
        "error[lost-index] 5:1 index “user_email” of “user” is dropped and not recreated | After “ALTER TABLE new_user RENAME TO user”, write: CREATE UNIQUE INDEX user_email ON user (email)"
      ]),
    .init(
      [
        "CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)",
        "CREATE INDEX a ON user (name)",
        "CREATE TRIGGER t AFTER UPDATE ON user BEGIN SELECT 1; END",
      ],
      [
        "ALTER TABLE user RENAME TO old",
        "CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)",
        "INSERT INTO user SELECT * FROM old", "DROP TABLE old",
      ],
      [
        "error[lost-index] 7:1 index “a” of “user” is dropped and not recreated | After “DROP TABLE old”, write: CREATE INDEX a ON user (name)",
        "error[lost-trigger] 7:1 trigger “t” of “user” is dropped and not recreated | After “DROP TABLE old”, write: CREATE TRIGGER t AFTER UPDATE ON user BEGIN SELECT 1; END",
      ]),
    .init(
      [
        "CREATE TABLE user (id INTEGER PRIMARY KEY)",
        "CREATE TABLE pet (id INTEGER PRIMARY KEY, owner INTEGER REFERENCES user (id), name TEXT)",
        "CREATE INDEX pet_owner ON pet (owner, name)",
      ],
      ["DROP INDEX pet_owner"],
      [
        "warning[lost-index] 1:1 “pet” no longer has an index on “owner”, which makes deleting from “user” slow | Delete this statement, create another index on “owner”, or write /* sqlscripts: ignore[lost-index] the reason */ before it."
      ]),
    .init(
      [
        "CREATE TABLE user (id INTEGER PRIMARY KEY)",
        "CREATE TABLE pet (id INTEGER PRIMARY KEY, owner INTEGER REFERENCES user (id), name TEXT)",
        "CREATE INDEX pet_owner ON pet (owner, name)",
      ],
      [
        "DROP INDEX pet_owner",
        "CREATE TABLE new_pet (id INTEGER PRIMARY KEY, owner INTEGER REFERENCES user (id), name TEXT NOT NULL)",
        "INSERT INTO new_pet (id, owner, name) SELECT id, owner, ifnull(name, '') FROM pet",
        "DROP TABLE pet", "ALTER TABLE new_pet RENAME TO pet",
      ],
      [
        "warning[lost-index] 1:1 “pet” no longer has an index on “owner”, which makes deleting from “user” slow | At the end of the script, write: CREATE INDEX pet_owner ON pet (owner, name), or write /* sqlscripts: ignore[lost-index] the reason */ before it."
      ]),
    // Another table uses the name.
    .init(
      [
        "CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)", "CREATE TABLE town (name TEXT)",
        "CREATE INDEX by_name ON user (name)",
        "CREATE TRIGGER t AFTER UPDATE ON user BEGIN SELECT 1; END",
      ],
      [
        "CREATE TABLE new_user (id INTEGER PRIMARY KEY, name TEXT)",
        "INSERT INTO new_user (id, name) SELECT id, name FROM user", "DROP TABLE user",
        "ALTER TABLE new_user RENAME TO user", "CREATE INDEX by_name ON town (name)",
        "CREATE TRIGGER t AFTER UPDATE ON town BEGIN SELECT 1; END",
      ],
      [
        "error[lost-index] 5:1 index “by_name” of “user” is dropped and not recreated | After “ALTER TABLE new_user RENAME TO user”, give it another name, which “town” does not use: CREATE INDEX by_name ON user (name)",
        "error[lost-trigger] 5:1 trigger “t” of “user” is dropped and not recreated | After “ALTER TABLE new_user RENAME TO user”, give it another name, which “town” does not use: CREATE TRIGGER t AFTER UPDATE ON user BEGIN SELECT 1; END",
      ]),
    // The same values stay unique.
    .init(
      [
        "CREATE TABLE user (id INTEGER PRIMARY KEY, email TEXT)",
        "CREATE UNIQUE INDEX by_email ON user (email)", "CREATE INDEX also ON user (email)",
      ],
      [
        "CREATE TABLE new_user (id INTEGER PRIMARY KEY, email TEXT)",
        "INSERT INTO new_user (id, email) SELECT id, email FROM user", "DROP TABLE user",
        "ALTER TABLE new_user RENAME TO user", "CREATE UNIQUE INDEX by_email ON user (email)",
        "CREATE INDEX also ON user (email)",
      ], []),
    .init(
      [
        "CREATE TABLE user (id INTEGER PRIMARY KEY, email TEXT)",
        "CREATE UNIQUE INDEX by_email ON user (email)",
      ],
      [
        "DROP INDEX by_email", "CREATE INDEX by_email ON user (email)",
        "CREATE UNIQUE INDEX some ON user (email) WHERE id > 5",
      ],
      [
        "warning[lost-constraint] 3:1 the new “by_email” is not UNIQUE, but “by_email” was | Write CREATE UNIQUE INDEX, or write /* sqlscripts: ignore[lost-constraint] the reason */ before it."
      ]),
    // What one index keeps apart, the other allows.
    .init(
      [
        "CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT, d INTEGER)",
        "CREATE UNIQUE INDEX u ON t (name COLLATE NOCASE)",
        "CREATE UNIQUE INDEX w ON t (name)",
      ],
      ["DROP INDEX u", "CREATE INDEX u ON t (name COLLATE NOCASE)"],
      [
        "warning[lost-constraint] 3:1 the new “u” is not UNIQUE, but “u” was | Write CREATE UNIQUE INDEX, or write /* sqlscripts: ignore[lost-constraint] the reason */ before it."
      ]),
    .init(
      [
        "CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT, d INTEGER)",
        "CREATE UNIQUE INDEX u ON t (name) WHERE d = 0",
        "CREATE UNIQUE INDEX w ON t (name) WHERE d = 1",
      ],
      ["DROP INDEX u", "CREATE INDEX u ON t (name) WHERE d = 0"],
      [
        "warning[lost-constraint] 3:1 the new “u” is not UNIQUE, but “u” was | Write CREATE UNIQUE INDEX, or write /* sqlscripts: ignore[lost-constraint] the reason */ before it."
      ]),
    .init(
      [
        "CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT, d INTEGER)",
        "CREATE UNIQUE INDEX u ON t (name) WHERE d = 0",
        "CREATE UNIQUE INDEX w ON t (name) WHERE d = 'A'",
      ],
      [
        "DROP INDEX w", "DROP INDEX u", "CREATE UNIQUE INDEX w ON t (name) WHERE d = 'a'",
        "CREATE INDEX u ON t (name)",
      ],
      [
        "warning[lost-constraint] 7:1 the new “u” is not UNIQUE, but “u” was | Write CREATE UNIQUE INDEX, or write /* sqlscripts: ignore[lost-constraint] the reason */ before it."
      ]),
    // The other one keeps more apart.
    .init(
      [
        "CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT, d INTEGER)",
        "CREATE UNIQUE INDEX u ON t (name)", "CREATE UNIQUE INDEX w ON t (name COLLATE NOCASE)",
      ],
      ["DROP INDEX u", "CREATE INDEX u ON t (name)"], []),
    .init(
      [
        "CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT, d INTEGER)",
        "CREATE UNIQUE INDEX u ON t (name) WHERE d = 0",
        "CREATE UNIQUE INDEX w ON t (name) WHERE (\"D\"==0)",
        "CREATE UNIQUE INDEX x ON t (d) WHERE (d IS NOT NULL)",
      ],
      ["DROP INDEX u", "CREATE INDEX u ON t (name) WHERE d = 0"], []),
    // Another index, no other parent, or none before: nothing is lost.
    .init(
      [
        "CREATE TABLE user (id INTEGER PRIMARY KEY)",
        "CREATE TABLE pet (id INTEGER PRIMARY KEY, owner INTEGER REFERENCES user (id), name TEXT)",
        "CREATE INDEX pet_owner ON pet (owner, name)",
      ],
      ["DROP INDEX pet_owner", "CREATE INDEX pet_by_owner ON pet (owner)"], []),
    .init(
      [
        "CREATE TABLE user (id INTEGER PRIMARY KEY)",
        "CREATE TABLE pet (id INTEGER PRIMARY KEY, owner INTEGER REFERENCES user (id), name TEXT)",
        "CREATE INDEX pet_owner ON pet (owner)",
      ],
      ["DROP INDEX pet_owner", "CREATE INDEX pet_owner ON pet (owner) WHERE name IS NULL"], []),
    .init(
      [
        "CREATE TABLE user (id INTEGER PRIMARY KEY)",
        "CREATE TABLE pet (id INTEGER PRIMARY KEY, owner INTEGER REFERENCES user (id), name TEXT)",
        "CREATE INDEX pet_owner ON pet (owner, name)",
      ],
      ["DROP INDEX pet_owner", "DROP TABLE pet", "DROP TABLE user"], []),
    .init(
      [
        "CREATE TABLE user (id INTEGER PRIMARY KEY)",
        "CREATE TABLE pet (id INTEGER PRIMARY KEY, owner INTEGER REFERENCES user (id), name TEXT)",
        "CREATE INDEX pet_owner ON pet (owner, name)",
      ],
      ["CREATE INDEX pet_name ON pet (name)", "DROP INDEX pet_name"], []),
    .init(
      [
        "CREATE TABLE pet (id INTEGER PRIMARY KEY, name TEXT)",
        "CREATE INDEX pet_name ON pet (name)",
      ],
      ["DROP INDEX IF EXISTS pet_name", "DROP INDEX IF EXISTS pet_other"], []),
    .init(
      [
        "CREATE TABLE user (id INTEGER PRIMARY KEY, kind TEXT NOT NULL DEFAULT 'a' UNIQUE CHECK (kind <> ''), boss INTEGER REFERENCES user (id))"
      ],
      [
        "CREATE TABLE new_user (id INTEGER PRIMARY KEY, kind TEXT, boss INTEGER, city TEXT)",
        "INSERT INTO new_user (id, kind, boss) SELECT id, kind, boss FROM user", "DROP TABLE user",
        "ALTER TABLE new_user RENAME TO user",
      ],
      [
        "warning[lost-constraint] 1:1 the new “user” no longer has NOT NULL on “kind”, DEFAULT 'a' on “kind”, UNIQUE on “kind”, REFERENCES “user” on “boss”, CHECK (kind <> '') | Add it to the new table, or write /* sqlscripts: ignore[lost-constraint] the reason */ before it."
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)"],
      [
        "create table new_user as select * from user", "DROP TABLE user",
        "ALTER TABLE new_user RENAME TO user",
      ],
      [
        "error[create-table-as] 1:1 the new “user” no longer has keys, constraints or defaults | Write CREATE TABLE with all columns, then INSERT INTO … SELECT …"
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)"],
      ["CREATE TABLE backup AS SELECT * FROM user"],
      [
        "warning[create-table-as] 1:1 “backup” gets no keys, constraints or defaults | Write CREATE TABLE with all columns, then INSERT INTO … SELECT …"
      ]),
    .init(
      [
        "CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)",
        "CREATE TABLE pet (id INTEGER PRIMARY KEY, owner INTEGER REFERENCES user (id))",
      ],
      [
        "ALTER TABLE user RENAME TO user_old",
        "CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)",
        "INSERT INTO user SELECT * FROM user_old", "DROP TABLE user_old",
      ],
      [
        "error[rename-old-table-first] 1:1 “pet” now references “user_old” instead of the new “user” | Create the new table under another name, copy the rows, drop the old one, rename the new one."
      ]),
    .init(
      [
        "CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)",
        "CREATE VIEW v AS SELECT name FROM user",
      ],
      [
        "ALTER TABLE user RENAME TO user_old",
        "CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)",
        "INSERT INTO user SELECT * FROM user_old", "DROP TABLE user_old",
      ],
      [
        "error[rename-old-table-first] 1:1 “v” now references “user_old” instead of the new “user” | Create the new table under another name, copy the rows, drop the old one, rename the new one."
      ]),
    .init(
      [
        "CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)",
        "CREATE TABLE b (id INTEGER)", "CREATE VIEW v AS SELECT id FROM b",
      ],
      ["DROP TABLE b", "ALTER TABLE user RENAME TO member"],
      [
        "error[view-blocks-rename] 3:1 view “v” is broken, so no table can be renamed | Before this statement write: DROP VIEW v"
      ]),
    .init(
      [
        "CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)",
        "CREATE VIEW v AS SELECT name FROM user",
      ],
      [
        "CREATE TABLE n (id INTEGER PRIMARY KEY, title TEXT, email TEXT)",
        "INSERT INTO n SELECT * FROM user", "DROP TABLE user", "ALTER TABLE n RENAME TO user",
      ],
      [
        "error[broken-view] 7:1 view “v” is broken after this script: no column named “name” | Drop the view and recreate it to match the new tables."
      ]),
    .init(
      [
        "CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)",
        "CREATE TABLE log (x TEXT)",
        "CREATE TRIGGER t AFTER INSERT ON user BEGIN INSERT INTO log VALUES ('DROP TABLE log'); END",
      ],
      ["DROP TABLE log"],
      [
        "error[broken-trigger] 1:1 trigger “t” is broken after this script: no table named “log” | Drop the trigger. If the app still needs it, recreate it to match the new tables."
      ]),
    .init(
      [
        "CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)",
        "CREATE TABLE pet (id INTEGER PRIMARY KEY, owner INTEGER REFERENCES user (id))",
      ],
      ["DELETE FROM user"],
      [
        "error[foreign-key-violation] 1:1 leaves rows in “pet” that reference missing rows in “user” | Delete or correct the rows of “pet” in the same script."
      ]),
    .init(
      [
        "CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)",
        "CREATE TABLE pet (id INTEGER PRIMARY KEY, owner INTEGER REFERENCES user (id))",
      ],
      ["INSERT INTO pet (owner) VALUES (5)"],
      [
        "error[foreign-key-violation] 1:1 leaves rows in “pet” that reference missing rows in “user” | Delete or correct the rows of “pet” in the same script."
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)"],
      ["CREATE TABLE pet (owner INTEGER REFERENCES usr (id))"],
      [
        "error[foreign-key-target-missing] 1:44 “pet” references table “usr”, which does not exist | Write REFERENCES user."
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)"],
      ["CREATE TABLE pet (owner TEXT REFERENCES user (name))", "CREATE INDEX i ON pet (owner)"],
      [
        "error[foreign-key-mismatch] 1:41 “pet” references name of “user”, which is not a matching key | Write: CREATE UNIQUE INDEX … ON user (name)"
      ]),
    .init(
      [
        "CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)",
        "CREATE TABLE pet (id INTEGER PRIMARY KEY, owner INTEGER REFERENCES user (id))",
      ],
      ["DROP TABLE user"],
      [
        "error[foreign-key-target-missing] 1:1 “pet” references table “user”, which does not exist | Create the table “user”, or rebuild “pet” without the reference."
      ]),
    // At the table without an index, also if a later statement names the same table, and after a rename.
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY)"],
      [
        "CREATE TABLE a (id INTEGER PRIMARY KEY, owner INTEGER REFERENCES user (id))",
        "CREATE TABLE b (id INTEGER PRIMARY KEY, owner INTEGER REFERENCES user (id))",
        "CREATE INDEX b_owner ON b (owner)",
      ],
      [
        "info[foreign-key-unindexed] 1:66 “a” has no index on “owner”, which makes deleting from “user” slow | Write: CREATE INDEX a_owner ON a (owner)"
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY)", "CREATE TABLE a (id INTEGER PRIMARY KEY)"],
      [
        "CREATE TABLE n (id INTEGER PRIMARY KEY, owner INTEGER REFERENCES user (id))",
        "INSERT INTO n (id) SELECT id FROM a", "DROP TABLE a", "ALTER TABLE n RENAME TO a",
        "CREATE TABLE b (id INTEGER PRIMARY KEY REFERENCES user (id))",
      ],
      [
        "info[foreign-key-unindexed] 1:66 “a” has no index on “owner”, which makes deleting from “user” slow | Write: CREATE INDEX a_owner ON a (owner)"
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)"],
      [#"CREATE TABLE pet (a INTEGER, owner INTEGER, FOREIGN KEY (owner) REFERENCES "user" (id))"#],
      [
        "info[foreign-key-unindexed] 1:76 “pet” has no index on “owner”, which makes deleting from “user” slow | Write: CREATE INDEX pet_owner ON pet (owner)"
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT)"],
      [
        "CREATE TABLE n (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT)",
        "INSERT INTO n (id, name) SELECT id, name FROM user", "DROP TABLE user",
        "ALTER TABLE n RENAME TO user",
      ],
      [
        "info[autoincrement-reset] 5:1 the new “user” resets its highest ID, so IDs may be reused | Before this statement, write: UPDATE sqlite_sequence SET seq = (SELECT seq FROM sqlite_sequence WHERE name = 'user') WHERE name = 'n'"
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)"],
      ["ALTER TABLE user RENAME TO member"],
      [
        "info[rename-table] 1:1 “user” is renamed to “member” | Search the app's code for the old name."
      ]),
    .init(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)"],
      [#"alter table main.user rename name to "full name""#],
      [
        "info[rename-column] 1:30 “name” of “user” is renamed to “full name” | Search the app's code for the old name."
      ]),
  ]

  @Test(arguments: cases)
  func `the message of a rebuild rule is exact`(_ example: RuleMessageCase) throws {
    #expect(try example.found(by: RuleCatalog.rebuilds) == example.expected)
  }
}
