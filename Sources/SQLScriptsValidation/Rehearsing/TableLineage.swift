import SQLScriptsDatabase
import SQLScriptsSQL
import SQLScriptsSchema

/// The lineage of a table that a script dropped or renamed.
///
/// Many changes of a table need a rebuild: create, copy, drop, rename. Each of these statements alone looks like a
/// loss, so rules check their combined effect.
package struct TableLineage: Sendable {
  package enum Kind: Sendable {
    /// The table was renamed.
    case renamed
    /// Another table replaces it.
    case rebuilt
    /// The table was dropped, but statements copied from it into tables that stay.
    case moved
    /// The table was dropped with its rows.
    case dropped
  }

  package let kind: Kind

  /// The table before the script.
  package let before: SchemaTable

  /// The table after the script, if there is one.
  package let after: SchemaTable?

  /// All tables that contained its rows during the script.
  package let names: Set<SQLName>

  /// All names of the table that replaces it, during the script; empty if there is none.
  package let namesOfReplacement: Set<SQLName>

  /// The index of the statement that dropped or renamed it.
  package let statement: Int

  /// The indices of the statements that copied its rows.
  package let copies: [Int]

  /// The indices of the statements that created, renamed or dropped a table that contained its rows, or replaces it.
  package let steps: Set<Int>

  /// Whether a table was renamed before its replacement was created.
  package let wasRenamedFirst: Bool

  /// The index of the first statement that made a table for its rows; of a table from before the script, zero.
  package var start = 0
}

extension TableLineage {
  /// The name under which the old table stays after a script; nil if it was dropped.
  package func rest(in script: RehearsedScript) -> String? {
    var name = SQLName(before.name)
    for statement in script.statements where statement.succeeded {
      if statement.droppedTable == name { return nil }
      if let (old, new) = statement.renamedTable, old == name { name = new }
    }
    return script.after[name]?.name
  }

  /// Whether a table has nothing to do with it, so that what was created for that table replaces nothing.
  func isOther(_ table: SchemaTable) -> Bool {
    !names.contains(SQLName(table.name)) && after?.name.isSameName(as: table.name) != true
  }
}

/// Follows tables through the statements of a script.
struct TableLineages {
  private struct Entry {
    /// The name before the script; nil for a table that the script created.
    var original: SQLName?
    /// The statement that created it, and the name then.
    var made: (name: SQLName, index: Int)?
    var names: Set<SQLName>
    var droppedAt: Int?
    var renamedAt: Int?
    /// The statements that created, renamed or dropped it. Another table may have its name before and afterwards.
    var steps: Set<Int> = []
    /// The entries from which rows were copied, with the statement.
    var sources: [(entry: Int, statement: Int)] = []
  }

  private var entries: [Entry] = []
  private var live: [SQLName: Int] = [:]
  /// The tables from before the script that have an entry.
  private var originals: Set<SQLName> = []
  /// The final name of each entry.
  private var lastNames: [Int: SQLName] = [:]
  /// The entries to which rows of an entry were copied.
  private var targets: [Int: [Int]] = [:]

  /// The lineages of the tables that a script dropped or renamed, in the order of their names.
  static func of(_ script: RehearsedScript) -> [TableLineage] {
    guard concerns(script) else { return [] }
    let lineages = TableLineages(script)
    return lineages.entries.indices.compactMap { lineages.lineage(of: $0, in: script) }
      .sorted { SQLName($0.before.name) < SQLName($1.before.name) }
  }

  /// The rebuilds of the tables that a script itself creates, which hold no rows of users.
  static func rebuildsOfNewTables(in script: RehearsedScript) -> [TableLineage] {
    guard concerns(script) else { return [] }
    let lineages = TableLineages(script)
    return lineages.entries.indices.compactMap { lineages.rebuild(ofNew: $0, in: script) }
  }

  private static func concerns(_ script: RehearsedScript) -> Bool {
    script.statements.contains { statement in
      statement.succeeded
        && (statement.actions.contains { $0.kind == .dropTable } || statement.renamedTo != nil)
    }
  }

  private init(_ script: RehearsedScript) {
    for (index, statement) in script.statements.enumerated() where statement.succeeded {
      follow(statement, index, script.before)
    }
    lastNames = Dictionary(live.map { ($1, $0) }) { first, _ in first }
    for (entry, target) in entries.enumerated() {
      for source in target.sources { targets[source.entry, default: []].append(entry) }
    }
  }

  private mutating func follow(
    _ statement: RehearsedStatement, _ index: Int, _ before: SchemaSnapshot
  ) {
    guard !statement.isReadOnly else { return }
    if let dropped = statement.droppedTable {
      if let entry = entry(dropped, before) {
        entries[entry].droppedAt = index
        entries[entry].steps.insert(index)
      }
      live[dropped] = nil
    } else if let (old, new) = statement.renamedTable {
      guard let entry = entry(old, before) else { return }
      entries[entry].names.insert(new)
      entries[entry].steps.insert(index)
      entries[entry].renamedAt = entries[entry].renamedAt ?? index
      live[old] = nil
      live[new] = entry
    } else if let target = statement.writtenTable {
      if statement.madeTable == target {
        live[target] = entries.count
        entries.append(Entry(made: (target, index), names: [target], steps: [index]))
      }
      guard let entry = entry(target, before) else { return }
      for source in statement.readTables where source != target {
        guard let source = self.entry(source, before) else { continue }
        entries[entry].sources.append((source, index))
      }
    }
  }

