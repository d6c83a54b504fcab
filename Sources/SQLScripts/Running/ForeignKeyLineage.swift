import SQLScriptsSQL

/// Records which tables became which while a script ran: by a rename, a rebuild, or an INSERT from another table.
///
/// Old violations are followed across it (law 17). A table that has the name of an old one counts as that table,
/// whatever the script did in between.
struct ForeignKeyLineage {
  private struct Node {
    /// The name before the script; nil if the script created it.
    var start: SQLName?
    /// The tables that its INSERTs read.
    var sources: Set<Int> = []
    var isAltered = false
    var isMade = false
  }

  private var nodes: [Node] = []
  private var current: [SQLName: Int] = [:]
  private var removed: Set<SQLName> = []
  /// The names before the script, by the new names.
  private var formerNames: [SQLName: SQLName] = [:]
  private var roots: [SQLName: SQLName] = [:]

  /// Notes one statement. For a code step it is called once for all statements.
  mutating func note(
    _ touches: Set<ScriptAuthorizer.Touch>, reading reads: Set<SQLName>,
    renamed: (from: SQLName, to: SQLName)?, start: ForeignKeySchema
  ) {
    // CREATE TABLE IF NOT EXISTS does nothing if the table exists.
    for case .create(let table) in touches where !exists(table, start) {
      current[table] = nodes.count
      nodes.append(Node(isMade: true))
    }
    for touch in touches {
      switch touch {
      case .insert(let table), .update(let table, _), .create(let table):
        let target = node(of: table, start)
        for source in reads where source != table && isKnown(source, start) {
          nodes[target].sources.insert(node(of: source, start))
        }
      case .alter(let table): nodes[node(of: table, start)].isAltered = true
      case .delete, .drop, .dropIndex: break
      }
    }
    for case .drop(let table) in touches { remove(table) }
    if let renamed {
      let moved = node(of: renamed.from, start)
      remove(renamed.from)
      current[renamed.to] = moved
      formerNames[renamed.to] = nodes[moved].start
    }
  }

  /// Relates the current tables to those before.
  mutating func finish(start: ForeignKeySchema, end: ForeignKeySchema) {
    // Unseen renames: a new name belongs to one of the altered tables that no longer exist.
    let lost = nodes.indices.filter { index in
      nodes[index].isAltered
        && !current.contains { $0.value == index && end.hasTable($0.key) }
    }
    for name in end.tableNames.sorted() {
      let origin = current[name]
      // The table was not touched.
      if origin == nil, start.hasTable(name), !removed.contains(name) { continue }
      var found: Set<Int> = []
      if let origin { collect(origin, into: &found) }
      if origin.map({ nodes[$0].start == nil && !nodes[$0].isMade }) ?? true {
        for index in lost { collect(index, into: &found) }
      }
      for source in found.sorted() {
        guard let former = nodes[source].start else { continue }
        // A table that still exists keeps its violations, so they excuse none elsewhere.
        if !start.hasTable(name) || !end.hasTable(former) || origin == source {
          unite(name, former)
        }
      }
    }
  }

  /// The schema that a script meant if it has renamed an old table first: references to the old name refer to the table
  /// that has this name now.
  ///
  /// `ALTER TABLE a RENAME TO old; CREATE TABLE a …; DROP TABLE old` leaves references to “old”.
  func meant(_ schema: ForeignKeySchema) -> ForeignKeySchema {
    if formerNames.isEmpty { return schema }
    return schema.replacingParents { key in
      guard !schema.hasTable(key.parent), let former = formerNames[key.parent],
        former != key.parent, schema.hasTable(former)
      else { return nil }
      return former
    }
  }

  /// The common identity of all names of one table.
  func root(of name: SQLName) -> SQLName {
    var name = name
    while let next = roots[name] { name = next }
    return name
  }

  private mutating func unite(_ left: SQLName, _ right: SQLName) {
    let (left, right) = (root(of: left), root(of: right))
    if left != right { roots[left] = right }
  }

  private func collect(_ index: Int, into found: inout Set<Int>) {
    var rest = [index]
    while let next = rest.popLast() {
      if found.insert(next).inserted { rest += nodes[next].sources }
    }
  }

  /// Whether it is a table, possibly a temporary one, which is not listed.
  private func isKnown(_ name: SQLName, _ start: ForeignKeySchema) -> Bool {
    name.isTemporary || exists(name, start)
  }

  private func exists(_ name: SQLName, _ start: ForeignKeySchema) -> Bool {
    current[name] != nil || start.hasTable(name) && !removed.contains(name)
  }

  private mutating func remove(_ name: SQLName) {
    current[name] = nil
    removed.insert(name)
  }

  private mutating func node(of name: SQLName, _ start: ForeignKeySchema) -> Int {
    if let index = current[name] { return index }
    current[name] = nodes.count
    nodes.append(Node(start: start.hasTable(name) && !removed.contains(name) ? name : nil))
    return nodes.count - 1
  }
}

extension SQLName {
  /// The name of a temporary table, different from that of a table in the database.
  var inTemporarySchema: SQLName { SQLName("\u{1}" + text) }

  fileprivate var isTemporary: Bool { text.utf8.first == 1 }
}
