import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

/// What DISTINCT, GROUP BY and HAVING leave of the rows that INSERT … SELECT finds.
struct GroupingWords {
  private let statement: RehearsedStatement
  private let select: Int

  init(_ statement: RehearsedStatement, select: Int) {
    (self.statement, self.select) = (statement, select)
  }

  /// “, one for each **name** that several rows have”; empty without such clauses.
  var words: Words {
    guard !statement.isCompound(select) else { return "" }
    guard let groups else {
      return statement.word(select + 1) == "DISTINCT" ? ", equal rows only once" : ""
    }
    return ", one for each \(groups)\(condition)"
  }

  private var groups: Words? {
    guard let range = statement.clause("GROUP", from: select, until: InsertWords.clauses),
      statement.word(range.lowerBound) == "BY"
    else { return nil }
    let parts = statement.parts(of: range.dropFirst())
    let names = parts.compactMap { part -> String? in
      let isColumn =
        part.count == 1 || part.count == 3 && statement.kind(part.lowerBound + 1) == .dot
      return isColumn ? part.last.flatMap { statement.isName($0) ? statement.name($0) : nil } : nil
    }
    guard names.count == parts.count else {
      return "group\(aside: "Groups", statement.code(of: range.dropFirst()))"
    }
    return names.count == 1 ? names.names : "combination of \(names.names)"
  }

  private var condition: Words {
    guard let range = statement.clause("HAVING", from: select, until: InsertWords.clauses) else {
      return ""
    }
    var query = SQLQuery()
    query.having =
      ExpressionReader(statement, range, texts: statement.doubleQuotedTexts).expression
    return query.isRepetition
      ? " that several rows have"
      : " for which a condition is true\(aside: "Condition", statement.code(of: range))"
  }
}
