import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

/// Decides whether one sentence could say what a rebuild does. If not, its statements are told one by one.
struct UnusualRebuild {
  private let rebuild: RebuildWords
  private let script: RehearsedScript

  /// Its first statement to its last one.
  private let range: Range<Int>

  /// The statements in between that have sentences of their own.
  private let told: [Int]

  /// The names of the new table before each statement.
  private var newNames: [Int: SQLName] = [:]

  /// Whether the script made the new table.
  private var isMade = false

  init(_ rebuild: RebuildWords) {
    (self.rebuild, script) = (rebuild, rebuild.script)
    let (first, last) = (rebuild.statements.first ?? 0, rebuild.statements.last ?? -1)
    range = first..<last + 1
    let (own, statements) = (Set(rebuild.statements), script.statements)
    told = range.filter { !own.contains($0) && statements[$0].succeeded }
    var new = SQLName(rebuild.newTable.table.name)
    for index in range.reversed() where statements[index].succeeded {
      if let renamed = statements[index].renamedTable, renamed.new == new { new = renamed.old }
      newNames[index] = new
      if statements[index].madeTable == new {
        isMade = true
        break
      }
    }
  }

  var isUnusual: Bool {
    !isMade || isFilledElsewhere || hasSeveralCopies || copiesUnlikeTables || firesTriggers
      || changesColumns || passesNamesOn || mixesTables || renamesOthers
  }

  /// Whether a new table without rows of the old one is not only created again, but filled by its own CREATE, by a copy
  /// that the rehearsal skipped, or from a table whose name changes later.
  private var isFilledElsewhere: Bool {
    guard rebuild.copiesOfRows.isEmpty else { return false }
    let names = Set(newNames.values)
    let isSkipped = script.ruledOut.contains { statement in
      guard let verb = statement.verb, ["INSERT", "REPLACE"].contains(statement.word(verb)),
        let target = statement.target
      else { return false }
      return names.contains(SQLName(statement.name(target.name)))
    }
    return isSkipped
      || range.contains { index in
        let statement = script.statements[index]
        guard statement.succeeded, let target = statement.writtenTable, target == newNames[index]
        else { return false }
        return statement.madeTable == target
          ? statement.tableBody == nil
          : statement.readTables.contains { isReplaced($0, after: index) }
      }
  }

  private func isReplaced(_ table: SQLName, after index: Int) -> Bool {
    script.statements.dropFirst(index).contains { later in
      later.succeeded && [later.droppedTable, later.renamedTable?.old].contains(table)
    }
  }

  /// Whether statements fill the new table in several steps. Of many, each with its own rows, a summary says more.
  private var hasSeveralCopies: Bool {
    let isSummarized = rebuild.groups.allSatisfy { group in
      group.count == 1
        || group.count > RebuildWords.manyCopies && group.allSatisfy { !$0.rowClauses.isEmpty }
    }
    return !isSummarized || rebuild.groups.count { $0.allSatisfy { !$0.rowClauses.isEmpty } } > 1
      || rebuild.copiesOfRows.contains { fillsNewColumn(script.statements[$0]) }
  }

  /// Whether an UPDATE gives a column its first values, which no clause tells.
  private func fillsNewColumn(_ statement: RehearsedStatement) -> Bool {
    guard statement.verb.map(statement.word) == "UPDATE" else { return false }
    let known = rebuild.oldTable.table.columns.map(\.name) + rebuild.renames.map(\.new)
    let names = Set(known.map { SQLName($0) })
    return !statement.assignments.allSatisfy { names.contains(SQLName(statement.name($0.column))) }
  }

