import SQLScripts
import SQLScriptsDatabase
import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsValidation

/// The contents of a database after its scripts, as statements that can create them again.
struct DatabaseState {
  let stored: StoredState
  private(set) var tables: [SeedTable]
  /// The highest ID of AUTOINCREMENT, by table.
  let sequences: [SQLName: Int64]
  /// Virtual tables with rows, whose storage only the module knows.
  let filledVirtualTables: [String]
  let hasOrphans: Bool
  /// Whether `user_version` belongs to the runner.
  private let keepsVersionInHeader: Bool

  /// - Parameter store: the version store.
  init(
    _ database: BundleDatabase, _ store: VersionStore?
  ) throws(SQLiteError) {
    keepsVersionInHeader = store == .userVersion
    let connection = database.connection
    stored = try StoredState(connection).withoutStatistics
    var kinds: [SQLName: String] = [:]
    for row in try connection.rows("PRAGMA main.table_list") where row[0].string == "main" {
      if let name = row[1].string { kinds[SQLName(name)] = row[2].string }
    }
    var tables: [SeedTable] = []
    var virtual: [String] = []
    for object in stored.objects where object.kind == "table" {
      switch kinds[SQLName(object.name)] {
      case "virtual":
        if stored.rows[SQLName(object.name)]?.count != 0 { virtual.append(object.name) }
      case "shadow": break
      default: tables.append(try SeedTable(object.name, in: connection))
      }
    }
    self.tables = tables
    shadows = Set(kinds.filter { $0.value == "shadow" }.keys)
    filledVirtualTables = virtual
    var sequences: [SQLName: Int64] = [:]
    if connection.hasTable("sqlite_sequence") {
      for row in try connection.rows("SELECT name, seq FROM sqlite_sequence") {
        if let name = row[0].string { sequences[SQLName(name)] = row[1].int64 }
      }
    }
    self.sequences = sequences
    do throws(SQLiteError) {
      hasOrphans = !(try connection.rows("PRAGMA foreign_key_check").isEmpty)
    } catch {
      // Violations of a key that refers to nothing unique cannot be found.
      guard error.code.primary == .error else { throw error }
      hasOrphans = false
    }
  }

  private let shadows: Set<SQLName>

  /// Removes values that differ in each run, and returns, as text, what statements cannot create again.
  ///
  /// - Parameter other: the state after the same scripts at another moment.
  mutating func removeValues(differentIn other: DatabaseState) -> [String] {
    var words = filledVirtualTables.map {
      "the rows of the virtual table “\($0)” are stored by its module"
    }
    let others = Dictionary(
      other.tables.map { (SQLName($0.name), $0) }, uniquingKeysWith: { first, _ in first })
    for index in tables.indices {
      let name = tables[index].name
      guard let again = others[SQLName(name)], tables[index].removeValues(differentIn: again) else {
        words.append("the rows of “\(name)” differ in every run")
        continue
      }
      words += tables[index].columnsOfTheRun.map {
        "“\($0)” in “\(name)” contains the time of the run or a random value"
      }
    }
    return words
  }

  /// The statements that create it, in an order in which no trigger fires. The order of triggers is kept, because
  /// SQLite fires them in it.
  var statements: [String] {
    let made = { (kind: String) in
      stored.objects.filter { $0.kind == kind && !shadows.contains(SQLName($0.name)) }.map(\.sql)
    }
    return settingStatements + made("table") + tables.flatMap(\.statements) + sequenceStatements
      + made("index") + made("view") + made("trigger")
  }

  /// The numbers in the file's header that belong to the app. The others can only be set outside a transaction.
  private var settingStatements: [String] {
    (keepsVersionInHeader ? ["application_id"] : ["application_id", "user_version"])
      .compactMap { name in
        guard let number = stored.settings[name]?.int64, number != 0 else { return nil }
        return "PRAGMA \(name) = \(number)"
      }
  }

  private var sequenceStatements: [String] {
    tables.compactMap { table in
      guard let number = sequences[SQLName(table.name)], number != table.greatestRowID else {
        return nil
      }
      let literal = StoredValue.text(Array(table.name.utf8)).literal
      return table.rows.isEmpty
        ? "INSERT INTO sqlite_sequence (name, seq) VALUES (\(literal), \(number))"
        : "UPDATE sqlite_sequence SET seq = \(number) WHERE name = \(literal)"
    }
  }
}
