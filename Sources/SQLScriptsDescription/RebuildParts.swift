import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

/// The statements that rebuild a table, and where one rebuild ends and the next one begins.
struct RebuildParts {
  private let lineage: TableLineage
  private let after: SchemaTable
  private let script: RehearsedScript

  /// The indices of its statements, without those that drop parts of it to create them again.
  private let core: [Int]

  init(_ lineage: TableLineage, _ after: SchemaTable, in script: RehearsedScript) {
    (self.lineage, self.after, self.script) = (lineage, after, script)
    let parts = Set(
      lineage.before.indexes.map { SQLName($0.name) }
        + lineage.before.triggers.map { SQLName($0.name) })
    let others = lineage.otherTables(in: script)
    let oldNames = lineage.oldNames(in: script)
    let copies = Set(lineage.copies)
    let newNames = Self.names(becoming: SQLName(after.name), in: script)
    core = script.statements.indices.filter { index in
      let statement = script.statements[index]
      guard statement.succeeded, index >= lineage.start, !statement.makesOrFills(others) else {
        return false
      }
      if copies.contains(index) || lineage.steps.contains(index) { return true }
      if let altered = statement.actions.first(where: { $0.kind == .alterTable }) {
        let name = SQLName(altered.name)
        return lineage.passingNames(at: index, in: script, besides: others).contains(name)
          || name == newNames[index]
            && lineage.isUnfinished(in: script, at: index, oldNames[index], name)
      }
      guard let created = statement.created, [.index, .trigger].contains(created.kind) else {
        return false
      }
      return parts.contains(SQLName(statement.name(created.name.name)))
        && !statement.createsPart(besides: lineage)
    }
  }

  /// The names before each statement of what has a name after the script; nil before it is made, when another table may
  /// have the name.
  private static func names(becoming last: SQLName, in script: RehearsedScript) -> [SQLName?] {
    var (name, names) = (Optional(last), [SQLName?]())
    for statement in script.statements.reversed() {
      if statement.succeeded, let known = name {
        if let renamed = statement.renamedTable, renamed.new == known { name = renamed.old }
        if statement.madeTable == known { name = nil }
      }
      names.append(name)
    }
    return names.reversed()
  }

  /// The indices of its statements by rebuild.
  var rebuilds: [[Int]] {
    var rebuilds: [[Int]] = [[]]
    var isRebuilt = false
    var dropped: Set<SQLName> = []
    for index in core {
      if isRebuilt, begins(index, after: dropped) {
        rebuilds.append([])
        (isRebuilt, dropped) = (false, [])
      }
      if let name = script.statements[index].droppedTable { dropped.insert(name) }
      rebuilds[rebuilds.count - 1].append(index)
      isRebuilt = isRebuilt || tables(in: script.statements[index].after).count > 1
    }
    return rebuilds.map(withoutRenames).filter(replaces).map(withDrops)
  }

  /// A rebuild without what only gives the table, before it is rebuilt, the name that it keeps.
  private func withoutRenames(_ rebuild: [Int]) -> [Int] {
    guard let last = rebuild.last else { return rebuild }
    // The old table may stay under another name.
    let (end, rest) = (script.statements[last].after, lineage.oldNames(in: script)[last + 1])
    let made = rebuild.firstIndex { script.statements[$0].madeTable != nil } ?? rebuild.endIndex
    let named = rebuild[..<made].lastIndex { index in
      let statement = script.statements[index]
      return tables(in: statement.before).count == 1
        && statement.renamedTable.map { end[$0.new] != nil && $0.new != rest } == true
    }
    guard let named else { return rebuild }
    return Array(
      rebuild[(named + 1)...].drop {
        !lineage.steps.contains($0) && !lineage.copies.contains($0)
      })
  }

  /// Whether statements make, fill or drop a table, and do not only give another name to one that was rebuilt.
  private func replaces(_ rebuild: [Int]) -> Bool {
    rebuild.contains { index in
      let isStep = lineage.steps.contains(index) || lineage.copies.contains(index)
      return isStep && script.statements[index].renamedTable == nil
    }
  }