  /// Whether a table on the way existed before or is not the only source, or values change on the way and again.
  private var copiesUnlikeTables: Bool {
    let own = rebuild.ownNames
    let targets = rebuild.copiesOfRows.map { (script.statements[$0].writtenTable, newNames[$0]) }
    let onTheWay = targets.filter { $0 != $1 }.compactMap(\.0)
    return onTheWay.contains { script.before[$0] != nil }
      || rebuild.copiesOfRows.contains { index in
        let statement = script.statements[index]
        let target = [statement.writtenTable].compactMap { $0 }
        return statement.readTables.intersection(own).subtracting(target).count > 1
      }
      || !onTheWay.isEmpty && rebuild.copies.count { !$0.isExact } > 1
  }

  /// Whether triggers change anything while it copies rows.
  private var firesTriggers: Bool {
    rebuild.copiesOfRows.contains {
      TriggeredWords(statement: script.statements[$0]).clause != nil
    }
  }

  private var hasUpdates: Bool {
    rebuild.copiesOfRows.map { script.statements[$0] }.contains { $0.verb.map($0.word) == "UPDATE" }
  }

  /// Whether ALTER TABLE changes columns whose names or values the sentence could confuse.
  private var changesColumns: Bool {
    rebuild.statements.contains { index in
      let statement = script.statements[index]
      guard statement.renamedTable == nil,
        let altered = statement.actions.first(where: { $0.kind == .alterTable })
      else { return false }
      let renamed = statement.renamedColumn?.new
      switch SQLName(altered.name) {
      case rebuild.oldNames[index]:
        return renamed.map { rebuild.newTable.table.column($0) == nil } ?? false
          || told.contains { $0 > index && usesOld(at: $0) }
      case newNames[index]:
        return renamed != nil && rebuild.copiesOfRows.contains { $0 < index }
          && hasUpdates && !rebuild.copies.allSatisfy(\.isExact)
          || told.contains { $0 < index && usesNew(at: $0) }
      default: return true
      }
    }
  }

  /// Whether a column of the old table gets the name of another one, so that the name in a copy is not that in a sentence.
  private var passesNamesOn: Bool {
    range.contains { index in
      let statement = script.statements[index]
      guard statement.succeeded, let renamed = statement.renamedColumn,
        renamed.table == rebuild.oldNames[index], !renamed.old.isSameName(as: renamed.new)
      else { return false }
      return rebuild.oldTable.table.column(renamed.new) != nil
    }
  }

  /// Whether sentences in between would use both tables, or a name of the old one that no sentence tells. What uses the
  /// new table cannot come before the sentence about the rebuild.
  private var mixesTables: Bool {
    let old = told.filter { usesOld(at: $0) }
    let isUntold = { (index: Int) in
      guard let name = rebuild.oldNames[index], name != rebuild.oldNames.first else { return false }
      return !rebuild.passingNames(at: index).contains(name)
        && rebuild.passingOldName(at: index) == nil
    }
    let isToldLast = !old.isEmpty || told.contains { rebuild.freesName(at: $0) }
    return old.contains(where: isUntold) || isToldLast && told.contains { usesNew(at: $0) }
  }

  /// Whether another table gets the name of the old one, or gives its own to the new one, before it is in its place.
  /// Next to “rebuilds **a** as **b**”, that would be read as a new name of the same table.
  private var renamesOthers: Bool {
    let names = [rebuild.oldTable.table.name, rebuild.newTable.table.name].map { SQLName($0) }
    return told.contains { index in
      script.statements[index].renamedTable.map { names[0] == $0.new || names[1] == $0.old }
        ?? false
    }
  }

  private func usesOld(at index: Int) -> Bool { uses(rebuild.oldNames[index], at: index) }

  private func usesNew(at index: Int) -> Bool { uses(newNames[index], at: index) }

  private func uses(_ name: SQLName?, at index: Int) -> Bool {
    name.map(script.statements[index].touchedTables.contains) ?? false
  }
}

extension RehearsedStatement {
  /// The tables whose rows it reads or changes, or that it redefines.
  var touchedTables: Set<SQLName> {
    let changed = actions.filter { [.read, .insert, .update, .delete].contains($0.kind) }
    return Set(changed.map { SQLName($0.name) } + [copiedTable, redefinedTable].compactMap { $0 })
  }
}
