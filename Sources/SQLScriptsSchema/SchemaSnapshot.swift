/// All tables and views of a database at one moment, by name.
///
/// The rehearsal keeps one for each statement. They differ in one table, so a change copies the few
/// tables that stand beside it, and the others are shared.
package struct SchemaSnapshot: Sendable, Hashable {
  private struct Part: Sendable, Hashable {
    /// By name in lower case: SQLite's names know no case.
    var tables: [String: SchemaTable] = [:]

    /// The tables that refer to a table, by its name; all in lower case.
    var referrers: [String: Set<String>] = [:]
  }

  private var parts = [Part](repeating: Part(), count: 64)

  /// The views that may have `*` in them, in lower case.
  package private(set) var viewsOfAllColumns: Set<String> = []

  package init() {}

  package static func == (left: SchemaSnapshot, right: SchemaSnapshot) -> Bool {
    zip(left.parts, right.parts).allSatisfy { $0.tables == $1.tables }
  }

  package func hash(into hasher: inout Hasher) {
    for part in parts { hasher.combine(part.tables) }
  }

  /// All of them, by name in lower case.
  package var tables: [String: SchemaTable] {
    parts.reduce(into: [:]) { all, part in all.merge(part.tables) { first, _ in first } }
  }

  /// The tables that refer to a table of this name, whether or not it is there.
  package func children(of name: String) -> [SchemaTable] {
    let key = name.lowercased()
    return (parts[Self.place(of: key)].referrers[key] ?? []).compactMap { self[$0] }
  }

  /// The table or view of a name, in any case.
  package subscript(name: String) -> SchemaTable? {
    let key = name.lowercased()
    return parts[Self.place(of: key)].tables[key]
  }

  /// The names of all tables and views, as they are written, in order.
  package var names: [String] {
    parts.flatMap { $0.tables.values.map(\.name) }.sorted()
  }

  /// The table that an index or a trigger belongs to.
  package func table(ofIndex name: String) -> SchemaTable? {
    let name = name.lowercased()
    for part in parts {
      if let table = part.tables.values.first(where: { table in
        table.indexes.contains { $0.name.lowercased() == name }
      }) {
        return table
      }
    }
    return nil
  }

  /// Puts a table in, in place of the one that had the name; nil takes it out.
  package mutating func set(_ table: SchemaTable?, named name: String) {
    let key = name.lowercased()
    let place = Self.place(of: key)
    let old = parts[place].tables[key]
    for reference in old?.foreignKeys ?? [] {
      let parent = reference.parent.lowercased()
      parts[Self.place(of: parent)].referrers[parent]?.remove(key)
    }
    parts[place].tables[key] = table
    for reference in table?.foreignKeys ?? [] {
      let parent = reference.parent.lowercased()
      parts[Self.place(of: parent)].referrers[parent, default: []].insert(key)
    }
    if let table, table.kind == .view, table.sql.utf8.contains(UInt8(ascii: "*")) {
      viewsOfAllColumns.insert(key)
    } else {
      viewsOfAllColumns.remove(key)
    }
  }

  /// The part for a name: FNV-1a, which is the same in every run.
  private static func place(of key: String) -> Int {
    var hash: UInt32 = 2_166_136_261
    for byte in key.utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    return Int(hash % 64)
  }
}
