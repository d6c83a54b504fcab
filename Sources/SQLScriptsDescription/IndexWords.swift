import SQLScriptsSQL
import SQLScriptsSchema

/// What an index does: “speeds up searching **message** by **date**”.
struct IndexWords {
  let index: SchemaIndex
  let table: SchemaTable

  var words: Words {
    guard index.isUnique else {
      return "speeds up searching \(name: table.name) by \(searched.list())\(part(" "))"
    }
    return "makes sure that \(uniqueness)"
  }

  /// “no two rows of **user** have the same **email**”
  private var uniqueness: Words {
    if isConstant { return "\(name: table.name) has at most one row\(part(" "))" }
    return "no two rows of \(name: table.name) have the same \(compared.list())"
      + part(", among the rows ")
  }

  /// Whether all rows have the same entry.
  private var isConstant: Bool {
    let sql = sql
    return index.columns.allSatisfy { $0 == nil }
      && !sqlTerms.isEmpty
      && sqlTerms.allSatisfy { ExpressionReader(sql, $0).expression?.isLiteral == true }
  }

  /// What dropping it does.
  var removal: Words {
    if index.isUnique, isConstant {
      return
        "removes the index \(name: index.name), so that \(name: table.name) may have several rows\(part(" "))"
    }
    guard index.isUnique, !hasEqual else {
      return
        "removes the index \(name: index.name), which speeds up searching \(name: table.name) by \(searched.list())\(part(" "))"
    }
    return
      "removes the index \(name: index.name), so that rows of \(name: table.name) may have the same \(compared.list())\(part(", among the rows "))"
  }

  private var scope: ExpressionScope {
    var scope = ExpressionScope()
    scope.sources = [ExpressionScope.Source(table)]
    return scope
  }

  private var terms: [Words] { terms("an expression") }

  /// What it sorts by, in its order, with the collation if it names one. Others are those of the columns.
  private var searched: [Words] {
    let (sql, parts) = (sql, sqlTerms)
    return zip(terms, index.collations).enumerated().map { place, term in
      let isNamed =
        parts.indices.contains(place)
        && parts[place].contains { sql.kind($0) == .word && sql.word($0) == "COLLATE" }
      return isNamed ? term.0.compared(by: term.1) : term.0
    }.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// What is the same in rows: “**email**”, “result of an expression”.
  private var values: [Words] { unorderedValues.foldedFirst }

  private var unorderedValues: [Words] {
    terms("result of an expression").map(\.withoutArticle)
  }

  /// What is the same in rows, and how it is compared: “**email** (ignoring case)”.
  private var compared: [Words] {
    zip(unorderedValues, index.collations).map { $0.compared(by: $1) }.foldedFirst
  }

  /// The columns, and expressions in words or with their SQL after the sentence.
  private func terms(_ unknown: Words) -> [Words] {
    let (sql, sqlTerms) = (sql, sqlTerms)
    return index.columns.enumerated().map { place, column in
      if let column { return "\(name: column)" }
      guard sqlTerms.indices.contains(place) else { return unknown }
      let end = sqlTerms[place].first {
        sql.depth($0) == 1 && sql.kind($0) == .word
          && ["COLLATE", "ASC", "DESC"].contains(sql.word($0))
      }
      let range = sqlTerms[place].lowerBound..<(end ?? sqlTerms[place].upperBound)
      let expression = ExpressionReader(sql, range).expression
      // What is unique in one case is so in the other one.
      if index.isUnique, case .call(let name, let arguments)? = expression,
        ["LOWER", "UPPER"].contains(name), arguments.count == 1,
        let words = NounWords(scope: scope).simple(arguments[0])
      {
        return words.folded
      }
      let words = expression.flatMap { NounWords(scope: scope).noun($0)?.words }
      return words.flatMap { $0.hasComma ? nil : $0 }
        ?? unknown + "\(aside: "Expression", sql.code(of: range))"
    }
  }

  private var sql: SQLText { SQLText(index.sql ?? "") }

  private var list: Int? {
    let sql = sql
    guard let created = sql.created,
      let on = sql.indices.first(where: { $0 > created.name.name && sql.word($0) == "ON" }),
      let table = sql.qualifiedName(at: on + 1), sql.kind(table.end) == .leftParenthesis
    else { return nil }
    return table.end
  }

  private var sqlTerms: [Range<Int>] { list.map { sql.arguments($0) } ?? [] }

  private func part(_ separator: Words) -> Words {
    guard index.isPartial else { return "" }
    let sql = sql
    guard let list, case let place = sql.end(ofParenthesis: list) + 1, sql.word(place) == "WHERE"
    else { return ", for some of its rows only" }
    let range = place + 1..<max(place + 1, sql.withoutSemicolon.upperBound)
    return separator + ConditionWords(sql, range, in: scope).words
  }

  /// Whether rows stay as different without the index.
  private var hasEqual: Bool {
    let others = table.indexes.filter { !$0.name.isSameName(as: index.name) }
    return table.keepsUnique(index, by: others)
  }

  /// What rows may have in common with another index of the same name, or without any.
  func loss(with other: SchemaIndex?) -> Words? {
    guard index.isUnique, !table.keepsUnique(index, by: table.indexes) else { return nil }
    guard let other, other.isUnique else {
      return "rows of \(name: table.name) may now have the same \(compared.list())"
    }
    if index.isPartial || index.columns.contains(nil) { return nil }
    let isSame = other.columnNames == index.columnNames && !other.isPartial
    return isSame
      ? "changes which values of \(values.list()) count as the same"
      : "other rows of \(name: table.name) may now have the same \(compared.list())"
  }
}

extension Words {
  /// After “the same”.
  fileprivate var withoutArticle: Words {
    guard case .text(let text)? = pieces.first, text.hasPrefix("the ") else { return self }
    return with([.text(String(text.dropFirst(4)))] + pieces.dropFirst())
  }
}

extension SchemaIndex {
  fileprivate var columnNames: Set<SQLName> { Set(comparisons.map(\.column)) }
}

extension SchemaTable {
  /// Whether an index of expressions lets no two rows have the same values in all of these columns.
  func hasUniqueExpression(of names: Set<SQLName>) -> Bool {
    indexes.contains { index in
      index.isUnique && !index.isPartial && index.columns.contains(nil)
        && indexedColumns(index).isSubset(of: names)
    }
  }

  /// The columns of an index, also those in its expressions.
  private func indexedColumns(_ index: SchemaIndex) -> Set<SQLName> {
    let sql = SQLText(index.sql ?? "")
    let list = sql.indices.drop { sql.kind($0) != .leftParenthesis }
    let named = Set(list.filter(sql.isName).map { SQLName(sql.name($0)) })
      .intersection(columns.map { SQLName($0.name) })
    return named.union(index.columns.compactMap { $0.map { SQLName($0) } })
  }
}
