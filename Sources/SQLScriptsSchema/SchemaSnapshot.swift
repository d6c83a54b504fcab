import SQLScriptsSQL

/// All tables and views of a database at one moment, by name.
///
/// The rehearsal keeps one snapshot per statement. Two of them usually differ in one table, so a change copies few
/// tables and shares the others. It is a tree of three levels with sixteen branches each, which count their tables:
/// reading all of a small schema must not visit 4,096 leaves.
package struct SchemaSnapshot: Sendable, Hashable {
  private struct Part: Sendable, Hashable {
    var tables: [SQLName: SchemaTable] = [:]

    /// The tables that refer to a table, by its name.
    var referrers: [SQLName: Set<SQLName>] = [:]

    static func == (left: Part, right: Part) -> Bool { left.tables == right.tables }

    func hash(into hasher: inout Hasher) { hasher.combine(tables) }
  }

  private struct Twig: Sendable, Hashable {
    var count = 0
    var parts = [Part](repeating: Part(), count: 16)
  }

  private struct Branch: Sendable, Hashable {
    var count = 0
    var twigs = [Twig](repeating: Twig(), count: 16)
  }

  private static let emptyTree = [Branch](repeating: Branch(), count: 16)

  private var tree = emptyTree

  /// The number of tables and views.
  package private(set) var count = 0

  /// The number of tables and views with their indexes and triggers.
  package private(set) var objectCount = 0

  /// The number of triggers.
  package private(set) var triggerCount = 0

  /// Those with tables.
  private var parts: [Part] {
    var parts: [Part] = []
    for branch in tree where branch.count > 0 {
      for twig in branch.twigs where twig.count > 0 {
        for part in twig.parts where !part.tables.isEmpty { parts.append(part) }
      }
    }
    return parts
  }

  /// The views that may contain `*`.
  package private(set) var viewsOfAllColumns: Set<SQLName> = []

  package init() {}

  package static func == (left: SchemaSnapshot, right: SchemaSnapshot) -> Bool {
    // Branches that are shared are not compared.
    left.count == right.count && left.tree == right.tree
  }

  package func hash(into hasher: inout Hasher) {
    for part in parts { hasher.combine(part.tables) }
  }

  /// All of them, by name.
  package var tables: [SQLName: SchemaTable] {
    var all: [SQLName: SchemaTable] = [:]
    all.reserveCapacity(count)
    for part in parts { all.merge(part.tables) { first, _ in first } }
    return all
  }

  /// The tables that refer to a table of this name, even if it does not exist.
  package func children(of name: SQLName) -> [SchemaTable] {
    let key = name
    return (self[part: Self.place(of: key)].referrers[key] ?? []).compactMap { self[$0] }
  }

  /// The table or view with a name.
  package subscript(name: SQLName) -> SchemaTable? {
    self[part: Self.place(of: name)].tables[name]
  }

  /// The table or view with a name.
  package subscript(name: String) -> SchemaTable? { self[SQLName(name)] }

  /// The names of all tables and views, as they are written, in order.
  package var names: [String] {
    parts.flatMap { $0.tables.values.map { SQLName($0.name) } }.sorted().map(\.text)
  }

  /// The SQL of a view or trigger.
  package func definition(of name: SQLName) -> String? {
    if let view = self[name], view.kind == .view { return view.sql }
    for part in parts {
      for table in part.tables.values where !table.triggers.isEmpty {
        if let trigger = table.triggers.first(where: { SQLName($0.name) == name }) {
          return trigger.sql
        }
      }
    }
    return nil
  }

  /// The table that an index or a trigger belongs to.
  package func table(ofIndex name: String) -> SchemaTable? {
    for part in parts {
      if let table = part.tables.values.first(where: { table in
        table.indexes.contains { $0.name.isSameName(as: name) }
      }) {
        return table
      }
    }
    return nil
  }

  /// Adds or replaces a table; nil removes it.
  package mutating func set(_ table: SchemaTable?, named key: SQLName) {
    let place = Self.place(of: key)
    let old = self[part: place].tables[key]
    let difference = (table == nil ? 0 : 1) - (old == nil ? 0 : 1)
    count += difference
    if difference != 0 {
      tree[place >> 8].count += difference
      tree[place >> 8].twigs[place >> 4 & 15].count += difference
    }
    objectCount += (table?.objectCount ?? 0) - (old?.objectCount ?? 0)
    triggerCount += (table?.triggers.count ?? 0) - (old?.triggers.count ?? 0)
    let hasSameKeys = old?.foreignKeys == table?.foreignKeys
    for reference in hasSameKeys ? [] : old?.foreignKeys ?? [] {
      let parent = SQLName(reference.parent)
      self[part: Self.place(of: parent)].referrers[parent]?.remove(key)
    }
    self[part: place].tables[key] = table
    for reference in hasSameKeys ? [] : table?.foreignKeys ?? [] {
      let parent = SQLName(reference.parent)
      self[part: Self.place(of: parent)].referrers[parent, default: []].insert(key)
    }
    if let table, table.kind == .view, table.sql.utf8.contains(UInt8(ascii: "*")) {
      viewsOfAllColumns.insert(key)
    } else {
      viewsOfAllColumns.remove(key)
    }
  }

  private subscript(part place: Int) -> Part {
    get { tree[place >> 8].twigs[place >> 4 & 15].parts[place & 15] }
    set { tree[place >> 8].twigs[place >> 4 & 15].parts[place & 15] = newValue }
    _modify { yield &tree[place >> 8].twigs[place >> 4 & 15].parts[place & 15] }
  }

  /// The branch for a name: FNV-1a, which is the same in every run.
  private static func place(of key: SQLName) -> Int {
    var hash: UInt32 = 2_166_136_261
    for byte in key.folded.utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    return Int(hash & 0xFFF)
  }
}

extension SchemaTable {
  fileprivate var objectCount: Int { 1 + indexes.count + triggers.count }
}
