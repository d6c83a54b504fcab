import Foundation

/// The paths of the programs, and a folder for their files.
struct Workplace {
  var folder: String
  var floor: String
  var embedded: String
  var sqlscripts: String
  /// GRDB.
  var peer: String
  /// libxml2 in C.
  var sax: String

  /// Creates a folder in it.
  func folder(_ name: String) throws -> String {
    let path = "\(folder)/\(name)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    return path
  }

  func migrate(_ database: String, _ scripts: String, _ options: [String] = []) throws {
    _ = try Measurement.run(
      [sqlscripts, "migrate", "--scripts", scripts] + options + [database])
  }

  /// A database that is up to date, and the folder of its scripts. The first script creates all tables.
  func currentDatabase(
    _ name: String, tables: Int, scripts: Int
  ) throws -> (path: String, scripts: String) {
    let folder = try folder("\(name)/scripts")
    for version in 1...scripts {
      let name = version == 1 ? "sql_default.sql" : "sql_update_\(version).sql"
      let text =
        version == 1
        ? (0..<tables).map {
          "CREATE TABLE t\($0) (id INTEGER PRIMARY KEY, name TEXT);\n"
            + "CREATE INDEX i\($0) ON t\($0) (name);\n"
        }
        .joined() + "SELECT 1;\n" : "SELECT 1;\n"
      try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
    }
    let path = "\(self.folder)/\(name)/app.sqlite"
    try migrate(path, folder)
    return (path, folder)
  }
}

/// Replaces a database with a copy of another, or deletes it.
func replace(_ path: String, by base: String?) throws {
  for suffix in ["", "-journal"] where FileManager.default.fileExists(atPath: path + suffix) {
    try FileManager.default.removeItem(atPath: path + suffix)
  }
  if let base { try FileManager.default.copyItem(atPath: base, toPath: path) }
}
