import SQLScripts
import SQLScriptsDatabase
import SQLScriptsFiles
import SQLScriptsScratch

/// The results of the scripts of a bundle at each version, computed without the code that `--fix` uses for its proof:
/// the text of the schema and the rows as SQLite itself prints them.
struct DatabaseDump {
  private(set) var versions: [Int64: [[UInt8]]] = [:]
  /// Whether all scripts ran to their end.
  private(set) var isWhole = false

  init(_ bundle: ScriptBundle) {
    do {
      let connection = try Connection(repeatableAt: .first)
      let migrator = Migrator(
        connection: connection, library: ScriptLibrary(bundle), options: MigrationOptions())
      for version in bundle.scripts.indices.map({ Int64($0) + 1 }) {
        try migrator.migrate(to: version)
        versions[version] = try Self.lines(connection)
      }
      isWhole = !versions.isEmpty
    } catch {
      // The versions before the failure are recorded.
    }
  }

  /// Whether both have the same contents in all versions up to `version`, and this one reaches it.
  func agrees(with other: DatabaseDump, through version: Int64) -> Bool {
    versions.keys.contains { $0 >= version }
      && versions.allSatisfy { $0.key > version || other.versions[$0.key] == $0.value }
  }

  private static func lines(_ connection: Connection) throws -> [[UInt8]] {
    let hidden = VersionStore.bookkeepingTables
    var lines: [[UInt8]] = []
    var tables: [String] = []
    for row in try connection.rows("SELECT type, name, tbl_name, sql FROM sqlite_schema") {
      let texts = row.map { $0.string ?? "" }
      if hidden.contains(texts[2].lowercased()) { continue }
      if texts[0] == "table" { tables.append(texts[1]) }
      // SQLite reads "this" in a schema as a string if it cannot be anything else.
      lines.append(Array(texts.joined(separator: "|").utf8).map { $0 == 0x22 ? 0x27 : $0 })
    }
    for table in tables {
      let name = quoted(table)
      let columns = try connection.rows(
        "SELECT name FROM pragma_table_xinfo(?) WHERE hidden != 1", .text(table)
      ).compactMap { $0[0].string.map(quoted) }
      let values = columns.map { "typeof(\($0)) || quote(\($0)) || hex(\($0))" }
      let hasRowID = try connection.rows(
        "SELECT 1 FROM pragma_table_list(?) WHERE wr = 0", .text(table))
      let numbers = hasRowID.isEmpty || table.hasPrefix("sqlite_") ? [] : ["rowid"]
      let list = (numbers + values).joined(separator: " || ',' || ")
      let rows = try connection.rows("SELECT \(list) FROM \(name)").map { row in
        Array("\(table): \(row[0])".utf8)
      }
      lines += rows.sorted { $0.lexicographicallyPrecedes($1) }
    }
    return lines
  }

  private static func quoted(_ name: String) -> String {
    "\"\(name.replacing("\"", with: "\"\""))\""
  }
}
