import SQLScriptsDatabase
import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

/// The changes of one table whose names are final, and the questions that its rows raise.
struct TableUpdate {
  enum Path {
    /// Nothing but indexes and triggers may differ.
    case none
    /// Statements of ALTER TABLE, and whether they can break views and triggers.
    case alter([String], isHarmless: Bool)
    case rebuild
  }

  let now: SchemaTable
  let wanted: SchemaTable
  let path: Path
  let questions: [SchemaQuestion]

  /// What must be true for the rows, in the order of the wanted table.
  let requirements: [RowRequirement]

  /// The columns that may be NULL until now, and must not be NULL any more.
  let nullLosers: Set<SQLName>

  /// The indexes that are dropped, of the table as it is, and created, of the wanted one.
  let droppedIndexes: [SchemaIndex]
  let createdIndexes: [SchemaIndex]

  init(
    _ now: SchemaTable, _ wanted: SchemaTable, _ draft: SchemaDraft, _ schema: SchemaSnapshot,
    _ answers: SchemaAnswers, rebuilds: Bool, sqlite: SQLiteVersion
  ) {
    self.now = now
    self.wanted = wanted
    let changes = SchemaDifference(from: now, in: draft.snapshot, to: wanted, in: schema).changes
    let own = changes.filter { $0.subject != .index && $0.subject != .trigger }
    let fills = answers.fills.filter { $0.key.table == SQLName(wanted.name) }
    let isEmpty = answers.isEmpty(wanted.name)
    let all =
      isEmpty
      ? []
      : RowRequirement.all(
        from: now, in: draft.snapshot, to: wanted, in: schema,
        filled: Set(fills.keys.compactMap(\.column))
      ).filter { !$0.isMet(byDefaultsIn: draft, besides: now, fills) }
    requirements = all.filter { answers.guards($0.place) && !$0.isMet(by: fills) }
    questions = all.compactMap { requirement in
      requirement.question(
        fills: fills, isGuarded: answers.guards(requirement.place), draft, schema)
    }
    nullLosers = Set(
      all.compactMap { requirement in
        guard case .notNull = requirement.kind else { return nil }
        return requirement.column.map { SQLName($0.name) }
      })
    // Only the indexes that change are dropped. A rebuild drops all of them with the table.
    let kept = now.indexes.filter { old in
      old.origin == .created
        && wanted.indexes.contains {
          $0.origin == .created && $0.name.isSameName(as: old.name) && $0.isSame(as: old)
        }
    }
    let keptNames = Set(kept.map { SQLName($0.name) })
    let gone = now.indexes.filter { $0.origin == .created && !keptNames.contains(SQLName($0.name)) }
    let new = wanted.indexes.filter {
      $0.origin == .created && !keptNames.contains(SQLName($0.name))
    }
    let hasFills = fills.contains { $0.value != "" }
    if rebuilds {
      path = .rebuild
    } else if own.isEmpty, !hasFills {
      path = .none
    } else if !hasFills,
      let alter = Alteration(
        now, wanted, draft, schema, dropping: Array(gone), checking: all, isEmpty: isEmpty,
        sqlite: sqlite)
    {
      path = .alter(alter.statements, isHarmless: alter.onlyAdds)
    } else {
      path = .rebuild
    }
    if case .rebuild = path {
      // The others are created again with the same name.
      droppedIndexes = gone.filter { old in
        !wanted.indexes.contains { $0.name.isSameName(as: old.name) }
      }
      createdIndexes = wanted.indexes.filter { $0.origin == .created }
    } else {
      droppedIndexes = Array(gone)
      createdIndexes = Array(new)
    }
  }
}
