import SQLScriptsDatabase
import SQLScriptsSQL

/// Groups violations before and after a step into kinds: those of one table, even if renamed or rebuilt, and one
/// foreign key, even if its parent was renamed or replaced (law 17).
struct ForeignKeyKinds {
  /// Where old violations of a kind can be found in the database before the step.
  enum Past: Hashable {
    case declared(ForeignKey)
    /// The columns of the same names in a table without such a foreign key. The key belongs to the later table;
    /// `parents` are the possible earlier parents.
    case undeclared(SQLName, ForeignKey, parents: [SQLName])
  }

  struct Kind {
    var keys: [ForeignKey]
    var pasts: [Past]
    /// Whether no table had such a foreign key before.
    var isNew: Bool
  }

  private struct ID: Hashable {
    var child: SQLName
    var parent: SQLName
    /// Without columns that have other names now.
    var columns: Set<SQLName>
    var count: Int
  }

  private let before: ForeignKeySchema
  private let after: ForeignKeySchema
  private let lineage: ForeignKeyLineage
  /// The tables before the step, by the tables that they became.
  private let tables: [SQLName: [SQLName]]

  init(from before: ForeignKeySchema, to after: ForeignKeySchema, by lineage: ForeignKeyLineage) {
    self.before = before
    self.after = after
    self.lineage = lineage
    tables = Dictionary(grouping: before.tableNames.sorted(), by: lineage.root)
  }

  /// The foreign keys before the step: those on the same columns, or else those that referred to the same table; nil if
  /// the table is new.
  func former(of key: ForeignKey) -> [ForeignKey]? {
    guard let tables = tables[lineage.root(of: key.child)] else { return nil }
    let all = tables.flatMap(before.references(of:))
    let same = all.filter { Set($0.columns) == Set(key.columns) }
    guard same.isEmpty else { return same }
    let parent = lineage.root(of: key.parent)
    return all.filter { lineage.root(of: $0.parent) == parent }
  }

  /// The kinds of foreign keys with violations.
  func kinds(of keys: [ForeignKey]) -> [Kind] {
    var order: [ID] = []
    var kinds: [ID: Kind] = [:]
    for key in keys {
      let (id, pasts) = pasts(of: key)
      guard kinds[id] == nil else { continue }
      order.append(id)
      let isNew = !pasts.contains { if case .declared = $0 { true } else { false } }
      kinds[id] = Kind(keys: [], pasts: pasts, isNew: isNew)
    }
    // Includes untouched tables, so that their violations excuse none in other tables.
    let children = Set(order.map(\.child))
    for key in after.references where children.contains(lineage.root(of: key.child)) {
      kinds[pasts(of: key).0]?.keys.append(key)
    }
    return order.compactMap { kinds[$0] }
  }

  private func pasts(of key: ForeignKey) -> (ID, [Past]) {
    let (child, parent) = (lineage.root(of: key.child), lineage.root(of: key.parent))
    let columns = Set(key.columns)
    var id = ID(child: child, parent: parent, columns: columns, count: key.columns.count)
    let tables = tables[child] ?? []
    let alike = { (table: SQLName) in
      before.references(of: table).filter {
        $0.columns.count == id.count && lineage.root(of: $0.parent) == parent
      }
    }
    let same = tables.map { table in alike(table).filter { Set($0.columns) == columns } }
    let isRenamed = same.allSatisfy(\.isEmpty)
    var pasts: [Past] = []
    for (table, same) in zip(tables, same) {
      var old = same
      // Columns with new names replace those that no longer exist.
      let kept = columns.intersection(before.columns(of: table))
      if isRenamed, kept != columns {
        old = alike(table).filter {
          Set($0.columns).intersection(after.columns(of: key.child)) == kept
        }
        if !old.isEmpty { id.columns = kept }
      }
      pasts += old.map(Past.declared)
      // Rows from a table without the foreign key.
      if old.isEmpty {
        if let parents = self.tables[parent] {
          pasts.append(.undeclared(table, key, parents: parents))
        }
      }
    }
    return (id, pasts)
  }

  /// The positions of one key's columns in another key.
  static func order(of old: ForeignKey, for key: ForeignKey) -> [Int] {
    let order = key.columns.compactMap { old.columns.firstIndex(of: $0) }
    // Renamed columns keep their position.
    return order.count == key.columns.count ? order : Array(key.columns.indices)
  }
}

extension ForeignKeyKinds.Past {
  /// The foreign key before the step; nil if the table or its parent had no such columns.
  func key(
    in schema: ForeignKeySchema, _ connection: Connection
  ) throws(SQLiteError) -> ForeignKey? {
    guard case .undeclared(let table, let key, let parents) = self else {
      if case .declared(let key) = self { return key }
      return nil
    }
    guard try connection.columns(of: table).keys.contains(all: key.columns) else { return nil }
    for parent in parents.sorted(by: { first, _ in first == key.parent }) {
      var old = key
      (old.child, old.parent) = (table, parent)
      if try connection.columns(of: parent).keys.contains(all: key.keys),
        try ParentKey(old, connection) != nil
      {
        return old
      }
    }
    return nil
  }

  func affinities(
    in schema: ForeignKeySchema, _ connection: Connection
  ) throws(SQLiteError) -> [KeyAffinity] {
    switch self {
    case .declared(let key): return schema.affinities(of: key)
    case .undeclared(let table, let key, _):
      let columns = try connection.columns(of: table)
      return key.columns.map { columns[$0] ?? .none }
    }
  }

  func order(for key: ForeignKey) -> [Int] {
    switch self {
    case .declared(let old), .undeclared(_, let old, _): ForeignKeyKinds.order(of: old, for: key)
    }
  }
}

extension Connection {
  fileprivate func columns(of table: SQLName) throws(SQLiteError) -> [SQLName: KeyAffinity] {
    var columns: [SQLName: KeyAffinity] = [:]
    for row in try rows("PRAGMA main.table_xinfo(\(table.quotedName))") {
      columns[row[1].name ?? ""] =
        KeyAffinity(declaredType: row[2].string ?? "")
    }
    return columns
  }
}

extension Collection where Element == SQLName {
  fileprivate func contains(all names: [SQLName]) -> Bool {
    let known = Set(self)
    return names.allSatisfy(known.contains)
  }
}