  private mutating func entry(_ name: SQLName, _ before: SchemaSnapshot) -> Int? {
    if let known = live[name] { return known }
    // A reused name is not the table of that name before the script.
    guard before[name]?.kind == .table, originals.insert(name).inserted else { return nil }
    live[name] = entries.count
    entries.append(Entry(original: name, names: [name]))
    return entries.count - 1
  }

  private func lineage(of index: Int, in script: RehearsedScript) -> TableLineage? {
    let entry = entries[index]
    guard let original = entry.original, let before = script.before[original],
      let statement = entry.droppedAt ?? entry.renamedAt
    else { return nil }
    let heirs = Self.reachable(from: index) { targets[$0] ?? [] }.subtracting([index]).sorted()
    let living = heirs.filter { entries[$0].droppedAt == nil }
    let successor = live[original].flatMap { $0 == index ? nil : $0 }
    var kind = TableLineage.Kind.dropped
    var heir: Int?
    if let successor, entries[successor].original == nil || living.contains(successor) {
      (kind, heir) = (.rebuilt, successor)
    } else if entry.droppedAt == nil {
      guard live[original] != index else { return nil }
      (kind, heir) = (.renamed, index)
    } else if living.count == 1, let only = living.first, entries[only].original == nil,
      lineage(of: only).allSatisfy({ $0 == index || entries[$0].original == nil })
    {
      (kind, heir) = (.rebuilt, only)
    } else if !living.isEmpty {
      kind = .moved
    }
    let name = heir.flatMap { lastNames[$0] }
    let onTheWay = heir.map { lineage(of: $0).union([$0]) }
    let way = heirs.filter { onTheWay?.contains($0) ?? true }
    return TableLineage(
      kind: kind, before: before, after: name.flatMap { script.after[$0] },
      names: way.reduce(entry.names) { $0.union(entries[$1].names) }.union(name.map { [$0] } ?? []),
      namesOfReplacement: kind == .rebuilt ? heir.map { entries[$0].names } ?? [] : [],
      statement: statement, copies: copies(to: way, from: Set(way + [index])),
      steps: steps(of: way + [index] + [heir].compactMap { $0 }),
      wasRenamedFirst: wasRenamedFirst(entry, before: heir))
  }

  private func rebuild(ofNew index: Int, in script: RehearsedScript) -> TableLineage? {
    guard let made = entries[index].made, let dropped = entries[index].droppedAt,
      let heir = live[made.name], heir != index
    else { return nil }
    let way = Self.reachable(from: index) { targets[$0] ?? [] }.subtracting([index])
      .filter { lineage(of: heir).contains($0) || $0 == heir }.sorted()
    let starts = way.compactMap { entries[$0].made?.index } + [entries[index].renamedAt ?? dropped]
    guard way.contains(heir), let start = starts.min(),
      let before = script.statements[start].before[made.name]
    else { return nil }
    return TableLineage(
      kind: .rebuilt, before: before, after: script.after[made.name],
      names: way.reduce(entries[index].names) { $0.union(entries[$1].names) },
      namesOfReplacement: entries[heir].names, statement: dropped,
      copies: copies(to: way, from: Set(way + [index])),
      steps: steps(of: way + [index]).filter { $0 >= start }, wasRenamedFirst: false, start: start)
  }

  private func steps(of tables: [Int]) -> Set<Int> {
    tables.reduce([]) { $0.union(entries[$1].steps) }
  }

  private func copies(to heirs: [Int], from sources: Set<Int>) -> [Int] {
    let statements = heirs.flatMap { heir in
      entries[heir].sources.filter { sources.contains($0.entry) }.map(\.statement)
    }
    return Set(statements).sorted()
  }

  private func wasRenamedFirst(_ entry: Entry, before heir: Int?) -> Bool {
    guard let original = entry.original, let heir, entries[heir].original == nil,
      entry.renamedAt != nil
    else { return false }
    return entries[heir].names.contains(original)
  }

  /// All entries from which rows of an entry came, over any number of copies.
  private func lineage(of entry: Int) -> Set<Int> {
    Self.reachable(from: entry) { entries[$0].sources.map(\.entry) }
  }

  private static func reachable(from entry: Int, _ next: (Int) -> [Int]) -> Set<Int> {
    var found: Set<Int> = []
    var rest = [entry]
    while let current = rest.popLast() {
      for entry in next(current) where found.insert(entry).inserted { rest.append(entry) }
    }
    return found
  }
}
