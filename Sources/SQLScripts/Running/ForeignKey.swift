import SQLScriptsDatabase
import SQLScriptsSQL

/// One foreign key of a table in `main`.
struct ForeignKey: Hashable {
  var child: SQLName
  var columns: [SQLName]
  var parent: SQLName
  /// The columns of the parent; empty for its primary key.
  var keys: [SQLName]

  /// A violation of this key by one row.
  func violation(
    rowID: Int64?, _ values: [SQLiteValue], isTableMissing: Bool, _ names: WrittenNames
  ) -> SQLiteForeignKeyViolation {
    SQLiteForeignKeyViolation(
      table: names[child], rowID: rowID, parent: names[parent], key: words(for: values),
      missing: isTableMissing ? .table : .row)
  }

  /// A violation by the key itself: no row of its table can be written.
  func danglingViolation(_ names: WrittenNames) -> SQLiteForeignKeyViolation {
    SQLiteForeignKeyViolation(
      table: names[child], rowID: nil, parent: names[parent], key: columns.words,
      missing: .tableOfNewRows)
  }

  /// A violation by the key itself: its parent has lost the columns' PRIMARY KEY or UNIQUE.
  func mismatch(_ names: WrittenNames) -> SQLiteForeignKeyViolation {
    SQLiteForeignKeyViolation(
      table: names[child], rowID: nil, parent: names[parent], key: columns.words,
      missing: .uniqueKey(columns: keys.words))
  }

  /// The columns with their values, for messages.
  func words(for values: [SQLiteValue]) -> String {
    zip(columns, values).map { "\($0) = \($1.description.prefix(80))" }.joined(separator: ", ")
  }

  /// A stable order for messages.
  func isBefore(_ other: ForeignKey) -> Bool {
    if child != other.child { return child < other.child }
    if columns != other.columns { return columns.lexicographicallyPrecedes(other.columns) }
    return parent < other.parent
  }
}

extension [SQLName] {
  /// The names, for messages.
  var words: String { map(\.text).joined(separator: ", ") }
}

/// The names of tables as their authors wrote them, for messages.
struct WrittenNames {
  private var names: Set<SQLName> = []

  init() {}

  init(_ connection: Connection) throws(SQLiteError) {
    for row in try connection.rows("SELECT name FROM main.sqlite_schema WHERE type = 'table'") {
      if let name = row[0].name { names.insert(name) }
    }
  }

  subscript(name: SQLName) -> String {
    names.firstIndex(of: name).map { names[$0].text } ?? name.text
  }
}

/// How SQLite converts the values of a column before it compares them as keys.
enum KeyAffinity: String {
  case numeric, text, none

  /// <https://www.sqlite.org/datatype3.html#determination_of_column_affinity>
  init(declaredType: String) {
    let type = declaredType.asciiLowercased
    let has = { (word: StaticString) in type.mentions(word) }
    if has("int") {
      self = .numeric
    } else if has("char") || has("clob") || has("text") {
      self = .text
    } else {
      self = type.isEmpty || has("blob") ? .none : .numeric
    }
  }
}

/// The columns that a foreign key refers to.
struct ParentKey {
  var columns: [SQLName]
  /// Without an index over exactly these columns, SQLite reports a foreign key mismatch and enforces nothing.
  var isUnique: Bool
  /// Whether it is the rowid, which is never NULL.
  var isRowID = false
  let affinities: [KeyAffinity]

  /// The key of an existing table; nil if it has none.
  init?(_ key: ForeignKey, _ connection: Connection) throws(SQLiteError) {
    let table = key.parent.quotedName
    let info = try connection.rows("PRAGMA main.table_xinfo(\(table))")
    let primary = info.compactMap { row in row[5].int.map { (order: $0, name: row[1].name ?? "") } }
      .filter { $0.order > 0 }.sorted { $0.order < $1.order }.map(\.name)
    columns = key.keys.isEmpty ? primary : key.keys
    guard columns.count == key.columns.count, !columns.isEmpty else { return nil }
    let types = Dictionary(
      info.map { ($0[1].name ?? "", $0[2].string ?? "") }, uniquingKeysWith: { first, _ in first })
    affinities = columns.map { KeyAffinity(declaredType: types[$0] ?? "") }
    isUnique = key.keys.isEmpty
    var hasPrimaryIndex = false
    for index in try connection.rows("PRAGMA main.index_list(\(table))") {
      if index[3] == "pk" { hasPrimaryIndex = true }
      guard !isUnique, index[2] == 1, index[4] == 0, let name = index[1].name else { continue }
      let parts = try connection.rows("PRAGMA main.index_xinfo(\(name.quotedName))")
        .filter { $0[5] == 1 }
      // A foreign key cannot use an index whose collation differs from its column's.
      isUnique =
        Set(parts.map(\.[2].name)) == Set(columns)
        && parts.count == columns.count
        && parts.allSatisfy { part in
          guard let column = part[2].name else { return false }
          return connection.collation(of: column.text, in: key.parent.text).isSameName(
            as: part[4].string ?? "")
        }
    }
    // The rowid has no index.
    isRowID = !hasPrimaryIndex && columns == primary && primary.count == 1
    if isRowID { isUnique = true }
  }
}

extension String {
  /// Whether the text contains a word, ignoring the case of ASCII letters.
  func mentions(_ word: StaticString) -> Bool {
    var text = self
    return text.withUTF8 { StatementText($0).mentions(word) }
  }
}
