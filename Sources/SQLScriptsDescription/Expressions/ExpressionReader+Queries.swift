import SQLScriptsSQL
import SQLScriptsSchema

extension ExpressionReader {
  /// What follows SELECT.
  mutating func selection() -> SQLQuery? {
    var query = SQLQuery()
    query.isDistinct = accept("DISTINCT")
    repeat {
      guard let value = result(&query) else { return nil }
      query.values.append(value)
    } while take(.comma)
    if accept("FROM") {
      guard sources(&query) else { return nil }
    }
    if accept("WHERE") {
      guard let condition = disjunction() else { return nil }
      query.require(condition)
    }
    if accept("GROUP", "BY") {
      repeat {
        guard let group = disjunction() else { return nil }
        query.groups.append(group)
      } while take(.comma)
    }
    if accept("HAVING") {
      guard let having = disjunction() else { return nil }
      query.having = having
    }
    if accept("ORDER", "BY") {
      query.isOrdered = true
      repeat {
        guard disjunction() != nil else { return nil }
        if !accept("DESC") { _ = accept("ASC") }
      } while take(.comma)
    }
    if accept("LIMIT") {
      guard let limit = disjunction(), !isWord("OFFSET") else { return nil }
      query.limit = limit
    }
    return query.withProjectedNames
  }

  /// A value with or without an alias.
  private mutating func result(_ query: inout SQLQuery) -> SQLExpression? {
    if sql.word(place) == "*" {
      place += 1
      return .star
    }
    if sql.isName(place), sql.kind(place + 1) == .dot, sql.word(place + 2) == "*" {
      place += 3
      return .star
    }
    guard let value = disjunction() else { return nil }
    if accept("AS") {
      query.aliases.insert(SQLName(sql.name(place)))
      query.names[query.values.count] = SQLName(sql.name(place))
      place += 1
    }
    return value
  }

  private mutating func sources(_ query: inout SQLQuery) -> Bool {
    guard source(&query) else { return false }
    while !isAtEnd {
      if !take(.comma) {
        if accept("INNER") || accept("CROSS") {
          guard isWord("JOIN") else { return false }
        }
        guard accept("JOIN") else { break }
      }
      guard source(&query) else { return false }
      if accept("ON") {
        guard let condition = disjunction() else { return false }
        query.require(condition)
      }
    }
    return !["LEFT", "RIGHT", "FULL", "NATURAL", "OUTER", "USING", "INDEXED"]
      .contains(where: isWord)
  }

  private mutating func source(_ query: inout SQLQuery) -> Bool {
    if sql.kind(place) == .leftParenthesis { return projection(&query) }
    if accept("MAIN"), !take(.dot) { place -= 1 }
    guard sql.isName(place), sql.kind(place + 1) != .dot else { return false }
    let name = SQLName(sql.name(place))
    place += 1
    var source = SQLQuery.Source(name: name, qualifier: name)
    if take(.leftParenthesis) {
      guard let arguments = list() else { return false }
      source.arguments = arguments
    }
    let isNamed = accept("AS")
    if isNamed || sql.isName(place) && !isKeyword {
      source.qualifier = SQLName(sql.name(place))
      place += 1
    }
    query.sources.append(source)
    return true
  }

  /// `(SELECT id, nick AS name FROM user) AS user`, which is the table with other names.
  private mutating func projection(_ query: inout SQLQuery) -> Bool {
    guard take(.leftParenthesis), accept("SELECT"), let inner = selection(),
      take(.rightParenthesis), var source = inner.projected
    else { return false }
    let isNamed = accept("AS")
    if isNamed || sql.isName(place) && !isKeyword {
      source.qualifier = SQLName(sql.name(place))
      place += 1
    } else {
      source.qualifier = SQLName("")
    }
    query.sources.append(source)
    return true
  }

  /// Whether the word after a table is no alias.
  private var isKeyword: Bool {
    sql.kind(place) == .word
      && [
        "JOIN", "INNER", "CROSS", "LEFT", "RIGHT", "FULL", "NATURAL", "OUTER", "ON", "USING",
        "WHERE", "GROUP", "ORDER", "LIMIT", "UNION", "EXCEPT", "INTERSECT", "WINDOW", "HAVING",
        "INDEXED", "NOT", "RETURNING",
      ].contains(sql.word(place))
  }
}

extension SQLQuery {
  fileprivate mutating func require(_ condition: SQLExpression) {
    if case .all(let parts) = condition {
      conditions += parts
    } else {
      conditions.append(condition)
    }
  }
}
