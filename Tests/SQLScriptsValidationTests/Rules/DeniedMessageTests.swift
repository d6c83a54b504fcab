import Testing

/// Messages about denied actions, and about values that differ between devices.
@Suite struct DeniedMessageTests {
  private let user = ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)"]

  @Test func `a script contains a transaction statement`() throws {
    try expect([
      "BEGIN;\nCREATE TABLE a (id INTEGER);\ncommit transaction": [
        "info[ignored-in-transaction] 1:1 ignored BEGIN and COMMIT: each script runs as one transaction anyway | Remove it.",
        "info[ignored-in-transaction] 3:1 ignored BEGIN and COMMIT: each script runs as one transaction anyway | Remove it.",
      ],
      "CREATE TABLE a (id INTEGER);\ncommit transaction;\nCREATE TABLE b (id INTEGER)": [
        "error[transaction-statement] 2:1 COMMIT is not allowed: each script already runs in a transaction | Delete the statement. To commit something separately, put it in a separate script."
      ],
      "SAVEPOINT a": [
        "error[transaction-statement] 1:1 SAVEPOINT is not allowed: each script already runs in a transaction | Delete the statement. To commit something separately, put it in a separate script."
      ],
      "VACUUM": [
        "info[ignored-in-transaction] 1:1 ignored VACUUM: it cannot run inside a transaction | Remove it, or move it to a separate script with \"transaction\": false."
      ],
      "PRAGMA synchronous = OFF": [
        "info[ignored-in-transaction] 1:1 ignored PRAGMA synchronous: it only affects this connection | Remove it, and set it where the app opens the database."
      ],
      "PRAGMA journal_mode = WAL": [
        "info[ignored-in-transaction] 1:1 ignored PRAGMA journal_mode: it has no effect inside a transaction | Remove it, or move it to a separate script with \"transaction\": false."
      ],
      "-- description: outside\n-- transaction: false\nPRAGMA journal_mode = WAL": [
        "info[outside-transaction] 3:1 sql_update_2.sql runs outside a transaction, so it is not atomic | In this script, keep only the statements that cannot run inside a transaction."
      ],
      "-- description: outside\n-- transaction: false\nPRAGMA journal_mode = of": [
        "error[failed-statement] 3:1 item 1 of sql_update_2.sql was refused: the journal mode “of” is not allowed: SQLite could not roll back a failed script | Use DELETE, TRUNCATE, PERSIST or WAL.",
        "info[outside-transaction] 3:1 sql_update_2.sql runs outside a transaction, so it is not atomic | In this script, keep only the statements that cannot run inside a transaction.",
      ],
    ])
  }

  @Test func `a PRAGMA is ignored`() throws {
    try expect([
      "PRAGMA foreign_keys = OFF;\nPRAGMA foreign_keys = ON": [
        "info[ignored-in-transaction] 1:1 ignored PRAGMA foreign_keys: the runner checks foreign keys itself before it commits a script | Remove it.",
        "info[ignored-in-transaction] 2:1 ignored PRAGMA foreign_keys: the runner checks foreign keys itself before it commits a script | Remove it.",
      ],
      "pragma defer_foreign_keys(1)": [
        "info[ignored-in-transaction] 1:1 ignored PRAGMA defer_foreign_keys: the runner checks foreign keys itself before it commits a script | Remove it."
      ],
      "PRAGMA busy_timeout = 100": [
        "info[ignored-in-transaction] 1:1 ignored PRAGMA busy_timeout: it only affects this connection | Remove it, and set it where the app opens the database."
      ],
    ])
  }

  @Test func `a script changes something that it must not change`() throws {
    try expect([
      "PRAGMA user_version = 3": [
        "warning[version-pragma] 1:1 PRAGMA user_version does not belong in a script: SQLScripts stores the version itself | Remove this statement."
      ],
      "PRAGMA schema_version = 3": [
        "error[version-pragma] 1:1 PRAGMA schema_version does not belong in a script: SQLite maintains it | Remove this statement."
      ],
      "PRAGMA writable_schema = ON;\nUPDATE sqlite_master SET sql = '' WHERE name = 'user'": [
        "error[writable-schema] 1:1 PRAGMA writable_schema is not allowed in a script | Use ALTER TABLE, or rebuild the table: create a new one, copy the rows, drop the old one, rename the new one.",
        "error[writable-schema] 2:1 a script may not write to SQLite's schema tables | Use ALTER TABLE, or rebuild the table: create a new one, copy the rows, drop the old one, rename the new one.",
      ],
      "ATTACH 'a.sqlite' AS a": [
        "error[attach-or-extension] 1:1 a script may not open another database | Remove this statement, and do this in a code step of the app."
      ],
      "DETACH a": [
        "error[attach-or-extension] 1:1 a script may not close a database | Remove this statement, and do this in a code step of the app."
      ],
      "SELECT load_extension('a')": [
        "error[attach-or-extension] 1:1 a script may not load an extension | Remove this statement, and do this in a code step of the app."
      ],
      "CREATE TEMP TABLE a (id INTEGER)": [
        "warning[temp-object] 1:19 “a” is temporary: it is dropped at the end of the script | Remove TEMP, or drop it in the script if it is only an intermediate step."
      ],
      "CREATE TEMP TABLE a (id INTEGER);\nDROP TABLE a": [],
      "CREATE TABLE sqlite_a (id INTEGER)": [
        "error[reserved-prefix] 1:14 a name cannot start with “sqlite_” | Choose another name, such as “a”."
      ],
      "alter table user rename to SQLite_user": [
        "error[reserved-prefix] 1:28 a name cannot start with “sqlite_” | Choose another name, such as “user”."
      ],
    ])
  }

  @Test func `a value differs between databases`() throws {
    try expect([
      "INSERT INTO user (name) VALUES (random()), (datetime('now'))": [
        "info[non-deterministic] 1:33 “random” has a different value on every device | If all users need the same value, write the value itself."
      ],
      "insert into user (name) values (Current_Timestamp)": [
        "info[non-deterministic] 1:33 “Current_Timestamp” has a different value on every device | If all users need the same value, write the value itself."
      ],
      "UPDATE user SET name = strftime('%s', 'now') WHERE id = 1": [
        "info[non-deterministic] 1:24 “strftime” has a different value on every device | If all users need the same value, write the value itself."
      ],
      "UPDATE user SET name = datetime(name, 'localtime') WHERE id = 1": [
        "info[local-time] 1:39 'localtime' depends on the time zone of the device | Store the time without 'localtime', and convert it when you display it."
      ],
      "CREATE TABLE a (b TEXT COLLATE utf8_general_ci)": [
        "error[unknown-collation] 1:32 no collation named “utf8_general_ci” | Write COLLATE NOCASE."
      ],
      "CREATE INDEX i ON user (name COLLATE \"nocse\")": [
        "error[unknown-collation] 1:38 no collation named “nocse” | Write COLLATE NOCASE."
      ],
    ])
  }

  private func expect(_ cases: KeyValuePairs<String, [String]>) throws {
    for (statement, messages) in cases {
      #expect(try RuleMessages.of(statement, before: user) == messages)
    }
  }
}
