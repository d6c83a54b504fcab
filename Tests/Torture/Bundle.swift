import SQLScripts
import SQLScriptsTorture

/// Six scripts with typical migrations: tables, rows, a rebuild, foreign keys, and one outside a transaction, which can
/// run again after it stopped halfway.
enum Bundle {
  static let latest: Int64 = 6

  /// The script outside a transaction.
  static let alone: Int64 = 4
  static let aloneStatements = [
    "CREATE INDEX IF NOT EXISTS person_name ON person (name)",
    "UPDATE person SET note = 'even' WHERE id % 2 = 0 AND note <> 'even'",
    "VACUUM",
    "CREATE TABLE IF NOT EXISTS extra (id INTEGER PRIMARY KEY, person_id INTEGER)",
  ]

  private static let files = [
    "sql_default.sql": """
    CREATE TABLE team (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE person (
      id INTEGER PRIMARY KEY, team_id INTEGER REFERENCES team (id) ON DELETE CASCADE,
      name TEXT, note TEXT);
    CREATE INDEX person_team ON person (team_id);
    INSERT INTO team VALUES (1, 'red'), (2, 'green'), (3, 'blue');
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60)
    INSERT INTO person SELECT i, 1 + i % 3, 'person ' || i, printf('%.*c', 200, '-') FROM n;
    """,
    "sql_update_2.sql": """
    ALTER TABLE person ADD COLUMN age INTEGER;
    UPDATE person SET age = id % 90;
    CREATE TABLE audit (id INTEGER PRIMARY KEY, text TEXT);
    CREATE TRIGGER person_dies AFTER DELETE ON person BEGIN
      INSERT INTO audit (text) VALUES ('deleted ' || old.id);
    END;
    """,
    "sql_update_3.sql": """
    CREATE TABLE person_new (
      id INTEGER PRIMARY KEY, team_id INTEGER NOT NULL REFERENCES team (id) ON DELETE CASCADE,
      name TEXT NOT NULL DEFAULT '', note TEXT, age INTEGER CHECK (age >= 0));
    INSERT INTO person_new SELECT id, team_id, name, note, age FROM person;
    DROP TABLE person;
    ALTER TABLE person_new RENAME TO person;
    CREATE INDEX person_team ON person (team_id);
    """,
    "sql_update_4.json": "{\"transaction\": false, \"statements\": ["
      + aloneStatements.map { "\"\($0)\"" }.joined(separator: ", ") + "]}",
    "sql_update_5.sql": """
    INSERT INTO team VALUES (4, 'yellow');
    INSERT INTO team VALUES (5, 'white');
    INSERT INTO team VALUES (6, 'black');
    INSERT INTO person (team_id, name, note, age) VALUES (5, 'one', '', 1);
    INSERT INTO person (team_id, name, note, age) VALUES (6, 'two', '', 2);
    INSERT INTO person (team_id, name, note, age) VALUES (6, 'three', '', 3);
    UPDATE person SET team_id = 4 WHERE id > 40;
    DELETE FROM person WHERE id <= 20;
    INSERT INTO extra (person_id) SELECT id FROM person;
    """,
    "sql_update_6.sql": """
    CREATE VIEW reds AS SELECT id, name FROM person WHERE team_id = 1;
    UPDATE person SET note = upper(name) || note;
    DROP TABLE audit;
    """,
  ]

  /// Writes them to files, and reads them as apps do.
  static func make(in folder: Folder) throws -> ScriptBundle {
    let scripts = try folder.folder("scripts")
    for (name, text) in files { try scripts.write(name, Array(text.utf8)) }
    return try ScriptBundle(directory: scripts.path)
  }
}
