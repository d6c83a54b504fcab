import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

/// Changes of `sqlite_sequence`, in which SQLite counts the IDs of tables with AUTOINCREMENT.
///
/// A new ID is greater than the number there, and than all IDs in the table. Only the first number of a table counts,
/// and SQLite stores one with the first row. <https://www.sqlite.org/autoinc.html>
struct SequenceWords {
  private static let table = SQLName("sqlite_sequence")

  private let statement: RehearsedStatement
  private let verb: Int
  private let script: RehearsedScript

  /// Nil for statements that change anything else.
  init?(_ statement: RehearsedStatement, in script: RehearsedScript) {
    guard let verb = statement.verb, let target = statement.target,
      SQLName(statement.name(target.name)) == Self.table
    else { return nil }
    (self.statement, self.verb, self.script) = (statement, verb, script)
  }

  var words: Words {
    switch statement.word(verb) {
    case "DELETE": reset
    case "UPDATE": update
    default: insertion ?? other
    }
  }

  private var other: Words { "changes the numbers from which SQLite counts new IDs" }

  private var reset: Words {
    guard statement.outerIndex(of: "WHERE", from: verb) != nil else {
      return "makes new IDs continue from the highest one that exists, in \(strong: "all") tables"
    }
    guard let table = statement.sequenceTable else { return other }
    return lack(of: table) ?? numberless(table) ?? continuing(table)
  }

  private func continuing(_ table: String) -> Words {
    "makes new IDs of \(name: table) continue from the highest one that exists"
  }

  private var update: Words {
    let assignments = statement.assignments
    guard let table = statement.sequenceTable, assignments.count == 1,
      SQLName(statement.name(assignments[0].column)) == SQLName("seq")
    else { return other }
    if let words = lack(of: table) ?? numberless(table) { return words }
    let words = words(table, assignments[0].value)
    // Without a number, new IDs continue from the highest one.
    return number(of: table) == .some || words == continuing(table)
      ? words : "\(words), but only if SQLite already counts its IDs"
  }

  /// That SQLite has no number of a table, which a statement could change or delete; nil if it may have one.
  private func numberless(_ table: String) -> Words? {
    [.none, .deleted].contains(number(of: table))
      ? "has no effect, because SQLite has no number of \(name: table) at this point" : nil
  }

  private var insertion: Words? {
    guard let row = statement.valueRows.first, let table = statement.numberedTables?.first,
      statement.valueRows.count == 1, case let values = statement.arguments(row),
      let number = statement.sequenceColumns.firstIndex(of: SQLName("seq")),
      values.indices.contains(number)
    else { return nil }
    // A table that the script creates later has the number from its first row on.
    guard statement.before[table] != nil else { return other }
    if let lack = lack(of: table) { return lack }
    let greater: Words =
      "gives new rows of \(name: table) IDs greater than \(code(values[number]))"
    switch self.number(of: table) {
    case .some: return "has no effect, because SQLite already counts the IDs of \(name: table)"
    case .none: return greater
    case .deleted: return words(table, values[number])
    case .unknown:
      return greater + " if SQLite does not count its IDs yet, and otherwise changes nothing"
    }
  }

  private func words(_ table: String, _ value: Range<Int>) -> Words {
    let code = self.code(value)
    let number = Int64(code)
    if let number, number <= 0 { return continuing(table) }
    if isHighest(value, of: table) { return continuing(table) }
    let start: Words = number.map { Words(String($0)) } ?? "\(code: code)"
    return
      "makes new IDs of \(name: table) continue after \(start), or after the highest one that exists if that is higher"
  }

  private func code(_ value: Range<Int>) -> String {
    // SQLite reads NULL as 0.
    statement.literalWords(value) == "no value" ? "0" : statement.code(of: value)
  }

  /// `(SELECT max(id) FROM user)`
  private func isHighest(_ value: Range<Int>, of table: String) -> Bool {
    guard case .query(let query)? = ExpressionReader(statement, value).expression,
      query.sources.map(\.name) == [SQLName(table)], query.conditions.isEmpty, query.groups.isEmpty,
      query.having == nil, query.limit == nil,
      case .call("MAX", let values)? = query.values.first, query.values.count == 1,
      case .column(let name, _)? = values.first, values.count == 1
    else { return false }
    let key = statement.before[table]?.rowIDAlias.map { SQLName($0.name) }
    return name == key || ExpressionScope.rowIDs.contains(name)
  }

  /// Why SQLite does not look for the number of a table; nil if it does.
  private func lack(of table: String) -> Words? {
    guard let found = statement.before[table] else {
      return "has no effect, because there is no table \(name: table)"
    }
    // It compares the names with their case.
    if found.name != table {
      return "has no effect, because the name of the table is written \(name: found.name)"
    }
    return TableClauses(found.sql).isAutoincrement
      ? nil : "has no effect, because \(name: table) has no AUTOINCREMENT"
  }

