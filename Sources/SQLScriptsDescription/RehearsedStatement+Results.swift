import SQLScriptsSQL
import SQLScriptsValidation

extension RehearsedStatement {
  /// The values of a SELECT, without DISTINCT and aliases.
  func results(of select: Int) -> [Range<Int>] { writtenResults(of: select).map(withoutAlias) }

  /// The value that ORDER BY means with a name that is an alias in a SELECT; nil if no value has that alias.
  func aliased(_ name: String, in select: Int) -> Range<Int>? {
    guard word(select) == "SELECT" else { return nil }
    return writtenResults(of: select).first { value in
      guard value.count > 1, let last = value.last, isName(last), kind(last - 1) != .dot else {
        return false
      }
      return self.name(last).isSameName(as: name)
    }.map(withoutAlias)
  }

  /// Whether each value of a SELECT is a column under its own name.
  func copiesColumns(of select: Int) -> Bool {
    writtenResults(of: select).allSatisfy { value in
      let column = withoutAlias(value)
      guard let last = column.last, let alias = value.last else { return false }
      if column.count == 1 || column.count == 3 && kind(last - 1) == .dot {
        return word(last) == "*" || isName(last) && name(last).isSameName(as: name(alias))
      }
      return false
    }
  }

  private func writtenResults(of select: Int) -> [Range<Int>] {
    let ends = InsertWords.clauses.union(["FROM"])
    let end =
      indices.first { index in
        index > select
          && (depth(index) < depth(select)
            || depth(index) == depth(select) && kind(index) == .word && ends.contains(word(index)))
      } ?? withoutSemicolon.upperBound
    guard select + 1 < end else { return [] }
    return parts(of: select + 1..<end)
  }

  /// `DISTINCT x`, `x AS y`
  func withoutAlias(_ value: Range<Int>) -> Range<Int> {
    var range = value
    if let first = range.first, ["DISTINCT", "ALL"].contains(word(first)) {
      range = range.dropFirst()
    }
    if range.count > 2, word(range.upperBound - 2) == "AS" { return range.dropLast(2) }
    guard range.count > 1, let last = range.last, isName(last), !isOperator(last) else {
      return range
    }
    // An alias may follow what ends a value.
    let ends: [SQLToken.Kind] = [.rightParenthesis, .string, .integer, .float, .blob]
    let isEnd =
      kind(last - 1).map(ends.contains) ?? false || word(last - 1) == "END"
      || range.count == 2 && isName(last - 1) && !isOperator(last - 1)
    return isEnd ? range.dropLast() : range
  }

  /// `NOT x`, `x ISNULL`, `CASE … END`
  private func isOperator(_ index: Int) -> Bool {
    kind(index) == .word && ["NOT", "ISNULL", "NOTNULL", "END"].contains(word(index))
  }
}
