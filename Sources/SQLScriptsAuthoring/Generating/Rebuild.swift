import SQLScripts
import SQLScriptsSchema

/// A table made anew with its rows, by SQLite's procedure for changes that ALTER TABLE cannot make.
///
/// See <https://www.sqlite.org/lang_altertable.html#making_other_kinds_of_table_schema_changes>. Its steps 1, 2 and 10
/// to 12 (foreign keys off, the transaction, the check of foreign keys) are the runner's: laws 12 and 17.
struct Rebuild {
  private let table: SchemaTable
  private let definition: String
  private let columns: [String]
  private let schema: SchemaSnapshot
  private let newName: String

  /// - Parameters:
  ///   - definition: the CREATE TABLE of the table as it is to be; nil for as it is.
  ///   - dropped: a column that the definition leaves out; the indexes on it are not made again.
  init(
    of table: SchemaTable, as definition: String?, without dropped: String? = nil,
    in schema: SchemaSnapshot
  ) throws(Generation.Refusal) {
    var table = table
    if let dropped { table.indexes.removeAll { $0.isCreated(on: dropped) } }
    self.table = table
    self.schema = schema
    var name = "new_" + table.name
    while schema[name] != nil { name = "new_" + name }
    newName = name
    let sql = definition ?? table.sql
    let words = SQLWords(sql)
    guard words.names.count > 2, words.names[0].uppercased() == "CREATE",
      words.names[1].uppercased() == "TABLE",
      words.names[2].lowercased() == table.name.lowercased()
    else { throw .notADefinition(of: table.name) }
    let bytes = Array(sql.utf8)
    let place = words.ranges[2]
    self.definition =
      String(decoding: bytes[..<place.lowerBound], as: UTF8.self) + name.quotedName
      + String(decoding: bytes[place.upperBound...], as: UTF8.self)
    let kept = definition.map { SQLWords($0).names.map { $0.lowercased() } }
    columns = table.columns.filter { column in
      // A column that the new definition does not name at all is gone.
      !column.isGenerated && column.name != dropped
        && kept?.contains(column.name.lowercased()) ?? true
    }.map(\.name.quotedName)
  }

  var statements: [String] {
    let name = table.name.quotedName
    let list = columns.joined(separator: ", ")
    var statements = triggersElsewhere.map { "DROP TRIGGER \($0.name.quotedName)" }
    statements += views.map { "DROP VIEW \($0.name.quotedName)" }
    statements += [
      definition,
      "INSERT INTO \(newName.quotedName) (\(list))\nSELECT \(list) FROM \(name)",
    ]
    statements += sequenceStatements
    statements += [
      "DROP TABLE \(name)", "ALTER TABLE \(newName.quotedName) RENAME TO \(name)",
    ]
    statements += table.indexes.compactMap(\.sql)
    statements += views.map(\.sql)
    let own = ([table] + views).flatMap(\.triggers)
    return statements + (own + triggersElsewhere).map(\.sql)
  }

  /// The highest number that AUTOINCREMENT has given goes over to the new table.
  private var sequenceStatements: [String] {
    let isNumbered = { (sql: String) in
      SQLWords(sql).names.contains { $0.uppercased() == "AUTOINCREMENT" }
    }
    guard isNumbered(table.sql), isNumbered(definition) else { return [] }
    let (old, new) = (table.name.sqlText, newName.sqlText)
    return [
      "DELETE FROM sqlite_sequence WHERE name = \(new)",
      "INSERT INTO sqlite_sequence (name, seq)\nSELECT \(new), seq FROM sqlite_sequence WHERE name = \(old)",
    ]
  }

  /// The views that read the table, or read such a view. While the table is gone, SQLite would refuse to
  /// rename the new one for them.
  private var views: [SchemaTable] {
    var names: Set = [table.name.lowercased()]
    let all = schema.tables.values.filter { $0.kind == .view }.sorted { $0.name < $1.name }
    var found: [SchemaTable] = []
    var isMore = true
    while isMore {
      isMore = false
      for view in all where !names.contains(view.name.lowercased()) {
        guard SQLWords(view.sql).mention(names) else { continue }
        names.insert(view.name.lowercased())
        found.append(view)
        isMore = true
      }
    }
    return found
  }

  /// The triggers of other tables that use the table or one of these views.
  private var triggersElsewhere: [SchemaTrigger] {
    let names = Set(([table] + views).map { $0.name.lowercased() })
    return schema.tables.values.filter { !names.contains($0.name.lowercased()) }
      .sorted { $0.name < $1.name }.flatMap(\.triggers)
      .filter { SQLWords($0.sql).mention(names) }
  }
}

extension String {
  fileprivate var sqlText: String {
    "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
  }
}
