import SQLScriptsDatabase

/// Which orphans after a step are of one kind with which before it: those of one table, be it renamed or
/// rebuilt, by one foreign key, be its parent renamed or replaced (law 17).
struct ForeignKeyKinds {
  /// Where old orphans of a kind may be found in the database as it was before the step.
  enum Past: Hashable {
    case declared(ForeignKey)
    /// The columns of the same names, in a table that had no such foreign key. The key is that of the
    /// table that it became; the parents are those that its parent may have been.
    case undeclared(String, ForeignKey, parents: [String])
  }

  struct Kind {
    var keys: [ForeignKey]
    var pasts: [Past]
    /// Whether no table had such a foreign key before.
    var isNew: Bool
  }

  private struct ID: Hashable {
    var child: String
    var parent: String
    /// Without those that have other names now.
    var columns: Set<String>
    var count: Int
  }

  private let before: ForeignKeySchema
  private let after: ForeignKeySchema
  private let lineage: ForeignKeyLineage

  init(from before: ForeignKeySchema, to after: ForeignKeySchema, by lineage: ForeignKeyLineage) {
    self.before = before
    self.after = after
    self.lineage = lineage
  }

  /// The kinds that foreign keys with orphans are of.
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
    // Also those that nothing was done to: what they have kept excuses nothing elsewhere.
    let tables = Set(order.map(\.child))
    for key in after.references where tables.contains(lineage.root(of: key.child)) {
      kinds[pasts(of: key).0]?.keys.append(key)
    }
    return order.compactMap { kinds[$0] }
  }

  private func pasts(of key: ForeignKey) -> (ID, [Past]) {
    let (child, parent) = (lineage.root(of: key.child), lineage.root(of: key.parent))
    let columns = Set(key.columns)
    var id = ID(child: child, parent: parent, columns: columns, count: key.columns.count)
    let tables = before.tableNames.filter { lineage.root(of: $0) == child }.sorted()
    let alike = { (table: String) in
      before.references(of: table).filter {
        $0.columns.count == id.count && lineage.root(of: $0.parent) == parent
      }
    }
    let same = tables.map { table in alike(table).filter { Set($0.columns) == columns } }
    let isRenamed = same.allSatisfy(\.isEmpty)
    var pasts: [Past] = []
    for (table, same) in zip(tables, same) {
      var old = same
      // The columns with new names stand for those whose names are gone.
      let kept = columns.intersection(before.columns(of: table))
      if isRenamed, kept != columns {
        old = alike(table).filter {
          Set($0.columns).intersection(after.columns(of: key.child)) == kept
        }
        if !old.isEmpty { id.columns = kept }
      }
      pasts += old.map(Past.declared)
      // Rows that a table without the foreign key has brought along.
      if old.isEmpty {
        let parents = before.tableNames.filter { lineage.root(of: $0) == parent }.sorted()
        if !parents.isEmpty { pasts.append(.undeclared(table, key, parents: parents)) }
      }
    }
    return (id, pasts)
  }

  /// The places of the values of one key's columns among the values of another's.
  static func order(of old: ForeignKey, for key: ForeignKey) -> [Int] {
    let order = key.columns.compactMap { old.columns.firstIndex(of: $0) }
    // Columns that were renamed stand where they stood.
    return order.count == key.columns.count ? order : Array(key.columns.indices)
  }
}

extension ForeignKeyKinds.Past {
  /// The foreign key as it was, or would have been; nil if the table or its parent had no such columns.
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
  fileprivate func columns(of table: String) throws(SQLiteError) -> [String: KeyAffinity] {
    var columns: [String: KeyAffinity] = [:]
    for row in try rows("PRAGMA main.table_xinfo(\(table.quotedName))") {
      columns[row[1].string?.asciiLowercased ?? ""] =
        KeyAffinity(declaredType: row[2].string ?? "")
    }
    return columns
  }
}

extension Collection where Element == String {
  fileprivate func contains(all names: [String]) -> Bool {
    let known = Set(self)
    return names.allSatisfy(known.contains)
  }
}
