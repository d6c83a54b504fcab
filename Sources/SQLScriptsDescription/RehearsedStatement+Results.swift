import SQLScriptsSQL
import SQLScriptsValidation

extension RehearsedStatement {
  /// The values of a SELECT, without DISTINCT and aliases.
  func results(of select: Int) -> [Range<Int>] {
    let ends = InsertWords.clauses.union(["FROM"])
    let end =
      indices.first { index in
        index > select
          && (depth(index) < depth(select)
            || depth(index) == depth(select) && kind(index) == .word && ends.contains(word(index)))
      } ?? withoutSemicolon.upperBound
    guard select + 1 < end else { return [] }
    return parts(of: select + 1..<end).map(withoutAlias)
  }

  /// `DISTINCT x`, `x AS y`
  func withoutAlias(_ value: Range<Int>) -> Range<Int> {
    var range = value
    if let first = range.first, ["DISTINCT", "ALL"].contains(word(first)) {
      range = range.dropFirst()
    }
    if range.count > 2, word(range.upperBound - 2) == "AS" { return range.dropLast(2) }
    let isPair =
      range.count == 2 && range.allSatisfy(isName) && !range.contains(where: isOperator)
    return isPair ? range.dropLast() : range
  }

  /// `NOT x`, `x ISNULL`
  private func isOperator(_ index: Int) -> Bool {
    kind(index) == .word && ["NOT", "ISNULL", "NOTNULL"].contains(word(index))
  }
}
