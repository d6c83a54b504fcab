import SQLScriptsSQL
import SQLScriptsSchema

extension SQLText {
  /// The table of a query whose first value is true whenever the table has a row: `SELECT 1 FROM user`,
  /// `SELECT EXISTS (SELECT * FROM user)`, `SELECT count(*) > 0 FROM user`. Other queries may be true, too.
  func tableThatMakesTrue(in schema: SchemaSnapshot) -> SQLName? {
    let end = withoutSemicolon.upperBound
    guard word(0) == "SELECT" else { return nil }
    if isPositive(1), word(2) == "FROM" { return tableOfAllRows(in: schema) }
    if word(1) == "EXISTS" {
      return self.end(ofParenthesis: 2) + 1 == end
        ? existing(from: 1, to: end, [:], schema) : nil
    }
    let isNested = kind(1) == .leftParenthesis && word(2) == "SELECT"
    var place = isNested ? 3 : 1
    guard word(place) == "COUNT", kind(place + 1) == .leftParenthesis,
      word(place + 2) == "*" || isPositive(place + 2), kind(place + 3) == .rightParenthesis
    else { return nil }
    place += 4
    if !isNested { place = endOfComparison(at: place) }
    guard word(place) == "FROM", isName(place + 1),
      case let table = SQLName(name(place + 1)), schema[table] != nil
    else { return nil }
    place += 2
    if isNested {
      guard kind(place) == .rightParenthesis else { return nil }
      place = endOfComparison(at: place + 1)
    }
    return place == end ? table : nil
  }

  /// The place after `> 0`, or another comparison that every count of rows meets.
  private func endOfComparison(at place: Int) -> Int {
    let comparisons = [[">", "0"], [">=", "1"], ["<>", "0"], ["!=", "0"]]
    return comparisons.contains([word(place), word(place + 1)]) ? place + 2 : place
  }
}
