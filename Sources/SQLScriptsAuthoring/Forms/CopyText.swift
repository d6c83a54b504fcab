import SQLScriptsSQL
import SQLScriptsSchema

/// The text of an INSERT … SELECT that copies one table, in which single columns change.
struct CopyText {
  private(set) var sql: String
  /// Whether it copies all columns with `*`, so that their order decides.
  let copiesAll: Bool
  /// The columns of the copy in the order of the copied values.
  private var columns: [SQLName]

  /// - Parameter columns: those of the table that gets the rows.
  /// - Returns: nil if it reads anything else than one table.
  init?(_ sql: String, into columns: [String]) {
    let text = SQLText(sql)
    guard text.copied != nil, text.indices.count(where: { text.word($0) == "SELECT" }) == 1
    else { return nil }
    self.sql = sql
    self.columns = (text.columnList ?? columns).map { SQLName($0) }
    let values = text.copiedValues
    let hasStar = values.contains { text.word($0.upperBound - 1) == "*" }
    copiesAll = hasStar && text.columnList == nil && values.map(\.count) == [1]
    guard copiesAll || !hasStar && values.count == self.columns.count else { return nil }
  }

  /// - Returns: false if nothing is left to copy.
  mutating func remove(_ column: String) -> Bool {
    guard !copiesAll, let place = columns.firstIndex(of: SQLName(column)) else { return copiesAll }
    sql = sql.removing(place, from: SQLText(sql).copiedValues)
    if let list = SQLText(sql).columnListIndices {
      sql = sql.removing(place, from: list.map { $0..<$0 + 1 })
    }
    columns.remove(at: place)
    return !columns.isEmpty
  }

  mutating func add(_ column: String) -> Bool {
    guard !copiesAll else { return true }
    guard let last = SQLText(sql).copiedValues.last else { return false }
    sql = sql.inserting(", \(column.formName)", after: last.upperBound - 1)
    if let end = SQLText(sql).columnListIndices?.last {
      sql = sql.inserting(", \(column.formName)", after: end)
    }
    columns.append(SQLName(column))
    return true
  }

  /// - Parameters:
  ///   - read: the new names of the columns that are read.
  ///   - written: those of the columns of the copy.
  mutating func rename(_ read: [SQLName: String], _ written: [SQLName: String]) -> Bool {
    guard let select = SQLText(sql).selectIndex else { return false }
    sql = sql.replacingNames(read, in: select..<SQLText(sql).tokens.count)
    if let list = SQLText(sql).columnListIndices, let first = list.first, let last = list.last {
      sql = sql.replacingNames(written, in: first..<last + 1)
    }
    return true
  }

  mutating func replaceTable(_ old: String, with new: String) -> Bool {
    guard !old.hasSameBytes(as: new) else { return true }
    let text = SQLText(sql)
    guard let select = text.selectIndex else { return false }
    sql = sql.replacingNames([SQLName(old): new], in: select..<text.tokens.count)
    return true
  }
}

extension SQLStatement {
  /// The SELECT of an INSERT; nil for another statement.
  fileprivate var selectIndex: Int? {
    guard let verb, ["INSERT", "REPLACE"].contains(word(verb)) else { return nil }
    return outerIndex(of: "SELECT", from: verb)
  }

  /// The only table from which an INSERT copies rows.
  var copied: String? {
    guard let select = selectIndex, let from = outerIndex(of: "FROM", from: select),
      let table = qualifiedName(at: from + 1)
    else { return nil }
    let ends = ["", ";", "WHERE", "ORDER", "GROUP", "LIMIT"]
    return ends.contains(word(table.end)) ? name(table.name) : nil
  }

  /// What an INSERT … SELECT copies.
  fileprivate var copiedValues: [Range<Int>] {
    guard let select = selectIndex, let from = outerIndex(of: "FROM", from: select) else {
      return []
    }
    return parts(of: select + 1..<from).filter { !$0.isEmpty }
  }
}

extension String {
  /// Without one part of a list, and the comma next to it.
  fileprivate func removing(_ place: Int, from parts: [Range<Int>]) -> String {
    guard parts.indices.contains(place) else { return self }
    let tokens = SQLText(self).tokens
    let start = { tokens[parts[$0].lowerBound].range.lowerBound }
    let end = { tokens[parts[$0].upperBound - 1].range.upperBound }
    if place > 0 { return replacing(end(place - 1)..<end(place), with: "") }
    return replacing(start(0)..<(parts.count > 1 ? start(1) : end(0)), with: "")
  }

  fileprivate func inserting(_ new: String, after index: Int) -> String {
    let end = SQLText(self).tokens[index].range.upperBound
    return replacing(end..<end, with: new)
  }

  /// With other names. A word that is a type or a function stays.
  func replacingNames(_ names: [SQLName: String], in range: Range<Int>) -> String {
    let text = SQLText(self)
    var result = self
    for index in range.clamped(to: text.indices).reversed()
    where text.isName(index) && text.kind(index + 1) != .leftParenthesis
      && text.word(index - 1) != "AS"
    {
      guard let new = names[SQLName(text.name(index))] else { continue }
      let token = text.tokens[index]
      result = result.replacing(
        token.range, with: token.kind == .quotedName ? new.quotedName : new.formName)
    }
    return result
  }

  private func replacing(_ range: Range<Int>, with new: String) -> String {
    var bytes = Array(utf8)
    bytes.replaceSubrange(range, with: Array(new.utf8))
    return String(decoding: bytes, as: UTF8.self)
  }
}
