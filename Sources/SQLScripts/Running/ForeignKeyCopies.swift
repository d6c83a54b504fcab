import SQLScriptsDatabase
import SQLScriptsSQL

/// The tables that a script filled with nothing but rows of another table.
///
/// Their rows cannot be new violations of a foreign key (law 17): each value of the key was in the column of the same name
/// before the script, and not in more rows than it was there.
struct ForeignKeyCopies {
  private struct Copy {
    /// The name before the script.
    var source: SQLName
    /// The columns that were copied as they are.
    var columns: [SQLName: KeyAffinity]
  }

  private var copies: [SQLName: Copy] = [:]

  /// Notes the effects of a statement.
  mutating func note(_ touches: Set<ScriptAuthorizer.Touch>, renamed: (from: SQLName, to: SQLName)?)
  {
    if copies.isEmpty { return }
    let moved = renamed.flatMap { copies[$0.from] }
    for touch in touches { copies[touch.table] = nil }
    if let renamed { copies[renamed.to] = moved }
  }

  /// Notes a statement that copies rows of an untouched table, before it runs.
  mutating func add(_ copy: RowCopy, _ connection: Connection) throws(SQLiteError) {
    guard try copy.isPlain(connection) else { return }
    let (source, target) = (
      try CopiedColumn.all(of: copy.source, connection),
      try CopiedColumn.all(of: copy.target, connection)
    )
    let targets = copy.targets ?? target.filter(\.isWritable).map(\.name)
    let sources: [SQLName?] = copy.columns ?? source.map(\.name)
    guard targets.count == sources.count else { return }
    var columns: [SQLName: KeyAffinity] = [:]
    for (name, origin) in zip(targets, sources) where name == origin {
      guard let old = source.first(where: { $0.name == name }),
        let new = target.first(where: { $0.name == name }), new.keepsValues(of: old)
      else { continue }
      columns[name] = KeyAffinity(declaredType: new.type)
    }
    copies[copy.target] = Copy(source: copy.source, columns: columns)
  }

  /// Whether a table got the rows of another one, with the columns of its foreign key.
  func hasCopy(for key: ForeignKey) -> Bool {
    copies.values.contains { copy in
      copy.source == key.child && key.columns.allSatisfy { copy.columns[$0] != nil }
    }
  }

  /// Whether all violations of a kind are copies of earlier ones. Its parent must be unchanged.
  ///
  /// - Parameter parents: the affinities of the parent's columns. If those of the child are the same, it makes no
  ///   difference whether a value was converted before it was compared.
  func explain(_ kind: ForeignKeyKinds.Kind, parents: [KeyAffinity]) -> Bool {
    guard kind.keys.count == 1, let key = kind.keys.first, kind.pasts.count == 1,
      let past = kind.pasts.first, let copy = copies[key.child], parents.count == key.columns.count
    else { return false }
    for (column, parent) in zip(key.columns, parents) {
      guard let affinity = copy.columns[column], affinity == .none || affinity == parent else {
        return false
      }
    }
    switch past {
    case .declared(var old):
      guard old.child == copy.source else { return false }
      old.child = key.child
      return old == key
    case .undeclared(let table, _, let parents):
      return table == copy.source && parents.contains(key.parent)
    }
  }
}

extension RowCopy {
  /// Whether it fills an empty table, which has no trigger, with rows of an ordinary table.
  fileprivate func isPlain(_ connection: Connection) throws(SQLiteError) -> Bool {
    // First, because most INSERTs go into a table with rows, and the rest reads the schema.
    guard try connection.rows("SELECT 1 FROM main.\(target.quotedName) LIMIT 1").isEmpty else {
      return false
    }
    // A rebuild reads the schema anyway, when it renames the table.
    var budget = 0
    guard try OrdinaryTable(source, connection, budget: &budget) != nil else { return false }
    return try OrdinaryTable(target, connection, budget: &budget)?.hasTrigger == false
  }
}

/// A column of a table that is copied.
private struct CopiedColumn {
  var name: SQLName
  var type: String
  /// Whether an INSERT without a list of columns gives it a value.
  var isWritable: Bool
  /// Whether it gets another value for NULL: a rowid, or a default by `ON CONFLICT REPLACE`.
  var replacesNull: Bool

  /// The columns that `*` stands for.
  static func all(of table: SQLName, _ connection: Connection) throws(SQLiteError) -> [CopiedColumn]
  {
    try connection.rows("PRAGMA main.table_xinfo(\(table.quotedName))").compactMap { row in
      guard let name = row[1].name, row[6] != 1 else { return nil }
      return CopiedColumn(
        name: name, type: (row[2].string ?? "").asciiLowercased, isWritable: row[6] == 0,
        replacesNull: row[5] != 0 || row[3] != 0 && !row[4].isNull)
    }
  }

  /// Whether it stores the values of a column of another table as they are. Type ANY means two things.
  func keepsValues(of other: CopiedColumn) -> Bool {
    isWritable && !replacesNull && type == other.type && type != "any"
  }
}
