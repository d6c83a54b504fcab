import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

/// What an INSERT does with rows that exist already, or that it may not add.
enum InsertManner: Hashable {
  case adds, skips, ignores
  /// A table with several keys can lose several rows for one. The columns get no value from the statement.
  case replaces(keys: Int, lost: [String])
  /// What the table itself does with rows that it does not allow.
  case resolves(TableConflicts, lost: [String])
  /// A trigger can leave out rows.
  case triggered
  /// What it does to the row that is there, if that can be told: “sets **n** to 0”, and its condition.
  case updates(Words?, condition: Words?)
  /// Several ON CONFLICT, for one key each.
  case depends(String)

  init(_ statement: RehearsedStatement, _ verb: Int) {
    if statement.word(verb) == "REPLACE" || statement.has("OR", "REPLACE", at: verb + 1) {
      let table = statement.writtenTable.flatMap { statement.before[$0] }
      self = .replaces(
        keys: table?.uniqueKeys().count ?? 1,
        lost: table.map { Self.lostColumns(of: $0, statement) } ?? [])
    } else if statement.has("OR", "IGNORE", at: verb + 1) {
      self = .ignores
    } else if statement.first("ON", "CONFLICT") != nil {
      if let code = UpsertWords.several(statement) {
        self = .depends(code)
        return
      }
      let upsert = UpsertWords(statement)
      self = upsert.map { .updates($0.words, condition: $0.condition) } ?? .skips
    } else if let table = statement.writtenTable.flatMap({ statement.before[$0] }) {
      self = Self.manner(of: table, statement)
    } else {
      self = .adds
    }
  }

  /// What the table does with rows, unless the INSERT says OR ABORT or the like.
  private static func manner(of table: SchemaTable, _ statement: RehearsedStatement) -> Self {
    let conflicts = TableConflicts(table)
    if !statement.hasConflictClause, !conflicts.isEmpty {
      let lost = conflicts.replaced.isEmpty ? [] : lostColumns(of: table, statement)
      return .resolves(conflicts, lost: lost)
    }
    let skips = table.triggers.contains { trigger in
      TriggerText(trigger.sql).map { $0.event == "INSERT" && $0.canSkip } ?? false
    }
    return skips ? .triggered : .adds
  }

  /// The columns of a replaced row whose values no new row has.
  private static func lostColumns(
    of table: SchemaTable, _ statement: RehearsedStatement
  ) -> [String] {
    guard let list = statement.columnList else { return [] }
    let given = Set(list.map { SQLName($0) })
    // A new number replaces no row, but another key can.
    let isNumbered = table.uniqueKeys().count < 2 || !given.isDisjoint(with: ExpressionScope.rowIDs)
    let number = isNumbered ? table.rowIDAlias?.name : nil
    return table.columns.filter { column in
      !column.isGenerated && !given.contains(SQLName(column.name)) && column.name != number
    }.map(\.name)
  }

  private static let manyColumns = 3

  /// “, whose **n** is lost”, of replaced rows.
  private static func loss(_ columns: [String]) -> Words {
    if columns.isEmpty { return "" }
    if columns.count > manyColumns { return ", whose other values are lost" }
    return ", whose \(columns.names) \(columns.count == 1 ? "is" : "are") lost"
  }

  func words(count: Int, to table: String) -> Words {
    words(adding: count == 1 ? "a row" : "\(count) rows", isOne: count == 1, to: table)
  }

  /// - Parameters:
  ///   - rows: “a row”, “3 rows”.
  ///   - source: “ from **user**”, or nothing.
  func words(adding rows: Words, isOne: Bool, to table: String, source: Words = "") -> Words {
    let start: Words = "adds \(rows) to \(table: table)\(source)"
    switch self {
    case .adds, .updates, .depends: return start
    case .skips:
      return start + (isOne ? " unless it is already there" : ", except those already there")
    case .ignores:
      return start
        + (isOne
          ? " unless it is already there or not allowed"
          : ", except those already there or not allowed")
    case .replaces(let keys, let lost) where keys > 1:
      return start + ", replacing rows that have one of \(isOne ? "its" : "their") keys"
        + Self.loss(lost)
    case .replaces(_, let lost):
      return start
        + (isOne ? ", replacing a row with the same key" : ", replacing rows with the same keys")
        + Self.loss(lost)
    case .resolves(let conflicts, let lost):
      return start + conflicts.words(isOne: isOne) + Self.loss(lost)
    case .triggered:
      return start + (isOne ? " unless a trigger skips it" : ", except those that a trigger skips")
    }
  }

  /// After the values: “; if it is already there, sets **n** to 0 instead”
  func otherwise(isOne: Bool) -> Words {
    if case .depends(let code) = self {
      let start: Words = isOne ? "; if it is" : "; for those"
      return "\(start) already there, what happens depends on the key\(aside: "Conflicts", code)"
    }
    guard case .updates(let words, let condition) = self else { return "" }
    guard let words else {
      let start: Words =
        isOne
        ? "; if it is already there, updates it instead" : "; updates those already there instead"
      return start + (condition ?? "")
    }
    let limit: Words = condition.map { " \(isOne ? "and" : "where") \($0)" } ?? ""
    let start: Words = isOne ? "; if it is already there" : "; in those already there"
    return "\(start)\(limit), \(words) instead"
  }
}

extension TriggerText {
  /// Whether it can leave out the row for which it fires.
  var canSkip: Bool {
    // After the change, RAISE(IGNORE) only ends the trigger.
    timing == "BEFORE"
      && statements.contains { statement in
        statement.indices.contains { statement.has("RAISE", "(", "IGNORE", at: $0) }
      }
  }
}
