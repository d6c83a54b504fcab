import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

/// What a copy of a rebuild does to rows and values. Sample rows do not show all of it.
struct CopyWords {
  let statement: RehearsedStatement
  /// All tables that contained the rows.
  let names: Set<SQLName>
  let old: SchemaTable
  let new: SchemaTable
  let renames: [(old: String, new: String)]
  /// The names of the columns in the old table before the rebuild, by those that it gives them before the copy.
  var formerNames: [SQLName: String] = [:]
  /// The names of the columns in the new table after the rebuild, by those that they have in the copy.
  var laterNames: [SQLName: String] = [:]
  /// The columns that the old table gets in the rebuild, and that only have their defaults when its rows are copied.
  var filled: [SchemaColumn] = []
  /// The columns that the new table gets only after the copy.
  var added: Set<SQLName> = []
  /// The SELECT of one of several queries that it is about.
  var part: Int?

  private static let manyValues = 4

  /// A column of the new table with its value.
  struct Value {
    var column: String
    var range: Range<Int>
    /// The column of the old table that it is; nil for an expression.
    var source: String?
    /// What it is, if it is a column of another table that `*` stands for.
    var words: Words?
  }

  /// Whether its rows come from several queries. What each of them does to values is not told.
  var isCompound: Bool { part == nil && parts.count > 1 }

  /// The columns that it, or one of its queries, gives other values than they had.
  var changedColumns: [String] {
    guard isCompound else { return changed.map(\.column) }
    let all = Set(parts.flatMap(\.changedColumns).map { SQLName($0) })
    return new.columns.map(\.name).filter { all.contains(SQLName($0)) }
  }

  /// “sets **x** to `lower(x)` and **y** to 0”
  var valueClauses: [Words] {
    if isCompound {
      // Rows of other tables are new.
      let all = Set(parts.filter(\.readsOld).flatMap(\.changedColumns).map { SQLName($0) })
      let changed = new.columns.map(\.name).filter { all.contains(SQLName($0)) }
      return changed.isEmpty ? [] : ["can change the values of \(changed.names)"]
    }
    let readsOld = readsOld
    var scope = scope
    if readsOld {
      scope.condition = select.map { SelectedRows(statement, select: $0).conditionColumns }
      scope.changing = Set(changed.map { SQLName($0.column) }.filter { old.column($0.text) != nil })
    }
    var sets: [(column: String, value: ValueWords)] = []
    var fills: [Words] = []
    for value in changed {
      if let literal = missing(value) {
        fills.append("sets \(name: value.column) to \(literal) where it has no value")
      } else {
        let words =
          fill(of: value)
          ?? value.source.map { ValueWords.column($0, in: scope) }
          ?? value.words.map { ValueWords($0) }
          ?? ValueWords(
            statement, value.range, in: scope, of: value.column, own: writtenName(value.column),
            isChange: readsOld)
        let isKept = old.column(former(value.column)) != nil
        sets.append(
          (value.column, mayBeMissing(value) ? isKept ? words.orNone : words.ifAny : words))
      }
    }
    if sets.count > Self.manyValues {
      return fills + [
        "computes new values of \(changed.filter { missing($0) == nil }.map(\.column).names)"
      ]
    }
    return fills + (sets.isEmpty ? [] : [ValueWords.sets(sets)])
  }

  private var readsOld: Bool {
    scope.sources.first.map { names.contains(SQLName($0.name)) } ?? false
  }

  /// Whether it is a column of a table that may have no row for a row of the old one.
  private func mayBeMissing(_ value: Value) -> Bool {
    guard value.source == nil, let select, JoinWords(statement, select: select).isOuter,
      case .column(let name, let qualifier)? = ExpressionReader(statement, value.range).expression,
      let source = scope.sources.first(where: { source in
        qualifier.map { source.qualifier == $0 } ?? source.has(name)
      })
    else { return false }
    return !names.contains(SQLName(source.name))
  }

  /// Whether each value comes from the column of its name.
  var isExact: Bool {
    parts.count == 1
      && writtenValues.allSatisfy { $0.source.map { SQLName($0) } == SQLName($0.column) }
  }

  private var changed: [Value] {
    let numbered = numbered
    return values.filter { value in
      new.column(value.column) != nil && !numbered.contains(SQLName(value.column))
        && !isNothing(value)
        && (fill(of: value) != nil || isMoved(value))
    }
  }

  /// Whether it has another name than the column that gets it.
  private func isMoved(_ value: Value) -> Bool {
    value.source.map { SQLName($0) } != SQLName(former(value.column))
      && value.source.map { SQLName($0) } != SQLName(value.column)
  }

