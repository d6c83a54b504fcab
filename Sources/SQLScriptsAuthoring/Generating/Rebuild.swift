import SQLScripts
import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

/// Rebuilds a table with its rows, by SQLite's procedure for changes that ALTER TABLE cannot make.
///
/// See <https://www.sqlite.org/lang_altertable.html#making_other_kinds_of_table_schema_changes>. The runner does its
/// steps 1, 2 and 10 to 12 (foreign keys off, the transaction, the check of foreign keys): laws 12 and 17.
struct Rebuild {
  private let table: SchemaTable
  private let definition: String
  private let columns: [String]
  private let schema: SchemaSnapshot
  private let newName: String
  private let rowIDs: (old: String, new: String)?

  /// - Parameters:
  ///   - definition: the new CREATE TABLE; nil for the existing one.
  ///   - dropped: a column that the definition leaves out. Its indexes are not recreated.
  init(
    of table: SchemaTable, as definition: String?, without dropped: String? = nil,
    in schema: SchemaSnapshot
  ) throws(Generation.Refusal) {
    var table = table
    if let dropped, let column = table.column(exactly: dropped) {
      let gone = Set(table.indexes(using: column).map(\.name))
      table.indexes.removeAll { gone.contains($0.name) }
    }
    self.table = table
    self.schema = schema
    var name = "new_" + table.name
    while schema[name] != nil { name = "new_" + name }
    newName = name
    let sql = definition ?? table.sql
    let head = MentionedNames(sql)
    guard head.names.count > 2, head.names[0].uppercased() == "CREATE",
      head.names[1].uppercased() == "TABLE", head.names[2].isSameName(as: table.name)
    else { throw .notADefinition(of: table.name) }
    let bytes = Array(sql.utf8)
    let place = head.ranges[2]
    self.definition =
      String(decoding: bytes[..<place.lowerBound], as: UTF8.self) + name.quotedName
      + String(decoding: bytes[place.upperBound...], as: UTF8.self)
    let shape = try? ScratchTable(sql, named: table.name).table()
    let words = definition.map { MentionedNames($0).names }
    let copied = table.columns.filter { column in
      guard !column.isGenerated, dropped.map({ !column.name.isSameName(as: $0) }) ?? true else {
        return false
      }
      guard let shape else { return words?.contains { $0.isSameName(as: column.name) } ?? true }
      return shape.columns.contains { $0.name.isSameName(as: column.name) && !$0.isGenerated }
    }.map(\.name)
    columns = copied.map(\.quotedName)
    rowIDs = shape.flatMap { Self.rowIDs(of: table, to: $0, copied: copied) }
  }

  /// The names for copying rowids, because full-text indexes and rows of other tables may refer to them. Nil if a
  /// column already copies them, or if there are none.
  private static func rowIDs(
    of old: SchemaTable, to new: SchemaTable, copied: [String]
  ) -> (old: String, new: String)? {
    guard !old.isWithoutRowID, !new.isWithoutRowID,
      let source = String.rowIDName(besides: old.columns.map(\.name)),
      let target = String.rowIDName(besides: new.columns.map(\.name))
    else { return nil }
    if let alias = new.rowIDAlias, copied.contains(where: { $0.isSameName(as: alias.name) }) {
      return nil
    }
    return (source, target)
  }

  var statements: [String] {
    let name = table.name.quotedName
    let source = ([rowIDs?.old].compactMap { $0 } + columns).joined(separator: ", ")
    let target = ([rowIDs?.new].compactMap { $0 } + columns).joined(separator: ", ")
    var statements = triggersElsewhere.map { "DROP TRIGGER \($0.name.quotedName)" }
    statements += views.map { "DROP VIEW \($0.name.quotedName)" }
    statements += [
      definition,
      "INSERT INTO \(newName.quotedName) (\(target))\nSELECT \(source) FROM \(name)",
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

  /// The statements that copy the highest ID of AUTOINCREMENT to the new table.
  private var sequenceStatements: [String] {
    let isNumbered = { (sql: String) in
      MentionedNames(sql).names.contains { $0.uppercased() == "AUTOINCREMENT" }
    }
    guard isNumbered(table.sql), isNumbered(definition) else { return [] }
    let (old, new) = (table.name.sqlText, newName.sqlText)
    return [
      "DELETE FROM sqlite_sequence WHERE name = \(new)",
      "INSERT INTO sqlite_sequence (name, seq)\nSELECT \(new), seq FROM sqlite_sequence WHERE name = \(old)",
    ]
  }

  /// The views that read the table, directly or through a view. While the table does not exist, SQLite would refuse to
  /// rename the new one because of them.
  private var views: [SchemaTable] {
    var names: Set = [SQLName(table.name)]
    let all = schema.tables.values.filter { $0.kind == .view }.sorted { $0.name < $1.name }
    var found: [SchemaTable] = []
    var isMore = true
    while isMore {
      isMore = false
      for view in all where !names.contains(SQLName(view.name)) {
        guard MentionedNames(view.sql).mention(names) else { continue }
        names.insert(SQLName(view.name))
        found.append(view)
        isMore = true
      }
    }
    return found
  }

  /// The triggers of other tables that use the table or one of these views. The other triggers of such a table are
  /// recreated with them, because SQLite fires triggers in the order of their creation.
  private var triggersElsewhere: [SchemaTrigger] {
    let names = Set(([table] + views).map { SQLName($0.name) })
    return schema.tables.values.filter { !names.contains(SQLName($0.name)) }
      .sorted { $0.name < $1.name }.map(\.triggers)
      .filter { $0.contains { MentionedNames($0.sql).mention(names) } }.flatMap { $0 }
  }
}

extension String {
  fileprivate var sqlText: String {
    quoted(by: "'")
  }
}
