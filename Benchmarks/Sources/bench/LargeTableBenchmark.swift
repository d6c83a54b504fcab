import Foundation

/// T: a table of a million rows gets a column, values, an index, and a rebuild.
struct LargeTableBenchmark: Benchmark {
  let name = "table"
  let title = "T: a table of 1,000,000 rows: ADD COLUMN, UPDATE, CREATE INDEX, rebuild"

  private static let scripts = [
    "sql_default.sql": """
    CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT NOT NULL, note TEXT);
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000)
    INSERT INTO item SELECT i, 'name ' || i, 'a note about this one' FROM n;
    """,
    "sql_update_2.sql":
      "ALTER TABLE item ADD COLUMN size INTEGER;\nUPDATE item SET size = id % 100;\n",
    "sql_update_3.sql": "CREATE INDEX item_size ON item (size);\n",
    "sql_update_4.sql": """
    CREATE TABLE item_new (id INTEGER PRIMARY KEY, name TEXT NOT NULL, size INTEGER NOT NULL);
    INSERT INTO item_new SELECT id, name, size FROM item;
    DROP TABLE item;
    ALTER TABLE item_new RENAME TO item;
    CREATE INDEX item_size ON item (size);
    """,
  ]

  func contestants(_ place: Workplace) throws -> [Contestant] {
    let folder = try place.folder(name)
    let scripts = try place.folder("\(name)/scripts")
    for (name, text) in Self.scripts {
      try Data(text.utf8).write(to: URL(fileURLWithPath: "\(scripts)/\(name)"))
    }
    let base = "\(folder)/base.sqlite"
    try place.migrate(base, scripts, ["--to", "1"])
    let peerBase = "\(folder)/peer-base.sqlite"
    try replace(peerBase, by: nil)
    _ = try Measurement.run([place.peer, "steps", peerBase, scripts, "1", "1"])
    let peers = "\(folder)/peers.sqlite"
    let (floor, ours) = ("\(folder)/floor.sqlite", "\(folder)/ours.sqlite")
    return [
      Contestant(
        name: "C floor", command: [place.floor, "steps", floor, scripts, "2", "4"],
        prepare: { try replace(floor, by: base) }),
      Contestant(
        name: "sqlscripts", command: [place.sqlscripts, "migrate", "--scripts", scripts, ours],
        goal: 1.03, prepare: { try replace(ours, by: base) }),
      Contestant(
        name: "GRDB", command: [place.peer, "steps", peers, scripts, "2", "4"],
        prepare: { try replace(peers, by: peerBase) }),
    ]
  }

  func check(_ place: Workplace) throws {
    let folder = "\(place.folder)/\(name)"
    for name in ["ours", "peers"] {
      _ = try Measurement.run(
        [place.floor, "same", "\(folder)/floor.sqlite", "\(folder)/\(name).sqlite", "item"])
    }
  }
}
