import Foundation

/// H: many small scripts.
struct StepsBenchmark: Benchmark {
  var count: Int
  /// Whether the scripts create the database, or it already has the first version.
  var isNew: Bool

  var name: String { "steps-\(count)\(isNew ? "-new" : "")" }
  var title: String {
    "H: \(count) scripts of 5 statements, \(isNew ? "a new database" : "updates of a database")"
  }

  func contestants(_ place: Workplace) throws -> [Contestant] {
    let folder = try place.folder(name)
    let scripts = try place.folder("\(name)/scripts")
    try SmallScripts.write(isNew ? count : count + 1, to: scripts)
    let (base, peers) = ("\(folder)/base.sqlite", "\(folder)/peer-base.sqlite")
    if !isNew {
      try place.migrate(base, scripts, ["--to", "1"])
      try replace(peers, by: nil)
      _ = try Measurement.run([place.peer, "steps", peers, scripts, "1", "1"])
    }
    let first = isNew ? 1 : 2
    let last = isNew ? count : count + 1
    let contestant = { (name: String, goal: Double?, command: (String) -> [String]) in
      let path = "\(folder)/\(name).sqlite"
      return Contestant(
        name: name, command: command(path), goal: goal,
        prepare: { try replace(path, by: isNew ? nil : name == "GRDB" ? peers : base) })
    }
    let ours = { (milliseconds: Int) in
      { (path: String) in
        [
          place.sqlscripts, "migrate", "--scripts", scripts, "--group-commit", "\(milliseconds)",
          path,
        ]
      }
    }
    return [
      contestant("C floor, a transaction a script", nil) {
        [place.floor, "steps", $0, scripts, "\(first)", "\(last)"]
      },
      contestant("C floor that keeps the laws", nil) {
        [place.floor, "lawful", $0, scripts, "\(first)", "\(last)"]
      },
      contestant("sqlscripts, a transaction a script", 1.04, ours(0)),
      contestant("sqlscripts, group commit", 0.38, ours(100)),
      contestant("GRDB", nil) {
        [place.peer, "steps", $0, scripts, "\(first)", "\(last)"]
      },
    ]
  }

  func check(_ place: Workplace) throws {
    for name in ["sqlscripts, a transaction a script", "sqlscripts, group commit", "GRDB"] {
      let folder = "\(place.folder)/\(self.name)"
      let floor = "\(folder)/C floor, a transaction a script.sqlite"
      _ = try Measurement.run([place.floor, "same", floor, "\(folder)/\(name).sqlite", "log"])
    }
  }
}

/// Typical scripts of apps: a table, an index, and rows.
enum SmallScripts {
  static func write(_ count: Int, to folder: String) throws {
    for version in 1...count {
      let name = version == 1 ? "sql_default.sql" : "sql_update_\(version).sql"
      let first =
        version == 1 ? "CREATE TABLE log (version INTEGER PRIMARY KEY, note TEXT);\n" : ""
      let text =
        first + """
          CREATE TABLE item_\(version) (id INTEGER PRIMARY KEY, name TEXT NOT NULL, size REAL);
          CREATE INDEX item_\(version)_name ON item_\(version) (name);
          INSERT INTO item_\(version) (name, size) VALUES ('a name', 1.5);
          INSERT INTO log VALUES (\(version), 'a note');
          UPDATE log SET note = 'another note' WHERE version = \(version);

          """
      try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
    }
  }
}
