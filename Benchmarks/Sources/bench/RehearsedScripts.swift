import Foundation

/// The scripts of the benchmarks that rehearse.
enum RehearsedScripts {
  /// They mostly write rows of one table.
  case rows
  /// Each of them creates a table and an index, and SQLite reads its list of all objects for each.
  case tables

  var title: String {
    switch self {
    case .rows: "mostly write rows"
    case .tables: "create a table and an index each"
    }
  }

  /// Writes the scripts into a new folder.
  func write(_ count: Int, _ place: Workplace) throws -> String {
    let folder = try place.folder("\(self)-\(count)")
    for version in 1...count {
      let name = version == 1 ? "sql_default.sql" : "sql_update_\(version).sql"
      try Data(text(version).utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
    }
    return folder
  }

  private func text(_ version: Int) -> String {
    switch self {
    case .rows:
      let table = "CREATE TABLE log (id INTEGER PRIMARY KEY, version INTEGER, note TEXT);\n"
      let insert = "INSERT INTO log (version, note) VALUES (\(version), 'a note');\n"
      let update = "UPDATE log SET note = 'another' WHERE version = \(version);\n"
      return (version == 1 ? table : "") + insert + insert + insert + update + insert
    case .tables:
      return """
        CREATE TABLE item_\(version) (id INTEGER PRIMARY KEY, name TEXT NOT NULL, size REAL);
        CREATE INDEX item_\(version)_name ON item_\(version) (name);

        """
    }
  }
}