  /// The default of a new column of the old table, which each row has.
  private func fill(of value: Value) -> ValueWords? {
    guard let source = value.source else { return nil }
    return filled.first { $0.name.isSameName(as: source) }?.defaultWords.map { ValueWords($0) }
  }

  /// Whether it leaves a new column as it is without a value.
  private func isNothing(_ value: Value) -> Bool {
    statement.literalWords(value.range) == "no value" && old.column(former(value.column)) == nil
      && new.column(value.column)?.effectiveDefault == nil
  }

  func former(_ column: String) -> String {
    renames.first { SQLName($0.new) == SQLName(column) }?.old ?? column
  }

  var select: Int? { part ?? statement.outerIndex(of: "SELECT") }

  /// The rows that it copies. A query in its FROM has columns of the old table only by chance.
  var scope: ExpressionScope {
    ExpressionScope(
      selecting: statement,
      from: select.map { JoinWords(statement, select: $0).from })
  }

  /// The values with the names of their columns before and after the rebuild.
  var values: [Value] {
    writtenValues.map { value in
      var value = value
      value.column = laterNames[SQLName(value.column)] ?? value.column
      value.source = value.source.map(formerName)
      return value
    }
  }

  private func formerName(_ column: String) -> String { formerNames[SQLName(column)] ?? column }

  /// The name in the copy of the column of the old table that a column of the new one was.
  private func writtenName(_ column: String) -> String? {
    if formerNames.isEmpty, laterNames.isEmpty { return nil }
    let former = former(column)
    return formerNames.first { $0.value.isSameName(as: former) }?.key.text ?? former
  }

  private var writtenValues: [Value] {
    let target = statement.writtenTable.flatMap { statement.before[$0] }
    return stored.map { column, value in
      let column = target.map { Self.column(column, of: $0) } ?? column
      switch value {
      case .expression(let range):
        return Value(column: column, range: range, source: source(range))
      case .column(let name, let table):
        // What is copied without a condition is the table, under whatever name.
        let isOwn = names.contains(SQLName(table)) || scope.sources.count == 1
        let words: Words = "the \(name: name) of \(name: table)"
        return Value(
          column: column, range: 0..<0, source: isOwn ? name : nil, words: isOwn ? nil : words)
      }
    }
  }

  /// The values of INSERT … SELECT or CREATE TABLE … AS SELECT, with their columns.
  private var stored: [(column: String, value: SelectedValues.Value)] {
    guard let select else { return [] }
    return SelectedValues(statement, select: select).stored(in: storedColumns ?? [])
  }

  /// The column that a value is, if it is one of the old table.
  private func source(_ value: Range<Int>) -> String? {
    guard let last = value.last, statement.isName(last),
      !statement.doubleQuotedTexts.contains(statement.tokens[last])
    else { return nil }
    let isQualified = value.count == 3 && statement.kind(last - 1) == .dot
    guard value.count == 1 || isQualified && isOwn(SQLName(statement.name(last - 2))) else {
      return nil
    }
    guard statement.literalWords(value) == nil else { return nil }
    let column = Self.column(statement.name(last), of: old)
    // Without a column of its own, the number of a row has words of its own.
    return ExpressionScope.rowIDs.contains(SQLName(column)) && old.column(column) == nil
      ? nil : column
  }

  /// Whether a name or alias before a dot is one of the tables.
  private func isOwn(_ qualifier: SQLName) -> Bool {
    if names.contains(qualifier) { return true }
    let from = select.flatMap {
      statement.clause("FROM", from: $0, until: InsertWords.clauses.subtracting(["ON"]))
    }
    return (from ?? 0..<0).contains { index in
      guard SQLName(statement.name(index)) == qualifier else { return false }
      let owner = statement.word(index - 1) == "AS" ? index - 2 : index - 1
      return statement.isName(owner) && names.contains(SQLName(statement.name(owner)))
    }
  }

  /// The value of `coalesce(x, value)`.
  private func missing(_ value: Value) -> Words? {
    guard let start = value.range.first,
      ["COALESCE", "IFNULL"].contains(statement.word(start)),
      statement.kind(start + 1) == .leftParenthesis,
      statement.end(ofParenthesis: start + 1) == value.range.upperBound - 1,
      case let arguments = statement.arguments(start + 1), arguments.count == 2,
      let source = source(arguments[0]),
      [value.column, former(value.column)].contains(where: {
        $0.isSameName(as: formerName(source))
      })
    else { return nil }
    let text = ExpressionReader(statement, arguments[1], texts: statement.doubleQuotedTexts)
    var scope = scope
    if text.expression?.isLiteral == true { scope.own = SQLName(source) }
    return text.expression.flatMap { NounWords(scope: scope).value($0) }
  }
}
