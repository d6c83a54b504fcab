import Foundation

/// K: the check of foreign keys in a database with a million rows that violate one (law 17), beside SQLite's own check.
///
/// The time of the check is the difference between the checked and the unchecked script.
struct OrphanBenchmark: Benchmark {
  /// A script, and whether the foreign key is declared before it.
  enum Change: String, CaseIterable {
    case insert, update, delete, rebuild, declare

    fileprivate var isDeclared: Bool { self != .declare }

    fileprivate var sql: String {
      switch self {
      case .insert: "INSERT INTO child (parent, note) VALUES (5, 'new');\n"
      case .update: "UPDATE child SET parent = 7 WHERE id < 100;\n"
      case .delete: "DELETE FROM parent WHERE id > 100000;\n"
      case .rebuild, .declare:
        """
        CREATE TABLE fresh (id INTEGER PRIMARY KEY, parent INTEGER REFERENCES parent, note TEXT);
        INSERT INTO fresh SELECT * FROM child;
        DROP TABLE child;
        ALTER TABLE fresh RENAME TO child;

        """
      }
    }
  }

  let change: Change
  var name: String { "orphans-\(change.rawValue)" }
  var title: String { "K: 2,000,000 rows, half of them without their parent: \(change.rawValue)" }

  func contestants(_ place: Workplace) throws -> [Contestant] {
    let folder = try place.folder(name)
    let reference = change.isDeclared ? "REFERENCES parent" : ""
    let first = """
      CREATE TABLE parent (id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE child (id INTEGER PRIMARY KEY, parent INTEGER \(reference), note TEXT);
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)
      INSERT INTO parent SELECT i, 'name ' || i FROM n;
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000000)
      INSERT INTO child SELECT i, iif(i % 2, 1 + i * 7919 % 100000, 1000000 + i % 500000),
        'a note about ' || i FROM n;

      """
    let scripts = try ["checked", "unchecked"].map { kind in
      let scripts = try place.folder("\(name)/\(kind)")
      // The first script has the violations, so it cannot be checked.
      let off = "-- foreignKeys: unchecked\n"
      for (file, text) in [
        ("sql_default", off + first),
        ("sql_update_2", (kind == "unchecked" ? off : "") + change.sql),
      ] {
        try Data(text.utf8).write(to: URL(fileURLWithPath: "\(scripts)/\(file).sql"))
      }
      return scripts
    }
    let base = "\(folder)/base.sqlite"
    try replace(base, by: nil)
    try place.migrate(base, scripts[0], ["--to", "1"])
    // Where the script declares the foreign key, SQLite can only check the table after it.
    let checked = "\(folder)/checked.sqlite"
    try replace(checked, by: base)
    if !change.isDeclared { try place.migrate(checked, scripts[1]) }
    let path = "\(folder)/ours.sqlite"
    let count = "SELECT count(*) FROM pragma_foreign_key_check('child')"
    return [
      Contestant(
        name: "PRAGMA foreign_key_check",
        command: ["/usr/bin/env", "sqlite3", checked, count], prepare: {}),
      Contestant(
        name: "the script, unchecked",
        command: [place.sqlscripts, "migrate", "--scripts", scripts[1], path],
        prepare: { try replace(path, by: base) }),
      Contestant(
        name: "the script, checked: unchecked plus at most 1.3",
        command: [place.sqlscripts, "migrate", "--scripts", scripts[0], path],
        prepare: { try replace(path, by: base) }),
    ]
  }

  func check(_ place: Workplace) throws {}
}