  /// A rebuild with the statements that drop indexes and triggers just before it, or in it, which it creates again.
  private func withDrops(_ rebuild: [Int]) -> [Int] {
    guard var start = rebuild.first, let last = rebuild.last else { return rebuild }
    while start > 0, script.statements[start - 1].dropsPart { start -= 1 }
    let drops = (start..<last).filter { index in
      guard script.statements[index].dropsPart,
        let dropped = script.statements[index].droppedPart
      else { return false }
      return rebuild.contains { $0 > index && script.statements[$0].creates(dropped) }
    }
    return Set(rebuild).union(drops).sorted()
  }

  /// Whether a statement begins with the table in its place, and takes it away or makes another one.
  ///
  /// - Parameter dropped: the tables that the rebuild before it has dropped. The one in its place may have got the name
  ///   of one of them.
  private func begins(_ index: Int, after dropped: Set<SQLName>) -> Bool {
    let statement = script.statements[index]
    let present = tables(in: statement.before)
    guard present.count == 1, let only = present.first,
      dropped.contains(only) || only == SQLName(lineage.before.name) || only == SQLName(after.name)
    else { return false }
    return tables(in: statement.after).count > 1 || statement.renamedTable?.old == only
  }

  private func tables(in schema: SchemaSnapshot) -> [SQLName] {
    lineage.names.filter { schema[$0] != nil }
  }
}

extension RehearsedStatement {
  /// Whether it is a DROP of an index, a trigger or a view, even of one that does not exist.
  fileprivate var dropsPart: Bool { succeeded && dropped != nil && word(1) != "TABLE" }

  /// The index or trigger that it drops; nil if there is none.
  var droppedPart: SQLName? {
    guard succeeded, changesSchema, ["INDEX", "TRIGGER"].contains(word(1)) else { return nil }
    return dropped.map { SQLName(name($0.name)) }
  }

  /// Whether it creates an index or trigger of a table that has nothing to do with a rebuild.
  func createsPart(besides lineage: TableLineage) -> Bool {
    guard let name = createdName else { return false }
    let table = after.tables.values.first { table in
      (table.indexes.map(\.name) + table.triggers.map(\.name)).contains { $0.isSameName(as: name) }
    }
    return table.map { !lineage.names.contains(SQLName($0.name)) } ?? false
  }

  /// Whether it creates an index or trigger of this name.
  func creates(_ part: SQLName) -> Bool {
    guard succeeded, changesSchema, let kind = created?.kind, [.index, .trigger].contains(kind)
    else { return false }
    return createdName.map { SQLName($0) } == part
  }
}

extension TableLineage {
  /// Whether the new table is in its place at a statement, but the rebuild does not end before it.
  ///
  /// - Parameter name: the name of the new table.
  func isUnfinished(
    in script: RehearsedScript, at index: Int, _ oldName: SQLName?, _ name: SQLName
  ) -> Bool {
    guard kind == .rebuilt, let last = steps.union(copies).max(), index < last else {
      return false
    }
    let present = script.statements[index].before
    return oldName != name && present[name] != nil
      && names.contains { $0 != name && script.before[$0] == nil && present[$0] != nil }
  }

  /// The names that the new rows have at a statement, but no longer after the script.
  func passingNames(
    at index: Int, in script: RehearsedScript, besides others: Set<SQLName>
  ) -> Set<SQLName> {
    // Before and afterwards, the name is that of another table.
    guard let first = steps.min(), let last = steps.max(), first < index, index < last else {
      return []
    }
    let isCopied = copies.last ?? 0 > index
    let passing = (isCopied ? names : namesOfReplacement)
      .subtracting(others)
      .subtracting([before, after].compactMap { $0.map { SQLName($0.name) } })
    let present = script.statements[index].before
    return passing.filter { script.before[$0] == nil && present[$0] != nil }
  }
}