  /// Whether SQLite has a number of a table. Earlier scripts may have deleted it, and the app may have added rows since.
  private enum Number {
    /// The table is new, and no statement adds a row.
    case none
    case deleted, some
    /// That depends on the rows of users.
    case unknown
  }

  /// The statements before it, also those that the rehearsal skipped.
  private var earlier: [RehearsedStatement] {
    let place = statement.range.lowerBound
    return (script.statements + script.ruledOut).filter { $0.range.lowerBound < place }
      .sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  private func number(of table: String) -> Number {
    var name = SQLName(table)
    // These may have added rows.
    var isSure = !script.omitted.contains { $0.table == name }
    for statement in earlier.reversed() where statement.succeeded || statement.isRuledOut {
      let isCertain = statement.script.options(of: statement.item)?.onlyIf == nil
      if let (old, new) = statement.renamedTable, [old, new].contains(name) {
        guard isCertain else { return .unknown }
        if new == name { name = old }
      }
      if statement.madeTable == name { return isCertain && isSure ? .none : .unknown }
      if statement.mayAddRows(to: name) {
        if isCertain, statement.makesNumber(of: name) { return .some }
        isSure = false
      }
      let triggered = statement.actions.filter { !$0.trigger.isEmpty }
      if triggered.contains(where: { $0.kind != .read && SQLName($0.name) == Self.table }) {
        return .unknown
      }
      guard let verb = statement.verb, let target = statement.target,
        SQLName(statement.name(target.name)) == Self.table
      else { continue }
      switch statement.word(verb) {
      case "UPDATE":
        let columns = statement.assignments.map { SQLName(statement.name($0.column)) }
        guard columns == [SQLName("seq")] else { return .unknown }
        // It changes numbers, but stores and deletes none.
        continue
      case "INSERT", "REPLACE":
        guard let tables = statement.numberedTables else { return .unknown }
        if !tables.contains(statement.before[name]?.name ?? name.text) { continue }
        return isCertain ? .some : .unknown
      default: break
      }
      let named = statement.sequenceTable.map { SQLName($0) }
      if let named, named != name { continue }
      let isWhole = named != nil || statement.outerIndex(of: "WHERE", from: verb) == nil
      let isDeletion = isWhole && statement.word(verb) == "DELETE"
      return isDeletion && isCertain && isSure ? .deleted : .unknown
    }
    return .unknown
  }
}

extension RehearsedStatement {
  /// Whether it, or a trigger, adds rows to a table in some database.
  fileprivate func mayAddRows(to table: SQLName) -> Bool {
    actions.contains { $0.kind == .insert && SQLName($0.name) == table }
      || !succeeded && target.map { SQLName(name($0.name)) } == table
  }

  /// Whether SQLite has a number of a table after it in every database, unless it fails. It also stores one if the
  /// query of an INSERT finds no row.
  fileprivate func makesNumber(of table: SQLName) -> Bool {
    guard succeeded, let verb, word(verb + 1) == "INTO", first("ON", "CONFLICT") == nil,
      !valueRows.isEmpty || outerIndex(of: "SELECT") != nil, let found = before[table],
      // A trigger can leave out the row.
      !found.triggers.contains(where: { SQLText($0.sql).first("RAISE", "(", "IGNORE") != nil })
    else { return false }
    return actions.contains {
      $0.kind == .insert && SQLName($0.name) == table && $0.trigger.isEmpty
    }
  }

  /// The table in `WHERE name = 'user'`.
  fileprivate var sequenceTable: String? {
    guard let verb, let range = clause("WHERE", from: verb, until: ["RETURNING"]),
      range.count == 3, SQLName(name(range.lowerBound)) == SQLName("name"),
      ["=", "==", "IS"].contains(word(range.lowerBound + 1))
    else { return nil }
    return sequenceName(range.dropFirst(2))
  }

  fileprivate var sequenceColumns: [SQLName] {
    (columnList ?? ["name", "seq"]).map { SQLName($0) }
  }

  /// The tables whose numbers its VALUES store; nil if that is not sure.
  fileprivate var numberedTables: [String]? {
    let columns = sequenceColumns
    guard !valueRows.isEmpty, let place = columns.firstIndex(of: SQLName("name")) else {
      return nil
    }
    let names = valueRows.compactMap { row -> String? in
      let values = arguments(row)
      return values.count == columns.count ? sequenceName(values[place]) : nil
    }
    return names.count == valueRows.count ? names : nil
  }

  private func sequenceName(_ range: Range<Int>) -> String? {
    guard range.count == 1, let index = range.first else { return nil }
    return [.string, .quotedName].contains(kind(index)) ? name(index) : nil
  }
}
