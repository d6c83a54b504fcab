import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

/// INSERT, UPDATE and DELETE in words.
struct RowWords {
  let statement: RehearsedStatement
  /// What it did to the sample rows; nil if that is not known.
  let effect: RowEffect?

  private static let manyColumns = 4
  private static let longValue = 40

  var words: Words? {
    guard let verb = statement.verb else { return nil }
    let word = statement.word(verb)
    if word == "DELETE" { return deletion }
    return word == "UPDATE" ? update : insertion(verb)
  }

  // MARK: INSERT

  private func insertion(_ verb: Int) -> Words? {
    guard let table = statement.writtenTable.flatMap({ statement.before[$0] }) else { return nil }
    if let command = fullTextCommand(of: table) { return command }
    let manner = InsertManner(statement, verb)
    guard let select = statement.outerIndex(of: "SELECT", from: verb) else {
      let count = statement.valueRows.count
      if count == 1, let values = values(of: table) {
        return manner.words(adding: "a row", to: table.name) + ": \(values)"
      }
      return manner.words(count: max(1, count), to: table.name)
    }
    let sources = statement.readTables.filter {
      $0 != SQLName(table.name) && statement.before[$0] != nil
    }.sorted()
    if sources.isEmpty, statement.outerIndex(of: "FROM", from: select) == nil,
      !statement.readTables.contains(SQLName(table.name))
    {
      return manner.words(adding: "a row", to: table.name)
    }
    let from: Words = sources.isEmpty ? "" : " from \(sources.map(\.text).names)"
    return manner.words(adding: "rows", to: table.name) + from + samples(of: effect?.changed)
  }

  /// The values of the only row, if they are few and short.
  private func values(of table: SchemaTable) -> Words? {
    guard let row = statement.valueRows.first else { return nil }
    let columns = statement.columnList ?? table.columns.filter { !$0.isGenerated }.map(\.name)
    let values = statement.arguments(row)
    guard columns.count == values.count, values.count <= Self.manyColumns else { return nil }
    let words = zip(columns, values).compactMap { column, value -> Words? in
      guard let words = statement.literalWords(value), words.plain.count <= Self.longValue else {
        return nil
      }
      return "\(name: column) \(words)"
    }
    return words.count == values.count ? words.joined(by: ", ") : nil
  }

  /// `INSERT INTO search(search) VALUES ('rebuild')`
  private func fullTextCommand(of table: SchemaTable) -> Words? {
    guard table.kind == .virtual, let row = statement.valueRows.first,
      let column = statement.columnList?.first, SQLName(column) == SQLName(table.name),
      let command = statement.arguments(row).first?.first
    else { return nil }
    let name = statement.name(command).lowercased()
    if name == "rebuild" { return "fills the full-text index \(name: table.name) again" }
    if name == "optimize" || name == "merge" {
      return "tidies the full-text index \(name: table.name)"
    }
    return "gives the command \(code: name) to the full-text index \(name: table.name)"
  }

  private func samples(of count: Int?) -> Words {
    guard let count, let effect, effect.total > 0 || count > 0 else { return "" }
    return count == 1 ? " (1 with the sample rows)" : " (\(count) with the sample rows)"
  }

  // MARK: UPDATE and DELETE

  private var update: Words? {
    guard let table = statement.writtenTable.flatMap({ statement.before[$0] }) else { return nil }
    let assignments = statement.assignments
    guard !assignments.isEmpty else { return nil }
    let columns = assignments.map { statement.name($0.column) }
    let it = Set(columns.map { SQLName($0) }).count == 1 ? columns.first : nil
    let (condition, counted) = condition(it: it)
    let values = assignments.compactMap { value($0) }
    if values.count == assignments.count, values.count == 1 || values.count <= Self.manyColumns {
      let sets = zip(columns, values).map { "\(name: $0) to \($1)" as Words }.list()
      if let condition { return "sets \(sets) in \(name: table.name) \(condition)\(counted)" }
      return "sets \(sets) in \(strong: "all") rows of \(name: table.name)"
    }
    let rows: Words =
      condition.map { "in \(name: table.name) \($0)\(counted)" }
      ?? "in \(strong: "all") rows of \(name: table.name)"
    if columns.count <= Self.manyColumns + 2 || columns.contains(where: \.isEmpty) {
      return columns.contains(where: \.isEmpty)
        ? "changes values \(rows)" : "computes \(columns.names) anew \(rows)"
    }
    return "computes \(columns.count) columns anew \(rows)"
  }

  private func value(_ assignment: SQLAssignment) -> Words? {
    if let literal = statement.literalWords(assignment.value) {
      return literal.plain.count <= Self.longValue ? literal : nil
    }
    if assignment.value.count == 1, let index = assignment.value.first, statement.isName(index),
      let table = statement.writtenTable.flatMap({ statement.before[$0] }),
      let column = table.column(statement.name(index))
    {
      return "the value of \(name: column.name)"
    }
    let text = statement.text(of: assignment.value)
    return text.count <= Self.longValue ? "\(code: text)" : nil
  }

  private var deletion: Words? {
    guard let table = statement.emptiedTable.flatMap({ statement.before[$0] }) else { return nil }
    let (condition, counted) = condition(it: nil)
    guard let condition else { return "deletes \(strong: "all") rows of \(name: table.name)" }
    return "deletes the rows of \(name: table.name) \(condition)\(counted)"
  }

  /// The WHERE in words, and the number of sample rows for which it was true.
  private func condition(it: String?) -> (words: Words?, counted: Words) {
    guard let verb = statement.verb,
      let start = statement.outerIndex(of: "WHERE", from: verb), start + 1 < statement.tokens.count
    else {
      let isLimited = statement.verb.flatMap { statement.outerIndex(of: "LIMIT", from: $0) } != nil
      return (isLimited ? "in some rows" : nil, "")
    }
    let last = statement.tokens.count - (statement.tokens.last?.kind == .semicolon ? 1 : 0)
    let end = ["RETURNING", "ORDER", "LIMIT"].compactMap {
      statement.outerIndex(of: $0, from: start)
    }.min()
    let range = start + 1..<max(start + 1, end ?? last)
    let words = ConditionWords(statement: statement, range: range, it: it).words
    guard let effect, effect.total > 0 else { return (words, "") }
    let rows = effect.total == 1 ? "sample row" : "sample rows"
    return (words, " (\(effect.changed) of \(effect.total) \(rows))")
  }
}

extension SQLStatement {
  /// The text from the first to the last token of a range.
  func text(of range: Range<Int>) -> String {
    guard let first = range.first, let last = range.last else { return "" }
    return withBytes(of: tokens[first].range.lowerBound..<tokens[last].range.upperBound) {
      String(decoding: $0, as: UTF8.self)
    }
  }
}
